import { draftOfStatement, recordId, recordIdentity, speakerOf } from '../records/drafts.ts'
import type { NewRecord } from '../records/record-book.ts'
import { type Amendment, amended } from '../statements/english/amendments.ts'
import { isOneDay } from '../statements/english/times-said.ts'
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
 * Says again, with the right word or the new time, what messages amend, in place of the statements that only amend it.
 * Where it is not sure which statement is meant, nothing changes. `known` are all records.
 */
export function withAmendments(findings: readonly MessageFindings[], known: readonly MemoryRecord[]) {
  const isLearned = ({ kind, archivedAt, author }: MemoryRecord): boolean =>
    kind === 'semantic' && archivedAt === undefined && author !== 'tool'
  const open = new Map(known.filter(isLearned).map((record): [string, Open] => [record.id, record]))
  return findings.map((finding) => {
    const { createdAt } = finding.message
    const made = new Map<string, NewRecord>()
    const said = new Set<string>()
    let last: readonly Open[] = []
    for (const { amendment, text, origin } of finding.amendments) {
      const isGoingOn = amendment.head.length === 0 && amendment.old === undefined
      const others = isGoingOn ? last : [...open.values()].filter(isOpenAt(createdAt, origin))
      last = meant(others, amendment).map(([one, better]): Open => {
        const { type, priority, about, worth, scope, tags } = one
        const until = readStatements(better, { at: createdAt })[0]?.until
        const supersedes = made.has(one.id) ? made.get(one.id)?.supersedes : one.text === better ? undefined : one.id
        const kept = { type, priority, about, worth, scope, tags }
        const record = { ...kept, ...origin, createdAt, until, supersedes, text: better }
        const id = idOfStatement(record)
        open.delete(one.id)
        made.delete(one.id)
        made.set(id, record)
        return { ...record, id }
      })
      for (const one of last) open.set(one.id, one)
      // A right word alone says nothing: "it's not Whinfell, it's Sherwood".
      if (amendment.isAlone && (last.length > 0 || amendment.head.length === 0)) said.add(text)
    }
    const isOther = ({ text }: NewRecord): boolean => !said.has(text)
    const kept = finding.kept.filter(isOther)
    for (const { validTo: _, ...record } of kept) {
      const id = idOfStatement(record)
      open.set(id, { ...record, id, createdAt })
    }
    return { ...finding, kept: [...kept, ...made.values()], others: finding.others.filter(isOther) }
  })
}

/** The statements that an amendment means, with their better texts: one, or several of one thing on one day. */
function meant(open: readonly Open[], amendment: Amendment): (readonly [one: Open, better: string])[] {
  const fitting = open.flatMap((one) => {
    const better = amended(one.text, amendment)
    return better === undefined ? [] : [[one, better] as const]
  })
  return fitting.length > 1 && !isOneDay(fitting.map(([{ text }]) => text)) ? [] : fitting
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
