import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The servers that tests start import the same: each compiles only what none before it has compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
