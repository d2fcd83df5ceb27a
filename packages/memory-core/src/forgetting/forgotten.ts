import type { FileStore } from '../storage/files.ts'

/**
 * Where something was removed: lines of MEMORY.md, history entries, notes (shortened ones count), knowledge entries, records,
 * messages, cached responses, items, kept versions of documents, files with damaged lines, and consolidation's own lists.
 */
export type ForgottenPlace =
  | 'facts'
  | 'history'
  | 'notes'
  | 'knowledge'
  | 'records'
  | 'sessions'
  | 'responses'
  | 'items'
  | 'versions'
  | 'damaged'
  | 'consolidation'

/** What may come from what was forgotten, and was left where it is: a person has to decide. */
export interface Unattributed {
  /** The file, relative to the memory's directory. */
  path: string
  /** From 1. */
  line?: number
  /** Give it to `forget({ ids })` when it is to go. */
  id?: string
  /** The session whose key it is. Give it to `forget({ session })` when it is to go with all that was said in it. */
  session?: string
  /** What stands there, at most 200 characters. */
  text: string
  /**
   * `mixed`: made from several messages, of which one was forgotten · `rewritten`: a consolidation put it in the place of a
   * fact that came from there · `said-again`: another session taught it too · `foreign`: says the text, in a place that
   * Daybook does not write or cannot take apart · `unknown`: the session was consolidated, and nothing says into which lines;
   * or a file that was set aside as damaged may say it, and the source of its lines is not known ·
   * `key`: the session's key says the text, and stands in its file, its name and the index.
   */
  reason: 'mixed' | 'rewritten' | 'said-again' | 'foreign' | 'unknown' | 'key'
}

/** The receipt of forgetting. With `dryRun`, it says what would happen. */
export interface Forgotten {
  /** The ids of what was removed as a whole: those asked for, and what went with them. */
  removed: string[]
  /** The ids asked for of which there is nothing, or only a part. */
  notFound: string[]
  /** How much was removed in each place. */
  counts: Readonly<Record<ForgottenPlace, number>>
  /**
   * The files that were removed or changed by it, sorted. Generated files, databases and knowledge.json are not among them; a
   * session's file stands for its archive.
   */
  paths: string[]
  unattributed: Unattributed[]
  /** Where removed bytes can still be read, and why, in words. Empty when nothing is left. */
  remains: string[]
  dryRun: boolean
}

/** Collects the receipt. */
export interface ForgetReceipt {
  readonly dryRun: boolean
  /** Notes that so much went from a place, and from this file. */
  count(place: ForgottenPlace, amount: number, path?: string): void
  /** Notes that these files were changed or removed. */
  changed(paths: readonly string[]): void
  isChanged(path: string): boolean
  /** Notes that what has these ids went. */
  removed(ids: Iterable<string>): void
  isRemoved(id: string): boolean
  doubt(what: Unattributed): void
  /** Notes that consolidations' own lists are to forget these plans, and these hashes of all others. */
  detach(plans: Iterable<string>, hashes: Iterable<string>): void
  readonly detached: { readonly plans: ReadonlySet<string>; readonly hashes: ReadonlySet<string> }
  done(asked: readonly string[], remains: readonly string[]): Forgotten
}

const longestText = 200

/** Begins an empty receipt. */
export function createReceipt(dryRun: boolean): ForgetReceipt {
  const counts = new Map<ForgottenPlace, number>()
  const ids = new Set<string>()
  const paths = new Set<string>()
  const doubts = new Map<string, Unattributed>()
  const detached = { plans: new Set<string>(), hashes: new Set<string>() }
  return {
    dryRun,
    count(place, amount, path) {
      if (amount === 0) return
      counts.set(place, (counts.get(place) ?? 0) + amount)
      if (path !== undefined) paths.add(path)
    },
    changed(some) {
      for (const path of some) paths.add(path)
    },
    isChanged: (path) => paths.has(path),
    removed(gone) {
      for (const id of gone) ids.add(id)
    },
    detached,
    detach(plans, hashes) {
      for (const plan of plans) detached.plans.add(plan)
      for (const hash of hashes) detached.hashes.add(hash)
    },
    isRemoved: (id) => ids.has(id),
    doubt(what) {
      const text = what.text.trim().slice(0, longestText).toWellFormed()
      doubts.set(JSON.stringify([what.path, what.line, what.id]), { ...what, text })
    },
    done: (asked, remains) => ({
      removed: [...ids],
      notFound: asked.filter((id) => !ids.has(id)),
      counts: countsOf(counts),
      paths: [...paths].sort(),
      unattributed: [...doubts.values()].filter(({ id }) => id === undefined || !ids.has(id)),
      remains: [...remains],
      dryRun,
    }),
  }
}

function countsOf(counts: ReadonlyMap<ForgottenPlace, number>): Record<ForgottenPlace, number> {
  const of = (place: ForgottenPlace): number => counts.get(place) ?? 0
  return {
    facts: of('facts'),
    history: of('history'),
    notes: of('notes'),
    knowledge: of('knowledge'),
    records: of('records'),
    sessions: of('sessions'),
    responses: of('responses'),
    items: of('items'),
    versions: of('versions'),
    damaged: of('damaged'),
    consolidation: of('consolidation'),
  }
}

/** When something was forgotten, and how much. What it was is kept nowhere. */
const path = '.daybook/forgettings.jsonl'

/** Notes a forgetting. */
export async function noteForgetting(files: FileStore, at: string, counts: Forgotten['counts']): Promise<void> {
  const places = Object.entries(counts).filter(([, count]) => count > 0)
  if (places.length > 0) await files.append(path, `${JSON.stringify({ at, counts: Object.fromEntries(places) })}\n`)
}

/** One entry of the log for each. A damaged line is passed over. */
export async function forgettingsSince(
  files: FileStore,
  since: string,
): Promise<{ at: string; what: 'forgotten'; text: string }[]> {
  const lines = (await files.read(path))?.text.split('\n') ?? []
  return lines.flatMap((line) => {
    try {
      const { at, counts }: { at: string; counts: Record<string, number> } = JSON.parse(line)
      const text = Object.entries(counts).map(([place, count]) => `${count} in ${place}`)
      return at >= since ? [{ at, what: 'forgotten', text: text.join(', ') }] : []
    } catch {
      return []
    }
  })
}
