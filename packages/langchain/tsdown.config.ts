import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/middleware.ts',
    'src/store.ts',
    'src/retriever.ts',
    'src/history.ts',
    'src/memory.ts',
    'src/cache.ts',
    'src/tools.ts',
    'src/testing.ts',
  ],
  format: ['esm'],
  platform: 'node',
  target: 'node22.16',
  dts: true,
  tsconfig: 'tsconfig.build.json',
  sourcemap: false,
  clean: true,
  fixedExtension: false,
})
