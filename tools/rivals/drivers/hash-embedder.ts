/** The dimensions of {@link hashEmbed}. */
export const hashDimensions = 256

/** Counts words in 256 buckets, normalised: an embedder that costs almost nothing, so that only stores are measured. */
export function hashEmbed(text: string): number[] {
  const counts = new Array<number>(hashDimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    let hash = 2_166_136_261
    for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
    const bucket = (hash >>> 0) % hashDimensions
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  const length = Math.hypot(...counts) || 1
  return counts.map((count) => count / length)
}
