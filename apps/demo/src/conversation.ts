import { readFile } from 'node:fs/promises'
import { UsageError } from './arguments.ts'

/** One thing that was said. */
export interface Turn {
  id: string
  text: string
  role: 'user' | 'assistant'
  /** Milliseconds since 1970. */
  at: number
}

/** One sitting of a conversation. */
export interface Sitting {
  id: string
  turns: Turn[]
}

/** A question about the conversation. */
export interface Question {
  id: string
  text: string
  category: string
  /** The ids of the turns that hold the evidence. */
  gold: string[]
  /** When it is asked, in milliseconds since 1970. */
  at?: number
  /** The planted fact: words that must stand in the context. */
  answer?: string
}

/** Everything that one user said over time, and what to ask about it. */
export interface Collection {
  id: string
  sittings: Sitting[]
  questions: Question[]
}

/** A conversation file that was read. */
export interface Conversation {
  name: string
  collections: Collection[]
}

/**
 * Reads a conversation: `{ name, collections: [{ id, docs: [{ id, text, speaker, timestamp, sessionId }], queries }] }`.
 * The first speaker of a collection is the user, everybody else the assistant. A time without a zone is UTC.
 * @throws UsageError, naming the place, for a file that is not there or not of this form
 */
export async function readConversation(file: string): Promise<Conversation> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(
      `the conversation ${file} cannot be read (${String(error)}); give its path with --conversation`,
    )
  })
  const root = fieldsOf(parseJson(text, file), file)
  const collections = list(root['collections'], 'collections').map(toCollection)
  if (collections.length === 0) throw wrong('collections', [], 'at least one collection')
  refuseRepeats(collections, 'collections')
  return { name: typeof root['name'] === 'string' ? root['name'] : file, collections }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`the conversation ${file} is no JSON (${String(error)})`)
  }
}

function toCollection(value: unknown, place: number): Collection {
  const where = `collections[${place}]`
  const collection = fieldsOf(value, where)
  const docs = list(collection['docs'], `${where}.docs`)
  if (docs.length === 0) throw wrong(`${where}.docs`, docs, 'at least one turn')
  const sittings = new Map<string, Sitting>()
  const user = fieldsOf(docs[0], `${where}.docs[0]`)['speaker']
  docs.forEach((doc, index) => {
    const { sessionId, turn } = toTurn(doc, `${where}.docs[${index}]`, user)
    const sitting = sittings.get(sessionId) ?? { id: sessionId, turns: [] }
    sitting.turns.push(turn)
    sittings.set(sessionId, sitting)
  })
  const queries = collection['queries'] === undefined ? [] : list(collection['queries'], `${where}.queries`)
  refuseRepeats(
    [...sittings.values()].flatMap(({ turns }) => turns),
    `${where}.docs`,
  )
  return {
    id: string(collection['id'], `${where}.id`),
    sittings: [...sittings.values()],
    questions: queries.map((query, index) => toQuestion(query, `${where}.queries[${index}]`)),
  }
}

function toTurn(value: unknown, where: string, user: unknown): { sessionId: string; turn: Turn } {
  const doc = fieldsOf(value, where)
  const speaker = string(doc['speaker'], `${where}.speaker`)
  return {
    sessionId: string(doc['sessionId'], `${where}.sessionId`),
    turn: {
      id: string(doc['id'], `${where}.id`),
      text: string(doc['text'], `${where}.text`),
      role: speaker === user ? 'user' : 'assistant',
      at: time(doc['timestamp'], `${where}.timestamp`),
    },
  }
}

function toQuestion(value: unknown, where: string): Question {
  const query = fieldsOf(value, where)
  const { gold = [], timestamp, answer, category } = query
  return {
    id: string(query['id'], `${where}.id`),
    text: string(query['text'], `${where}.text`),
    category: typeof category === 'string' ? category : 'any',
    gold: list(gold, `${where}.gold`).map((id) => string(id, `${where}.gold`)),
    ...(timestamp !== undefined && { at: time(timestamp, `${where}.timestamp`) }),
    ...(answer !== undefined && { answer: string(answer, `${where}.answer`) }),
  }
}

const withZone = /(?:z|[+-]\d{2}:?\d{2})$/i
const timeOnly = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

function time(value: unknown, where: string): number {
  const text = string(value, where)
  const ms = Date.parse(timeOnly.test(text) && !withZone.test(text) ? `${text}Z` : text)
  if (Number.isNaN(ms)) throw wrong(where, value, 'a time such as "2026-01-11T19:42:00"')
  return ms
}

function string(value: unknown, where: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw wrong(where, value, 'a text that is not empty')
}

function list(value: unknown, where: string): unknown[] {
  if (Array.isArray(value)) return value
  throw wrong(where, value, 'a list')
}

function fieldsOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value))
  throw wrong(where, value, 'an object')
}

function refuseRepeats(things: readonly { id: string }[], where: string): void {
  const seen = new Set<string>()
  for (const { id } of things) {
    if (seen.has(id)) throw wrong(where, id, 'every id once')
    seen.add(id)
  }
}

function wrong(where: string, value: unknown, expected: string): UsageError {
  return new UsageError(
    `in the conversation, ${where} is ${String(JSON.stringify(value)).slice(0, 80)}, expected ${expected}`,
  )
}
