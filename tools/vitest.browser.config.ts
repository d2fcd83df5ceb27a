import { defineConfig } from 'vitest/config'

/** Tests in a real Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    name: 'tools-browser',
    include: ['browser/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: 'test-report/browser.json' }]],
  },
})
