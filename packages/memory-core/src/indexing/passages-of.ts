import { parseHistory } from '../documents/history-entry.ts'
import { parseFacts } from '../documents/markdown.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { knowledgeOf } from '../knowledge/knowledge-file.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { parseNote } from '../notes/front-matter.ts'
import { withoutUndefined } from '../option-checks.ts'
import { messagePassageId, partId } from '../storage/numbering.ts'
import type { Passage } from '../storage/passages.ts'
import { isRemoved } from '../storage/record-rows.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { analyse } from '../text/analyse.ts'
import { contentHash } from '../text/comparison.ts'
import { divide } from '../text/divide.ts'
import { isPersonal, isQuestion, toldIn, wishOf } from '../text/sentences.ts'

/** The searchable passages of a note: its description and the pieces of its text. Its name finds each of them. */
export async function passagesOfNote(path: string, text: string): Promise<Passage[]> {
  const { note, body, meta } = await parseNote(path, text)
  const createdAt = dateOf(meta.updated)
  const { name, description } = note
  const title = name === description ? name : `${name}: ${description}`
  const about = { id: `note:${note.filename}`, text: title, line: 1 }
  const pieces = piecesOf(body).map((piece) => ({ id: `note:${note.filename}:${shortHash(piece.text)}`, ...piece }))
  return distinct(
    [about, ...pieces].map(({ id, text: part, line }) => ({
      id,
      layer: 'notes',
      type: note.type,
      origin: path,
      text: part,
      tokens: analyse(`${name}\n${part}`),
      ...(createdAt === undefined ? {} : { createdAt }),
      source: { path, line },
    })),
  )
}

/** The pieces of the body, each with the line that it begins at. */
function piecesOf(body: string): { text: string; line: number }[] {
  let line = 1
  return divide(body).flatMap(({ start, end }) => {
    const part = body.slice(start, end)
    const text = part.trim()
    const first = line + linesIn(part.slice(0, part.length - part.trimStart().length))
    line += linesIn(part)
    return text === '' ? [] : [{ text, line: first }]
  })
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}

/** The start of the day that a text begins with, if it is a valid one. */
function dateOf(text: string | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0]
  const ms = day === undefined ? Number.NaN : Date.parse(day)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** The searchable passages of knowledge.json: one for each entry, also found by its tags. */
export function passagesOfKnowledge(path: string, text: string, nowMs: number): Passage[] {
  return knowledgeOf(text, nowMs).flatMap(({ id, category, content, tags, createdAt }) =>
    inParts(
      {
        id: `knowledge:${id}`,
        layer: 'knowledge',
        type: category,
        origin: path,
        text: content,
        createdAt,
        source: { path, entry: id },
      },
      analyse(tags.join('\n')),
    ),
  )
}

/** The searchable passages of MEMORY.md: one for each fact, with the day at the end of its line. */
export function passagesOfFacts(path: string, text: string): Passage[] {
  return distinct(
    parseFacts(text).map((fact) => {
      const createdAt = dateOf(readPlaced(fact.text).day)
      return {
        id: factPassageId(fact.text),
        layer: 'facts',
        origin: path,
        text: fact.text,
        tokens: analyse(fact.text),
        ...withoutUndefined({ type: fact.category, createdAt }),
        source: { path, line: fact.line },
      }
    }),
  )
}

/** The searchable passages of one history file: one for each entry. */
export function passagesOfHistory(path: string, text: string): Passage[] {
  return distinct(
    parseHistory(text).flatMap((entry) =>
      inParts({
        id: historyPassageId(path, entry),
        layer: 'history',
        origin: path,
        text: entry.text,
        source: { path, line: entry.line },
        ...(entry.at === undefined ? {} : { createdAt: entry.at }),
      }),
    ),
  )
}

/** The id of a fact for `recall` and `forget`; it stays the same while the words do. */
export function factPassageId(text: string): string {
  return `fact:${shortHash(text)}`
}

/** The id of a history entry's passage in that file. */
export function historyPassageId(path: string, { at = '', text }: { at?: string; text: string }): string {
  return `history:${shortHash(`${path}\n${at}\n${text}`)}`
}

/** Tools that answer from this memory; their answers are stored already. */
const memoryTool = /^memory(?:_[a-z_]+)?$/

/** The passages of a message; none without words, for system messages, or for answers of the memory's own tools. */
export function passagesOfMessage(origin: string, session: string, message: StoredMessage): Passage[] {
  const text = textOf(message)
  if (message.role === 'system' || text.trim() === '') return []
  if (message.role === 'tool' && message.name !== undefined && memoryTool.test(message.name)) return []
  const { role, name, id: messageId, createdAt } = message
  const wish = wishOf(text)
  return inParts({
    id: messagePassageId(origin, messageId),
    layer: 'sessions',
    origin,
    text,
    createdAt,
    speech: {
      // The name of a tool is no speaker's.
      speaker: name === undefined || role === 'tool' ? [] : analyse(name, { stopWords: 'keep' }),
      role,
      asks: isQuestion(text),
      personal: isPersonal(text),
      ...(wish ? { wish } : {}),
      ...toldIn(text),
    },
    source: { session, messageId, role, ...(name === undefined ? {} : { name }) },
  })
}

/** Maximum characters of a text that are divided; the rest belongs to the last part. */
const searchedLength = 200_000

/** Makes one passage of a text, or one for each of its parts. `further` are tokens added to each. */
export function inParts(text: Omit<Passage, 'tokens' | 'part'>, further: readonly string[] = []): Passage[] {
  const parts = divide(text.text.slice(0, searchedLength))
  if (parts.length < 2) return [{ ...text, tokens: [...analyse(text.text), ...further] }]
  return parts.map(({ start, end }, place) => {
    const said = text.text.slice(start, place === parts.length - 1 ? undefined : end)
    const part = { place, count: parts.length, start }
    return { ...text, id: partId(text.id, place), text: said, part, tokens: [...analyse(said), ...further] }
  })
}

/** Joins parts to whole texts, each with the id of its first part. */
export function wholeTexts(passages: readonly Passage[]): Passage[] {
  const whole: Passage[] = []
  for (const passage of passages) {
    const last = whole.at(-1)
    if (!last || !passage.part?.place) whole.push({ ...passage })
    else last.text += passage.text
  }
  return whole
}

function shortHash(text: string): string {
  return contentHash(text).slice(0, 16)
}

/** What a document contains twice is one passage. */
function distinct(passages: Passage[]): Passage[] {
  return [...new Map(passages.map((passage) => [passage.id, passage])).values()]
}

/** The origin and watermark key of records, which are rows and not files. */
export const recordsOrigin = 'records'

/** The type of an archived record's passage, which lets a search skip archived records without reading them. */
export function archivedType(type: string): string {
  return `archived ${type}`
}

/** The type without the prefix of {@link archivedType}. */
export function plainType(type: string): string {
  return type.startsWith('archived ') ? type.slice('archived '.length) : type
}

/** The passage of a record. Its text, name, outcome, steps, tags and scope are searched, unless a person removed it. */
export function passageOfRecord(record: MemoryRecord): Passage {
  const { id, type, text, name, steps = [], outcome, tags, scope, source, createdAt, archivedAt } = record
  const { validFrom, validTo, supersededBy, conflictsWith } = record
  const searched = [name, text, outcome, ...steps, ...tags, scope].filter((part) => part !== undefined).join('\n')
  const { session, messageId } = source ?? {}
  const saidIn = session === undefined ? undefined : { session, ...withoutUndefined({ messageId }) }
  return {
    id,
    layer: 'records',
    type: archivedAt === undefined ? type : archivedType(type),
    origin: recordsOrigin,
    text,
    tokens: [...(isRemoved(record) ? [] : analyse(searched)), ...sourceTokens(record)],
    createdAt,
    source: {
      record: id,
      ...withoutUndefined({ scope, saidIn, archivedAt, validFrom, validTo, supersededBy, conflictsWith }),
    },
  }
}

/** In the index entry of each record with one of the tokens below: one look-up tells whether there are any. */
export const anySourceToken = 'daybooksourceofwhatchanged'
const hashLength = 20

/** The token that finds the records taken from a message. Letters and digits, like every token. */
export function sourceToken(session: string, messageId: string): string {
  return `daybooksource${contentHash(JSON.stringify([session, messageId])).slice(0, hashLength)}`
}

/**
 * The tokens that link a record to the message it was taken from. Only superseded, contradicted or removed records have
 * them, because only they change what the message means.
 */
function sourceTokens(record: MemoryRecord): string[] {
  const { source, supersededBy, conflictsWith } = record
  const { session, messageId } = source ?? {}
  if (session === undefined || messageId === undefined) return []
  if (supersededBy === undefined && conflictsWith === undefined && !isRemoved(record)) return []
  return [anySourceToken, sourceToken(session, messageId)]
}
