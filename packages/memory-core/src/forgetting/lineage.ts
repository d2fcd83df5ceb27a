import type { Attribution } from '../consolidation/attribution.ts'

/** What was made of some messages, as hashes of the ledger. */
export interface Lineage {
  /** Lines of MEMORY.md and history entries that were made of them and of nothing else. */
  facts: ReadonlySet<string>
  history: ReadonlySet<string>
  /** Those that another consolidation made too. */
  saidAgain: ReadonlySet<string>
  /** Lines that a later consolidation may have made of such facts: it left one out and wrote these. */
  rewritten: ReadonlySet<string>
  /** The plans of the consolidations that are meant. */
  plans: ReadonlySet<string>
}

/** Follows what consolidations made, oldest first; `isMeant` tells those whose messages are forgotten. */
export function lineageOf(ledger: readonly Attribution[], isMeant: (attribution: Attribution) => boolean): Lineage {
  const own = ledger.filter(isMeant)
  const others = ledger.filter((attribution) => !own.includes(attribution))
  const elsewhere = new Set(others.flatMap(({ facts, history }) => [...facts, ...history]))
  const made = new Set(own.flatMap(({ facts }) => facts))
  const entries = new Set(own.flatMap(({ history }) => history))
  const rewritten = new Set<string>()
  for (const { facts, dropped } of others)
    if (dropped.some((line) => made.has(line) || rewritten.has(line))) for (const line of facts) rewritten.add(line)
  const alone = (hashes: ReadonlySet<string>): Set<string> =>
    new Set([...hashes].filter((hash) => !elsewhere.has(hash)))
  return {
    facts: alone(made),
    history: alone(entries),
    saidAgain: new Set([...made, ...entries].filter((hash) => elsewhere.has(hash))),
    rewritten: new Set([...rewritten].filter((line) => !made.has(line))),
    plans: new Set(own.map(({ plan }) => plan)),
  }
}
