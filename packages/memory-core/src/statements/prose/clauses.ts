import { matchesOf } from '../../text/matches-of.ts'
import { sentenceEnds } from '../../text/sentence-ends.ts'
import { type ProseLine, proseLines } from './prose.ts'

/** A part of a sentence that can state something by itself. `masked` is as long as `text`. */
export interface Clause {
  text: string
  masked: string
  isQuestion: boolean
  /** Whether it is in the middle of a long message, where much is pasted. */
  isDistant: boolean
  /** The whole sentence that it is part of. */
  sentence: string
}

/** Maximum sentences read of a message. */
const maxSentences = 200
/** Maximum characters of a sentence; a longer one is split. */
const maxLength = 1_000

/** An order with a question mark: `never do that, ok?` */
const tag = /[\s,](?:ok|okay|alright|please|pls)\s*\?+[\p{P}\p{S}\s]*$/iu

/** The joint before a new clause within a sentence. */
const joint =
  /;\s+|\s+[-–—]{1,2}\s+|,?\s+(?:btw|by the way|anyways?)\b,?\s+(?=\S)|,\s+(?:and |so |but )?(?=(?:can|could|would|will|should|do|does|did|are|is) (?:you|we|i|it|that|this|there)\b(?! (?:always|never))|(?:what|how) about\b|(?:how|what|why|where) (?:do|does|is|should|can|would|are)\b|any (?:ideas|tips|suggestions|thoughts))/giu

/** The clauses of sentences, in order. */
export function clausesIn(sentences: readonly ProseLine[]): Clause[] {
  return sentences.flatMap(partsOf)
}

/** The first 200 sentences of a message's prose, in order, each at most 1,000 characters long. Linear. */
export function proseSentences(text: string): ProseLine[] {
  const sentences: ProseLine[] = []
  for (const line of proseLines(text)) {
    sentences.push(...sentencesOf(line))
    if (sentences.length >= maxSentences) break
  }
  return sentences.slice(0, maxSentences)
}

function sentencesOf(line: ProseLine): ProseLine[] {
  const found: ProseLine[] = []
  let start = 0
  for (const stop of sentenceEnds(line.masked)) {
    found.push(...pieces(line, start, stop))
    start = stop
  }
  found.push(...pieces(line, start, line.text.length))
  return found.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

function pieces(line: ProseLine, from: number, to: number): ProseLine[] {
  const found: ProseLine[] = []
  let start = from
  while (start < to) {
    const space = to - start > maxLength ? line.text.lastIndexOf(' ', start + maxLength) : to
    const stop = space > start ? space : Math.min(to, start + maxLength)
    found.push(part(line, start, stop))
    start = stop
  }
  return found
}

function partsOf(sentence: ProseLine): Clause[] {
  const asks = /[?？][\p{P}\p{S}\s]*$/u.test(sentence.masked) && !tag.test(sentence.masked)
  const cuts = matchesOf(joint, sentence.masked)
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)]
  const stops = [...cuts.map((cut) => cut.index), sentence.text.length]
  const parts = starts.map((from, index) => part(sentence, from, stops[index] ?? from))
  return parts.map((one, index) => ({
    ...one,
    isQuestion: asks && index === parts.length - 1,
    sentence: sentence.text,
  }))
}

/** A part of a line without white space around it. */
function part(line: ProseLine, from: number, to: number): ProseLine {
  const raw = line.text.slice(from, to)
  const start = from + raw.length - raw.trimStart().length
  const stop = Math.max(start, from + raw.trimEnd().length)
  const { text, masked, isDistant } = line
  return { text: text.slice(start, stop), masked: masked.slice(start, stop), isDistant }
}
