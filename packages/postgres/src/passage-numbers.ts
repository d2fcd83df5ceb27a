import { numbering } from '@daybook/memory-core/storage'
import { columnsOf } from './table.ts'

/** An origin: its numbers begin at `first`, and `next` is the next free one. */
export interface OriginRow {
  origin: string
  first: number
  next: number
}

export type PassageNumbers = ReturnType<typeof createPassageNumbers>

/** Assigns numbers within origins. Continues from rows of the origins concerned and the number of all origins. */
export function createPassageNumbers(rows: readonly OriginRow[], count: number) {
  const ranges = new Map(rows.map((row) => [row.origin, { ...row }]))
  const moved = new Set<OriginRow>()
  let origins = count

  function rangeOf(origin: string): OriginRow {
    const known = ranges.get(origin)
    if (known) return known
    origins += 1
    const first = numbering.firstNumber(origins)
    const range = { origin, first, next: first }
    ranges.set(origin, range)
    return range
  }

  return {
    /** Whether a number belongs to this origin. */
    has(origin: string, number: number): boolean {
      const first = ranges.get(origin)?.first
      return first !== undefined && numbering.originOf(first) === numbering.originOf(number)
    },
    /** The next number for a text of an origin; a new origin is counted. */
    take(origin: string): number {
      const range = rangeOf(origin)
      moved.add(range)
      range.next += numbering.partsOfText
      return range.next - numbering.partsOfText
    },
    /** An origin without free numbers. */
    full: (): string | undefined =>
      [...moved].find(
        ({ first, next }) => next - numbering.partsOfText > numbering.lastNumber(numbering.originOf(first)),
      )?.origin,
    origins: () => origins,
    /** The origins that assigned numbers, as columns for `moveCorpusSql`. */
    columns: () => columnsOf([...moved], ['origin', 'first', 'next']),
  }
}
