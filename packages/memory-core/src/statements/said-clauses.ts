import { type CanMatch, createPatternFilter, type Matchable } from '../text/pattern-filter.ts'
import { features } from './features.ts'
import { kindOf, kindPatterns, namedRelation, relation } from './kinds.ts'
import { orderIn } from './orders.ts'
import { isFirstPerson } from './pasted.ts'
import type { ProseLine } from './prose.ts'
import type { CaptureFamily } from './rule-table.ts'
import type { Said } from './said.ts'
import { type SaidPart, type SaidSentence, saidParts } from './said-parts.ts'

/** A clause that states something, and whether its pronoun could not be completed. */
export interface SaidClause extends Said {
  isUnresolved: boolean
}

/** What is known beside the sentences. */
export interface Surroundings {
  /** The text of the message before. */
  before: string | undefined
  /** What the tables of rules take a sentence for. */
  familyOf(sentence: string): CaptureFamily | undefined
}

/** What is learnt from a whole message before its clauses are looked at. */
interface Scene extends Surroundings {
  beforeLower: string
  isAnswer: boolean
  asking: number
}

/** A sentence, and which patterns can match in it. */
type Heard = SaidSentence & { can: CanMatch }

type Shape = Pick<Said, 'isPhrase' | 'isJoined'> & { isUnresolved: boolean }

const longestJoined = 220
const longestText = 300
const plain: Shape = { isPhrase: false, isJoined: false, isUnresolved: false }

/** The clauses that state something, in the order in which they were said. */
export function saidClauses(lines: readonly ProseLine[], surroundings: Surroundings): SaidClause[] {
  const sentences = lines.map((line) => ({ ...saidParts(line), can: matchableIn(line.masked).can }))
  const asking = sentences.filter(
    ({ isQuestion, parts }) => isQuestion || parts.some(({ isRequest }) => isRequest),
  ).length
  const scene = {
    ...surroundings,
    beforeLower: surroundings.before?.toLowerCase() ?? '',
    isAnswer: /\?[^?]{0,80}$/.test(surroundings.before?.slice(-400) ?? ''),
    asking,
  }
  return sentences.flatMap((sentence, at) =>
    sentence.parts.flatMap((part, place) => clausesOfPart(part, place, sentence, sentences[at - 1], scene)),
  )
}

function clausesOfPart(
  part: SaidPart,
  place: number,
  sentence: Heard,
  last: SaidSentence | undefined,
  scene: Scene,
): SaidClause[] {
  if (sentence.isDistant && !isFirstPerson(part.masked)) return []
  if (isForeign(part.masked)) return []
  const build = (from: SaidPart, shape: Partial<Shape>): SaidClause =>
    clauseOf(from, place, sentence, { ...plain, ...shape }, scene)
  if (part.isRequest) return phraseIn(part).map((phrase) => build(phrase, { isPhrase: true }))
  const phrases =
    /^(?:i|we)(?:'m|'ve| am)? /i.test(part.masked) && part.masked.length > 100
      ? phraseIn(part).filter(({ masked }) => namedRelation.test(masked))
      : []
  const found = phrases.map((phrase) => build(phrase, { isPhrase: true }))
  if (!leaning.test(part.masked)) return [build(part, {}), ...found]
  const whole = completed(part, place, last)
  return [
    whole
      ? build(whole, { isJoined: whole !== part && whole.text.length > part.text.length })
      : build(part, { isUnresolved: true }),
    ...phraseIn(part).map((phrase) => build(phrase, { isPhrase: true })),
  ]
}

/** What begins with a word that only the sentence before explains. */
const leaning = /^(?:it|it's|that|that's|this|he|he's|she|she's|they|they're|they've)\b/i
const kindOfIt = /^(?:that|this) (?:kind|sort|type) of\s+(?=\p{L})/iu

function completed(part: SaidPart, place: number, last: SaidSentence | undefined): SaidPart | undefined {
  const lead = kindOfIt.exec(part.masked)?.[0].length ?? 0
  if (lead > 0) return { ...part, text: part.text.slice(lead), masked: part.masked.slice(lead) }
  const before = place === 0 ? last?.parts.at(-1) : undefined
  if (!before || before.isRequest || last?.isQuestion || leaning.test(before.masked)) return undefined
  if (before.masked.split(' ').length < 3 || before.text.length + part.text.length > longestJoined) return undefined
  const stop = /[.!?…]$/u.test(before.text) ? ' ' : '. '
  return { ...part, text: `${before.text}${stop}${part.text}`, masked: `${before.masked}${stop}${part.masked}` }
}

/** "my …" out of a clause that does not state it: "can you help me find a gift for my sister Ann, who is 40?" */
function phraseIn(part: SaidPart): SaidPart[] {
  const start = /(?<=\s)(?:my|our)\s\p{L}/iu.exec(part.masked)?.index
  if (start === undefined) return []
  const masked = part.masked.slice(start).replace(/[\s?!.,]+$/u, '')
  if (masked.split(' ').length < 4) return []
  if (!/\d|\s\p{Lu}\p{Ll}/u.test(masked) && !relation.test(masked)) return []
  return [{ ...part, text: part.text.slice(start, start + masked.length), masked }]
}

const programText = /^(?:const|let|var|import|export|return|function|class|def|public|private|#include)\s.*[=;(){}]/

/** Mostly code or quotation. */
function isForeign(masked: string): boolean {
  if (programText.test(masked)) return true
  const blank = masked.match(/¤/g)?.length ?? 0
  return blank > 0 && blank > masked.length * 0.6
}

function clauseOf(part: SaidPart, place: number, sentence: Heard, shape: Shape, scene: Scene): SaidClause {
  const { text, masked } = clipped(part)
  const can = shape.isJoined ? matchableIn(masked).can : sentence.can
  const words = masked.toLowerCase().match(word) ?? []
  const isOwnAsking = sentence.isQuestion || sentence.parts.some(({ isRequest }) => isRequest)
  return {
    ...shape,
    text,
    masked,
    words,
    has: new Set(words),
    sentence: sentence.text,
    opening: place === 0 ? sentence.opening : '',
    opener: part.opener,
    isRequest: part.isRequest,
    isMood: part.isMood,
    isExplicit: part.isExplicit,
    isCorrection: place === 0 && sentence.isCorrection,
    isQuestion: sentence.isQuestion,
    asksBeside: sentence.parts.some((one) => one.isRequest && one !== part),
    asksElsewhere: scene.asking > Number(isOwnAsking),
    can,
    kind: kindOf(masked, can),
    order: place === 0 && sentence.isCorrection ? undefined : orderIn(masked),
    family: scene.familyOf(sentence.text),
    news: newsIn(masked, scene),
    isAnswer: scene.isAnswer,
    before: scene.before?.length ?? -1,
  }
}

let filter: ((text: string) => Matchable) | undefined

function matchableIn(masked: string): Matchable {
  filter ??= createPatternFilter([...kindPatterns, ...features.flatMap(({ pattern }) => pattern ?? [])])
  return filter(masked)
}

const word = /[\p{L}\p{N}][\p{L}\p{N}']*/gu
const telling = /(?<=[\p{Ll},;:'] )\p{Lu}[\p{L}\d]+|\d[\d.,:]*/gu

/** Names and numbers that the message before did not have. */
function newsIn(masked: string, { beforeLower }: Scene): number {
  return (masked.match(telling) ?? []).filter((one) => !beforeLower.includes(one.toLowerCase())).length
}

function clipped({ text, masked }: SaidPart): Pick<Said, 'text' | 'masked'> {
  if (text.length <= longestText) return { text: text.toWellFormed(), masked }
  const comma = text.lastIndexOf(', ', longestText)
  const stop = comma > longestText / 2 ? comma : text.lastIndexOf(' ', longestText)
  return { text: text.slice(0, Math.max(stop, 1)).toWellFormed(), masked: masked.slice(0, Math.max(stop, 1)) }
}
