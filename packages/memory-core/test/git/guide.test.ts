import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import { git, hasGit, settings, shelf } from './repository.ts'

const guide = new URL('../../../../docs/guides/git.md', import.meta.url)

async function commands(): Promise<string[]> {
  return [...(await readFile(guide, 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

function run(directory: string, block: string): void {
  execFileSync('sh', ['-e', '-c', block], { cwd: directory, env: settings, stdio: 'pipe' })
}

describe.skipIf(!hasGit)('the commands of "Keep it in git"', () => {
  it('keep a memory, and bring what another copy has learnt', async () => {
    const [begin = '', pull = ''] = await commands()
    const folder = await shelf()
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    const work = async (directory: string, content: string): Promise<void> => {
      const memory = await openMemory({ directory, maintenance: { auto: false } })
      await memory.addMessages('chat', { role: 'user', content })
      await memory.close()
    }
    await work(here, 'I am allergic to peanuts.')
    run(here, begin)
    git(folder, 'clone', '--quiet', here, there)
    await work(here, 'I prefer pnpm over npm.')
    git(here, 'add', '--all')
    git(here, 'commit', '--quiet', '--message', 'day')
    await work(there, 'I live in Lisbon.')
    run(there, pull)
    const memory = await openMemory({ directory: there })
    await memory.recall('peanuts')
    const page = await memory.facts.read()
    for (const fact of ['allergic to peanuts', 'pnpm over npm', 'live in Lisbon'])
      expect(page.split(fact)).toHaveLength(2)
    expect((await memory.sessions.messages('chat')).map(({ content }) => content)).toEqual([
      'I am allergic to peanuts.',
      'I prefer pnpm over npm.',
      'I live in Lisbon.',
    ])
    expect((await memory.check()).isSound).toBe(true)
    await memory.close()
  })
})
