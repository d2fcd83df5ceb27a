/** Whose threads were a moment ago. */
export interface RecentOwners {
  /** Undefined when nobody has asked for a moment. */
  of(thread: string): string | undefined
  note(thread: string, resource: string | undefined): void
}

/** A run asks for its thread again and again. */
const momentMs = 1_000
const mostThreads = 1_000

/** Remembers for a moment: another process may give a thread away meanwhile. */
export function createRecentOwners(): RecentOwners {
  const known = new Map<string, { resource: string; until: number }>()
  return {
    of(thread) {
      const told = known.get(thread)
      return told && performance.now() < told.until ? told.resource : undefined
    },
    note(thread, resource) {
      known.delete(thread)
      if (resource === undefined) return
      known.set(thread, { resource, until: performance.now() + momentMs })
      const [oldest] = known.keys()
      if (known.size > mostThreads && oldest !== undefined) known.delete(oldest)
    },
  }
}
