import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/memory.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { commitAll, git, hasGit, mergeFrom, shelf } from './repository.ts'

interface Clones {
  here: string
  there: string
}

async function using<T>(directory: string, work: (memory: Memory) => Promise<T>): Promise<T> {
  const memory = await openMemory({ directory, consolidation: { auto: false }, maintenance: { auto: false } })
  try {
    return await work(memory)
  } finally {
    await memory.close()
  }
}

async function learn(directory: string, text: string): Promise<void> {
  await using(directory, (memory) => memory.records.learn({ text, author: 'user', about: 'preference', worth: 1 }))
}

/** Two clones of a memory that has learnt one text. */
async function clonesWith(text: string): Promise<Clones> {
  const folder = await shelf()
  const [here, there] = [join(folder, 'here'), join(folder, 'there')]
  await learn(here, text)
  git(here, 'init', '--quiet', '--initial-branch', 'main')
  commitAll(here)
  git(folder, 'clone', '--quiet', here, there)
  return { here, there }
}

async function forgetIn(directory: string, text: string): Promise<void> {
  await using(directory, (memory) => memory.forget({ text }))
  commitAll(directory)
}

describe.skipIf(!hasGit)('two clones of a memory', () => {
  it('tell nothing of what the other one forgot, from the first call after a merge', async () => {
    const { here, there } = await clonesWith('My salary is 90000 euros')
    await forgetIn(there, 'salary')
    await learn(here, 'I like jazz')
    commitAll(here)
    mergeFrom(here, there)
    const told = await using(here, async (memory) => (await memory.recall('salary')).items.map(({ text }) => text))
    expect(told).toEqual([])
  })
  it('forget what the other one forgot, although its line was edited here', async () => {
    const { here, there } = await clonesWith('I prefer pnpm over npm')
    await forgetIn(there, 'pnpm')
    await using(here, async (memory) => {
      await memory.facts.replace((await memory.facts.read()).replace('pnpm', 'yarn'))
      await memory.flush()
    })
    commitAll(here)
    mergeFrom(here, there)
    await using(here, async (memory) => {
      expect((await memory.recall('pnpm')).items).toEqual([])
      expect((await memory.recall('yarn')).items).not.toEqual([])
    })
    expect((await filesWith(here, ['pnpm'])).filter((path) => !path.startsWith('.git/'))).toEqual([])
  })
  it('leave nothing in any file of what the other one forgot, also while a process goes on', async () => {
    const { here, there } = await clonesWith('My favourite bird is the kingfisher')
    await using(here, async (memory) => {
      await memory.addMessages('chat', { role: 'user', content: 'The kingfisher is blue.' })
      await memory.flush()
      commitAll(here)
      mergeFrom(there, here)
      await forgetIn(there, 'kingfisher')
      mergeFrom(here, there)
      await memory.recall('kingfisher')
      expect((await filesWith(here, ['kingfisher'])).filter((path) => !path.startsWith('.git/'))).toEqual([])
    })
  })
  it('merge without a conflict where one forgot all of a file to which the other one adds', async () => {
    const { here, there } = await clonesWith('I like the kingfisher')
    await using(here, (memory) => memory.history.append('Saw a kingfisher.'))
    commitAll(here)
    mergeFrom(there, here)
    await forgetIn(there, 'kingfisher')
    await using(here, (memory) => memory.history.append('Saw a heron.'))
    await learn(here, 'I like jazz')
    commitAll(here)
    mergeFrom(here, there)
    const entries = await using(here, async (memory) => {
      expect((await memory.recall('kingfisher')).items).toEqual([])
      return memory.history.list()
    })
    expect(entries.map(({ text }) => text)).toEqual(['Saw a heron.'])
    expect((await filesWith(here, ['kingfisher'])).filter((path) => !path.startsWith('.git/'))).toEqual([])
  })
  it('are the same after one merge each way, and reading changes nothing any more', async () => {
    const { here, there } = await clonesWith('I prefer pnpm over npm')
    await learn(here, 'I like jazz')
    commitAll(here)
    await learn(there, 'My sister Mia lives in Graz')
    commitAll(there)
    const pulls = [
      [here, there],
      [there, here],
      [here, there],
      [there, here],
    ] as const
    const changed: string[] = []
    for (const [into, from] of pulls) {
      mergeFrom(into, from)
      await using(into, async (memory) => {
        await memory.recall('jazz')
        await memory.flush()
      })
      changed.push(git(into, 'status', '--short'))
      commitAll(into)
    }
    expect(changed.slice(2)).toEqual(['', ''])
    const [one, other] = [here, there].map((directory) => git(directory, 'rev-parse', 'HEAD^{tree}'))
    expect(one).toBe(other)
  })
  it.each(['open', 'closed'])('know the same after a revert of what was learnt, while one is %s', async (mode) => {
    const folder = await shelf()
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    const told = async (memory: Memory): Promise<string> => {
      await memory.flush()
      return (await memory.facts.read()).match(/^- .*(?=\()/gm)?.join() ?? ''
    }
    let memory = await openMemory({ directory: here, consolidation: { auto: false }, maintenance: { auto: false } })
    await memory.addMessages('a', { role: 'user', content: 'I live in Berlin.' })
    await memory.flush()
    git(here, 'init', '--quiet', '--initial-branch', 'main')
    commitAll(here)
    await memory.addMessages('b', { role: 'user', content: 'I moved to Munich.' })
    await memory.flush()
    git(here, 'add', 'sessions')
    git(here, 'commit', '--quiet', '--message', 'said')
    commitAll(here)
    if (mode === 'closed') await memory.close()
    git(here, 'revert', '--no-edit', 'HEAD')
    git(folder, 'clone', '--quiet', here, there)
    if (mode === 'closed') memory = await openMemory({ directory: here })
    expect(await told(memory)).toBe('- I moved to Munich ')
    await memory.close()
    expect(await using(there, told)).toBe('- I moved to Munich ')
  })
  it.each([1, 24, 8 * 24])(
    'are not changed by reading a clone %i hours later, which goes on by itself',
    async (hours) => {
      const folder = await shelf()
      const [here, there] = [join(folder, 'here'), join(folder, 'there')]
      const clock = fixedClock('2026-03-01T09:00:00.000Z')
      const at = async (directory: string, work?: (memory: Memory) => Promise<unknown>): Promise<string> => {
        const memory = await openMemory({ directory, clock })
        await work?.(memory)
        await memory.recall('picnic')
        await memory.flush()
        await memory.close()
        return git(directory, 'status', '--short')
      }
      const said = 'Last Friday we had a picnic at the river with Ines, and it rained all afternoon.'
      git(folder, 'init', '--quiet', '--initial-branch', 'main', here)
      await at(here, async (memory) => {
        await memory.addMessages(
          'a',
          [said, 'I live in Oslo.', 'I like jazz.'].map((content) => ({ role: 'user', content })),
        )
      })
      commitAll(here)
      git(folder, 'clone', '--quiet', here, there)
      clock.advance(hours * 3_600_000)
      expect(await at(there)).toBe('')
      clock.advance(hours * 3_600_000)
      expect(await at(there)).toBe('')
      expect(await at(here)).toContain('sessions/a.jsonl')
      await at(there, (memory) => memory.addMessages('b', { role: 'user', content: said.replace('Ines', 'Ole') }))
      commitAll(there)
      clock.advance(hours * 3_600_000)
      expect(await at(there)).toContain('sessions/b.jsonl')
      expect(git(there, 'status', '--short')).not.toContain('sessions/a.jsonl')
    },
  )
  it('are not changed by reading: a clone, a branch, and a memory without state/', async () => {
    const folder = await shelf()
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    const said = async (directory: string, ...texts: string[]): Promise<void> =>
      using(directory, async (memory) => {
        await memory.addMessages(
          'chat',
          texts.map((content) => ({ role: 'user', content }) as const),
        )
      })
    const read = async (directory: string): Promise<string> => {
      await using(directory, async (memory) => {
        await memory.recall('pnpm')
        await memory.flush()
      })
      return git(directory, 'status', '--short')
    }
    await said(here, 'I prefer pnpm over npm.', 'Never deploy on a Friday.', 'My name is Ada Brown.')
    git(here, 'init', '--quiet', '--initial-branch', 'main')
    commitAll(here)
    git(folder, 'clone', '--quiet', here, there)
    expect(await read(there)).toBe('')
    git(here, 'checkout', '--quiet', '-b', 'try')
    await said(here, 'I work at Initech as a manager.')
    await appendFile(join(here, 'memory/MEMORY.md'), '\n## Mine\n\n- Water the ferns\n')
    expect(await read(here)).not.toBe('')
    commitAll(here)
    git(here, 'checkout', '--quiet', 'main')
    expect(await read(here)).toBe('')
    git(here, 'merge', '--quiet', 'try')
    expect(await read(here)).toBe('')
    expect(await readFile(join(here, 'memory/MEMORY.md'), 'utf8')).toContain('Water the ferns')
    await rm(join(here, 'state'), { recursive: true })
    expect(await read(here)).toBe('')
    expect(await readFile(join(here, 'journal/records.jsonl'), 'utf8')).not.toMatch(
      /placed-revision|page-lines|records-page:/,
    )
  })
})
