import { draftOfStatement, recordId, recordIdentity, speakerOf } from '../records/drafts.ts'
import type { NewRecord } from '../records/record-book.ts'
import { amended } from '../statements/english/amendments.ts'
import { readStatements } from '../statements/read-statements.ts'
import type { MemoryRecord } from '../storage/records.ts'
import type { MessageFindings } from './findings.ts'

/** The id of the first record with this statement. */
export function idOfStatement(record: NewRecord): string {
  return recordId(recordIdentity(draftOfStatement(record, 0, '')), 0)
}

/** A statement that may be amended: a stored record, or one that an earlier message of the page gives. */
interface Open extends Omit<NewRecord, 'createdAt' | 'validTo'> {
  id: string
  createdAt: string
  validTo?: string | undefined
}

/**
 * Says again, with the right word or the new time, what messages amend, in place of the statements that only amend it;
 * where none or several statements may be meant, nothing changes. `known` are all records.
 */
export function withAmendments(
  findings: readonly MessageFindings[],
  known: readonly MemoryRecord[],
): MessageFindings[] {
  const open = new Map<string, Open>(
    known
      .filter(({ kind, archivedAt, author }) => kind === 'semantic' && !archivedAt && author !== 'tool')
      .map((record) => [record.id, record]),
  )
  return findings.map((finding) => {
    const { message, amendments, kept, others } = finding
    const made = new Map<string, NewRecord>()
    const said = new Set<string>()
    let last: Open | undefined
    for (const { amendment, origin } of amendments) {
      const isGoingOn = amendment.head.length === 0 && amendment.old === undefined
      const candidates = isGoingOn
        ? [last].filter((one) => one !== undefined)
        : [...open.values()].filter(isOpenAt(message.createdAt, origin))
      const fitting = candidates.flatMap((one) => {
        const text = amended(one.text, amendment)
        return text === undefined ? [] : [{ one, text }]
      })
      const [found] = fitting
      if (!found || fitting.length > 1) continue
      const { one, text } = found
      const before = made.get(one.id)
      const { type, priority, about, worth, scope, tags } = one
      const until = readStatements(text, { at: message.createdAt })[0]?.until
      const supersedes = before ? before.supersedes : text === one.text ? undefined : one.id
      const record = { type, priority, about, worth, scope, tags, text, until, ...origin, supersedes }
      last = { ...record, id: idOfStatement(record), createdAt: message.createdAt }
      made.delete(one.id)
      made.set(last.id, record)
      open.delete(one.id)
      open.set(last.id, last)
      said.add(amendment.statement.text)
    }
    const isOther = ({ text }: NewRecord): boolean => !said.has(text)
    const all = [...kept.filter(isOther), ...made.values()]
    for (const record of all)
      open.set(idOfStatement(record), { ...record, id: idOfStatement(record), createdAt: message.createdAt })
    return { ...finding, kept: all, others: others.filter(isOther) }
  })
}

/** Whether a statement holds at a time, and is of the same speaker and another message. */
function isOpenAt(at: string, { source }: Pick<NewRecord, 'source'>): (one: Open) => boolean {
  const speaker = speakerOf({ source })
  return (one) =>
    one.createdAt <= at &&
    (one.validTo === undefined || one.validTo > at) &&
    (one.until === undefined || one.until >= at.slice(0, 10)) &&
    speakerOf(one) === speaker &&
    (one.source?.messageId !== source?.messageId || one.source?.session !== source?.session)
}
