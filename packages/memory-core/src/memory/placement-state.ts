import type { MemorySection } from '../documents/placed-lines.ts'
import { isUnreadable } from '../indexing/record-follower.ts'
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
  /** The revision of the records that the lines reflect. */
  revision: number
}

const stateMark = 'placed-lines'

/** Reads the state. A damaged one counts as absent: lines are then matched by text. */
export async function readPlacement(store: RecordStore): Promise<PlacementState> {
  return decode((await store.marks([stateMark])).get(stateMark))
}

export async function writePlacement(store: RecordStore, { lines, hash, revision }: PlacementState): Promise<void> {
  const text = JSON.stringify({
    hash,
    revision,
    lines: lines.map(({ id, key, section, rank }) => [id, key, section, rank]),
  })
  await store.write({ marks: { [stateMark]: text } })
}

function decode(text: string | undefined): PlacementState {
  const value = parsedJson(text ?? '')
  const { lines, hash, revision }: Record<string, unknown> = isRecord(value) ? value : {}
  // A damaged mark: the lines are recognised by their text.
  if (!Array.isArray(lines) || !lines.every(Array.isArray) || typeof hash !== 'string')
    return { lines: [], hash: '', revision: 0 }
  // The mark was written by `writePlacement`.
  const placed = lines as [string, string, MemorySection, number][]
  return {
    hash,
    revision: typeof revision === 'number' ? revision : 0,
    lines: placed.map(([id, key, section, rank]) => ({ id, key, section, rank: Math.round(rank * 100) / 100 })),
  }
}

/** The worth of the lines of MEMORY.md by key; empty if the store cannot be read. */
export async function lineRanks(store: RecordStore): Promise<ReadonlyMap<string, number>> {
  try {
    return new Map((await readPlacement(store)).lines.map(({ key, rank }) => [key, rank]))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return new Map()
  }
}
