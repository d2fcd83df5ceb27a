import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'memory-core',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // On a machine in UTC, code that takes its day for that of UTC could not be told from the right one.
    env: { TZ: 'Pacific/Kiritimati' },
    // The files share what they import: to load the core anew for each of them takes as long as its tests.
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
