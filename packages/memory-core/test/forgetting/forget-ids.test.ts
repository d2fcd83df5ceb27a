import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Memory, Message } from '../../src/index.ts'
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

  it.each(['records', 'knowledge'] as const)(
    'takes a statement of the %s out of every version, so that restoring one does not bring it back',
    async (layer) => {
      const place = await workspace()
      const memory = await place.open(options)
      await memory.knowledge.add('learned_fact', 'I live in Berlin.')
      await memory.addMessages('chat', user('a', 'I live in Berlin.'))
      await memory.flush()
      await memory.facts.replace(`${await memory.facts.read()}\n- Likes tea\n`)
      place.clock.advance(86_400_000)
      await memory.addMessages('chat', user('b', 'I moved to Munich.'))
      await memory.flush()
      const { items } = await memory.recall('Where do I live?', { layers: [layer] })
      const ids = items.flatMap(({ id, text }) => (text.includes('Berlin') ? [id] : []))
      const plan = await memory.forget({ ids, dryRun: true })
      const { counts } = await memory.forget({ ids })
      expect(counts.versions).toBeGreaterThan(0)
      expect(plan.counts).toEqual(counts)
      expect(await filesWith(place.directory, ['Berlin'])).toEqual([])
      for (const { id } of await memory.facts.versions()) await memory.facts.restore(id)
      await memory.flush()
      expect(await memory.facts.read()).not.toContain('Berlin')
    },
  )

  it('takes the entries and lines of the history that say the same, and lists the notes', async () => {
    const memory = await (await workspace()).open(options)
    const said = 'I am allergic to nuts.'
    await memory.addMessages('chat', user('a', said))
    await memory.history.append(said)
    await memory.history.append(`On food\n${said}\nLikes tea`)
    const header = { name: 'Ada', description: 'Who Ada is', type: 'user' } as const
    const { filename } = await memory.notes.write({ ...header, content: `Is 40. ${said} Likes tea.` })
    await memory.flush()
    const { items } = await memory.recall('nuts', { layers: ['facts'] })
    const ids = items.map(({ id }) => id)
    const plan = await memory.forget({ ids, dryRun: true })
    const { counts, unattributed } = await memory.forget({ ids })
    expect((await memory.history.list()).map(({ text }) => text)).toEqual(['On food\nLikes tea'])
    expect(counts).toMatchObject({ history: 2, notes: 0 })
    expect(unattributed).toMatchObject([{ path: `.memory/${filename}`, id: `note:${filename}`, reason: 'says-more' }])
    expect([plan.counts, plan.unattributed]).toEqual([counts, unattributed])
    await memory.forget({ ids: unattributed.map(({ id }) => id ?? '') })
    expect((await memory.recall('nuts')).items).toEqual([])
  })

  it('leaves a note to a person by the id of a part of it, and lists it with the id of the whole', async () => {
    const memory = await (await workspace()).open(options)
    const header = { name: 'Clinic', description: 'Where Ada goes', type: 'reference' } as const
    const { filename } = await memory.notes.write({
      ...header,
      content: 'It is in Elm Street.\n\nParking is behind it.',
    })
    const { items } = await memory.recall('Elm Street', { layers: ['notes'] })
    const part = items.find(({ text }) => text.includes('Elm'))?.id ?? ''
    expect(part).toMatch(/^note:.*:/)
    const { removed, notFound, unattributed } = await memory.forget({ ids: [part] })
    expect([removed, notFound]).toEqual([[], []])
    const left = { path: `.memory/${filename}`, id: `note:${filename}`, reason: 'says-more' }
    expect(unattributed).toMatchObject([{ ...left, text: 'It is in Elm Street.' }])
    const gone = 'note:clinic.md:00000000'
    expect(await memory.forget({ ids: [gone] })).toMatchObject({ notFound: [gone], unattributed: [] })
  })

  it('takes no rule of the page with a record that has no words', async () => {
    const memory = await (await workspace()).open(options)
    await memory.facts.append('- Likes tea\n\n---\n\n- Has a dog')
    const [record] = await memory.records.learn({ text: '🎉', source: { session: 'chat' } })
    await memory.forget({ session: 'chat' })
    expect(await memory.records.get(record?.id ?? '')).toBeUndefined()
    expect(await memory.facts.read()).toContain('---')
  })

  describe.each([
    ['a fact', ['facts'], 'fact:'],
    ['a record', ['records'], 'record:'],
  ] as const)('by the id of %s', (_, layers, prefix) => {
    /** A memory with two chats, and the id of what it knows of Karl. */
    async function saying(...said: string[]) {
      const place = await workspace()
      const memory = await place.open(options)
      for (const [at, content] of said.entries()) await memory.addMessages(`chat-${at}`, user('a', content))
      await memory.flush()
      const { items } = await memory.recall('Karl', { layers: [...layers] })
      const [id = ''] = items.flatMap((item) => (item.text.includes('Karl') ? [item.id] : []))
      expect(id).toMatch(new RegExp(`^${prefix}`))
      return { place, memory, id }
    }

    async function told(memory: Memory): Promise<string> {
      const { stable, volatile } = await memory.buildContext({ session: 'new', query: 'Who is Karl?' })
      return `${stable}\n${volatile}`
    }

    it('removes every message that says nothing else', async () => {
      const said = ['My ex-husband is called Karl.', 'By the way, my ex-husband is called Karl!']
      const { place, memory, id } = await saying(...said)
      const plan = await memory.forget({ ids: [id], dryRun: true })
      const receipt = await memory.forget({ ids: [id] })
      expect(receipt.removed).toEqual(expect.arrayContaining(['message:chat-0:a', 'message:chat-1:a']))
      expect([receipt.unattributed, receipt.remains]).toEqual([[], []])
      expect([plan.removed.sort(), plan.counts]).toEqual([receipt.removed.sort(), receipt.counts])
      expect(await told(memory)).not.toContain('Karl is')
      expect(await told(memory)).not.toContain('called Karl')
      expect(await filesWith(place.directory, ['karl'])).toEqual([])
    })

    it('lists a message that says more, and no longer tells it as current', async () => {
      const { memory, id } = await saying('My ex-husband is called Karl. I live in Rome.')
      const { removed, unattributed } = await memory.forget({ ids: [id] })
      expect(removed).not.toContain('message:chat-0:a')
      expect(unattributed).toEqual([
        {
          path: 'sessions/chat-0.jsonl',
          id: 'message:chat-0:a',
          text: 'My ex-husband is called Karl. I live in Rome.',
          reason: 'says-more',
        },
      ])
      expect(await memory.facts.read()).toContain('I live in Rome')
      expect(await told(memory)).toContain('in part no longer true')
      const { items } = await memory.recall('Karl')
      expect(items.map((item) => [item.id, item.removed])).toEqual([['message:chat-0:a', true]])
      await memory.forget({ ids: ['message:chat-0:a'] })
      expect((await memory.recall('Karl')).items).toEqual([])
    })

    it('leaves no trace of the words in a message that says more but was changed', async () => {
      const { place, memory, id } = await saying('My ex-husband is called Karl. I live in Rome.')
      await memory.forget({ ids: [id] })
      await memory.sessions.update('chat-0', 'a', { content: 'I live in Rome.' })
      await memory.flush()
      expect((await memory.recall('Rome', { layers: ['sessions'] })).items.map((item) => item.removed)).toEqual([
        undefined,
      ])
      expect(await place.text('sessions/chat-0.jsonl')).toContain('I live in Rome')
    })
  })

  it('lists a message that repeats the statement inside a longer clause, or has a file beside it', async () => {
    const memory = await (await workspace()).open(options)
    const [type, content] = ['text', 'My ex-husband is called Karl.'] as const
    const file = { type: 'file', mediaType: 'image/png', reference: 'karl.png' } as const
    await memory.addMessages('chat', [
      user('a', content),
      user('b', 'The clerk wrote that my ex-husband is called Karl and that he moved to Rome.'),
      { id: 'c', role: 'user', content: [{ type, text: content }, file] },
    ])
    await memory.flush()
    const { items } = await memory.recall('Karl', { layers: ['records'] })
    const ids = items.flatMap(({ id, text }) => (text === content ? [id] : []))
    const { removed, unattributed } = await memory.forget({ ids })
    expect(removed).toContain('message:chat:a')
    expect(unattributed.map(({ id, reason }) => [id, reason])).toEqual([
      ['message:chat:b', 'says-more'],
      ['message:chat:c', 'says-more'],
    ])
    await memory.scrub()
    const left = await memory.recall('Karl', { layers: ['sessions'] })
    expect(left.items.map(({ removed }) => removed)).toEqual([true, true])
  })

  it('tells a reply as current again once its text was changed', async () => {
    const memory = await (await workspace()).open(options)
    const said = 'You wrote: My ex-husband is called Karl. I live in Rome.'
    await memory.addMessages('chat', [
      user('a', 'My ex-husband is called Karl.'),
      { id: 'b', role: 'assistant', content: said },
    ])
    await memory.flush()
    await memory.forget({ ids: (await memory.records.list()).map(({ id }) => id) })
    const removed = async () =>
      (await memory.recall('Rome', { layers: ['sessions'] })).items.map((item) => item.removed)
    expect(await removed()).toEqual([true])
    await memory.sessions.update('chat', 'b', { content: 'You wrote: I live in Rome.' })
    expect(await removed()).toEqual([undefined])
  })

  it('tells a message no longer as current while the records are off', async () => {
    const memory = await (await workspace()).open({ ...options, records: false })
    const { facts } = memory
    await memory.addMessages('chat', [user('a', 'My ex-husband is called Karl.'), user('b', 'Hi. Karl is 40. I ski.')])
    await facts.append('- Karl is 40')
    const { items } = await memory.recall('Karl', { layers: ['facts'] })
    await memory.forget({ ids: items.map(({ id }) => id) })
    const left = await memory.recall('Karl', { layers: ['sessions'] })
    expect(left.items.map(({ id, removed }) => [id, removed]).sort()).toEqual([
      ['message:chat:a', undefined],
      ['message:chat:b', true],
    ])
  })

  it('counts alike what a consolidation made of the message, in a dry run and in the run', async () => {
    const model = async () => reply('They met.', '- My ex-husband is called Karl.\n')
    const memory = await (await workspace()).open({ ...options, model, records: false, sessions: { window: 1 } })
    await memory.addMessages('chat', [user('a', 'My ex-husband is called Karl.'), user('b', 'two'), user('c', 'three')])
    await memory.consolidate('chat')
    const { items } = await memory.recall('Karl', { layers: ['facts'] })
    const ids = items.map(({ id }) => id)
    const plan = await memory.forget({ ids, dryRun: true })
    const receipt = await memory.forget({ ids })
    expect(receipt.removed).toContain('message:chat:a')
    expect([plan.removed.sort(), plan.counts]).toEqual([receipt.removed.sort(), receipt.counts])
  })

  it('removes a message of which all statements are forgotten', async () => {
    const memory = await (await workspace()).open(options)
    await memory.addMessages('chat', user('a', 'My ex-husband is called Karl. I live in Rome.'))
    await memory.flush()
    const { removed, unattributed } = await memory.forget({ ids: (await memory.records.list()).map(({ id }) => id) })
    expect(removed).toContain('message:chat:a')
    expect(unattributed).toEqual([])
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
