import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'demo',
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The children of all tests import the same: each compiles only what none before it has compiled.
    env: {
      MASTRA_TELEMETRY_DISABLED: '1',
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled'),
    },
    // They wait for processes most of the time.
    maxWorkers: 3,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
