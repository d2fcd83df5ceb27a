import { isoTime } from '../clock.ts'
import { parseFacts } from '../documents/fact.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { endInMessages } from '../records/message-marks.ts'
import { saysMore, sentencesOf, withoutOpening } from '../statements/stated-sentences.ts'
import { everyRecord } from '../storage/every-row.ts'
import { messageId } from '../storage/numbering.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import { comesFrom, type GoneMessages, messagesWhere } from './forget-messages.ts'
import type { Forgetting } from './forgotten.ts'

/** What a request by ids concerns. */
export interface SameStatements {
  /** The ids of the request, and those of facts, records and knowledge entries that state the same. */
  ids: ReadonlySet<string>
  /** The messages that have one of the ids, or say nothing but what is forgotten. */
  gone: readonly GoneMessages[]
  /** The messages that say it among other things. */
  partly: readonly GoneMessages[]
  /** Whether a text states what is forgotten, and nothing else. */
  isSaid(text: string): boolean
  /** Whether a text has its words, among others. */
  isIn(text: string): boolean
}

/** Finds what has these ids or states the same, which would be recalled otherwise. Reads every session and record. */
export async function sameStatements(parts: Forgetting, asked: readonly string[]): Promise<SameStatements> {
  const learned = (await everyRecord(parts.records)).filter(({ kind }) => kind === 'semantic')
  const stated = [...learned, ...(await statedElsewhere(parts))]
  const wanted = new Set(asked)
  const keys = new Set(stated.flatMap(({ id, text }) => (wanted.has(id) ? [statementKey(text)] : [])))
  keys.delete('')
  const isSaid = (text: string): boolean => keys.has(statementKey(text))
  const restOf = without(keys)
  const isIn = (text: string): boolean => restOf(text) !== undefined
  const ids = new Set([...wanted, ...stated.flatMap(({ id, text }) => (isSaid(text) ? [id] : []))])
  if (keys.size === 0 && !asked.some((id) => id.startsWith('message:')))
    return { ids, gone: [], partly: [], isSaid, isIn }

  const isSource = isSourceOf(learned.filter(({ id }) => ids.has(id)))
  const isSourceOfOther = isSourceOf(learned.filter(({ id }) => !ids.has(id)))

  function shareOf(session: string, message: StoredMessage): 'all' | 'part' | 'none' {
    if (ids.has(messageId(session, message.id))) return 'all'
    const text = textOf(message)
    const rest = restOf(text)
    const isSaid = isSource(session, message)
    const isOnly = rest === '' || (isSaid && !isSourceOfOther(session, message) && !saysMore(text))
    if (isOnly && !hasFile(message)) return 'all'
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

/** Returns the words that a text has besides these statements; undefined if it has none of them. */
function without(keys: ReadonlySet<string>): (text: string) => string | undefined {
  // Longer ones first: they may contain others. A single word is a statement only if it is the whole text.
  const wanted = [...keys].filter((key) => key.includes(' ')).sort((a, b) => b.length - a.length)
  return (text) => {
    const words = bareWords(withoutOpening(text.trim()))
    if (words !== '' && keys.has(words)) return ''
    const rest = wanted.reduce((left, key) => left.replaceAll(` ${key} `, '  '), ` ${words} `)
    return rest.length === words.length + 2 ? undefined : rest.trim()
  }
}

function hasFile({ content }: StoredMessage): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'file')
}

function isSourceOf(records: readonly MemoryRecord[]): (session: string, message: StoredMessage) => boolean {
  const sources = new Set(records.map(({ source }) => JSON.stringify([source?.session, source?.messageId])))
  return (session, { id }) => sources.has(JSON.stringify([session, id]))
}

/** The facts and knowledge entries, with their ids for `forget`. */
async function statedElsewhere({ facts, knowledge }: Forgetting): Promise<{ id: string; text: string }[]> {
  const entries = (await knowledge?.list()) ?? []
  return [
    ...parseFacts((await facts.read()).text).map(({ text }) => ({ id: factPassageId(text), text })),
    ...entries.map(({ id, content }) => ({ id: `knowledge:${id}`, text: content })),
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

/** The sources of records that other messages of the user state, too, in a sentence, by id. Reads every session for them. */
export async function sourcesElsewhere(
  parts: Forgetting,
  records: readonly MemoryRecord[],
  gone: readonly GoneMessages[],
): Promise<Map<string, Pick<MemoryRecord, 'source'>>> {
  const found = new Map<string, Pick<MemoryRecord, 'source'>>()
  const again = records.filter(({ author, reinforcementCount }) => author === 'user' && reinforcementCount > 1)
  if (again.length === 0) return found
  const isGone = comesFrom(gone)
  await messagesWhere(parts, (session, message) => {
    const source = { session, messageId: message.id }
    if (message.role !== 'user' || isGone(source)) return false
    const keys = new Set(sentencesOf(textOf(message)).map((said) => statementKey(withoutOpening(said))))
    for (const { id, text } of again) if (keys.has(statementKey(text))) found.set(id, { source })
    return false
  })
  return found
}
