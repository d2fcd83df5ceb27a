import { labelRange } from '../storage/pack-key.ts'

/** From which packed labels on, and before which, lie those that begin with these labels: values for SQLite. */
export function packedRange(labels: readonly string[]): [from: string, before: string | Uint8Array] {
  const [from, before] = labelRange(labels)
  // In SQLite every text comes before every blob.
  return [from, before ?? new Uint8Array(0)]
}
