import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/memory.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { commitAll, git, hasGit, mergeFrom, shelf } from './repository.ts'

const begun = Date.parse('2026-03-01T09:00:00Z')

async function open(directory: string, clock: () => number): Promise<Memory> {
  return openMemory({ directory, clock, consolidation: { auto: false }, maintenance: { auto: false } })
}

async function said(memory: Memory, session: string): Promise<string[]> {
  return (await memory.sessions.messages(session, { archived: true })).map(({ content }) => String(content))
}

/** What a clone does with its memory. */
type Work = (memory: Memory, later: (ms: number) => void) => Promise<unknown>

/** A memory, two clones of it, what happens in each, and both merged: into the one, and into the other. */
async function parted(before: Work, here: Work, there: Work) {
  const folder = await shelf()
  const [base, a, b] = [join(folder, 'base'), join(folder, 'a'), join(folder, 'b')]
  let now = begun
  const work = async (directory: string, act: Work): Promise<void> => {
    const memory = await open(directory, () => now)
    await act(memory, (ms) => {
      now += ms
    })
    await memory.close()
  }
  await work(base, before)
  git(base, 'init', '--quiet', '--initial-branch', 'main')
  commitAll(base)
  for (const clone of [a, b]) git(folder, 'clone', '--quiet', base, clone)
  const parting = now
  await work(a, here)
  commitAll(a)
  now = parting
  await work(b, there)
  commitAll(b)
  git(folder, 'clone', '--quiet', b, join(folder, 'ba'))
  mergeFrom(join(folder, 'ba'), a)
  mergeFrom(a, b)
  return Promise.all(
    [a, join(folder, 'ba')].map(async (directory) => ({ directory, memory: await open(directory, () => now) })),
  )
}

const say =
  (session: string, ...texts: string[]): Work =>
  async (memory, later) => {
    for (const content of texts) {
      await memory.addMessages(session, { role: 'user', content })
      later(1_000)
    }
  }

describe.skipIf(!hasGit)('sessions of two clones, after git merge', () => {
  it('have no byte of what either side forgot, in the session or a kept version of MEMORY.md', async () => {
    const merged = await parted(
      async (memory, later) => {
        await say('chat', 'the axolotl', 'the zanzibar trip', 'two')(memory, later)
        await memory.forget({ text: 'axolotl' })
        await memory.facts.append('- Likes zanzibar tea')
        await memory.facts.append('- Plays the ocarina')
      },
      async (memory, later) => {
        await say('chat', 'the quagga house')(memory, later)
        await memory.forget({ text: 'quagga' })
        // A page that a person or a model wrote anew is kept as a version, with what the other side forgets.
        await memory.facts.replace('- Likes zanzibar tea\n- Plays the ocarina\n- Sails\n')
        await say('chat', 'three')(memory, later)
      },
      async (memory) => {
        await memory.forget({ text: 'zanzibar' })
      },
    )
    for (const { memory, directory } of merged) {
      await memory.recall('house')
      await memory.flush()
      expect(await said(memory, 'chat')).toEqual(['two', 'three'])
      expect(await memory.facts.read()).toContain('ocarina')
      await memory.close()
      const left = await filesWith(directory, ['zanzibar', 'quagga'])
      expect(left.filter((path) => !path.startsWith('.git/'))).toEqual([])
    }
  })

  it('are one conversation in the order of time', async () => {
    const merged = await parted(
      say('chat', 'one', 'two'),
      async (memory, later) => {
        await say('chat', 'a three')(memory, later)
        later(5_000)
        await say('chat', 'a four')(memory, later)
      },
      async (memory, later) => {
        later(1_500)
        await say('chat', 'b three', 'b four')(memory, later)
        await say('other', 'elsewhere')(memory, later)
      },
    )
    for (const { memory } of merged) {
      expect(await said(memory, 'chat')).toEqual(['one', 'two', 'a three', 'b three', 'b four', 'a four'])
      expect(await said(memory, 'other')).toEqual(['elsewhere'])
      expect((await memory.check()).isSound).toBe(true)
      await memory.close()
    }
  })

  it('do not have what was forgotten in one of them', async () => {
    const merged = await parted(
      say('chat', 'The first line stays.', 'My locker code is Quibblefrost.'),
      async (memory) => {
        await memory.forget({ text: 'Quibblefrost' })
      },
      say('chat', 'A line that came later.'),
    )
    for (const { memory, directory } of merged) {
      expect(await said(memory, 'chat')).toEqual(['The first line stays.', 'A line that came later.'])
      await memory.flush()
      expect(await readFile(join(directory, 'sessions/chat.jsonl'), 'utf8')).not.toContain('Quibblefrost')
      await memory.close()
    }
  })

  it('do not have a session that was forgotten in one of them, but what was said in it since', async () => {
    const merged = await parted(
      say('chat', 'one', 'two'),
      (memory) => memory.forget({ session: 'chat' }),
      say('chat', 'three'),
    )
    for (const { memory } of merged) {
      expect(await said(memory, 'chat')).toEqual(['three'])
      await memory.close()
    }
  })

  it('have a session that was forgotten in one and not continued in the other no more', async () => {
    const merged = await parted(
      say('chat', 'one', 'two'),
      (memory) => memory.forget({ session: 'chat' }),
      say('other', 'three'),
    )
    for (const { memory } of merged) {
      expect((await memory.sessions.list()).map(({ key }) => key)).toEqual(['other'])
      expect(await memory.sessions.get('chat')).toBeUndefined()
      await memory.close()
    }
  })

  it('keep archived what one of them had archived', async () => {
    const merged = await parted(
      say('chat', 'one', 'two', 'three'),
      (memory) => memory.sessions.clear('chat'),
      say('chat', 'four'),
    )
    for (const { memory } of merged) {
      expect(await said(memory, 'chat')).toEqual(['one', 'two', 'three', 'four'])
      expect((await memory.sessions.messages('chat')).map(({ content }) => content)).toEqual(['four'])
      await memory.close()
    }
  })
})
