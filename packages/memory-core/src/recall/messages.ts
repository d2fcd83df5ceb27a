import { isSameOrigin, originOf, partsOfText, textOf } from '../storage/numbering.ts'
import { isWithin } from '../storage/passage-query.ts'
import type { Candidate, Candidates, NumberedPassage, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import type { Ranked } from './rank.ts'

/* What else messages are ranked by: the words of their topic, the last sessions, and the turn that they belong to. */

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

/** The user's message that a reply belongs to, and whether the reply is the answer: the assistant's last one to it. */
export interface Turn {
  question: number
  isAnswer: boolean
}

/** How many of the best questions are followed, and how far: an agent calls tools before it answers. */
const mostQuestions = 8
const longest = 24
/** Nearer messages are candidates already. */
const reach = 2
/** Maximum characters of a reply whose words are counted. */
const mostCounted = 300

/**
 * The candidates together with what follows the best of those that users said, where the answer comes behind calls of
 * tools and so is no neighbour. Costs one read there, and is undefined where a user says something after each reply.
 */
export async function withTurns(
  index: PassageIndex,
  query: PassageQuery,
  given: Candidates,
  ranked: readonly Ranked[],
): Promise<{ found: Candidates; turns: ReadonlyMap<number, Turn> } | undefined> {
  const known = new Map(given.candidates.map((one) => [one.number, one]))
  const questions = questionsOf(ranked, known)
  if (questions.length === 0) return undefined
  const numbers = questions.flatMap((text) => Array.from({ length: longest }, (_, i) => after(text, i + 1)))
  const read = await index.read(numbers.filter((number) => !known.has(number)))
  const replies = read.flatMap((one) => toCandidate(one, query) ?? [])
  const found = new Map([...known, ...replies.map((one) => [one.number, one] as const)])
  const turns = turnsOf(questions, found)
  const further = [...turns.keys()].flatMap((number) => (known.has(number) ? [] : (found.get(number) ?? [])))
  return { found: { ...given, candidates: [...given.candidates, ...further] }, turns }
}

/** The texts of the best candidates that users said and that two replies follow. */
function questionsOf(ranked: readonly Ranked[], known: ReadonlyMap<number, Candidate>): number[] {
  const isReply = (number: number): boolean => (known.get(number)?.speech?.role ?? 'user') !== 'user'
  const asked = ranked.filter(
    ({ candidate: { number, speech } }) =>
      speech?.role === 'user' && isReply(after(number, 1)) && isReply(after(number, reach)),
  )
  return [...new Set(asked.map(({ candidate }) => textOf(candidate.number)))].slice(0, mostQuestions)
}

function toCandidate({ number, passage }: NumberedPassage, query: PassageQuery): Candidate | undefined {
  const { id, layer, createdAt, text, source } = passage
  if (!('role' in source) || !isWithin(passage, query)) return undefined
  const speech = { role: source.role, speaker: [], asks: false, personal: false }
  const length = analyse(text.slice(0, mostCounted)).length
  return { number, id, layer, length, counts: [], speech, ...(createdAt === undefined ? {} : { createdAt }) }
}

/** The turn of each reply, up to the next message of a user. */
function turnsOf(questions: readonly number[], found: ReadonlyMap<number, Candidate>): Map<number, Turn> {
  const turns = new Map<number, Turn>()
  for (const question of questions) {
    let answer: number | undefined
    for (let far = 1; far <= longest; far++) {
      const number = after(question, far)
      const { role = 'user' } = found.get(number)?.speech ?? {}
      if (role === 'user' || !isSameOrigin(question, number)) break
      turns.set(number, { question, isAnswer: false })
      if (role === 'assistant') answer = number
    }
    if (answer !== undefined) turns.set(answer, { question, isAnswer: true })
  }
  return turns
}

function after(number: number, far: number): number {
  return textOf(number) + far * partsOfText
}
