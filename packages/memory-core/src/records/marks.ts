import { messageId as idOf } from '../storage/numbering.ts'
import type { RecordSource } from '../storage/records.ts'
import { contentHash } from '../text/comparison.ts'
import type { BookStore } from './record-book.ts'

/** The keys of the marks that messages get when something is captured from them begin with it. */
export const captureMarks = 'captured:'

/** The key of the mark of a captured message; its value is a hash of the text. */
export function captureMark({ session, messageId }: RecordSource): string {
  return `${captureMarks}${shortHash(JSON.stringify([session, messageId]))}`
}

/** The keys of the marks of messages of which a statement was removed begin with it. */
export const endedMarks = 'ended:'

/**
 * The key of the mark of a message that stayed when a statement of it was removed. Its value is the time, its hash, and
 * "unsaid" if the user asked to forget it, so that no context quotes it at all.
 */
export function endedMark(passageId: string): string {
  return `${endedMarks}${shortHash(passageId)}`
}

/** The keys of the marks that a message can have. */
export function messageMarks(session: string, messageId: string): string[] {
  return [captureMark({ session, messageId }), endedMark(idOf(session, messageId))]
}

export type FactMarkKind = 'superseded' | 'conflict'

/** The key of the mark whose value is the record that superseded or contradicts a fact. */
export function factMark(kind: FactMarkKind, factId: string): string {
  return `${kind}:${factId}`
}

/**
 * The key of the mark of a session that this copy of the memory has written to and that still has messages to
 * consolidate; see `isCopyMark`. Its value is `model` if a model was set then, which costs its price only for these.
 */
export function openSessionMark(session: string): string {
  return `own-session:${contentHash(session)}`
}

export function shortHash(text: string): string {
  return contentHash(text).slice(0, 32)
}

/** Notes that a statement of these messages was removed: until their text changes, they are not told as current. */
export async function endInMessages(
  store: BookStore,
  said: readonly (RecordSource & { text?: string })[],
  at: string,
  why: '' | 'unsaid' = '',
): Promise<void> {
  const captured = await store.marks(said.map(captureMark))
  const marks = said.map(({ text, ...one }) => {
    const hash = text === undefined ? captured.get(captureMark(one)) : shortHash(text)
    return [endedMark(idOf(one.session ?? '', one.messageId ?? '')), `${at} ${hash ?? ''} ${why}`.trimEnd()]
  })
  if (marks.length > 0) await store.write({ marks: Object.fromEntries(marks) })
}

/** Whether the user asked to forget a message with this mark. */
export function isUnsaid(mark = ''): boolean {
  return mark.endsWith(' unsaid')
}

/** When a statement of a message with this mark was removed, in ms. Without `text`, it is taken as unchanged since. */
export function removedAtMs(mark = '', text?: string): number | undefined {
  const [at = '', hash] = mark.split(' ')
  return at === '' || (text !== undefined && hash && hash !== shortHash(text)) ? undefined : Date.parse(at)
}
