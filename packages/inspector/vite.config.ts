import { defineConfig } from 'vite'

/** The page: static files below `dist/page`, which the server hands out and nobody else. */
export default defineConfig({
  root: 'page',
  // It may be mounted below any path.
  base: './',
  resolve: { alias: { react: 'preact/compat', 'react-dom': 'preact/compat' } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'es2023',
    // A data: URL would need a place in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
