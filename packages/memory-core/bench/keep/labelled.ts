import { readFileSync } from 'node:fs'
import { isTalkAfter } from '../../src/statements/english/features.ts'
import type { Said } from '../../src/statements/english/said-parts.ts'
import { clausesSaid } from '../../src/statements/read-statements.ts'
import { matches } from './matches.ts'

/** A sentence that somebody read and judged: keep it (K), an episode (E), neither (N). */
export interface LabelledSentence {
  set?: string
  conversation: string
  message: string
  sentence: number
  text: string
  /** What was said right before it. */
  before?: string
  label: 'K' | 'E' | 'N'
  type?: string
  flags?: string
  /** Sentences kept apart are never fitted to. */
  half?: 'fit' | 'apart'
}

/** A labelled sentence with the clauses of its conversation that are kept in its place. */
export interface Judged {
  sentence: LabelledSentence
  clauses: Said[]
}

interface Doc {
  id: string
  text: string
  speaker: string
  timestamp?: string
  sessionId?: string
}

interface Data {
  collections: { id: string; docs: Doc[] }[]
}

/** The sentences of a file of JSON lines; `set` is the name of the file where a line has none. */
export function readLabels(file: string): LabelledSentence[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as LabelledSentence)
    .map((row) => ({ ...row, set: row.set ?? file }))
}

/**
 * Reads the conversations of the labelled sentences, from the file of whole conversations where one is given, else from
 * the labelled sentences themselves, and finds for each sentence the clauses that keep it.
 */
export function judged(labels: readonly LabelledSentence[], dataFile?: string): Judged[] {
  const data = dataFile === undefined ? dataOf(labels) : (JSON.parse(readFileSync(dataFile, 'utf8')) as Data)
  return data.collections.flatMap(({ id, docs }) => {
    const mine = labels.filter(({ conversation }) => conversation === id)
    if (mine.length === 0) return []
    const clauses = clausesIn(docs)
    return mine.map((sentence) => ({ sentence, clauses: matches(sentence.text, clauses) }))
  })
}

/** The user is who is called so, or speaks first. */
function clausesIn(docs: readonly Doc[]): Said[] {
  const users = new Set(['user', docs[0]?.speaker])
  let isTalk = false
  return docs.flatMap(({ text, speaker, sessionId, timestamp }, at) => {
    const last = docs[at - 1]
    const before =
      last && last.sessionId === sessionId
        ? { role: users.has(last.speaker) ? ('user' as const) : ('assistant' as const), text: last.text }
        : undefined
    isTalk = before !== undefined && isTalkAfter(isTalk, before)
    if (!users.has(speaker)) return []
    return clausesSaid(text, {
      ...(before && { before, isTalk }),
      ...(timestamp === undefined ? {} : { at: timestamp }),
    })
  })
}

/** Conversations of the labelled sentences alone: what stands before a message's first sentence is the message before. */
function dataOf(labels: readonly LabelledSentence[]): Data {
  const collections = new Map<string, Doc[]>()
  const seen = new Map<string, Doc>()
  for (const { conversation, message, text, before, sentence } of labels) {
    const docs = collections.get(conversation) ?? []
    collections.set(conversation, docs)
    const key = JSON.stringify([conversation, message])
    const known = seen.get(key)
    if (known) known.text += ` ${text}`
    else {
      if (before !== undefined && sentence === 0)
        docs.push({ id: `${message}-before`, text: before, speaker: 'assistant', sessionId: message })
      const doc = { id: message, text, speaker: 'user', sessionId: message }
      seen.set(key, doc)
      docs.push(doc)
    }
  }
  return { collections: [...collections].map(([id, docs]) => ({ id, docs })) }
}
