import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lowestPeersOf } from './publish/programs.ts'
import { weigh } from './publish/stranger.ts'
import { withTemporaryFolder } from './workspace/pack.ts'
import { readWorkspace } from './workspace/workspace.ts'

const root = join(import.meta.dirname, '..')

it('F5 the rehearsal installs the lowest version of every peer that is declared', async () => {
  const { projects } = await readWorkspace(root, () => undefined)
  const lowest = projects.flatMap((project) => lowestPeersOf(project))
  expect(lowest).toEqual(
    expect.arrayContaining([
      'ai@5.0.36', // the first with `gateway`
      '@langchain/langgraph-checkpoint@1.1.6', // the first with `validateNamespace`
      'langchain@1.5.10',
      '@mastra/core@1.30.0',
    ]),
  )
  expect(lowest.every((peer) => /@\d+(?:\.\d+){0,2}$/.test(peer))).toBe(true)
  expect(await readFile(join(root, 'tools', 'publish.ts'), 'utf8')).toContain('projects.flatMap(lowestPeersOf)')
})

it('weighs a package with what it depends on, wherever npm has put it, and nothing else', () =>
  withTemporaryFolder(async (folder) => {
    const packages = {
      '': { dependencies: { '@us/one': '1', framework: '1' } },
      'node_modules/@us/one': { dependencies: { '@us/two': '1', deep: '2' }, peerDependencies: { framework: '1' } },
      'node_modules/@us/one/node_modules/deep': { dependencies: { leaf: '1' } },
      'node_modules/@us/two': { dependencies: { deep: '1' }, optionalDependencies: { leaf: '1', 'of-macos': '1' } },
      'node_modules/deep': {},
      'node_modules/leaf': { dependencies: { '@us/one': '1' } },
      'node_modules/framework': {},
      'node_modules/of-macos': { optional: true },
    }
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
    const installed = Object.keys(packages).filter((path) => path !== '' && !path.endsWith('of-macos'))
    for (const [place, path] of installed.entries()) {
      await mkdir(join(folder, path, 'dist'), { recursive: true })
      await writeFile(join(folder, path, 'dist/index.js'), 'x'.repeat(10 ** place))
    }
    expect(await weigh(folder, '@us/one')).toEqual({ packages: 5, bytes: 11_111 })
    expect(await weigh(folder, 'deep')).toEqual({ packages: 1, bytes: 1_000 })
  }))
