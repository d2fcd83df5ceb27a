import type { NewRecord } from '../records/record-book.ts'
import type { Statement, StatementKind } from '../statements/statement.ts'
import type { RecordPriority, RecordType } from '../storage/records.ts'

const typeOfKind: Readonly<Partial<Record<StatementKind, RecordType>>> = {
  rule: 'preference',
  preference: 'preference',
  decision: 'decision',
}

/** A statement as a record: what binds is a policy, the other types follow from what it is about. */
export function recordOfStatement(
  { text, kind, worth, until, isBinding, isExplicit }: Statement,
  worthAtLeast = 0,
): Pick<NewRecord, 'text' | 'type' | 'priority' | 'about' | 'worth' | 'until'> {
  const type = isBinding ? 'policy' : (typeOfKind[kind] ?? 'fact')
  const priority: RecordPriority | undefined = isBinding
    ? 'critical'
    : isExplicit || kind === 'rule'
      ? 'high'
      : undefined
  return { text, type, about: kind, worth: Math.max(worth, worthAtLeast), ...(priority ? { priority } : {}), until }
}
