import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { localStorage } from '../../src/local/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { runs } from '../faults/run-length.ts'
import { saying } from './saying.ts'
import { temporaryDirectory } from './temporary-directory.ts'

type Step =
  | { kind: 'append' | 'trim' | 'clear' | 'recall' | 'remove' | 'update' | 'pause'; session: 'a' | 'b'; by: 0 | 1 }
  | { kind: 'fact' | 'rewrite'; session: 'a' | 'b'; by: 0 | 1 }

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>(
    'append',
    'append',
    'append',
    'trim',
    'trim',
    'recall',
    'clear',
    'remove',
    'update',
    'pause',
    'fact',
    'rewrite',
  ),
  session: fc.constantFrom('a', 'b'),
  by: fc.constantFrom(0, 1),
})

/** What a person would expect to find: unique words, and those that are gone. */
interface Expected {
  words: Map<string, { session: string; id: string }>
  gone: Set<string>
  facts: Set<string>
}

function createPlayer(memories: readonly Memory[]) {
  let count = 0
  const expected: Expected = { words: new Map(), gone: new Set(), facts: new Set() }
  const fresh = (): string => `word${count++}x`

  async function remove(memory: Memory, session: string, by: number): Promise<void> {
    const own = [...expected.words].filter(([, place]) => place.session === session)
    const [word, place] = own[by % Math.max(1, own.length)] ?? []
    if (!word || !place) return
    expected.words.delete(word)
    await memory.sessions.remove(session, [place.id])
    expected.gone.add(word)
  }

  async function update(memory: Memory, session: string): Promise<void> {
    const [word, place] = [...expected.words].find(([, found]) => found.session === session) ?? []
    if (!word || !place) return
    const next = fresh()
    expected.words.delete(word)
    await memory.sessions.update(session, place.id, { content: `changed to ${next}` })
    expected.gone.add(word)
    expected.words.set(next, place)
  }

  async function play({ kind, session, by }: Step): Promise<void> {
    const memory = memories[by % memories.length]
    if (!memory) return
    const word = fresh()
    if (kind === 'append') {
      const [stored] = await memory.addMessages(session, { role: 'user', content: `says ${word}` })
      if (stored) expected.words.set(word, { session, id: stored.id })
    } else if (kind === 'trim') await memory.sessions.trim(session, by + 1)
    else if (kind === 'clear') await memory.sessions.clear(session)
    else if (kind === 'recall') await memory.recall('says')
    else if (kind === 'remove') await remove(memory, session, by)
    else if (kind === 'update') await update(memory, session)
    else if (kind === 'pause') await new Promise((resolve) => setTimeout(resolve, 120))
    else if (kind === 'fact') {
      await memory.facts.append(`- fact ${word}`)
      expected.facts.add(word)
    } else {
      await memory.facts.replace(`- fact ${word}\n`)
      for (const fact of expected.facts) expected.gone.add(fact)
      expected.facts = new Set([word])
    }
  }
  return { play, expected }
}

async function expectAll(memory: Memory, { words, gone, facts }: Expected): Promise<void> {
  for (const [word, { id }] of words) {
    const found = (await saying(memory, word)).map(({ source }) => 'messageId' in source && source.messageId)
    expect([word, found]).toEqual([word, [id]])
  }
  for (const word of facts) expect(await saying(memory, word)).toHaveLength(1)
  for (const word of gone) expect([word, await saying(memory, word)]).toEqual([word, []])
}

/** Everything in the index, by the words that every passage has. */
async function indexed(storage: Storage): Promise<unknown> {
  const hits = await storage.passages.search({ terms: ['sai', 'fact', 'chang', 'entri', 'say'], limit: 10_000 })
  return hits.map(({ passage }) => JSON.stringify(passage)).sort((a, b) => a.localeCompare(b, 'en'))
}

describe('the index', () => {
  it('holds what a rebuild would make, and every message by its own word, after any sequence of changes', async () => {
    const directory = await temporaryDirectory()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const place = join(directory, String(run++))
        const [one, other] = [await localStorage({ directory: place }), await localStorage({ directory: place })]
        const options = { consolidation: { auto: false } }
        const memories = [
          await openMemory({ storage: one, ...options }),
          await openMemory({ storage: other, ...options }),
        ]
        const { play, expected } = createPlayer(memories)
        for (const next of steps) await play(next)
        for (const memory of memories) await expectAll(memory, expected)
        const kept = await indexed(one)
        for (const memory of memories) await memory.close()
        await rm(join(place, 'state', 'index.db'))
        const rebuilt = await localStorage({ directory: place })
        const again = await openMemory({ storage: rebuilt, ...options })
        await expectAll(again, expected)
        expect(await indexed(rebuilt)).toEqual(kept)
        await again.close()
      }),
      runs(15, 8),
    )
  })

  it('never loses a message while appends, trims, recalls and catch-ups run at the same time', async () => {
    const directory = await temporaryDirectory()
    let run = 0
    const concurrent = step.filter(({ kind }) => ['append', 'trim', 'clear', 'recall', 'pause'].includes(kind))
    await fc.assert(
      fc.asyncProperty(fc.array(concurrent, { minLength: 20, maxLength: 60 }), fc.boolean(), async (steps, local) => {
        const place = join(directory, `c${run++}`)
        const options = { consolidation: { auto: false } }
        const storage = inMemoryStorage()
        const shared = { ...storage, close: async () => undefined }
        const memories = [
          await openMemory({ ...(local ? { directory: place } : { storage: shared }), ...options }),
          await openMemory({ ...(local ? { directory: place } : { storage: shared }), ...options }),
        ]
        const { play, expected } = createPlayer(memories)
        for (let i = 0; i < steps.length; i += 6) {
          const before = [...expected.words.keys()]
          const reader = memories[i % 2]
          const looked = before.slice(-3).map(async (word) => [word, reader && (await saying(reader, word)).length])
          await Promise.all(steps.slice(i, i + 6).map(play))
          expect(await Promise.all(looked)).toEqual(before.slice(-3).map((word) => [word, 1]))
        }
        for (const memory of memories) await expectAll(memory, expected)
        for (const memory of memories) await memory.close()
      }),
      runs(30, 8),
    )
  })

  it('agrees with the files once two instances have caught up, although both changed and indexed at the same time', async () => {
    const directory = await temporaryDirectory()
    let run = 0
    const concurrent = step.filter(({ kind }) => kind !== 'fact' && kind !== 'rewrite')
    await fc.assert(
      fc.asyncProperty(fc.array(concurrent, { minLength: 20, maxLength: 50 }), async (steps) => {
        const options = { directory: join(directory, `d${run++}`), consolidation: { auto: false } }
        const memories = [await openMemory(options), await openMemory(options)]
        const { play, expected } = createPlayer(memories)
        for (let i = 0; i < steps.length; i += 5) await Promise.all(steps.slice(i, i + 5).map(play))
        for (const memory of memories) await memory.flush()
        for (const memory of memories) await expectAll(memory, expected)
        for (const memory of memories) await memory.close()
      }),
      runs(15, 8),
    )
  })
})
