/** Whether the Jaccard similarity of two sets, |A ∩ B| / |A ∪ B|, is at least `threshold`; 0 if both are empty. */
export function isSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>, threshold: number): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  // |A ∩ B| / (|A| + |B| − |A ∩ B|) ≥ t where |A ∩ B| ≥ t · (|A| + |B|) / (1 + t).
  const least = (threshold * (a.size + b.size)) / (1 + threshold) - rounding
  let both = small.size
  if (both < least) return false
  for (const token of small) if (!large.has(token) && --both < least) return false
  const either = a.size + b.size - both
  return (either === 0 ? 0 : both / either) >= threshold
}

/**
 * An index that finds sets that may be similar to a given one, without comparing all: inverted, over the rarest tokens of
 * each set. Two sets whose similarity reaches the threshold t differ in size
 * by a factor of t at most, and share one of their |A| − ⌈t·|A|⌉ + 1 rarest tokens (prefix filter), so that a word
 * that every set has costs nothing. `all` are the sets to be added, for the tokens' frequencies; t is above 0.
 * `mostPerToken` limits the sets found by one token, which bounds the cost for any input but may miss similar sets.
 */
export function createJaccardIndex(
  all: readonly ReadonlySet<string>[],
  threshold: number,
  mostPerToken = Number.POSITIVE_INFINITY,
) {
  const frequency = new Map<string, number>()
  for (const set of all) for (const token of set) frequency.set(token, (frequency.get(token) ?? 0) + 1)
  const byToken = new Map<string, { number: number; size: number }[]>()

  function rarest(set: ReadonlySet<string>): string[] {
    const byRarity = [...set].sort(
      (a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : Number(a > b)),
    )
    return byRarity.slice(0, set.size - Math.ceil(threshold * set.size - rounding) + 1)
  }

  return {
    /** Numbers of added sets, ascending: all whose similarity reaches the threshold, and few others. */
    candidates(set: ReadonlySet<string>): number[] {
      const found = new Set<number>()
      for (const token of rarest(set)) {
        for (const { number, size } of byToken.get(token) ?? []) {
          if (size >= threshold * set.size - rounding && size * threshold <= set.size + rounding) found.add(number)
        }
      }
      return [...found].sort((a, b) => a - b)
    },
    add(number: number, set: ReadonlySet<string>): void {
      for (const token of rarest(set)) {
        const sets = byToken.get(token)
        if (!sets) byToken.set(token, [{ number, size: set.size }])
        else if (sets.length < mostPerToken) sets.push({ number, size: set.size })
      }
    },
  }
}

/** Tolerance of the bounds, so that they exclude no set when 0.7 × 10 computes to 7.000000000000001. */
const rounding = 1e-9
