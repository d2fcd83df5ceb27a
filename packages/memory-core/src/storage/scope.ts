import type { Layer, Passage, PassageQuery } from './passages.ts'

const layers: readonly Layer[] = ['facts', 'history', 'sessions']
const mostTerms = 64

/** What a query may find: whole layers, and messages of single sessions. */
export interface SearchScope {
  layers: ReadonlySet<Layer>
  sessions: ReadonlySet<string>
}

/** The scope of a query; undefined when it covers everything. `sessions` narrows the messages and nothing else. */
export function searchScope({ layers: wanted, sessions }: PassageQuery): SearchScope | undefined {
  const whole = new Set(wanted ?? layers)
  if (sessions === undefined || !whole.has('sessions')) {
    return layers.every((layer) => whole.has(layer)) ? undefined : { layers: whole, sessions: new Set() }
  }
  whole.delete('sessions')
  return { layers: whole, sessions: new Set(sessions) }
}

/** The session that a passage is a message of. */
export function sessionOf({ layer, source }: Pick<Passage, 'layer' | 'source'>): string | undefined {
  return layer === 'sessions' && 'session' in source ? source.session : undefined
}

/** The terms that are searched for: the first 64 different ones. A longer question costs time and finds nothing better. */
export function searchTerms({ terms }: PassageQuery): string[] {
  return [...new Set(terms)].filter((term) => term !== '').slice(0, mostTerms)
}

/** How many passages are asked for, as a whole number that every database takes. */
export function searchLimit({ limit }: PassageQuery): number {
  return Math.max(0, Math.min(Math.trunc(limit) || 0, 1_000_000))
}
