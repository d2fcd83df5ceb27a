import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** The `ai` that a project's tests import, and the specification of the models that they wrap. */
const versions = [
  { ai: 'ai', models: 'v4' },
  { ai: 'ai', models: 'v3' },
  { ai: 'ai', models: 'v2' },
  { ai: 'ai6', models: 'v3' },
  { ai: 'ai6', models: 'v2' },
  { ai: 'ai5', models: 'v2' },
] as const

const newest = 'v4'
/** Show nothing that differs between models, or need the newest of them. */
const newestOnly = ['src/**/*.test.ts', 'test/newest/**/*.test.ts']
/** What a model of an older specification may change; the rest runs once for each `ai`. */
const everyModel = ['test/remembering.test.ts', 'test/streams.test.ts', 'test/tool-loops.test.ts']

function includes(models: string, isOwn: boolean): string[] {
  if (models === newest) return ['test/*.test.ts', ...newestOnly]
  return isOwn ? ['test/*.test.ts'] : everyModel
}

const projects = versions.map(({ ai, models }): TestProjectConfiguration => {
  const own = { ai: 'v4', ai6: 'v3', ai5: 'v2' }[ai]
  return {
    resolve: { alias: [{ find: /^ai(?=\/|$)/, replacement: ai }] },
    test: {
      name: `${ai}-${models}`,
      include: includes(models, models === own),
      provide: { models },
      setupFiles: ['test/quiet.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
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
