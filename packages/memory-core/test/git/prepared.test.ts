import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openMemories } from '../../src/memories.ts'
import { openMemory } from '../../src/memory.ts'
import { commitAll, git, hasGit, mergeFrom, shelf } from './repository.ts'

async function say(directory: string, content: string): Promise<void> {
  const memory = await openMemory({ directory, maintenance: { auto: false } })
  await memory.addMessages('chat', { role: 'user', content })
  await memory.close()
}

async function sayAs(directory: string, content: string): Promise<void> {
  const memories = openMemories({ directory, maintenance: { auto: false } })
  await (await memories.for({ user: 'ada' })).addMessages('chat', { role: 'user', content })
  await memories.close()
}

/** Folders in which a memory begins, and how it is used there. */
const beginnings: Readonly<Record<string, (directory: string) => Promise<typeof say>>> = {
  'in a repository without a commit': async (directory) => {
    git(directory, 'init', '--quiet', '--initial-branch', 'main')
    return say
  },
  'beside a README': async (directory) => {
    await writeFile(join(directory, 'README.md'), 'My agent\n')
    return say
  },
  'beside files of a person for git': async (directory) => {
    await writeFile(join(directory, '.gitignore'), 'node_modules\n')
    await writeFile(join(directory, '.gitattributes'), '*.png binary\n')
    return say
  },
  'from a backup': async (directory) => {
    const first = await openMemory(join(directory, 'first'))
    await first.addMessages('chat', { role: 'user', content: 'I live in Lisbon.' })
    await first.backup(join(directory, 'second'))
    await first.close()
    await rm(join(directory, 'first'), { recursive: true })
    return (folder, content) => say(join(folder, 'second'), content)
  },
  'for a user': async () => sayAs,
}

describe.skipIf(!hasGit)('a memory that begins', () => {
  it.each(Object.entries(beginnings))(
    '%s is ready for git: two copies merge, and no database is committed',
    async (_, begin) => {
      const folder = await shelf()
      const [here, there] = [join(folder, 'here'), join(folder, 'there')]
      await mkdir(here)
      const use = await begin(here)
      await use(here, 'I prefer pnpm over npm.')
      git(here, 'init', '--quiet', '--initial-branch', 'main')
      commitAll(here)
      git(folder, 'clone', '--quiet', here, there)
      await use(there, 'I am allergic to peanuts.')
      await use(here, 'I work as a nurse.')
      for (const one of [here, there]) commitAll(one)
      mergeFrom(here, there)
      await use(here, 'My favourite bird is the kingfisher.')
      commitAll(here)
      const names = git(here, 'ls-files').split('\n')
      expect(names.filter((name) => /\.db|(^|\/)state\/|RECORDS|receipts|\.daybook\/(?!key$)/.test(name))).toEqual([])
      const page = names.find((name) => name.endsWith('MEMORY.md')) ?? ''
      for (const fact of ['pnpm', 'peanuts', 'nurse', 'kingfisher'])
        expect(await readFile(join(here, page), 'utf8')).toContain(fact)
    },
  )

  it('beside files of a person leaves them as they are, and keeps its own out after state/ was deleted', async () => {
    const directory = await shelf()
    await writeFile(join(directory, '.gitignore'), 'node_modules\n')
    await say(directory, 'I live in Lisbon.')
    expect(await readFile(join(directory, '.gitignore'), 'utf8')).toBe('node_modules\n')
    await rm(join(directory, 'state'), { recursive: true })
    await say(directory, 'I work as a nurse.')
    git(directory, 'init', '--quiet', '--initial-branch', 'main')
    commitAll(directory)
    expect(git(directory, 'ls-files')).not.toContain('.db')
    const memory = await openMemory(directory)
    expect((await memory.check()).findings).toEqual([])
    await memory.close()
  })

  it('with git: false has no file for git', async () => {
    const directory = await shelf()
    await (await openMemory({ directory, git: false })).close()
    git(directory, 'init', '--quiet')
    expect(git(directory, 'status', '--short', '--untracked-files=all')).not.toContain('.git')
  })
})
