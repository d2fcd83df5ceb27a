import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'tools',
    include: ['*.test.ts', '{docs,release,workspace}/*.test.ts'],
    // The files share what they import.
    isolate: false,
    testTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
