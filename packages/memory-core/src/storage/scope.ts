import { MemoryError, shown } from '../errors.ts'
import { type Layer, type Passage, type PassageQuery, searchedLayers } from './passages.ts'

const mostTerms = 128

/** What a query may find: whole layers and messages of single sessions, and of these only some types. */
export interface SearchScope {
  layers: ReadonlySet<Layer>
  sessions: ReadonlySet<string>
  /** Undefined for all, and for what has none. */
  types: ReadonlySet<string> | undefined
}

/** The scope of a query; undefined when it covers everything. `sessions` narrows the messages and nothing else. */
export function searchScope({ layers: wanted, sessions, types }: Partial<PassageQuery>): SearchScope | undefined {
  const whole = new Set(wanted ?? searchedLayers)
  const narrowed = types && new Set(types)
  if (sessions === undefined || !whole.has('sessions')) {
    const isAll = types === undefined && searchedLayers.every((layer) => whole.has(layer))
    return isAll ? undefined : { layers: whole, sessions: new Set(), types: narrowed }
  }
  whole.delete('sessions')
  return { layers: whole, sessions: new Set(sessions), types: narrowed }
}

/** Whether a passage is within a scope. */
export function isInScope(
  passage: Pick<Passage, 'layer' | 'type' | 'source'>,
  scope: SearchScope | undefined,
): boolean {
  if (!scope) return true
  const session = sessionOf(passage)
  const type = session === undefined ? passage.type : undefined
  if (scope.types && (type === undefined || !scope.types.has(type))) return false
  return scope.layers.has(passage.layer) || (session !== undefined && scope.sessions.has(session))
}

/** The session that a passage is a message of. */
export function sessionOf({ layer, source }: Pick<Passage, 'layer' | 'source'>): string | undefined {
  return layer === 'sessions' && 'session' in source ? source.session : undefined
}

/**
 * The terms that are searched for, each once: 128 at the most, half of them from the end. Where much is pasted, what is
 * asked stands before it or behind it.
 */
export function searchTerms({ terms }: PassageQuery): string[] {
  const different = [...new Set(terms)].filter((term) => term !== '')
  if (different.length <= mostTerms) return different
  return [...different.slice(0, mostTerms / 2), ...different.slice(-mostTerms / 2)]
}

/** @throws MemoryError `version-conflict` when a watermark is not what it was expected to be */
export function checkWatermark(key: string, found: string | undefined, expected: string | undefined): void {
  if (found === expected) return
  throw new MemoryError(
    'version-conflict',
    `the watermark of ${shown(key)} has changed since it was read: read the watermarks again, and follow the source from there`,
  )
}

/** How many passages are asked for, as a whole number that every database takes. */
export function searchLimit({ limit = 0 }: Partial<PassageQuery>): number {
  return Math.max(0, Math.min(Math.trunc(limit) || 0, 1_000_000))
}
