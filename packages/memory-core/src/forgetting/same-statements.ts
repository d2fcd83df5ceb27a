import { isoTime } from '../clock.ts'
import { parseFacts } from '../documents/fact.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { speakerOf } from '../records/drafts.ts'
import { endInMessages } from '../records/marks.ts'
import { saysMore, withoutOpening } from '../statements/stated-sentences.ts'
import { everyRecord } from '../storage/every-row.ts'
import { messageId } from '../storage/numbering.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { bareWords, speakerKey, statementKey } from '../text/comparison.ts'
import { type GoneMessages, messagesWhere } from './forget-messages.ts'
import type { Forgetting } from './forgotten.ts'

/**
 * Finds what has these ids or states the same, which would be recalled otherwise: `gone` messages say nothing else,
 * `partly` ones do. `isSaid` tests whether a text states nothing but that, `isIn` whether it has its words among others.
 * Reads every session and record.
 */
export async function sameStatements(parts: Forgetting, asked: readonly string[]) {
  const learned = (await everyRecord(parts.records)).filter(({ kind }) => kind === 'semantic')
  const stated = [...learned.map(recordStatement), ...(await statedElsewhere(parts))]
  const wanted = new Set(asked)
  const forgotten = statements(stated.filter(({ id }) => wanted.has(id)))
  const { isSaid, restOf } = forgotten
  const isIn = (text: string): boolean => restOf(text) !== undefined
  const ids = new Set([...wanted, ...stated.flatMap(({ id, text, speaker }) => (isSaid(text, speaker) ? [id] : []))])
  if (forgotten.isEmpty && !asked.some((id) => id.startsWith('message:')))
    return { ids, gone: [], partly: [], isSaid, isIn }

  const isSource = isSourceOf(learned.filter(({ id }) => ids.has(id)))
  const isSourceOfOther = isSourceOf(learned.filter(({ id }) => !ids.has(id)))

  function shareOf(session: string, message: StoredMessage): 'all' | 'part' | 'none' {
    if (ids.has(messageId(session, message.id))) return 'all'
    const text = textOf(message)
    const rest = restOf(text, message.name)
    const isSaid = isSource(session, message)
    const isOnly = rest === '' || (isSaid && !isSourceOfOther(session, message) && !saysMore(text))
    const hasFile = typeof message.content !== 'string' && message.content.some(({ type }) => type === 'file')
    if (isOnly && !hasFile) return 'all'
    return isSaid || rest !== undefined ? 'part' : 'none'
  }

  const found = await messagesWhere(parts, (session, message) => shareOf(session, message) !== 'none')
  const split = (share: 'all' | 'part'): GoneMessages[] =>
    found.flatMap(({ session, messages }) => {
      const some = messages.filter((message) => shareOf(session, message) === share)
      return some.length === 0 ? [] : [{ session, messages: some }]
    })
  return { ids, gone: split('all'), partly: split('part'), isSaid, isIn }
}

interface Statement {
  id: string
  text: string
  speaker: string | undefined
}

export function recordStatement(record: Pick<MemoryRecord, 'id' | 'text' | 'source'>): Statement {
  return { id: record.id, text: record.text, speaker: speakerOf(record) }
}

/** Compares texts with statements. Those of two named speakers differ. */
export function statements(said: readonly Statement[]) {
  const speakers = Map.groupBy(said, ({ text }) => statementKey(text))
  speakers.delete('')

  function isKnown(key: string, by: string | undefined): boolean {
    const own = speakerKey(by)
    const known = speakers.get(key)?.map(({ speaker }) => speakerKey(speaker)) ?? []
    return known.some((speaker) => own === '' || speaker === '' || speaker === own)
  }

  return {
    isEmpty: speakers.size === 0,
    isSaid: (text: string, by = readPlaced(text).speaker): boolean => isKnown(statementKey(text), by),
    /** The words that a text has besides these statements; undefined if it has none of them. */
    restOf(text: string, by?: string): string | undefined {
      const words = bareWords(withoutOpening(text.trim()))
      if (isKnown(words, by)) return ''
      // Longer ones first: they may contain others. A single word is a statement only if it is the whole text.
      const wanted = [...speakers.keys()].filter((key) => key.includes(' ') && isKnown(key, by))
      const longestFirst = wanted.sort((a, b) => b.length - a.length)
      const rest = longestFirst.reduce((left, key) => left.replaceAll(` ${key} `, '  '), ` ${words} `)
      return rest.length === words.length + 2 ? undefined : rest.trim()
    },
  }
}

function isSourceOf(records: readonly MemoryRecord[]): (session: string, message: StoredMessage) => boolean {
  const sources = new Set(records.map(({ source }) => JSON.stringify([source?.session, source?.messageId])))
  return (session, { id }) => sources.has(JSON.stringify([session, id]))
}

/** The facts and knowledge entries, with their ids for `forget`. */
export async function statedElsewhere({ facts, knowledge }: Forgetting): Promise<Statement[]> {
  const entries = (await knowledge?.list()) ?? []
  const stated = parseFacts((await facts.read()).text).map(({ text }) => {
    return { id: factPassageId(text), text, speaker: readPlaced(text).speaker }
  })
  return [
    ...stated,
    ...entries.map(({ id, content }) => ({ id: `knowledge:${id}`, text: content, speaker: undefined })),
  ]
}

/** Marks messages whose other statements stay, so that they are no longer told as current, and lists them. */
export async function endInPart(parts: Forgetting, partly: readonly GoneMessages[]): Promise<void> {
  const { receipt, records, sessions, setting } = parts
  const left = partly.flatMap(({ session, messages }) =>
    messages.map((message) => ({ session, messageId: message.id, text: textOf(message) })),
  )
  for (const { session, messageId: of, text } of left)
    receipt.doubt({ path: sessions.path(session), id: messageId(session, of), text, reason: 'says-more' })
  if (!receipt.dryRun) await endInMessages(records, left, isoTime(setting.clock()))
}
