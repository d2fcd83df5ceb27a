import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lowestPeersOf } from './publish/programs.ts'
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
