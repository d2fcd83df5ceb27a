import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'langchain',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The files share what they import: a framework for each of them takes longer than its tests.
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
