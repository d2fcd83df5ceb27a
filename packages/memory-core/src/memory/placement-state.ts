import type { MemorySection } from '../documents/placed-lines.ts'
import { readable } from '../indexing/followers.ts'
import { isRecord, parsedJson } from '../json.ts'
import type { RecordStore } from '../storage/records.ts'

/** The record behind one line of MEMORY.md. */
export interface PlacedLine {
  id: string
  key: string
  section: MemorySection
  /** The record's worth, from 0 to 1; plus 1 for kinds that never leave MEMORY.md. */
  rank: number
}

export interface PlacementState {
  lines: readonly PlacedLine[]
  /** The content hash of MEMORY.md when it was last compared with the records; "" before the first comparison. */
  hash: string
  /** The revision of the records that the lines reflect, in this copy of the memory: each counts its own. */
  revision: number
  /** A hash of the options that chose the lines; undefined if it was not noted. */
  options?: string | undefined
  /** The day on which the lines last changed. */
  day?: string | undefined
}

/** The marks of one page. A page that `facts.directory` moved keeps those of its former place, for the way back. */
function marksOf(path: string): { state: string; revision: string } {
  const place = path === 'memory/MEMORY.md' ? '' : path
  // The revision is beside the records that it quotes, see `isCopyMark`.
  return { state: `placed-lines${place}`, revision: `placed-revision:${place}` }
}

/** A damaged state counts as absent: lines are then matched by text. */
export async function readPlacement(store: RecordStore, path: string): Promise<PlacementState> {
  const of = marksOf(path)
  const marks = await store.marks([of.state, of.revision])
  const [revision, options, day] = (marks.get(of.revision) ?? '0').split(' ')
  return { ...decode(marks.get(of.state)), revision: Number(revision), options, day }
}

/** Writes what has changed, so that two copies with the same content stay the same. */
export async function writePlacement(store: RecordStore, path: string, state: PlacementState): Promise<void> {
  const { lines, hash, revision, options, day } = state
  const of = marksOf(path)
  const texts = {
    [of.state]: JSON.stringify({ hash, lines: lines.map(({ id, key, section, rank }) => [id, key, section, rank]) }),
    [of.revision]: [revision, options, day].filter((part) => part !== undefined).join(' '),
  }
  const known = await store.marks(Object.keys(texts))
  const changed = Object.entries(texts).filter(([key, text]) => known.get(key) !== text)
  if (changed.length > 0) await store.write({ marks: Object.fromEntries(changed) })
}

function decode(text: string | undefined): Pick<PlacementState, 'lines' | 'hash'> {
  const value = parsedJson(text ?? '')
  const { lines, hash }: Record<string, unknown> = isRecord(value) ? value : {}
  if (!Array.isArray(lines) || !lines.every(Array.isArray) || typeof hash !== 'string') return { lines: [], hash: '' }
  // The mark was written by `writePlacement`.
  const placed = lines as [string, string, MemorySection, number][]
  return { hash, lines: placed.map(([id, key, section, rank]) => ({ id, key, section, rank })) }
}

/** The worth of the lines of MEMORY.md by key; empty if the store cannot be read. */
export async function lineRanks(store: RecordStore, path: string): Promise<ReadonlyMap<string, number>> {
  const { lines } = await readable<Pick<PlacementState, 'lines'>>(readPlacement(store, path), { lines: [] })
  return new Map(lines.map(({ key, rank }) => [key, rank]))
}
