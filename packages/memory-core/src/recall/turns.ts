import { isSameOrigin, partsOfText, textOf } from '../storage/numbering.ts'
import { isWithin } from '../storage/passage-query.ts'
import type { Candidate, Candidates, NumberedPassage, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import type { Question } from './question.ts'
import { type Ranked, rank, type Turn } from './rank.ts'

/** How many of the best questions are followed, and how far: an agent calls tools before it answers. */
const mostQuestions = 8
const longest = 24
/** Nearer messages are candidates already. */
const reach = 2
/** Maximum characters of a reply whose words are counted. */
const mostCounted = 300

/**
 * Ranks candidates, and with them what follows the best of those that users said, where the answer comes behind calls
 * of tools and so is no neighbour. Costs one read and a second ranking there, nothing where a user says something after
 * each reply.
 */
export async function rankWithTurns(
  index: PassageIndex,
  query: PassageQuery,
  given: Candidates,
  question: Question,
): Promise<Ranked[]> {
  const ranked = rank(given, question)
  const known = new Map(given.candidates.map((one) => [one.number, one]))
  const questions = questionsOf(ranked, known)
  if (questions.length === 0) return ranked
  const numbers = questions.flatMap((text) => Array.from({ length: longest }, (_, i) => after(text, i + 1)))
  const read = await index.read(numbers.filter((number) => !known.has(number)))
  const replies = read.flatMap((one) => toCandidate(one, query) ?? [])
  const found = new Map([...known, ...replies.map((one) => [one.number, one] as const)])
  const turns = turnsOf(questions, found)
  const further = [...turns.keys()].flatMap((number) => (known.has(number) ? [] : (found.get(number) ?? [])))
  return rank({ ...given, candidates: [...given.candidates, ...further] }, question, turns)
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
