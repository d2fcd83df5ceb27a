import { isSameOrigin, partsOfText, textOf } from '../storage/numbering.ts'
import type { Candidate, PassageIndex } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'

/** The user's message that a reply belongs to, and whether the reply is the answer: the assistant's last one to it. */
export interface Turn {
  question: number
  isAnswer: boolean
}

/** Candidates in long turns that no index finds as neighbours, and the turn of each reply, by its number. */
export interface LongTurns {
  further: readonly Candidate[]
  turns: ReadonlyMap<number, Turn>
}

/** How many of the best questions are followed, and how far: an agent calls tools before it answers. */
const mostQuestions = 8
const longest = 24
/** Nearer messages are candidates already. */
const reach = 2

/**
 * Follows the best candidates that users said to the answers behind calls of tools. Costs one read, or none where a
 * user says something after each reply.
 */
export async function findLongTurns(index: PassageIndex, candidates: readonly Candidate[]): Promise<LongTurns> {
  const known = new Map(candidates.map((one) => [one.number, one]))
  const isReply = (number: number): boolean => (known.get(number)?.speech?.role ?? 'user') !== 'user'
  const questions = candidates
    .filter(
      ({ number, speech }) => speech?.role === 'user' && isReply(after(number, 1)) && isReply(after(number, reach)),
    )
    .slice(0, mostQuestions)
    .map(({ number }) => textOf(number))
  const numbers = questions.flatMap((question) =>
    Array.from({ length: longest - reach }, (_, i) => after(question, reach + 1 + i)),
  )
  const read = numbers.length === 0 ? [] : await index.read(numbers)
  const found = new Map(
    read.flatMap(({ number, passage: { id, layer, createdAt, text, source } }) => {
      if (!('role' in source)) return []
      const speech = { role: source.role, speaker: [], asks: false, personal: false }
      const one: Candidate = { number, id, layer, length: analyse(text).length, counts: [], speech }
      return [[number, createdAt === undefined ? one : { ...one, createdAt }]]
    }),
  )
  const turns = new Map<number, Turn>()
  const further: Candidate[] = []
  for (const question of questions) {
    let answer = question
    for (let far = 1; far <= longest; far++) {
      const number = after(question, far)
      const reply = known.get(number) ?? found.get(number)
      if (!reply?.speech || reply.speech.role === 'user' || !isSameOrigin(question, number)) break
      turns.set(number, { question, isAnswer: false })
      if (reply.speech.role === 'assistant') answer = number
      if (!known.has(number)) further.push(reply)
    }
    if (answer !== question) turns.set(answer, { question, isAnswer: true })
  }
  return { further, turns }
}

function after(number: number, far: number): number {
  return textOf(number) + far * partsOfText
}
