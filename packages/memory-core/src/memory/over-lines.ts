import { everyRecord } from '../storage/every-row.ts'
import type { RecordStore } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'

/** Which lines state what was replaced, or removed by a person, and does not hold now. Reads every record. */
export async function overLines(store: RecordStore): Promise<(line: string) => boolean> {
  const over = new Set<string>()
  const holding = new Set<string>()
  for (const { kind, text, validTo } of await everyRecord(store))
    if (kind === 'semantic') (validTo === undefined ? holding : over).add(statementKey(text))
  return (line) => {
    const key = statementKey(line)
    return over.has(key) && !holding.has(key)
  }
}
