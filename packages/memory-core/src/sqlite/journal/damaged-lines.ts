import type { Storage } from '../../storage/storage.ts'
import type { DamagedLine, JournalName } from './journal-text.ts'

type Told = Parameters<NonNullable<Storage['onDamage']>>[0]

/** The damaged lines found so far. They stay in the journal until it is rewritten. */
export interface DamagedLines {
  /** Reports lines that were not known before. With `all`, these are all damaged lines of the journal. */
  found(journal: JournalName, lines: readonly DamagedLine[], all?: boolean): void
  count(): number
  /** See `Storage.onDamage`. */
  watch: NonNullable<Storage['onDamage']>
}

export function createDamagedLines(): DamagedLines {
  const known = { records: new Map<string, DamagedLine>(), items: new Map<string, DamagedLine>() }
  const listeners = new Set<Told>()

  return {
    found(journal, lines, all = false) {
      const before = known[journal]
      const news = lines.filter(({ text }) => !before.has(text))
      known[journal] = new Map([...(all ? [] : before.values()), ...lines].map((line) => [line.text, line]))
      if (news.length === 0) return
      for (const told of listeners)
        told(
          journal,
          news.map(({ error }) => error),
        )
    },
    count: () => known.records.size + known.items.size,
    watch(told) {
      listeners.add(told)
      for (const journal of ['records', 'items'] as const)
        if (known[journal].size > 0)
          told(
            journal,
            [...known[journal].values()].map(({ error }) => error),
          )
      return () => {
        listeners.delete(told)
      }
    },
  }
}
