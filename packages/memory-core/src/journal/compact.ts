import { compareTexts } from '../storage/compare-texts.ts'
import type { JournalState, Placed } from './fold.ts'
import type { JournalLine } from './journal-line.ts'

/**
 * The shortest lines that fold into the same state: the last version of each thing, one a line, in the order in which
 * they were written; then uses, readings and removals. Equal states give equal lines, so that two copies compacted
 * independently differ only where their content differs. Pruned things are left out with their versions.
 */
export function compactLines({ versions, used, read, gone, n: counted }: JournalState): JournalLine[] {
  const lines: JournalLine[] = [...versions.values()].map(({ n, by, said }) => ({ put: [said], n, by }))
  const uses = [...used].flatMap(([as, byWriter]) => [...byWriter.values()].map((placed) => ({ as, placed })))
  for (const { n, by, said } of grouped(uses)) lines.push({ used: said, n, by })
  const readings = [...read].map(([as, placed]) => ({ as, placed }))
  for (const { n, by, said } of grouped(readings)) lines.push({ read: said, n, by })
  lines.sort((a, b) => a.n - b.n || compareTexts(a.by, b.by) || compareTexts(JSON.stringify(a), JSON.stringify(b)))
  const last = Math.max(0, ...lines.slice(-1).map(({ n }) => n))
  // Keeps the counter, so that no number is assigned twice even if the thing that had the last one is gone.
  return [...removals(gone), ...lines, ...(counted > last ? [{ n: counted, by: '' }] : [])]
}

/** One line for each writer. Removals need no number: a removal overrides every version. */
function removals(gone: ReadonlyMap<string, string>): JournalLine[] {
  const byWriter = Map.groupBy(gone, ([, by]) => by)
  return [...byWriter]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([by, ids]) => ({ gone: ids.map(([as]) => as).sort(compareTexts), n: 0, by }))
}

/** Entries with the same number and writer share one line. */
function grouped<T>(entries: readonly { as: string; placed: Placed<T> }[]): Placed<Record<string, T>>[] {
  const groups = new Map<string, Placed<Record<string, T>>>()
  for (const { as, placed } of [...entries].sort((a, b) => compareTexts(a.as, b.as))) {
    const { n, by, said } = placed
    const key = `${n} ${by}`
    const group = groups.get(key) ?? { n, by, said: {} }
    group.said[as] = said
    groups.set(key, group)
  }
  return [...groups.values()]
}
