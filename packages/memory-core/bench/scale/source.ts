import { createCorpus } from '../corpus.ts'
import { readConversations } from '../recall/conversations.ts'

/** What was said, and by whom where it is known. */
export interface SaidText {
  text: string
  speaker?: string
}

/** A question, and the places of the messages that answer it, as far as they are known. */
export interface AskedText {
  text: string
  gold: readonly number[]
}

/** Texts without end, and questions about them. */
export interface Source {
  message(): SaidText
  question(): AskedText
}

/** Made-up words, and questions that nothing answers. */
export function madeUp(seed: number): Source {
  const corpus = createCorpus(seed)
  return { message: () => ({ text: corpus.message() }), question: () => ({ text: corpus.question(), gold: [] }) }
}

/**
 * Real turns first, then turns of as many words drawn by lot from all of them: words are as common as they are in real
 * text, no two turns are the same, and the questions go on to have their answers.
 */
export function drawnFrom(path: string): Source {
  const { collections } = readConversations(path)
  const turns = collections.flatMap(({ docs }) => docs)
  const places = new Map(turns.map((turn, place) => [turn, place]))
  const questions = collections.flatMap(({ docs, queries }) =>
    queries.map(({ text, gold }) => ({
      text,
      gold: docs.filter(({ id }) => gold.includes(id)).flatMap((turn) => places.get(turn) ?? []),
    })),
  )
  const words = turns.flatMap(({ text }) => text.split(/\s+/))
  const random = createRandom(1)
  const drawn = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  let at = 0
  let asked = 0
  return {
    message() {
      const turn = turns[at % turns.length]
      const isReal = at++ < turns.length
      if (isReal) return { text: turn?.text ?? '', speaker: turn?.speaker ?? '' }
      const count = turn?.text.split(/\s+/).length ?? 0
      return { text: Array.from({ length: count }, () => drawn(words) ?? '').join(' '), speaker: turn?.speaker ?? '' }
    },
    question() {
      const question = questions[(asked++ * 11) % questions.length]
      return question ?? { text: '', gold: [] }
    },
  }
}

/** Numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
