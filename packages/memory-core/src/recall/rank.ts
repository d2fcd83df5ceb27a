import { isSameOrigin, partsOfText, textOf } from '../storage/numbering.ts'
import { compareHits } from '../storage/passage-query.ts'
import type { Candidate, Candidates } from '../storage/passages.ts'
import { fittings, isPeriod, nearness, readingsOf, spanAt } from './asked-time.ts'
import { groupOf, recencies, type Turn, topicality } from './messages.ts'
import { type Question, vague } from './question.ts'

/** The parts of a score by name; their sum is the score. Parts of 0 are left out of an answer. */
export type ScoreParts = Readonly<Record<string, number>>

export interface Ranked {
  candidate: Candidate
  score: number
  parts: ScoreParts
}

/** Fitted to conversations of all kinds together; decisions/0031 has the measurements. */
const weights = {
  /** BM25's saturation and length normalisation. */
  k1: 0.6,
  b: 0.4,
  /** How much a neighbour's words count as the message's own, because an answer is found by its question. */
  question: 0.6,
  before: 0.2,
  secondBefore: 0.3,
  /** For each of the two messages after it. */
  after: 0.1,
  /** Factor for neighbours by an assistant, which repeat the question. */
  assistantNear: 0.4,
  /** What a word counts that is an instance of a kind asked for: "guitar" for "instrument"; the kind itself counts 1. */
  instance: 0.4,
  /** Factor for vague words, and for those of a time that is not a day. */
  vague: 0.4,
  /** Factor for a speaker's name in passages that have no speaker, such as history: they quote, and so name everyone. */
  nameElsewhere: 0.3,
  /** Factor for the score of the session's best message. */
  session: 0.5,
  speaker: 1,
  personal: 1,
  /** The passage has the kind of answer that is asked for: a time for "when", a number for "how many". */
  told: 1,
  /** A standing instruction, and a preference where advice is asked for. */
  order: 2,
  wish: 8,
  /** For each e-fold of length: a long passage says more. */
  length: 0.8,
  /** For every part of a long message but the first, which says what the message is about. */
  laterPart: -2,
  /** For each e-fold of rarity: the fewer candidates match the asked date or span, the more a match counts. */
  datePart: 3,
  span: 5,
  /** For a month and the like, however many match. */
  period: 12,
} as const

/** Factors for messages by others than the user, where the question does not ask for them. */
const shares: Readonly<Record<string, number>> = { assistant: 0.52, tool: 0.3 }

/**
 * Ranks candidates: BM25F over a passage's own words and those of the two messages before and after it (Robertson,
 * Zaragoza, Taylor: "Simple BM25 extension to multiple weighted fields", CIKM 2004), plus speaker, manner, time,
 * length, and the score of the session's best message. In a long turn (`turns`, by the reply's number), the answer counts
 * as next to its question, other replies as second to it. Passages of other layers have no neighbours. Best first, equal
 * scores by id. Costs about 1 µs for each term of a candidate.
 */
export function rank(found: Candidates, question: Question, turns: ReadonlyMap<number, Turn> = new Map()): Ranked[] {
  const terms = weighTerms(found, question)
  const words = createWords(found, terms, turns)
  const matching: { candidate: Candidate; group: number | string; own: number; whole: number; share: number }[] = []
  const best = new Map<number | string, number>()
  for (const candidate of found.candidates) {
    const { own, whole } = words(candidate)
    const isNear = candidate.length >= tellingLength && (whole > 0 || isOfSpan(candidate, question))
    if (!(own > 0 || isNear)) continue
    const group = groupOf(candidate)
    const share = shareOf(candidate, question)
    matching.push({ candidate, group, own, whole, share })
    best.set(group, Math.max(whole * share, best.get(group) ?? 0))
  }
  const timeOf = timeScores(found, question)
  const recencyOf = question.isMessage ? recencies(found.candidates) : () => 0
  const { certainty } = terms
  const ranked = matching.map(({ candidate, group, own, whole, share }): Ranked => {
    const manner = mannerOf(candidate, question, terms.named)
    const parts = {
      words: own,
      neighbours: whole - own,
      session: weights.session * (best.get(group) ?? 0),
      speaker: manner.speaker * certainty,
      personal: manner.personal * certainty,
      told: manner.told * certainty,
      statement: manner.statement * certainty,
      wish: manner.wish * certainty,
      length: weights.length * Math.log(1 + candidate.length) * certainty,
      part: candidate.number === textOf(candidate.number) ? 0 : weights.laterPart * certainty,
      time: timeOf(candidate) * certainty,
      role: 0,
      recency: 0,
    }
    const score = scoreOf(parts)
    // The factors would raise or lower a negative score.
    parts.role = Math.max(0, score) * (share - 1)
    // A wish holds until it is taken back.
    parts.recency = Math.max(0, score) * share * recencyOf(candidate, parts.wish > 0)
    return { candidate, parts, score: score + parts.role + parts.recency }
  })
  ranked.sort(compareRanked)
  return question.isOfNow ? newestFirst(ranked) : ranked
}

/** Whether a message was said in a span such as "last week" or on the asked day; it then needs no word of the question. */
function isOfSpan(candidate: Candidate, { time }: Question): boolean {
  const moment = momentOf(candidate)
  if (time === undefined || isPeriod(time)) return false
  if ('from' in time) return nearness({ from: time.from, to: time.until ?? time.to }, moment) === 1
  return time.day !== undefined && readingsOf(time).some((one) => fittings(one).every((fits) => fits(moment) === 1))
}

/** Minimum length of a passage found by its neighbours' words alone: "Noted." answers nothing, whatever it follows. */
export const tellingLength = 2

/** The terms of a question that occur in at least one passage. */
interface WeighedTerms {
  /** Positions in the query's list of terms. */
  places: readonly number[]
  /** For each place, those of the instances of that kind. */
  instances: readonly (readonly number[])[]
  /** The weight of each term in a message, and in a passage of another layer. */
  inMessages: readonly number[]
  elsewhere: readonly number[]
  /** Terms that are names of speakers. */
  named: ReadonlySet<string>
  /** Factor from 0 to 1 for the other parts of the score: low if the words are common or the memory is small. */
  certainty: number
}

/** Minimum total weight of the words for the other parts to count in full. */
const certain = 5

/** Weighs the terms. A speaker's name also occurs in greetings, so it counts little, and in messages not at all. */
function weighTerms({ terms, found, passages, candidates }: Candidates, question: Question): WeighedTerms {
  const speakers = new Set<string>()
  for (const { speech } of candidates) for (const token of speech?.speaker ?? []) speakers.add(token)
  const ofKind = Map.groupBy(terms.keys(), (place) => question.instances.get(terms[place] ?? ''))
  const isFound = (place: number): boolean => (found[place] ?? 0) > 0
  const instancesAt = (place: number): number[] => ofKind.get(terms[place] ?? '')?.filter(isFound) ?? []
  const places = (ofKind.get(undefined) ?? []).filter((place) => isFound(place) || instancesAt(place).length > 0)
  const topical = question.isMessage ? topicality(candidates) : () => 1
  const worths = places.map((place) => {
    const ofInstances = sum(instancesAt(place).map((one) => found[one] ?? 0))
    const count = Math.min((found[place] ?? 0) + weights.instance * ofInstances, passages)
    const term = terms[place] ?? ''
    const share = vague.has(term) || question.timeTerms.has(term) ? weights.vague : 1
    return share * topical(place) * Math.log(1 + (passages - count + 0.5) / (count + 0.5))
  })
  const isName = places.map((place) => speakers.has(terms[place] ?? ''))
  const withNames = (share: number): number[] =>
    isName.every(Boolean) ? worths : worths.map((weight, i) => (isName[i] ? share * weight : weight))
  const inMessages = withNames(0)
  return {
    places,
    instances: places.map(instancesAt),
    inMessages,
    elsewhere: withNames(weights.nameElsewhere),
    named: new Set(terms.filter((term) => speakers.has(term) && !question.instances.has(term))),
    certainty: Math.min(1, sum(inMessages) / certain),
  }
}

/** The score of a candidate's words: its own, and together with its neighbours'. */
type Words = (candidate: Candidate) => { own: number; whole: number }

/** The distance, the factor for the neighbour's words, and the factor if the neighbour asks a question. */
const neighbours = [
  { far: -1, share: weights.before, asking: weights.question },
  { far: -2, share: weights.secondBefore, asking: weights.secondBefore },
  { far: 1, share: weights.after, asking: weights.after },
  { far: 2, share: weights.after, asking: weights.after },
] as const

function createWords(found: Candidates, terms: WeighedTerms, turns: ReadonlyMap<number, Turn>): Words {
  const average = found.tokens / Math.max(1, found.passages)
  const { places, instances } = terms
  // Numbers with a fraction from the start: an array of whole ones would be copied when it gets the first.
  const none = places.map(() => 0.5).fill(0)

  /** How often each term, or an instance of it, would occur in a passage of average length; undefined without any. */
  function frequencies({ counts, length }: Candidate): number[] | undefined {
    let all: number[] | undefined
    for (let i = 0; i < places.length; i++) {
      let count = counts[places[i] ?? 0] ?? 0
      for (const instance of instances[i] ?? []) count += weights.instance * (counts[instance] ?? 0)
      if (count === 0) continue
      all ??= none.slice()
      all[i] = count / (1 - weights.b + (weights.b * length) / average)
    }
    return all
  }

  const byNumber = new Map<number, { speech: Candidate['speech']; own: number[] | undefined }>()
  for (const one of found.candidates) byNumber.set(one.number, { speech: one.speech, own: frequencies(one) })

  /** Adds the frequencies of the neighbours of a message; one with several passages is represented by its first. */
  function withNeighbours(number: number, own: readonly number[] | undefined): readonly number[] | undefined {
    let whole: number[] | undefined
    const text = textOf(number)
    const turn = turns.get(text)
    const add = (place: number, share: number, asking: number): void => {
      const other = byNumber.get(place)
      if (!other?.own || !isSameOrigin(place, number)) return
      const factor =
        (other.speech?.asks ? asking : share) * (other.speech?.role === 'assistant' ? weights.assistantNear : 1)
      whole ??= (own ?? none).slice()
      for (let i = 0; i < places.length; i++) whole[i] = (whole[i] ?? 0) + factor * (other.own[i] ?? 0)
    }
    for (const { far, share, asking } of neighbours) {
      const place = text + far * partsOfText
      if (far === -1 || place !== turn?.question) add(place, share, asking)
    }
    if (turn && turn.question !== text - partsOfText)
      add(turn.question, weights.secondBefore, turn.isAnswer ? weights.question : weights.secondBefore)
    return whole ?? own
  }

  /** BM25 saturation: twice the count scores less than twice as much. */
  function scored(weighed: readonly number[], counts: readonly number[] = []): number {
    let score = 0
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i] ?? 0
      if (count > 0) score += ((weighed[i] ?? 0) * count * (weights.k1 + 1)) / (count + weights.k1)
    }
    return score
  }

  return ({ number, speech }) => {
    const own = byNumber.get(number)?.own
    const weighed = speech ? terms.inMessages : terms.elsewhere
    return { own: scored(weighed, own), whole: scored(weighed, speech ? withNeighbours(number, own) : own) }
  }
}

function shareOf({ speech }: Candidate, { of }: Question): number {
  if (!speech || (speech.role === 'assistant' && (of.assistant || of.summary))) return 1
  return shares[speech.role] ?? 1
}

type Manner = Readonly<Record<'speaker' | 'personal' | 'told' | 'statement' | 'wish', number>>

/** Scores who speaks, and how. A statement derived from messages counts like one by the person asked about. */
function mannerOf({ speech }: Candidate, question: Question, named: ReadonlySet<string>): Manner {
  const none = { speaker: 0, personal: 0, told: 0, statement: 0, wish: 0 }
  const isAboutPerson = question.personal || named.size > 0
  if (!speech) return { ...none, statement: isAboutPerson ? weights.personal : 0 }
  const isNamed = speech.speaker.some((token) => named.has(token))
  const isMeant = question.personal ? speech.role === 'user' : isNamed
  const isWish = speech.role === 'user' && speech.wish !== undefined
  return {
    speaker: isNamed ? weights.speaker : 0,
    personal: isMeant && speech.personal ? weights.personal : 0,
    told: question.wants && speech[question.wants] ? weights.told : 0,
    statement: 0,
    wish: isWish ? (question.of.advice ? weights.wish : 0) + (speech.wish === 'order' ? weights.order : 0) : 0,
  }
}

/**
 * Scores a candidate's time. Of a date or a span such as "last week", a match counts more, the fewer other candidates
 * match. What was said in a month or the like counts alike, and so does what named the month before it came, and a fact
 * that names it whenever it was learned: "Ada's birthday is in May".
 */
function timeScores({ candidates, terms }: Candidates, { time, months }: Question): (candidate: Candidate) => number {
  if (!time) return () => 0
  const named = months.map((month) => terms.indexOf(month))
  const moments = candidates.map(momentOf).filter((moment) => !Number.isNaN(moment))
  const worths = readingsOf(time).map((reading) => {
    if (isPeriod(reading))
      return ({ counts, speech }: Candidate, moment: number): number => {
        const span = spanAt(reading, moment)
        const isNamed = (!speech || moment < span.from) && named.some((place) => (counts[place] ?? 0) > 0)
        if (isNamed) return weights.period
        return Number.isNaN(moment) ? 0 : weights.period * nearness(span, moment)
      }
    const weight = 'from' in reading ? weights.span : weights.datePart
    const worths = fittings(reading).map((fits) => {
      const all = sum(moments.map(fits))
      const rarity = Math.log(1 + (candidates.length - all + 0.5) / (all + 0.5))
      return (moment: number): number => weight * rarity * fits(moment)
    })
    return (_: Candidate, moment: number): number =>
      Number.isNaN(moment) ? 0 : sum(worths.map((worth) => worth(moment)))
  })
  return (candidate) => Math.max(...worths.map((worth) => worth(candidate, momentOf(candidate))))
}

/** The parts of a score before the factor for the speaker's role. */
type AllParts = Readonly<Record<'words' | 'neighbours' | 'session' | 'length' | 'part' | 'time' | keyof Manner, number>>

/** Adds in a fixed order, on which the last bits of a floating-point sum depend, without allocating an array. */
function scoreOf(of: AllParts): number {
  const manner = of.speaker + of.personal + of.told + of.statement + of.wish
  return of.words + of.neighbours + of.session + manner + of.length + of.part + of.time
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function compareRanked(a: Ranked, b: Ranked): number {
  return compareHits({ score: a.score, id: a.candidate.id }, { score: b.score, id: b.candidate.id })
}

/** How many of the best, and from which share of the best score, are reordered by time. */
const near = { most: 5, share: 0.6 } as const

/**
 * Reorders the best candidates by time, newest first, if they score nearly alike: of several statements about something
 * that changes, the last is current. Each position keeps its score; candidates without a time keep their position.
 */
function newestFirst(ranked: readonly Ranked[]): Ranked[] {
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

function momentOf({ createdAt = '' }: Candidate): number {
  return Date.parse(createdAt)
}

function byTime({ candidate: a }: Ranked, { candidate: b }: Ranked): number {
  return Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? '') || b.number - a.number
}
