import { numbering } from '@daybook/memory-core/storage'

/** An origin: its numbers begin at `first`, and `next` is the next free one. */
export interface OriginRow {
  origin: string
  first: number
  next: number
}

/** Assigns numbers to passages within their origins. */
export interface PassageNumbers {
  /** Whether a number belongs to this origin. */
  has(origin: string, number: number): boolean
  /** The next number for a text of an origin; a new origin is counted. */
  take(origin: string): number
  /** An origin without free numbers. */
  full(): string | undefined
  origins(): number
  /** The origins that assigned numbers, as columns for `moveCorpusSql`. */
  columns(): unknown[]
}

/** Continues from stored rows: the requested origins, and the number of all. */
export function createPassageNumbers(rows: readonly OriginRow[], count: number): PassageNumbers {
  const ranges = new Map(rows.map(({ origin, first, next }) => [origin, { first, next }]))
  const moved = new Map<string, { first: number; next: number }>()
  let origins = count

  function rangeOf(origin: string): { first: number; next: number } {
    const known = ranges.get(origin)
    if (known) return known
    origins += 1
    const first = numbering.firstNumber(origins)
    const range = { first, next: first }
    ranges.set(origin, range)
    return range
  }

  return {
    has(origin, number) {
      const first = ranges.get(origin)?.first
      return first !== undefined && numbering.originOf(first) === numbering.originOf(number)
    },
    take(origin) {
      const range = rangeOf(origin)
      moved.set(origin, range)
      range.next += numbering.partsOfText
      return range.next - numbering.partsOfText
    },
    full: () =>
      [...moved].find(
        ([, { first, next }]) => next - numbering.partsOfText > numbering.lastNumber(numbering.originOf(first)),
      )?.[0],
    origins: () => origins,
    columns() {
      const all = [...moved]
      return [all.map(([origin]) => origin), all.map(([, { first }]) => first), all.map(([, { next }]) => next)]
    },
  }
}
