import { describe, expect, it } from 'vitest'
import { checkLayering } from './layering.ts'
import { findingsIn } from './workspace/fixture.ts'

const inCore = (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  findingsIn(
    checkLayering,
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`packages/core/src/${file}`, text])),
  )

describe('layering', () => {
  it('accepts imports from the left, from the same folder, and a dynamic import of a door', async () => {
    const files = {
      'documents/facts.ts':
        "import { a } from '../text/analyse.ts'\nimport { b } from './fact.ts'\nexport const c = [a, b]",
      'documents/fact.ts': "import type { Clock } from '../clock.ts'\nexport const b = (clock: Clock) => clock",
      'memories.ts': "import { openMemory } from './memory.ts'\nexport const o = openMemory",
      'memory.ts': "export const openMemory = () => import('./local/index.ts')",
      'local/index.ts': "import { open } from 'node:fs/promises'\nexport const o = open",
    }
    expect(await inCore(files)).toEqual([])
  })

  it.each([
    ['a folder to the right', 'text/a.ts', "import { x } from '../recall/x.ts'", 'is to the right of text'],
    ['a neighbour', 'sessions/a.ts', "export * from '../documents/x.ts'", "is a neighbour in sessions's column"],
    ['a type to the right', 'text/a.ts', "export type X = import('../recall/x.ts').X", 'is to the right of text'],
    ['the public door', 'recall/a.ts', "import { x } from '../index.ts'", 'is an index'],
    ['a door statically', 'memory.ts', "import { x } from './local/index.ts'", 'is an index'],
    ['local storage statically', 'memory.ts', "import { x } from './local/files.ts'", 'is loaded dynamically'],
    [
      'a Node module',
      'recall/a.ts',
      "import { join } from 'node:path'",
      'node:path: only disk/, sqlite/, local/ and testing/',
    ],
    [
      'a Node module without its prefix',
      'recall/a.ts',
      "import { join } from 'path'",
      'path: only disk/, sqlite/, local/ and testing/',
    ],
    ['something computed', 'recall/a.ts', 'export const l = (n: string) => import(n)', 'a computed import'],
    ['something outside', 'recall/a.ts', "import { x } from '../../x.ts'", '../../x.ts leaves src'],
  ])('refuses %s', async (_name, file, text, finding) => {
    const findings = await inCore({ [file]: text })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toContain(`packages/core/src/${file}:1: `)
    expect(findings[0]).toContain(finding)
  })

  it('refuses what is loaded later as a static import of the index, and says which files lead there', async () => {
    const files = {
      'index.ts': "export { openMemory } from './memory.ts'",
      'memory.ts': "import { read } from './statements/read-statements.ts'\nexport const openMemory = read",
      'statements/read-statements.ts': 'export const read = 1',
    }
    expect(await inCore(files)).toEqual([
      'packages/core/src/statements/read-statements.ts: imported statically by index.ts → memory.ts → statements/read-statements.ts; load it at its first use',
    ])
    const later = "export const openMemory = () => import('./statements/read-statements.ts')"
    expect(await inCore({ ...files, 'memory.ts': later })).toEqual([])
  })

  it('refuses an index in a folder that is no door', async () => {
    expect((await inCore({ 'text/index.ts': 'export const a = 1' }))[0]).toContain('a folder has no index')
  })

  it('refuses a folder and a file that have no place yet', async () => {
    const findings = await inCore({ 'new/a.ts': 'export const a = 1', 'stray.ts': 'export const b = 1' })
    expect(findings.map((finding) => finding.split(':')[0])).toEqual([
      'packages/core/src/new/a.ts',
      'packages/core/src/stray.ts',
    ])
  })

  it('leaves tests alone', async () => {
    expect(await inCore({ 'text/a.test.ts': "import { x } from '../recall/x.ts'\nimport 'node:fs'" })).toEqual([])
  })

  it('lets an adapter import the core and its peer only', async () => {
    const findings = await findingsIn(checkLayering, {
      'packages/adapter/src/index.ts':
        "import 'ai/test'\nimport '@daybook/memory-core/local'\nimport './a.ts'\nimport 'node:fs'\nimport 'lodash'",
    })
    expect(findings.map((finding) => finding.split(': ')[1])).toEqual(['node:fs', 'lodash'])
  })

  it('refuses a core that declares an adapter, even for development', async () => {
    const manifest = { name: 'core', devDependencies: { '@daybook/adapter': '*' }, nx: { tags: ['scope:core'] } }
    const findings = await findingsIn(checkLayering, { 'packages/core/package.json': JSON.stringify(manifest) })
    expect(findings).toEqual([
      'packages/core/package.json: scope:core may not depend on @daybook/adapter (scope:adapter)',
    ])
  })

  it('refuses a project without a scope', async () => {
    const findings = await findingsIn(checkLayering, { 'apps/demo/package.json': '{"name":"demo"}' })
    expect(findings[0]).toContain('apps/demo/package.json: nx.tags needs one of scope:core')
  })

  it('refuses a drawing of other columns in CONTRIBUTING.md', async () => {
    const [finding = '', ...more] = await findingsIn(checkLayering, { 'CONTRIBUTING.md': 'text ← memory\n' })
    expect(more).toEqual([])
    expect(finding).toContain('CONTRIBUTING.md: expected the columns')
    const drawn = finding.slice(finding.indexOf(': privacy') + 2).replace(' ← sqlite', '\n← sqlite')
    expect(await findingsIn(checkLayering, { 'CONTRIBUTING.md': drawn })).toEqual([])
  })
})
