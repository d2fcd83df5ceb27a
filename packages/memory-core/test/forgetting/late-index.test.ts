import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MemoryError } from '../../src/errors.ts'
import { localStorage } from '../../src/local/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import { gate, historyTexts, reply, talk, workspace } from '../consolidation/workspace.ts'
import { expectGone, halt, haltedAtForgetting, haltedAtIndex, options, word } from './halted-storage.ts'

describe('the index of a process that has read before what is forgotten', () => {
  const kinds: Readonly<Record<string, (memory: Memory) => Promise<unknown>>> = {
    message: (memory) => memory.addMessages('chat', { role: 'user', content: `I prefer ${word} over tea.` }),
    fact: (memory) => memory.facts.append(`- Likes ${word}`),
    'history entry': (memory) => memory.history.append(`They spoke of ${word}.`),
    note: (memory) =>
      memory.notes.write({ filename: 'tea', name: 'Tea', description: 'tea', type: 'project', content: word }),
    'knowledge entry': (memory) => memory.knowledge.add('learned_fact', `A ${word} is a drink`),
    record: (memory) => memory.records.learn({ text: `A ${word} is a drink` }),
  }

  it.each(Object.entries(kinds))('takes no forgotten %s', async (_, say) => {
    const place = await workspace()
    const stop = halt()
    const here = await place.open(options)
    const storage = haltedAtIndex(await localStorage({ directory: place.directory }), stop)
    const there = await place.open({ ...options, storage })
    await say(here)
    const late = there.recall('tea drink likes spoke')
    await stop.reached
    expect((await here.forget({ text: word })).remains).toEqual([])
    stop.open()
    await late
    await expectGone(place, [there, here])
  })

  const long = Array.from({ length: 2_500 }, (_, at) => ({
    id: `m${at}`,
    role: 'assistant' as const,
    content: at % 1_000 === 10 ? `${word} ${at}` : `tea ${at}`,
  }))

  it.each([1, 2, 3])('takes no piece of a long session that was forgotten before piece %i', async (piece) => {
    const place = await workspace()
    const stop = halt()
    const here = await place.open(options)
    const storage = haltedAtIndex(await localStorage({ directory: place.directory }), stop, piece)
    const there = await place.open({ ...options, storage })
    // Where the other one had said it, it would index it, too, and may be the first to come to the last piece.
    await there.sessions.append('chat', long)
    const late = there.recall('tea')
    await stop.reached
    expect((await here.forget({ session: 'chat' })).remains).toEqual([])
    stop.open()
    await late
    await expectGone(place, [there, here])
    expect(await storage.passages.ids('sessions/chat')).toEqual([])
  })

  it('leaves no piece of a long session behind when it dies, and the files are deleted by hand', async () => {
    const place = await workspace()
    const storage = await localStorage({ directory: place.directory })
    let pieces = 0
    const there = await openMemory({
      ...options,
      storage: {
        ...storage,
        passages: {
          ...storage.passages,
          async update(change) {
            if (change.upsert?.length && ++pieces > 1) throw new MemoryError('storage-failed', 'it died here')
            return storage.passages.update(change)
          },
        },
      },
    })
    await there.sessions.append('chat', long)
    await there.recall('tea').catch(() => undefined)
    await expect.poll(() => pieces).toBeGreaterThan(1)
    expect(await storage.passages.ids('sessions/chat')).toHaveLength(1_000)
    await there.close().catch(() => undefined)
    await rm(join(place.directory, 'sessions'), { recursive: true })
    const here = await place.open(options)
    // A recall waits a second at most for the index.
    await here.flush()
    expect((await here.recall(word)).items).toEqual([])
    await here.close()
    const left = await localStorage({ directory: place.directory })
    onTestFinished(() => left.close())
    expect(await left.passages.ids('sessions/chat')).toEqual([])
  })
})

describe('a consolidation that begins while something is being forgotten', () => {
  it('writes nothing of what it has read before that was gone', async () => {
    const place = await workspace()
    const [stop, answer] = [halt(), gate()]
    const there = await place.open({
      ...options,
      facts: { mode: 'append' },
      async model({ prompt }) {
        if (!prompt.includes(word)) return reply('On tea.', '- Knows tea')
        stop.open()
        await answer.promise
        return reply(`On ${word}.`, `- Knows ${word}`)
      },
    })
    await there.facts.append(`- Likes ${word}`)
    await there.addMessages('chat', talk(4))
    const [fact] = (await there.recall(word, { layers: ['facts'] })).items
    const here = await place.open({
      ...options,
      storage: haltedAtForgetting(await localStorage({ directory: place.directory }), stop),
    })
    const forgetting = here.forget({ ids: [fact?.id ?? ''] })
    await stop.reached
    const consolidating = there.resetSession('chat')
    expect((await forgetting).counts.facts).toBe(1)
    answer.open()
    expect(await consolidating).toMatchObject({ messages: 4 })
    expect(await historyTexts(there)).toEqual(['On tea.'])
    await expectGone(place, [there, here])
  })
})
