/** A row that was found. */
export interface NearRow {
  key: number
  /** The cosine, from -1 to 1. */
  similarity: number
}

/** The best rows of those added. */
export interface NearRows {
  add(key: number, similarity: number): void
  /** Best first. */
  rows(): NearRow[]
}

/** Keeps the best `limit`: all are kept until they are twice as many, then the worse half goes. */
export function createNearRows(limit: number): NearRows {
  let kept: NearRow[] = []
  let least = Number.NEGATIVE_INFINITY

  function cut(): void {
    kept = kept.sort((a, b) => b.similarity - a.similarity || a.key - b.key).slice(0, limit)
    if (kept.length === limit) least = kept.at(-1)?.similarity ?? least
  }

  return {
    add(key, similarity) {
      if (limit === 0 || similarity < least) return
      kept.push({ key, similarity })
      if (kept.length >= 2 * limit + 32) cut()
    },
    rows() {
      cut()
      return kept
    },
  }
}
