import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/index.ts'
import { analyse } from '../../src/text/analyse.ts'
import { crashingStorage } from '../consolidation/crashing-storage.ts'
import { reply, talk, type Workspace, workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'

const word = 'Zanquillaries'
/** As it is written, as it is searched, and without its first letters: an index keeps words without the beginning that they share. */
const traces = [word, ...analyse(word), ...analyse(word).map((stem) => stem.slice(3))]

const options = {
  knowledge: {},
  sessions: { window: 6 },
  consolidation: { auto: false },
  history: { rotation: { by: 'size', maxBytes: 400 } },
  records: { directory: 'memory' },
} as const

/** Says the word through every door of a memory. */
async function sayEverywhere(memory: Memory, { directory }: Workspace): Promise<void> {
  await memory.facts.append(`- [home] Lives among ${word}\n- Likes tea`)
  await memory.facts.replace(`# Facts\n\nSome ${word} here.\n\n- [home] Lives among ${word}\n- Likes tea\n`)
  for (let entry = 0; entry < 12; entry++) await memory.history.append(`Entry ${entry} on ${entry % 3 ? 'tea' : word}`)
  await memory.notes.write({
    filename: 'a',
    name: 'A',
    description: 'd',
    type: 'project',
    content: `Tea.\n${word}!\nMilk.`,
  })
  await memory.notes.write({ filename: 'b', name: word, description: 'd', type: 'project', content: 'Sugar.' })
  await memory.knowledge.add('learned_fact', `A zoo has ${word}`)
  await memory.knowledge.add('learned_fact', 'A zoo has zebras')
  await memory.records.learn([{ text: `Fear of ${word}`, source: { quote: word } }, { text: 'Fear of heights' }])
  await memory.records.learn({ text: 'Something else', tags: [word], source: { session: 'x', quote: 'about it' } })
  await memory.records.episode({ text: 'A walk', outcome: word })
  await memory.records.procedure({ name: 'Feeding', steps: ['open', `feed the ${word}`] })
  await sayInSessions(memory)
  await appendFile(
    join(directory, 'sessions/chat.jsonl'),
    `{"id":"torn","content":"${word}\n{"no":"${word} message"}\n`,
  )
  await appendFile(join(directory, 'memory/knowledge.json.corrupt-20260101T000000000Z'), `{"entries":["${word}`)
  const key = memory.responses.key({ model: 'm', message: 'q' })
  await memory.responses.put(key, { text: `all about ${word}` }, { message: `what are ${word}?` })
  await memory.items.put([
    { namespace: ['store'], key: 'k', value: { deep: [{ er: `x ${word}` }] }, at: '2026-03-01T00:00:00.000Z' },
    { namespace: ['store', word], key: 'k', value: 1, at: '2026-03-01T00:00:00.000Z' },
    { namespace: ['store'], key: 'kept', value: 'tea', at: '2026-03-01T00:00:00.000Z' },
    {
      namespace: ['old'],
      key: 'k',
      value: word,
      at: '2026-02-01T00:00:00.000Z',
      expiresAt: '2026-02-02T00:00:00.000Z',
    },
  ])
}

async function sayInSessions(memory: Memory): Promise<void> {
  await memory.addMessages('chat', talk(10))
  await memory.addMessages('chat', [
    { id: 'plain', role: 'user', content: `My ${word} prefer oats.` },
    { id: 'parts', role: 'user', content: [{ type: 'text', text: `ZAN\u00ADQUILLARIES in parts` }] },
    { id: 'call', role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 't', input: { deep: [word] } }] },
    { id: 'result', role: 'tool', toolCallId: 'c', content: 'ok', metadata: { [word]: 1 } },
    { id: 'changed', role: 'user', content: `was ${word}` },
  ])
  await memory.sessions.update('chat', 'changed', { content: 'is tea' })
  await memory.sessions.trim('chat', 3)
  await memory.addMessages('chat', { id: 'new', role: 'user', content: `I am allergic to ${word}.` })
  await memory.sessions.describe('chat', { title: word, metadata: { topic: word, colour: 'red' } })
  await memory.addMessages('other', talk(4, 50))
}

describe('forgetting a text', () => {
  it('leaves it in no byte of the directory, and everything else where it was', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await sayEverywhere(memory, place)
    await memory.flush()
    expect((await filesWith(place.directory, [word])).length).toBeGreaterThan(12)
    const receipt = await memory.forget({ text: `  zanquillaries ` })
    expect(await filesWith(place.directory, traces)).toEqual([])
    expect(receipt).toMatchObject({ remains: [], unattributed: [], notFound: [], dryRun: false })
    expect(receipt.counts).toMatchObject({
      notes: 2,
      knowledge: 1,
      records: 6,
      sessions: 5,
      responses: 1,
      items: 2,
    })
    expect(receipt.counts.facts).toBe(4)
    expect(receipt.counts.history).toBe(4)
    expect(await memory.facts.read()).toBe('# Facts\n\n\n- Likes tea\n')
    expect((await memory.history.list()).length).toBe(8)
    expect((await memory.notes.read('a'))?.content.trim()).toBe('Tea.\nMilk.')
    expect((await memory.notes.list()).map(({ filename }) => filename)).toEqual(['a.md'])
    expect((await memory.knowledge.list()).map(({ content }) => content)).toEqual(['A zoo has zebras'])
    expect((await memory.records.list()).map(({ text }) => text)).toContain('Fear of heights')
    const messages = await memory.sessions.messages('chat', { archived: true })
    expect(messages.map(({ id }) => id)).toEqual(
      [...talk(10).map(({ id }) => id), 'result', 'changed'].filter((id) => id !== 'result'),
    )
    expect((await memory.sessions.get('chat'))?.metadata).toEqual({ colour: 'red' })
    expect((await memory.sessions.messages('other')).length).toBe(4)
    expect(await memory.items.search({ prefix: ['store'], limit: 9, at: '2026-03-01T00:00:00.000Z' })).toHaveLength(1)
    expect((await memory.recall('tea oats', { limit: 50 })).items.map(({ text }) => text).join()).not.toMatch(/zanq/i)
    expect((await memory.forget({ text: word })).counts).toEqual(none)
  })

  it.each(['\n', '\r\n', '\r'])('takes its line only, of lines that end with %j', async (end) => {
    const place = await workspace()
    const memory = await place.open(options)
    const note = { filename: 'a', name: 'A', description: 'd', type: 'project' } as const
    await memory.history.append('Nothing')
    await memory.notes.write({ ...note, content: `Tea.${end}${word}!${end}Milk.` })
    const history = join(place.directory, 'memory/HISTORY.md')
    await writeFile(history, `[2026-01-01 10:00] ${word}${end}[2026-01-02 10:00] two${end}`)
    const lines = ['# Memory', '', '- Likes tea', `- Likes ${word}`, `- Has a`, `  ${word} at home`, '- Likes rum']
    await writeFile(join(place.directory, 'memory/MEMORY.md'), `${lines.join(end)}\n- Likes milk\n`)
    const { counts, unattributed } = await memory.forget({ text: word })
    expect(counts.facts).toBe(3)
    expect(unattributed).toEqual([])
    expect(await memory.facts.read()).toBe(`${lines.toSpliced(3, 3).join(end)}\n- Likes milk\n`)
    expect((await memory.notes.read('a'))?.content.split(/\s+/)).toEqual(['Tea.', 'Milk.'])
    expect(await readFile(history, 'utf8')).toBe(`[2026-01-02 10:00] two${end}`)
  })

  it('changes nothing in a dry run, and says the same as the run after it', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await sayEverywhere(memory, place)
    await memory.flush()
    const before = await contents(place.directory)
    const dry = await memory.forget({ text: word, dryRun: true })
    expect(await contents(place.directory)).toEqual(before)
    const { counts, removed, unattributed, texts } = await memory.forget({ text: word })
    expect(dry).toMatchObject({ removed, unattributed, remains: [], notFound: [], dryRun: true })
    expect(Object.keys(dry.texts ?? {})).toEqual(removed)
    expect(Object.values(dry.texts ?? {}).filter((text) => text === '' || text.length > 200)).toEqual([])
    expect(texts).toBeUndefined()
    // Damaged lines are set aside when their file is next written.
    expect({ ...dry.counts, damaged: dry.counts.damaged + 1 }).toEqual(counts)
  })

  it('removes a file of damaged lines that contains it, as a whole, and leaves the others', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.addMessages('chat', talk(2))
    const [said, other] = [1, 2].map((n) => `sessions/chat.jsonl.corrupt-2026010${n}T000000000Z.jsonl`)
    await appendFile(join(place.directory, said ?? ''), `{"content":"${word}\n{"content":"tea\n`)
    await appendFile(join(place.directory, other ?? ''), '{"content":"tea\n')
    const dry = await memory.forget({ text: word, dryRun: true })
    const { counts, paths } = await memory.forget({ text: word })
    expect(counts).toEqual({ ...none, damaged: 1 })
    expect(paths).toEqual([said])
    expect(dry).toMatchObject({ counts, paths })
    expect(await filesWith(place.directory, ['tea'])).toEqual([other])
  })

  it('finds it in what a crash left of a consolidation', async () => {
    for (let change = 1; change < 12; change++) {
      const place = await workspace()
      const crashing = await crashingStorage(place.directory, change % 2 ? 'torn' : 'before')
      const model = async () => reply(`They spoke of ${word}.`, `- Keeps ${word}\n`)
      const first = await place.open({ ...options, storage: crashing.storage, model })
      await first.addMessages('chat', [...talk(8), { role: 'user', content: `My ${word} are hungry` }])
      crashing.dieAt(change)
      await first.consolidate('chat').catch(() => undefined)
      const second = await place.open(options)
      await second.forget({ text: word })
      expect(await filesWith(place.directory, traces)).toEqual([])
      expect((await second.sessions.messages('chat', { archived: true })).length).toBe(8)
    }
  })

  it('is not undone by a model that was told before', async () => {
    const place = await workspace()
    const { promise, resolve } = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    let calls = 0
    const model = async ({ prompt }: { prompt: string }): Promise<string> => {
      if (calls++ === 0) {
        asked.resolve()
        await promise
        return reply('They spoke.', `- Keeps ${word}\n- Likes tea\n`)
      }
      expect(prompt).not.toContain(word)
      return reply('They spoke.', '- Likes tea\n')
    }
    const memory = await place.open({ ...options, model, consolidation: { auto: false, redo: 0 } })
    await memory.facts.append(`- Keeps ${word}`)
    await memory.addMessages('chat', talk(12))
    const consolidation = memory.consolidate('chat')
    await asked.promise
    await memory.forget({ text: word })
    resolve()
    await consolidation
    expect(await filesWith(place.directory, traces)).toEqual([])
    await memory.consolidate('chat')
    expect(await memory.facts.read()).toContain('- Likes tea')
  })

  it('lists what it may not take apart: files of others, and names', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.addMessages(`chat-${word}`, talk(2))
    await appendFile(join(place.directory, 'my-list.txt'), `milk\neggs\nthe ${word}\n`)
    const { unattributed, counts } = await memory.forget({ text: word })
    expect(counts.sessions).toBe(0)
    expect(unattributed).toContainEqual({ path: 'my-list.txt', line: 3, text: `the ${word}`, reason: 'foreign' })
    expect(unattributed.map(({ path }) => path).some((path) => path.startsWith('sessions/'))).toBe(true)
    expect(await readFile(join(place.directory, 'my-list.txt'), 'utf8')).toContain(word)
  })

  it('finds a phrase over lines, in any case, width and white space', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.facts.append('A paragraph on the Straße\nnach  ＨＡＵＳＥ, and\nmore.\n\n- tea')
    await memory.addMessages('chat', { id: 'a', role: 'user', content: 'strasse\n\tnach\nHause' })
    const { removed } = await memory.forget({ text: 'STRASSE nach hause' })
    expect(removed).toHaveLength(1)
    expect(await memory.facts.read()).toBe('more.\n\n- tea\n')
  })

  it.each([['a'], [' - a . - '], ['\u00AD\u200B abc'.slice(0, 3)], ['']])(
    'refuses %j: it would be everywhere',
    async (text) => {
      const memory = await (await workspace()).open()
      await expect(memory.forget({ text })).rejects.toMatchObject({ code: 'bad-input' })
    },
  )

  it('finds it with emphasis, in JSON, and over the parts of a message', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    const said = ['I live in **Zorbla** Street 5.', 'I live in Zorbla', 'Street 5.']
    const [bold = '', ...parts] = said
    await memory.addMessages('chat', [
      { id: 'a', role: 'user', content: bold },
      { id: 'b', role: 'user', content: parts.map((text) => ({ type: 'text', text })) },
      { id: 'c', role: 'tool', toolCallId: 'x', content: JSON.stringify({ at: 'Zorbla\nStreet' }) },
      { id: 'd', role: 'user', content: 'I like tea.' },
    ])
    await memory.flush()
    const { counts, unattributed } = await memory.forget({ text: 'zorbla street' })
    expect([counts.sessions, unattributed]).toEqual([3, []])
    expect(await filesWith(place.directory, ['zorbla'])).toEqual([])
    expect(await memory.sessions.messages('chat')).toHaveLength(1)
  })

  it('takes exactly one thing to forget', async () => {
    const memory = await (await workspace()).open()
    const odd: object[] = [{}, { text: 'abc', session: 's' }, { ids: 'x' }, { session: '' }, { text: 'abc', dry: true }]
    for (const request of odd)
      await expect(Reflect.apply(memory.forget, memory, [request])).rejects.toMatchObject({ code: 'bad-input' })
  })
})

const none = {
  facts: 0,
  history: 0,
  notes: 0,
  knowledge: 0,
  records: 0,
  sessions: 0,
  responses: 0,
  items: 0,
  versions: 0,
  damaged: 0,
  consolidation: 0,
}

/** The text files of a directory; databases have pages that move by themselves. */
async function contents(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.db/.test(entry.name))
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => [join(parentPath, name), await readFile(join(parentPath, name), 'utf8')]),
  )
  return Object.fromEntries(texts)
}
