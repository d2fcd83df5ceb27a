import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { localStorage } from '../../src/local/storage.ts'
import type { Memory } from '../../src/memory.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { workspace } from '../consolidation/workspace.ts'
import { foundBelow, newSecret } from '../memory/secret.ts'
import { expectGone, halt, haltedAtCapture, haltedAtWrite, options, word } from './halted-storage.ts'

const message = { id: 'm1', role: 'user', content: `I prefer ${word} over tea.` } as const
const passageId = 'message:chat:m1'

/** What takes a message back, by its name. */
const withdrawals: Readonly<Record<string, (memory: Memory) => Promise<unknown>>> = {
  'forget({ session })': (memory) => memory.forget({ session: 'chat' }),
  'forget({ text })': (memory) => memory.forget({ text: word }),
  'forget({ ids })': (memory) => memory.forget({ ids: [passageId] }),
  'sessions.remove': (memory) => memory.sessions.remove('chat', ['m1']),
  'sessions.update': (memory) => memory.sessions.update('chat', 'm1', { content: 'I said nothing.' }),
  'sessions.clear': (memory) => memory.sessions.clear('chat', { archived: true }),
}

describe.each(Object.entries(withdrawals))('what %s took back', (name, withdraw) => {
  const isUpdated = (file: string): boolean => name === 'sessions.update' && file === 'sessions/chat.jsonl'

  it('is not captured by a process that has read it before', async () => {
    const place = await workspace()
    const stop = halt()
    const here = await place.open({ ...options, capture: { auto: false } })
    const storage = haltedAtCapture(await localStorage({ directory: place.directory }), stop)
    const there = await place.open({ ...options, storage })
    await here.addMessages('chat', [message, { id: 'm2', role: 'user', content: 'I prefer Marmalade over jam.' }])
    const late = there.recall('tea')
    await stop.reached
    await withdraw(here)
    stop.open()
    await late
    await expectGone(place, [there, here], isUpdated)
  })

  it('is not captured by the process itself', async () => {
    const place = await workspace()
    const stop = halt()
    const memory = await place.open({
      ...options,
      storage: haltedAtCapture(await localStorage({ directory: place.directory }), stop),
    })
    await memory.addMessages('chat', message)
    const late = memory.recall('tea')
    await stop.reached
    const work = withdraw(memory)
    // Clearing leaves what was learned before; it waits for no capture, as the others do.
    if (name === 'sessions.clear') await work
    setTimeout(stop.open, 50)
    await Promise.all([late, work])
    await expectGone(place, [memory], isUpdated)
  })

  // Clearing leaves what was learned.
  it.skipIf(name === 'sessions.clear')('goes when it is captured meanwhile, where locks have names', async () => {
    const place = await workspace()
    const stop = halt()
    const storage = inMemoryStorage()
    const here = await place.open({ ...options, capture: { auto: false }, storage })
    const there = await place.open({ ...options, storage: haltedAtWrite(storage, stop) })
    await here.addMessages('chat', message)
    const late = there.recall('tea')
    await stop.reached
    const work = withdraw(here)
    // As long as it takes: it has to wait for the one that stands still.
    setTimeout(stop.open, 100)
    await Promise.all([late, work])
    await there.flush()
    expect((await here.records.list()).map(({ text }) => text)).toEqual([])
  })
})

describe('what scrub took out of a message', () => {
  it('is not kept by a process that captures it until its file is clean', async () => {
    const place = await workspace()
    const secret = newSecret()
    const before = await place.open({ ...options, capture: { auto: false }, redaction: false })
    await before.addMessages('chat', { id: 'm1', role: 'user', content: `I prefer ${secret} over tea.` })
    await before.records.learn({ text: 'Likes rain' })
    await before.close()
    // Nobody has captured anything from it.
    await rm(join(place.directory, 'state', 'index.db'))
    const stop = halt()
    const open = () => localStorage({ directory: place.directory })
    const there = await place.open({ ...options, storage: haltedAtCapture(await open(), stop) })
    const late = there.recall('tea')
    await stop.reached
    const capturing = afterRecords(await open(), () => {
      stop.open()
      return late
    })
    const here = await place.open({ ...options, capture: { auto: false }, storage: capturing })
    const { found, remains } = await here.scrub()
    expect(found.map(({ layer }) => layer)).toContain('records')
    expect(remains).toEqual([])
    const texts = (await here.records.list()).map(({ text }) => text)
    expect(new Set(texts)).toEqual(new Set(['I prefer [redacted: github-token] over tea.', 'Likes rain']))
    for (const memory of [there, here]) await memory.flush()
    expect(await foundBelow(place.directory, [secret])).toEqual([])
  })
})

/** Does something else before it looks through the items: scrubbing has been through the records then. */
function afterRecords(storage: Storage, work: () => Promise<unknown>): Storage {
  const { items } = storage
  return {
    ...storage,
    items: {
      ...items,
      async search(query) {
        await work()
        return items.search(query)
      },
    },
  }
}
