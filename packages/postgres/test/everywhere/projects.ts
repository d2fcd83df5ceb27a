import { join } from 'node:path'
import type { TestProjectConfiguration } from 'vitest/config'
import { ofFolders } from './of-folders.ts'
import { core, here, redirected } from './redirected.ts'

const own = join(here, '../..')
const packages = join(own, '..')
const source = [
  { find: /^@daybook\/memory-core$/, replacement: join(core, 'index.ts') },
  { find: /^@daybook\/memory-core\/(\w+)$/, replacement: join(core, '$1/index.ts') },
]

interface Plugin {
  name: string
  enforce: 'pre'
  resolveId(this: Resolver, source: string, importer: string | undefined): Promise<string | undefined>
  transform(code: string, id: string): string | undefined
}

interface Resolver {
  resolve(source: string, importer: string | undefined, options: object): Promise<{ id: string } | null>
}

const postgresForFolders: Plugin = {
  name: 'postgres-for-folders',
  enforce: 'pre',
  async resolveId(specifier, importer) {
    if (!specifier.startsWith('.')) return undefined
    const found = await this.resolve(specifier, importer, { skipSelf: true })
    return found ? redirected(found.id, importer) : undefined
  },
  transform(code, id) {
    const isOfTests = /\.test\.ts$|\/test\//.test(id) && !id.startsWith(here)
    return isOfTests ? code.replaceAll("'node:fs/promises'", `'${join(here, 'files.ts')}'`) : undefined
  },
}

/** Files that are about folders as a whole: not even what they prepare can be done here. */
function wholeFiles(folder: string): string[] {
  const files = ofFolders.filter(({ test }) => test === undefined).map(({ file }) => file)
  return files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1))
}

function project(folder: string, include: string[], more: object = {}): TestProjectConfiguration {
  return {
    root: join(packages, folder),
    resolve: { alias: source },
    plugins: [postgresForFolders],
    test: {
      name: folder,
      include,
      exclude: ['src/{disk,local,sqlite}/**', ...wholeFiles(folder)],
      globalSetup: [join(own, 'test/global-setup.ts')],
      setupFiles: [join(here, 'setup.ts')],
      testTimeout: 120_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 60_000 } },
      ...more,
    },
  }
}

const ofCore = { env: { TZ: 'Pacific/Kiritimati' } }

/** The tests of the other packages, with PostgreSQL in the place of folders. Their sources are tested, not what was built. */
export const everywhere: readonly TestProjectConfiguration[] = [
  project('memory-core', ['src/**/*.test.ts', 'test/**/*.test.ts'], ofCore),
  project('ai-sdk', ['test/*.test.ts'], {
    provide: { models: 'v4' },
    setupFiles: [join(here, 'setup.ts'), 'test/quiet.ts'],
  }),
  project('langchain', ['test/**/*.test.ts']),
  project('mastra', ['test/*.test.ts', 'test/newest/**/*.test.ts'], { env: { MASTRA_TELEMETRY_DISABLED: '1' } }),
]

/**
 * Those of them that run with this package's own tests: crashes and processes. What a recall finds is compared with a
 * folder by this package's own, and frameworks and failed models reach a storage as any turn does.
 */
export const sample: readonly TestProjectConfiguration[] = [
  project(
    'memory-core',
    ['test/consolidation/{exactly-once,meanwhile}.test.ts', 'test/memory/closing.test.ts', 'test/processes/*.test.ts'],
    ofCore,
  ),
]
