/* How a message of a chat is ranked by, beside what questions are: by the words of its topic, and the last sessions. */

import { originOf } from '../storage/numbering.ts'
import type { Candidate } from '../storage/passages.ts'

/** Messages are grouped by session; any other passage is a group of its own. */
export function groupOf({ number, id, speech }: Candidate): number | string {
  return speech ? originOf(number) : id
}

/** Limit of the ratio from which {@link topicality} is computed, and of its inverse. */
const mostTopical = 3

/**
 * How much a word says of what a message is about. Words of a topic recur in the sessions about it; "ready", "feel" and
 * "next" are spread over all. The squared ratio of the number of sessions that would have the word, if its messages were
 * drawn at random, to the number that do; the idea is that of residual IDF (Church, Gale: "Poisson mixtures", 1995).
 */
export function topicality(candidates: readonly Candidate[]): (place: number) => number {
  const messages = candidates.filter(({ speech }) => speech)
  const sizes = [...Map.groupBy(messages, groupOf).values()].map((session) => session.length / messages.length)
  return (place) => {
    const having = messages.filter(({ counts }) => (counts[place] ?? 0) > 0)
    if (having.length < 2) return 1
    const expected = sizes.reduce((all, size) => all + 1 - (1 - size) ** having.length, 0)
    const ratio = expected / new Set(having.map(groupOf)).size
    return Math.min(mostTopical, Math.max(1 / mostTopical, ratio)) ** 2
  }
}

/** The share that is added for the newest session; half of it for the fourth before. */
const newest = 2
const half = 4

/**
 * The share that is added to the scores of a session's messages: someone who goes on with something goes on from the last
 * sessions about it. Counts sessions, since some people chat daily and others twice a year.
 */
export function recencies(candidates: readonly Candidate[]): (candidate: Candidate, isLasting: boolean) => number {
  const last = new Map<number | string, string>()
  for (const one of candidates) {
    const { createdAt = '', speech } = one
    if (speech && createdAt > (last.get(groupOf(one)) ?? '')) last.set(groupOf(one), createdAt)
  }
  // Sessions that ended at the same time are alike new, in whatever order a storage gives them.
  const ages = new Map(
    [...new Set(last.values())]
      .toSorted()
      .toReversed()
      .map((time, age) => [time, age]),
  )
  return (candidate, isLasting) => {
    const age = isLasting ? 0 : ages.get(last.get(groupOf(candidate)) ?? '')
    return age === undefined ? 0 : newest / (1 + age / half)
  }
}
