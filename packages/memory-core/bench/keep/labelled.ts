import { readFileSync } from 'node:fs'
import { isAmongPeople, talkAfter } from '../../src/statements/english/play.ts'
import type { Said } from '../../src/statements/english/said-parts.ts'
import { clausesSaid } from '../../src/statements/read-statements.ts'
import { matches } from './matches.ts'

/** A sentence that somebody read and judged: keep it (K), an episode (E), neither (N). */
export interface LabelledSentence {
  set?: string
  conversation: string
  /** The speaker that counts as the user. @default the one named `user`, or the first speaker */
  user?: string
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

/** The judgements of one conversation whose text is not to be copied. */
interface JudgedConversation {
  set: string
  conversation: string
  user: string
  /** For each message a letter a sentence, as `Intl.Segmenter` divides it; `-` for one that was not judged. */
  labels: Readonly<Record<string, string>>
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a file of JSON lines; `set` is the name of the file where a line has none. */
export function readLabels(file: string, dataFile?: string): LabelledSentence[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const rows = lines
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as LabelledSentence | JudgedConversation)
  const texts = dataFile === undefined ? [] : readData(dataFile).collections
  return rows.flatMap((row) => ('labels' in row ? sentencesOf(row, texts) : [{ ...row, set: row.set ?? file }]))
}

function sentencesOf({ labels, ...row }: JudgedConversation, all: Data['collections']): LabelledSentence[] {
  const docs = all.find(({ id }) => id === row.conversation)?.docs ?? []
  return docs.flatMap(({ id, text }) => {
    const parts = [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter((part) => part !== '')
    return parts.flatMap((part, sentence) => {
      const label = labels[id]?.[sentence]
      return label === 'K' || label === 'E' || label === 'N'
        ? [{ ...row, message: id, sentence, text: part, label }]
        : []
    })
  })
}

function readData(file: string): Data {
  return JSON.parse(readFileSync(file, 'utf8')) as Data
}

/**
 * Reads the conversations of the labelled sentences, from the file of whole conversations where one is given, else from
 * the labelled sentences themselves, and finds for each sentence the clauses that keep it.
 */
export function judged(labels: readonly LabelledSentence[], dataFile?: string): Judged[] {
  const { collections } = dataFile === undefined ? dataOf(labels) : readData(dataFile)
  return collections.flatMap(({ id, docs }) => {
    const byUser = Map.groupBy(
      labels.filter(({ conversation }) => conversation === id),
      ({ user }) => user,
    )
    return [...byUser].flatMap(([user, mine]) => {
      const clauses = clausesIn(docs, user === undefined ? ['user', docs[0]?.speaker] : [user])
      return mine.map((sentence) => ({ sentence, clauses: matches(sentence.text, clauses) }))
    })
  })
}

/** A whole message with its clauses, and whether others took a note of it. */
export interface Noted {
  conversation: string
  isNoted: boolean
  clauses: Said[]
}

/** What a file of notes says of the messages of both speakers of each conversation. */
export function readNotes(file: string, dataFile: string): Noted[] {
  const { conversations } = JSON.parse(readFileSync(file, 'utf8')) as Notes
  const { collections } = readData(dataFile)
  return conversations.flatMap(({ conversation, observations }) => {
    const docs = collections.find(({ id }) => id === conversation)?.docs ?? []
    return [...new Set(docs.map(({ speaker }) => speaker))].flatMap((user) => {
      const noted = new Set(observations.filter(({ speaker }) => speaker === user).map(({ message }) => message))
      return byMessage(docs, [user]).map(({ id, clauses }) => ({ conversation, isNoted: noted.has(id), clauses }))
    })
  })
}

interface Notes {
  conversations: { conversation: string; observations: { message: string; speaker: string }[] }[]
}

function clausesIn(docs: readonly Doc[], names: readonly (string | undefined)[]): Said[] {
  return byMessage(docs, names).flatMap(({ clauses }) => clauses)
}

function byMessage(docs: readonly Doc[], names: readonly (string | undefined)[]): { id: string; clauses: Said[] }[] {
  const users = new Set(names)
  let signs = 0
  return docs.flatMap(({ id, text, speaker, sessionId, timestamp }, at) => {
    const last = docs[at - 1]
    const said = last && { role: users.has(last.speaker) ? ('user' as const) : ('assistant' as const), text: last.text }
    const before = last?.sessionId === sessionId ? said : undefined
    if (said) signs = talkAfter(signs, said)
    if (!users.has(speaker)) return []
    const more = { ...(before && { before }), ...(timestamp === undefined ? {} : { at: timestamp }) }
    return [{ id, clauses: clausesSaid(text, { isTalk: isAmongPeople(signs), ...more }) }]
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
