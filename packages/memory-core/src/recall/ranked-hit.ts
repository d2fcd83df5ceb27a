import type { PassageHit } from '../storage/passages.ts'

/** A hit whose score has parts. */
export interface RankedHit extends PassageHit {
  /** The parts of the score, by name; without them, it is the words' alone. */
  parts?: Readonly<Record<string, number>>
}
