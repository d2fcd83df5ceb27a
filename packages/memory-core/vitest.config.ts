import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'memory-core',
    globalSetup: ['test/processes/bundle-programs.ts'],
    setupFiles: ['test/load-core.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    env: {
      // On a machine in UTC, code that takes its day for that of UTC could not be told from the right one.
      TZ: 'Pacific/Kiritimati',
      // The processes that tests start import the same: each compiles only what none before it has compiled.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
    },
    // The files share what they import: to load the core anew for each of them takes as long as its tests.
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
