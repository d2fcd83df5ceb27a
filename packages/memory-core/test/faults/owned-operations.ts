import { expect } from 'vitest'
import type { Memory } from '../../src/index.ts'
import { saying } from '../memory/saying.ts'

export const sessions = ['chat', 'Chat', 'chat ', '../chat', '__proto__'] as const
const words = ['tea', 'coffee', 'rain', 'stairs', 'lamp', 'train'] as const

/** What one owner has said and stored, by the oracle. Each text holds the number of its owner and one of its own. */
export interface Own {
  mark: string
  numbers: Set<string>
  messages: Map<string, string[]>
  facts: string[]
  history: string[]
  notes: Map<string, string>
  knowledge: Set<string>
  records: Set<string>
  items: Map<string, string>
  responses: Map<string, string>
}

/** What an owner has before the first operation. */
export function fresh(mark: string): Own {
  return {
    ...{ mark, numbers: new Set(), facts: [], history: [], notes: new Map(), knowledge: new Set() },
    ...{ records: new Set(), items: new Map(), responses: new Map() },
    messages: new Map(sessions.map((session) => [session, []])),
  }
}

/** One operation of one owner. */
export interface Turn {
  memory: Memory
  own: Own
  session: string
  word: string
  /** What it stores, if it stores anything. */
  text: string
  random: (below: number) => number
}

/** One of some values. */
export function pick<T>(values: readonly T[], random: (below: number) => number): T {
  const value = values[random(values.length)]
  if (value === undefined) throw new Error('there is nothing to pick')
  return value
}

/** The `n`th operation. */
export function turnOf(n: number, memory: Memory, own: Own, random: (below: number) => number): Turn {
  const word = pick(words, random)
  own.numbers.add(`number${n}x`)
  return { memory, own, random, word, session: pick(sessions, random), text: `${word} number${n}x ${own.mark}` }
}

/** The texts that hold the mark of another owner, or the number of a text that this one has not given. */
export function strays(texts: readonly string[], { mark, numbers }: Own): string[] {
  const isForeign = (text: string): boolean =>
    (text.match(/owner\d+x/g) ?? []).some((found) => found !== mark) ||
    (text.match(/number\d+x/g) ?? []).some((found) => !numbers.has(found))
  return texts.filter(isForeign)
}

/** What is found in a session by the word that only this text has. */
export async function foundAgain(memory: Memory, session: string, text: string): Promise<string[]> {
  const items = await saying(memory, numberOf(text), { layers: ['sessions'], sessions: [session] })
  return items.map((item) => item.text)
}

const numberOf = (text: string): string => text.match(/number\d+x/)?.[0] ?? ''
/** Keys, file names and questions are the same for all owners: only what is stored under them differs. */
const keys = ['one', 'two', '__proto__'] as const
const responseKeys = ['a', 'b', 'c'].map((letter) => letter.repeat(64))

/** What is done, by name; what stands there twice is done twice as often. */
export const operations: readonly (readonly [name: string, act: (turn: Turn) => Promise<void>])[] = [
  ['say', say],
  ['say', say],
  ['say', say],
  ['fact', fact],
  ['record', record],
  ['history', history],
  ['note', note],
  ['knowledge', knowledge],
  ['item', item],
  ['response', response],
  ['recall', recall],
  ['recall', recall],
  ['sessions', inSession],
  ['context', context],
  ['read', read],
  ['layers', layers],
  ['clear', clear],
  ['consolidate', consolidate],
]

async function say({ memory, own, session, text }: Turn): Promise<void> {
  await memory.addMessages(session, { role: 'user', content: text })
  own.messages.get(session)?.push(text)
}

async function fact({ memory, own, text }: Turn): Promise<void> {
  if (own.facts.length >= 50) return
  await memory.facts.append({ text })
  own.facts.push(text)
}

async function record({ memory, own, text }: Turn): Promise<void> {
  if (own.records.size >= 200) return
  await memory.records.learn({ text })
  own.records.add(text)
}

async function history({ memory, own, text }: Turn): Promise<void> {
  if (own.history.length >= 50) return
  await memory.history.append(text)
  own.history.push(text)
}

async function note({ memory, own, text, random }: Turn): Promise<void> {
  const name = `note ${random(5)}`
  await memory.notes.write({
    filename: name.replace(' ', '-'),
    name,
    description: text,
    type: 'reference',
    content: text,
  })
  own.notes.set(name, text)
}

async function knowledge({ memory, own, text }: Turn): Promise<void> {
  if (own.knowledge.size >= 50) return
  await memory.knowledge.add('learned_fact', text)
  own.knowledge.add(text)
}

async function item({ memory, own, text, random }: Turn): Promise<void> {
  const key = pick(keys, random)
  await memory.items.put([{ namespace: ['shelf'], key, value: text, at: new Date(0).toISOString() }])
  own.items.set(key, text)
}

async function response({ memory, own, text, random }: Turn): Promise<void> {
  const key = pick(responseKeys, random)
  await memory.responses.put(key, text)
  own.responses.set(key, text)
}

async function recall({ memory, own, word }: Turn): Promise<void> {
  const { items } = await memory.recall(word, { limit: 20 })
  const found = items.map(({ text }) => text)
  expect(strays(found, own)).toEqual([])
}

async function inSession({ memory, own, session, word, random }: Turn): Promise<void> {
  const { items } = await memory.recall(word, { layers: ['sessions'], sessions: [session], limit: 20 })
  const said = own.messages.get(session) ?? []
  expect(items.filter(({ text }) => !said.includes(text))).toEqual([])
  if (said.length === 0) return
  const stored = pick(said, random)
  expect(await foundAgain(memory, session, stored)).toEqual([stored])
}

async function context({ memory, own, session, word }: Turn): Promise<void> {
  const { stable, volatile } = await memory.buildContext({ session, query: word })
  expect(strays([stable, volatile], own)).toEqual([])
}

async function read({ memory, own, session }: Turn): Promise<void> {
  const messages = await memory.sessions.messages(session, { archived: true })
  expect(messages.map(({ content }) => content)).toEqual(own.messages.get(session))
}

/** Everything that the layers hold is what this owner has put there, and nothing of it is missing. */
export async function layers({ memory, own }: Pick<Turn, 'memory' | 'own'>): Promise<void> {
  // Consolidation adds lines of its own to these two, made of what the owner said.
  const facts = (await memory.facts.list()).map(({ text }) => text)
  const entries = (await memory.history.list()).map(({ text }) => text)
  expect(strays([...facts, ...entries], own)).toEqual([])
  expect(own.facts.filter((text) => !facts.includes(text))).toEqual([])
  expect(own.history.filter((text) => !entries.includes(text))).toEqual([])
  const notes = (await memory.notes.list()).map(({ name, description }) => [name, description])
  expect(new Map(notes.map(([name = '', text = '']) => [name, text]))).toEqual(own.notes)
  expect(new Set((await memory.knowledge.list()).map(({ content }) => content))).toEqual(own.knowledge)
  const records = (await memory.records.list({ limit: 1_000, archived: 'all' })).map(({ text }) => text)
  expect(strays(records, own)).toEqual([])
  expect([...own.records].filter((text) => !records.includes(text))).toEqual([])
  const items = await memory.items.search({ prefix: ['shelf'], limit: 100, at: new Date(0).toISOString() })
  expect(new Map(items.map(({ key, value }) => [key, value]))).toEqual(own.items)
  for (const key of responseKeys) expect(await memory.responses.get(key)).toEqual(own.responses.get(key))
}

async function clear({ memory, own, session, random }: Turn): Promise<void> {
  if (random(10) !== 0) return
  await memory.sessions.clear(session, { archived: true })
  own.messages.set(session, [])
}

async function consolidate({ memory, session, random }: Turn): Promise<void> {
  if (random(5) !== 0) return
  const { error } = await memory.consolidate(session)
  expect(error).toBeUndefined()
}
