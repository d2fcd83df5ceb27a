import { defineConfig } from 'vitest/config'

/** The name of the report: .ci/run starts the files in two steps. */
const report = process.env['DAYBOOK_REPORT'] ?? 'browser'

/** Tests in a real Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    name: 'inspector-browser',
    include: ['test/browser/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: `test-report/${report}.json` }]],
  },
})
