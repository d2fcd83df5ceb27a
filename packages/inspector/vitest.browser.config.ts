import { defineConfig } from 'vitest/config'

/** Tests in a real Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    name: 'inspector-browser',
    include: ['test/browser/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: 'test-report/browser.json' }]],
  },
})
