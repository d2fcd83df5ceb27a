/** What was answered to one question: ids, best first. */
export interface Answered {
  question: string
  category: string
  gold: readonly string[]
  found: readonly string[]
  ms: number
}

/** The mean of a measure over questions, with its 95 % interval. */
export interface Mean {
  mean: number
  low: number
  high: number
}

/** The share of the gold ids among the first k. */
export function recallAt(k: number): (answer: Answered) => number {
  return ({ gold, found }) => {
    const first = new Set(found.slice(0, k))
    return gold.filter((id) => first.has(id)).length / gold.length
  }
}

/** 1 when any gold id is among the first k. */
export function hitAt(k: number): (answer: Answered) => number {
  return ({ gold, found }) => Number(found.slice(0, k).some((id) => gold.includes(id)))
}

/** Normalised discounted cumulative gain of the first k, every gold id worth the same (Järvelin, Kekäläinen, 2002). */
export function ndcgAt(k: number): (answer: Answered) => number {
  return ({ gold, found }) => {
    const gain = (rank: number): number => 1 / Math.log2(rank + 2)
    const ideal = gold.slice(0, k).reduce((sum, _, rank) => sum + gain(rank), 0)
    return found.slice(0, k).reduce((sum, id, rank) => sum + (gold.includes(id) ? gain(rank) : 0), 0) / ideal
  }
}

/** 1 / the rank of the first gold id; 0 when there is none. */
export function reciprocalRank({ gold, found }: Answered): number {
  const rank = found.findIndex((id) => gold.includes(id))
  return rank < 0 ? 0 : 1 / (rank + 1)
}

const resamples = 1_000

/** The mean over questions with a bootstrap interval (1,000 resamples, always the same ones), in percent. */
export function meanOf(answers: readonly Answered[], measure: (answer: Answered) => number): Mean {
  const values = answers.map(measure)
  const random = mulberry32(values.length)
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0
    return sum / values.length
  }).sort((a, b) => a - b)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean: 100 * mean, low: 100 * (means[25] ?? 0), high: 100 * (means[974] ?? 0) }
}

/** Source: Tommy Ettinger, mulberry32. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
