import type { Storage } from '../../storage/storage.ts'
import { type DamagedLine, type JournalName, journalNames } from './journal-text.ts'

type Told = Parameters<NonNullable<Storage['onDamage']>>[0]

export type DamagedLines = ReturnType<typeof createDamagedLines>

/** The damaged lines found so far. They stay in the journal until it is rewritten. */
export function createDamagedLines() {
  const known = { records: new Map<string, DamagedLine>(), items: new Map<string, DamagedLine>() }
  const listeners = new Set<Told>()

  function tell(told: Told, journal: JournalName, lines: Iterable<DamagedLine>): void {
    const errors = [...lines].map(({ error }) => error)
    if (errors.length > 0) told(journal, errors)
  }

  return {
    /** Reports lines that were not known before. With `all`, these are all damaged lines of the journal. */
    found(journal: JournalName, lines: readonly DamagedLine[], all = false): void {
      const before = known[journal]
      const news = lines.filter(({ text }) => !before.has(text))
      known[journal] = new Map([...(all ? [] : before.values()), ...lines].map((line) => [line.text, line]))
      for (const told of listeners) tell(told, journal, news)
    },
    count: (): number => known.records.size + known.items.size,
    /** See `Storage.onDamage`. */
    watch(told: Told): () => void {
      listeners.add(told)
      for (const journal of journalNames) tell(told, journal, known[journal].values())
      return () => {
        listeners.delete(told)
      }
    },
  }
}
