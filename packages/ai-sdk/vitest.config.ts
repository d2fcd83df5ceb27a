import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/**
 * The `ai` that a project's tests import, and the specification of the models that they wrap. A model of v2 becomes one
 * of v3 on its way to v4.
 */
const versions = [
  { ai: 'ai', models: 'v4' },
  { ai: 'ai', models: 'v2' },
  { ai: 'ai6', models: 'v3' },
  { ai: 'ai6', models: 'v2' },
  { ai: 'ai5', models: 'v2' },
] as const

const newest = 'v4'
const all = ['src/**/*.test.ts', 'test/**/*.test.ts']
/** Show nothing that differs between versions of `ai`, or need the newest of them. */
const newestOnly = [
  'src/**/*.test.ts',
  'test/newest/**/*.test.ts',
  'test/{chat-store,failures,placement,scopes}.test.ts',
]
/** What a model of an older specification may change; the rest runs once for each `ai`. */
const everyModel = ['test/{streams,tool-loops}.test.ts']

const projects = versions.map(({ ai, models }): TestProjectConfiguration => {
  const own = { ai: 'v4', ai6: 'v3', ai5: 'v2' }[ai]
  return {
    resolve: { alias: [{ find: /^ai(?=\/|$)/, replacement: ai }] },
    test: {
      name: `${ai}-${models}`,
      include: models === own ? all : everyModel,
      exclude: models === newest ? [] : newestOnly,
      provide: { models },
      setupFiles: ['test/quiet.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
    },
  }
})

export default defineConfig({
  test: {
    // The files of a project share what they import: a framework for each of them takes longer than its tests.
    isolate: false,
    maxWorkers: '100%',
    projects,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
