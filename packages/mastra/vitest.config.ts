import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/**
 * The `@mastra/core` that a project's tests import: the newest that is supported, and the oldest. The folder `newest`
 * holds what only the newest has, and the storage's answers, in which the framework takes no part; nor does it in what
 * the oldest leaves out.
 */
const versions = [
  { name: 'newest', core: '@mastra/core', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [] },
  {
    name: 'oldest',
    core: 'mastra-core-1-30',
    include: ['test/*.test.ts'],
    exclude: ['test/{crashes,storage-saving}.test.ts'],
  },
]

const projects = versions.map(
  ({ name, core, include, exclude }): TestProjectConfiguration => ({
    resolve: { alias: [{ find: /^@mastra\/core(?=\/|$)/, replacement: core }] },
    test: {
      name,
      include,
      exclude,
      provide: { isNewest: name === 'newest' },
      env: { MASTRA_TELEMETRY_DISABLED: '1' },
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
    },
  }),
)

export default defineConfig({
  test: {
    // The files of a project share what they import: a framework for each of them takes longer than its tests.
    isolate: false,
    maxWorkers: '100%',
    projects,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
