import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/index.ts'
import { analyse } from '../../src/text/analyse.ts'
import { reply, workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'

const secret = 'Quibblefrost'
const traces = [secret, ...analyse(secret).map((stem) => stem.slice(3))]
const options = { knowledge: {}, sessions: { window: 2 }, consolidation: { auto: false } } as const

const user = (id: string, content: string): Message => ({ id, role: 'user', content })

describe('forgetting by id', () => {
  it('removes messages, with the records and the quotes that were taken from them', async () => {
    const place = await workspace()
    const memory = await place.open({ ...options, history: { content: 'turns' } })
    await memory.addMessages('chat', [
      user('a', `I prefer ${secret} over tea.`),
      user('b', 'I prefer coffee over milk.'),
      ...Array.from({ length: 6 }, (_, at) => user(`m${at}`, `word${at}`)),
    ])
    await memory.consolidate('chat')
    const found = await memory.recall(secret, { layers: ['sessions'] })
    const items = found.items.filter(({ text }) => text.includes(secret))
    const { removed, notFound, unattributed } = await memory.forget({ ids: items.map(({ id }) => id) })
    expect(items).toHaveLength(1)
    expect(await filesWith(place.directory, traces)).toEqual([])
    expect(removed).toContain('message:chat:a')
    expect(notFound).toEqual([])
    expect(unattributed.every(({ reason }) => reason === 'mixed')).toBe(true)
    expect((await memory.history.list()).map(({ text }) => text).join('\n')).toContain('coffee')
    expect(await memory.facts.read()).toContain('coffee')
    expect((await memory.records.list()).map(({ text }) => text).join()).toContain('coffee')
    expect((await memory.sessions.get('chat'))?.summary).toBeUndefined()
  })

  it('lists what was made of several messages, and takes it when the last of them goes', async () => {
    const place = await workspace()
    const model = async () => reply('They met.', '- Knows a place\n')
    const memory = await place.open({ ...options, model })
    await memory.addMessages('chat', [user('a', 'one'), user('b', 'two'), user('c', 'three'), user('d', 'four')])
    await memory.consolidate('chat')
    const batch = (await place.ledger())[0]?.messages ?? []
    const ids = batch.map((id) => `message:chat:${id}`)
    const first = await memory.forget({ ids: ids.slice(0, 1) })
    expect(first.unattributed.map(({ path, reason }) => [path, reason])).toEqual([
      ['memory/MEMORY.md', 'mixed'],
      ['memory/HISTORY-2026-03.md', 'mixed'],
    ])
    expect(await memory.facts.read()).toContain('Knows a place')
    const last = await memory.forget({ ids: ids.slice(1) })
    expect(last.unattributed).toEqual([])
    expect((await memory.facts.read()).trim()).toBe('')
    expect(await memory.history.list()).toEqual([])
    expect(await place.ledger()).toEqual([])
  })

  it('keeps no hash of what is gone', async () => {
    const place = await workspace()
    const model = async () => reply('They met.', '- Knows a place\n- Has a dog\n')
    const memory = await place.open({ ...options, model })
    await memory.addMessages('chat', [user('a', 'one'), user('b', 'two'), user('c', 'three'), user('d', 'four')])
    await memory.consolidate('chat')
    for (const layer of ['facts', 'history'] as const) {
      const before = hashesIn(await place.ledger())
      const { items } = await memory.recall('knows place met dog', { layers: [layer] })
      await memory.forget({ ids: items.slice(0, 1).map(({ id }) => id) })
      expect(hashesIn(await place.ledger())).toBe(before - 1)
    }
    const { items } = await memory.recall('knows place met dog', { layers: ['facts', 'history'] })
    await memory.forget({ ids: items.map(({ id }) => id) })
    expect(await place.ledger()).toEqual([])
  })

  it('leaves of a record nothing but its id among the removals', async () => {
    const place = await workspace()
    const memory = await place.open({ ...options })
    const [record] = await memory.records.learn([{ text: `Keeps ${secret} in the shed`, type: 'fact' }])
    const file = join(place.directory, 'state', 'tables.db')
    await memory.forget({ ids: [record?.id ?? ''] })
    expect(await filesWith(place.directory, traces)).toEqual([])
    const database = new DatabaseSync(file, { readOnly: true })
    const removed = database.prepare('SELECT * FROM removed_records').all()
    database.close()
    expect(removed).toEqual([{ id: record?.id, revision: expect.any(Number) }])
    expect(await filesWith(place.directory, [record?.id ?? ''])).toEqual(['state/tables.db'])
  })

  it('removes history entries, of every part of the history', async () => {
    const place = await workspace()
    const memory = await place.open({ ...options, history: { rotation: { by: 'size', maxBytes: 200 } } })
    for (let entry = 0; entry < 10; entry++)
      await memory.history.append(`Entry ${entry} on ${entry % 2 ? 'tea' : secret}`)
    const { items } = await memory.recall(secret, { layers: ['history'] })
    const { removed, counts } = await memory.forget({ ids: items.map(({ id }) => id) })
    expect([removed.length, counts.history]).toEqual([5, 5])
    expect(await filesWith(place.directory, traces)).toEqual([])
    expect(await memory.history.list()).toHaveLength(5)
  })

  it('takes a fact out of every version, with what is indented below it', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.facts.append(`- PIN of ${secret}\n  ${secret} again\n- tea`)
    await memory.facts.replace(`- PIN of ${secret}\n  ${secret} again\n- tea\n- milk\n`)
    const { items } = await memory.recall('PIN', { layers: ['facts'] })
    const { counts } = await memory.forget({ ids: items.map(({ id }) => id) })
    expect(counts).toMatchObject({ facts: 2, versions: 1 })
    expect(await memory.facts.read()).toBe('- tea\n- milk\n')
    expect(await filesWith(place.directory, traces)).toEqual([])
  })

  it('K6 forgets by a tool whatever recall has shown: what was learned, said, and happened', async () => {
    const memory = await (await workspace()).open(options)
    await memory.addMessages('chat', user('a', 'My PIN is 4711'))
    await memory.history.append('The PIN was told')
    await memory.records.learn([{ text: 'The PIN is 4711' }])
    const [forget] = await memory.tools({ tools: ['memory_forget'] })
    // A message that says what a record says is shown when the record is gone.
    for (const _ of ['the record', 'the message'])
      expect(await forget?.execute({ ids: (await memory.recall('PIN')).items.map(({ id }) => id) })).not.toContain(
        'Not found',
      )
    expect((await memory.recall('PIN')).items).toEqual([])
    const { stable, volatile } = await memory.buildContext({ session: 'new', query: 'my PIN?' })
    expect(`${stable}${volatile}`).not.toContain('PIN')
  })
})

function hashesIn(ledger: unknown): number {
  return JSON.stringify(ledger).match(/"[0-9a-f]{64}"/g)?.length ?? 0
}
