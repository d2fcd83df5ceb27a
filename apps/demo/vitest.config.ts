import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'demo',
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    env: { MASTRA_TELEMETRY_DISABLED: '1' },
    // They wait for processes most of the time.
    maxWorkers: 3,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
