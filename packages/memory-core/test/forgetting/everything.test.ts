import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type Forgotten,
  type Memory,
  type MemoryOptions,
  openMemories,
  openMemory,
  type StoredRecord,
} from '../../src/index.ts'
import { localStorage } from '../../src/local/storage.ts'
import { analyse } from '../../src/text/analyse.ts'
import { newSecret } from '../memory/secret.ts'
import { synonymEmbedder } from '../memory/synonym-embedder.ts'
import { temporaryDirectory } from '../memory/temporary-directory.ts'
import { filesWith } from './bytes.ts'

/** All that keeps something: vectors, claims, marks, versions, caches. */
const options: Partial<MemoryOptions> = {
  knowledge: {},
  responses: { enabled: true },
  sessions: { window: 6 },
  consolidation: { auto: false },
  maintenance: { auto: false },
  redaction: false,
  clock: () => Date.parse('2026-03-01T09:30:00.000Z'),
}

async function opened(directory: string, given: Partial<MemoryOptions> = {}): Promise<Memory> {
  const memory = await openMemory({ directory, ...options, embed: synonymEmbedder().embed, ...given })
  onTestFinished(() => memory.close())
  return memory
}

function onDatabase(directory: string, name: string, sql: string): unknown[] {
  const database = new DatabaseSync(join(directory, 'state', name))
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/**
 * Says the word so that every feature keeps it: in facts and records that were replaced, contradicted, and that replace; in
 * vectors; in lines that a repair set aside.
 */
async function sayEverywhere(directory: string, word: string): Promise<Memory> {
  const memory = await opened(directory)
  await memory.facts.append({ text: `I live in ${word}`, category: 'user_info' })
  await memory.facts.append('My sister has a boat')
  await memory.facts.replace((await memory.facts.read()).replace('boat', 'canoe'))
  await memory.facts.append({ text: 'I live in Berlin', category: 'user_info' })
  await memory.records.learn({ text: `My name is ${word}` })
  await memory.records.learn({ text: 'My name is Ada' })
  await memory.records.learn({ text: `${word} is a damaged thing` })
  await memory.addMessages('chat', [
    { id: 'm1', role: 'user', content: `By the way, I moved to ${word}. Always water the ${word} at noon.` },
    { id: 'm2', role: 'assistant', content: `I keep ${word} in mind.` },
  ])
  await memory.addMessages('chat', { id: 'm3', role: 'user', content: 'By the way, I moved to Munich.' })
  await memory.consolidate('chat')
  await memory.history.append(`We talked about ${word}.`)
  await memory.responses.put('key', { text: `all about ${word}` }, { message: `what is ${word}?` })
  await memory.flush()
  await memory.close()
  const journal = join(directory, 'journal/records.jsonl')
  await writeFile(journal, (await readFile(journal, 'utf8')).replace('damaged thing', 'Damaged thing'))
  const again = await opened(directory)
  expect((await again.check({ repair: true })).isSound).toBe(true)
  await again.recall(word)
  await again.flush()
  return again
}

/** What a store holds, whoever keeps it. */
async function stored(directory: string): Promise<{ records: StoredRecord[]; marks: [string, string][] }> {
  const storage = await localStorage({ directory })
  try {
    const [records, marks] = [
      await storage.records.list({ archived: 'all', limit: 1_000 }),
      await storage.records.listMarks(undefined, 1_000),
    ]
    return { records, marks: [...marks] }
  } finally {
    await storage.close()
  }
}

/** What of a store names something that is there no more. */
async function dangling(directory: string): Promise<string[]> {
  const { records, marks } = await stored(directory)
  const known = new Set(records.map(({ id }) => id))
  const named = [...records, ...marks].flatMap((one) => JSON.stringify(one).match(/record:[0-9a-f]{20}/g) ?? [])
  return named.filter((id) => !known.has(id))
}

const word = 'Zanquillary'
const traces = [word, ...analyse(word)]

describe('with every feature in use', () => {
  it('a text is forgotten in every byte', async () => {
    const directory = await temporaryDirectory()
    const memory = await sayEverywhere(directory, word)
    const before = await filesWith(directory, [word])
    for (const kind of [
      /journal\/records\.jsonl$/,
      /records\.jsonl\.corrupt-.*\.jsonl$/,
      /\.versions\//,
      /index\.db/,
      /HISTORY/,
    ])
      expect(before).toContainEqual(expect.stringMatching(kind))
    const receipt = await memory.forget({ text: word })
    expect(await filesWith(directory, traces)).toEqual([])
    expect(receipt.remains).toEqual([])
    expect(await dangling(directory)).toEqual([])
    expect(onDatabase(directory, 'index.db', 'SELECT number FROM vectors EXCEPT SELECT number FROM passages')).toEqual(
      [],
    )
    expect((await memory.recall('where do I live')).items.map(({ text }) => text).join()).toContain('Munich')
  })

  it('a session is forgotten with the links to what was learned in it, and what was replaced by it holds again', async () => {
    const directory = await temporaryDirectory()
    const memory = await opened(directory, { facts: { mode: 'append' } })
    await memory.facts.append({ text: 'I live in Berlin', category: 'user_info' })
    const [old] = await memory.records.learn({ text: 'My name is Grace', createdAt: '2026-01-01' })
    await memory.addMessages('chat', {
      id: 'm1',
      role: 'user',
      content: `By the way, I moved to ${word}. My name is ${word} now.`,
    })
    await memory.flush()
    const marks = async () => (await stored(directory)).marks.filter(([key]) => key.includes(':fact:'))
    expect(await marks()).toHaveLength(1)
    expect(await memory.records.get(old?.id ?? '')).toHaveProperty('supersededBy')
    const receipt = await memory.forget({ session: 'chat' })
    expect(receipt).toMatchObject({ remains: [], unattributed: [] })
    expect(await filesWith(directory, traces)).toEqual([])
    expect(await marks()).toEqual([])
    expect(await dangling(directory)).toEqual([])
    const now = await memory.records.get(old?.id ?? '')
    expect(now).not.toHaveProperty('supersededBy')
    expect(now).not.toHaveProperty('validTo')
    expect((await memory.recall('Berlin')).items[0]).not.toHaveProperty('supersededBy')
  })

  it('what was set aside is named where a session or an id is forgotten', async () => {
    const directory = await temporaryDirectory()
    const memory = await sayEverywhere(directory, word)
    const receipt = await memory.forget({ session: 'chat' })
    const named = receipt.unattributed.filter(({ reason }) => reason === 'unknown').map(({ path }) => path)
    expect(named).toEqual([expect.stringMatching(/records\.jsonl\.corrupt-.*\.jsonl/)])
    expect(receipt.remains).toEqual([])
  })

  it('a forgotten fact leaves no mark and no link', async () => {
    const directory = await temporaryDirectory()
    const memory = await opened(directory, { facts: { mode: 'append' } })
    await memory.facts.append({ text: 'I live in Berlin', category: 'user_info' })
    const [newer] = await memory.records.learn({ text: 'I moved to Munich' })
    const [fact] = (await memory.recall('Berlin', { layers: ['facts'] })).items
    expect(newer).toMatchObject({ supersedes: fact?.id })
    const receipt: Forgotten = await memory.forget({ ids: [fact?.id ?? ''] })
    expect(receipt.counts.facts).toBe(1)
    expect(await memory.records.get(newer?.id ?? '')).not.toHaveProperty('supersedes')
    await memory.flush()
    expect(await filesWith(directory, [fact?.id ?? '', 'Berlin'])).toEqual([])
  })

  it('secrets are scrubbed from all of it', async () => {
    const directory = await temporaryDirectory()
    const secret = newSecret()
    const open = await sayEverywhere(directory, secret)
    await open.close()
    const memory = await opened(directory, { redaction: {} })
    const receipt = await memory.scrub()
    expect(await filesWith(directory, [secret, secret.slice(4)])).toEqual([])
    expect(receipt.remains).toEqual([])
    expect(receipt.files).toContainEqual(expect.stringMatching(/records\.jsonl\.corrupt-.*\.jsonl$/))
  })

  it('a storage of the caller is emptied of all of it', async () => {
    const directory = await temporaryDirectory()
    const memory = await sayEverywhere(directory, word)
    await memory.notes.write({ filename: 'a.md', name: 'a', description: 'b', type: 'user', content: word })
    await memory.notes.update('a.md', word, 'tea')
    await memory.close()
    await writeFile(join(directory, 'memory/MEMORY (conflicted copy).md'), `- ${word}\n`)
    const memories = openMemories({ storage: () => localStorage({ directory }) })
    await memories.erase({ user: 'ada' })
    await memories.close()
    expect(await filesWith(directory, [word])).toEqual([])
    const text = ['memory', '.memory', 'sessions', 'receipts'].filter((name) => existsSync(join(directory, name)))
    expect(text).toEqual([])
  })

  it('a user is erased with all of it', async () => {
    const directory = await temporaryDirectory()
    const first = openMemories({ directory })
    await (await first.for({ user: 'ada' })).facts.append('Likes tea')
    await first.close()
    await (await sayEverywhere(join(directory, 'ada'), word)).close()
    const memories = openMemories({ directory })
    onTestFinished(() => memories.close())
    expect(await memories.users()).toEqual(['ada'])
    expect(await memories.erase({ user: 'ada' })).toMatchObject({ remains: [] })
    expect(await readdir(directory)).toEqual([])
  })
})
