import type { Ranked } from './rank.ts'

/** Among how many of the best, and from which share of the best score on, the newest comes first. */
const near = { most: 5, share: 0.6 } as const

/**
 * The same list with the newest first of those that fit nearly as well as the best: of the statements of something that
 * changes, the last one holds. Places keep their scores. What has no time keeps its place.
 */
export function newestFirst(ranked: readonly Ranked[]): Ranked[] {
  const least = near.share * (ranked[0]?.score ?? 0)
  const alike = ranked
    .slice(0, near.most)
    .filter(({ candidate, score }) => candidate.createdAt !== undefined && score >= least)
  const newest = alike.toSorted(byTime)
  const inPlaceOf = new Map(alike.map((one, i) => [one, newest[i]]))
  return ranked.map((one) => {
    const { candidate, parts, score } = inPlaceOf.get(one) ?? one
    return { candidate, parts: { ...parts, newest: one.score - score }, score: one.score }
  })
}

function byTime({ candidate: a }: Ranked, { candidate: b }: Ranked): number {
  return Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? '') || b.number - a.number
}
