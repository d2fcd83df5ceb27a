import { LRUCache } from 'lru-cache'
import type { FactsFile } from '../documents/facts-file.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import type { StablePart } from './stable-part.ts'

/** The sources of the stable part; a layer that is off is absent. */
export interface StableSources {
  facts?: Pick<FactsFile, 'read'> | undefined
  /** The rank of the lines of MEMORY.md by line key; a person wrote the lines without one. Absent: all are equal. */
  ranks?: (() => Promise<ReadonlyMap<string, number>>) | undefined
  /** The note index with its instructions; "" if there are no notes. Called at each request, so it must be cheap. */
  notes?: (() => Promise<string>) | undefined
  /** The knowledge entries for the context. Called at each request. */
  knowledge?: (() => Promise<string>) | undefined
  sessions: Pick<SessionStore, 'recentWindow'>
}

/** The content of the stable part as one session sees it. */
export interface Snapshot extends Omit<StablePart, 'protocol' | 'isAlone'> {
  /** The last version of MEMORY.md that was found to contain all of `facts`. */
  version: string | null
}

const noRanks: ReadonlyMap<string, number> = new Map()
/** Maximum sessions whose stable part is kept; for others it is built anew. */
const maxSessions = 1_000

/**
 * Keeps the stable part of each session, so that its next contexts repeat it unchanged; with `isFrozen` false, each
 * request reads the files.
 */
export function createSnapshots(sources: StableSources, isFrozen: boolean) {
  const { facts, sessions } = sources
  const kept = new LRUCache<string, Promise<Snapshot>>({ max: maxSessions })
  let last: Snapshot | undefined

  async function readFacts(): Promise<{ text: string; version: string | null }> {
    return (await facts?.read()) ?? { text: '', version: null }
  }

  async function readIndexes(): Promise<Pick<Snapshot, 'notes' | 'knowledge'>> {
    const [notes = '', knowledge = ''] = await Promise.all([sources.notes?.(), sources.knowledge?.()])
    return { notes, knowledge }
  }

  async function read(session: string | undefined): Promise<Snapshot> {
    const [{ text, version }, ranks, indexes, window] = await Promise.all([
      readFacts(),
      sources.ranks?.(),
      readIndexes(),
      session === undefined ? undefined : sessions.recentWindow(session),
    ])
    const content = { facts: text, ranks, ...indexes, summary: window?.header.summary ?? '', version }
    // Most sessions begin with the same content: they share it, and the text that is made of it.
    if (!last || !isSame(last, content)) last = content
    return last
  }

  async function isStillSaid(content: Snapshot): Promise<boolean> {
    const [{ text, version }, { notes, knowledge }] = await Promise.all([readFacts(), readIndexes()])
    if (notes !== content.notes || knowledge !== content.knowledge) return false
    if (version === content.version) return true
    const lines = new Set(linesOf(text))
    if (!linesOf(content.facts).every((line) => lines.has(line))) return false
    content.version = version
    return true
  }

  function freeze(session: string, isComplete: boolean): Promise<Snapshot> {
    const reading = read(session)
    if (!isComplete) return reading
    kept.set(session, reading)
    reading.catch(() => kept.peek(session) === reading && kept.delete(session))
    return reading
  }

  return {
    /**
     * The session's content. Replaced if a line left MEMORY.md or a note or knowledge changed, not for new facts. Kept
     * only if `isComplete`: while the index is incomplete, MEMORY.md may lack what was said last.
     */
    async of(session: string | undefined, isComplete: boolean): Promise<Snapshot> {
      if (session === undefined || !isFrozen) return read(session)
      const known = kept.get(session)
      if (!known) return freeze(session, isComplete)
      if (await isStillSaid(await known)) return known
      if (kept.peek(session) === known) kept.delete(session)
      return kept.get(session) ?? freeze(session, isComplete)
    },
    /** Drops the content of a session, which has new facts or a new summary. */
    refresh: (session: string): void => void kept.delete(session),
  }
}

function isSame(a: Snapshot, b: Snapshot): boolean {
  const [ranks = noRanks, others = noRanks] = [a.ranks, b.ranks]
  return (
    a.facts === b.facts &&
    a.notes === b.notes &&
    a.knowledge === b.knowledge &&
    a.summary === b.summary &&
    ranks.size === others.size &&
    [...ranks].every(([key, rank]) => others.get(key) === rank)
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
