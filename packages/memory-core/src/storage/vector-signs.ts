/** How many numbers of 32 bits hold the signs of a vector of this length. */
export function signWords(dimensions: number): number {
  return Math.ceil(dimensions / 32)
}

/** The signs of a vector, one bit each, written into `words` from `at` on. */
export function putSigns(vector: Int8Array | Float32Array, words: Int32Array, at: number): void {
  words.fill(0, at, at + signWords(vector.length))
  for (const [i, value] of vector.entries())
    if (value > 0) words[at + (i >> 5)] = (words[at + (i >> 5)] ?? 0) | (1 << (i & 31))
}

/** In how many signs `query` and what stands in `words` from `at` on differ. */
export function signDistance(words: Int32Array, query: Int32Array, at: number): number {
  let distance = 0
  for (let i = 0; i < query.length; i++) distance += ones((words[at + i] ?? 0) ^ (query[i] ?? 0))
  return distance
}

/** Whether signs say enough of such a vector: it is long, and most of its numbers are not 0. */
export function hasTellingSigns(code: Int8Array): boolean {
  if (code.length < fewestDimensions) return false
  let zeros = 0
  for (const value of code) if (value === 0) zeros += 1
  return zeros <= code.length / 4
}

const fewestDimensions = 256

/** The number of bits that are set. Source: Warren, Hacker's Delight, 5-1. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
