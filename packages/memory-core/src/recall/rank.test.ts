import { describe, expect, it } from 'vitest'
import { firstNumber, partsOfText, places } from '../storage/numbering.ts'
import type { Candidate, Candidates, Speech } from '../storage/passages.ts'
import type { Question } from './question.ts'
import { type Ranked, rank } from './rank.ts'

const speech: Speech = { speaker: [], role: 'user', asks: false, personal: false }
const question: Question = {
  terms: ['crane', 'north'],
  instances: new Map(),
  personal: false,
  of: { assistant: false, advice: false, summary: false },
  months: [],
  timeTerms: new Set(),
  isOfNow: false,
  isMessage: false,
}

function message(
  place: number,
  counts: readonly number[],
  more: Partial<Candidate> & { session?: number } = {},
): Candidate {
  const { session = 1, ...rest } = more
  return {
    number: firstNumber(session) + place * partsOfText,
    id: `m${session}-${place}`,
    layer: 'sessions',
    length: 10,
    counts,
    speech,
    ...rest,
  }
}

function found(candidates: Candidate[], more: Partial<Candidates> = {}): Candidates {
  return { terms: ['crane', 'north'], found: [20, 20], passages: 1_000, tokens: 10_000, candidates, ...more }
}

function withoutSpeech({ speech: _, ...rest }: Candidate): Candidate {
  return rest
}

function order(ranked: readonly Ranked[]): string[] {
  return ranked.map(({ candidate }) => candidate.id)
}

describe('ranking', () => {
  it('adds up its parts, best first, equal scores by id, whatever the order of the candidates', () => {
    const candidates = [message(0, [1, 0]), message(9, [1, 1]), message(20, [1, 0], { session: 2 }), message(1, [0, 1])]
    const ranked = rank(found(candidates), question)
    expect(rank(found(candidates.toReversed()), question)).toEqual(ranked)
    expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a))
    for (const { score, parts } of ranked)
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
    const equal = rank(found([message(5, [1, 0], { session: 3 }), message(5, [1, 0], { session: 2 })]), question)
    expect(order(equal)).toEqual(['m2-5', 'm3-5'])
  })

  it('scores words as BM25F does with k1 = 0.6 and b = 0.4', () => {
    const [one] = rank(found([message(0, [2, 0], { length: 20 })]), question)
    const frequency = 2 / (0.6 + 0.4 * 2)
    const weight = Math.log(1 + (1_000 - 20 + 0.5) / 20.5)
    expect(one?.parts['words']).toBeCloseTo((weight * frequency * 1.6) / (frequency + 0.6), 9)
  })

  it('counts the words of a time as vague ones', () => {
    const candidates = [message(0, [1, 0]), message(9, [0, 1], { session: 2 })]
    const [first, second] = rank(found(candidates), { ...question, timeTerms: new Set(['crane']) })
    expect([first?.candidate.id, second?.candidate.id]).toEqual(['m2-9', 'm1-0'])
    expect(second?.parts['words']).toBeCloseTo(0.4 * (first?.parts['words'] ?? 0), 9)
  })

  it('finds an answer by the question before it, and any other neighbour less', () => {
    const asked = message(0, [1, 1], { speech: { ...speech, asks: true } })
    const ranked = rank(found([asked, message(1, [0, 0]), message(2, [0, 0])]), question)
    const parts = new Map(ranked.map(({ candidate, parts: of }) => [candidate.id, of]))
    expect(parts.get('m1-1')?.['words']).toBe(0)
    expect(parts.get('m1-1')?.['neighbours']).toBeGreaterThan(1.2 * (parts.get('m1-2')?.['neighbours'] ?? 0))
    const told = rank(found([message(0, [1, 1]), message(1, [0, 0])]), question)
    expect(order(told)[0]).toBe('m1-0')
  })

  it('finds what any word stands near, last, and a question as well as a statement', () => {
    const rare = { found: [20, 900] }
    const asks = { ...speech, asks: true }
    const near = message(4, [0, 0], { speech: asks })
    const ranked = rank(found([message(0, [1, 1]), message(2, [0, 1]), near], rare), question)
    expect(order(ranked)).toEqual(['m1-0', 'm1-2', 'm1-4'])
    const alike = rank(found([message(0, [1, 1]), message(9, [1, 1], { speech: asks })]), question)
    expect(alike[0]?.score).toBe(alike[1]?.score)
  })

  it('does not find what says next to nothing by its neighbours', () => {
    const asked = message(0, [1, 1], { speech: { ...speech, asks: true } })
    expect(order(rank(found([asked, message(1, [0, 0], { length: 1 })]), question))).toEqual(['m1-0'])
    expect(order(rank(found([asked, message(1, [0, 1], { length: 1 })]), question))).toHaveLength(2)
  })

  it('takes nothing over from another session, or from what is no message', () => {
    const last = places / partsOfText - 1
    const asked = message(last, [1, 1], { speech: { ...speech, asks: true } })
    expect(order(rank(found([asked, message(0, [0, 0], { session: 2 })]), question))).toEqual([asked.id])
    const { speech: _, ...fact } = message(1, [0, 0])
    expect(order(rank(found([message(0, [1, 1]), { ...fact, layer: 'facts' }]), question))).toEqual(['m1-0'])
  })

  it('prefers the speaker who is named, and does not take the name for a word', () => {
    const ada = { ...speech, speaker: ['ada'] }
    const terms = { terms: ['ada', 'crane'], found: [400, 20] }
    const by = [
      message(0, [1, 1], { speech: { ...speech, speaker: ['bob'] } }),
      message(0, [0, 1], { session: 2, speech: ada }),
    ]
    const ranked = rank(found(by, terms), { ...question, terms: ['ada', 'crane'] })
    expect(order(ranked)).toEqual(['m2-0', 'm1-0'])
    expect(ranked[1]?.parts['words']).toBeCloseTo(ranked[0]?.parts['words'] ?? 0, 9)
    const alone = rank(found(by, { terms: ['ada'], found: [400] }), { ...question, terms: ['ada'] })
    expect(alone[0]?.parts['words']).toBeGreaterThan(0)
  })

  it('prefers what the user says of himself when he asks about himself', () => {
    const personal = { ...speech, personal: true }
    const by = [
      message(0, [1, 1]),
      message(0, [1, 1], { session: 2, speech: personal }),
      message(0, [1, 1], { session: 3, speech: { ...personal, role: 'assistant' } }),
    ]
    expect(order(rank(found(by), { ...question, personal: true }))[0]).toBe('m2-0')
    expect(order(rank(found(by), question))).toEqual(['m1-0', 'm2-0', 'm3-0'])
  })

  it('prefers what tells a time where one is wanted, and a number where one is', () => {
    const by = [
      message(0, [1, 1]),
      message(0, [1, 1], { session: 2, speech: { ...speech, time: true } }),
      message(0, [1, 1], { session: 3, speech: { ...speech, number: true } }),
    ]
    expect(order(rank(found(by), question))).toEqual(['m1-0', 'm2-0', 'm3-0'])
    expect(order(rank(found(by), { ...question, wants: 'time' }))).toEqual(['m2-0', 'm1-0', 'm3-0'])
    expect(order(rank(found(by), { ...question, wants: 'number' }))).toEqual(['m3-0', 'm1-0', 'm2-0'])
  })

  it('prefers what was said at the time that is asked for, and leaves nothing out', () => {
    const time = { from: Date.parse('2023-05-01'), to: Date.parse('2023-06-01') }
    const by = [
      message(0, [1, 1], { createdAt: '2021-01-01T00:00:00.000Z' }),
      message(0, [1, 1], { session: 2, createdAt: '2023-05-20T00:00:00.000Z' }),
      message(0, [1, 1], { session: 3 }),
    ]
    expect(order(rank(found(by), { ...question, time }))).toEqual(['m2-0', 'm1-0', 'm3-0'])
    expect(order(rank(found(by), { ...question, time: { month: 4 } }))).toEqual(['m2-0', 'm1-0', 'm3-0'])
    expect(order(rank(found(by), { ...question, time: { year: 2021, month: 4 } }))).toEqual(['m1-0', 'm2-0', 'm3-0'])
  })

  it('counts for a month what was said in it or named it before, and a fact that names it, but not what names it later', () => {
    const asked: Question = { ...question, time: { year: 2024, month: 6 }, months: ['juli'] }
    const fact = { ...message(0, [1, 0, 1], { session: 9, createdAt: '2024-11-02T08:00:00Z' }), id: 'fact' }
    const candidates = [
      message(0, [1, 0, 0], { session: 1, createdAt: '2024-07-09T08:00:00Z' }),
      message(0, [1, 0, 1], { session: 2, createdAt: '2024-03-02T08:00:00Z' }),
      message(0, [1, 0, 0], { session: 3, createdAt: '2024-03-02T08:00:00Z' }),
      message(0, [1, 0, 1], { session: 4, createdAt: '2024-11-02T08:00:00Z' }),
      withoutSpeech(fact),
    ]
    const ranked = rank(found(candidates, { terms: ['crane', 'north', 'juli'], found: [20, 20, 20] }), asked)
    const times = Object.fromEntries(ranked.map(({ candidate: { id }, parts }) => [id, Math.round(parts['time'] ?? 0)]))
    expect(times).toEqual({ 'm1-0': 12, 'm2-0': 12, 'm3-0': 0, 'm4-0': 0, fact: 12 })
  })

  it('needs a word of the question for what was said from one date to another', () => {
    const time = { from: Date.parse('2024-07-01'), to: Date.parse('2024-08-01'), isExact: true }
    const silent = message(0, [0, 0], { createdAt: '2024-07-09T08:00:00Z' })
    expect(rank(found([silent]), { ...question, time })).toEqual([])
  })

  it('finds what was said within the span that is asked for without a word of the question', () => {
    const time = { from: Date.parse('2023-05-01'), to: Date.parse('2023-05-02') }
    const by = [
      message(0, [1, 0]),
      message(0, [0, 0], { session: 2, createdAt: '2023-05-01T10:00:00.000Z' }),
      message(0, [0, 0], { session: 3, createdAt: '2023-05-09T10:00:00.000Z' }),
    ]
    expect(order(rank(found(by), { ...question, time })).toSorted()).toEqual(['m1-0', 'm2-0'])
    expect(order(rank(found(by), { ...question, time: { year: 2023 } }))).toEqual(['m1-0'])
  })

  it('answers the newest first of what fits alike, where the question asks for what holds now', () => {
    const said = (session: number, day: string, counts = [1, 1]): Candidate =>
      message(0, counts, { session, createdAt: `2023-05-${day}T10:00:00.000Z` })
    const by = [said(1, '01'), said(2, '09'), said(3, '05'), said(4, '20', [1, 0])]
    expect(order(rank(found(by), question))).toEqual(['m1-0', 'm2-0', 'm3-0', 'm4-0'])
    const ranked = rank(found(by), { ...question, isOfNow: true })
    expect(order(ranked)).toEqual(['m2-0', 'm3-0', 'm1-0', 'm4-0'])
    for (const { score, parts } of ranked)
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
  })

  it('prefers the last sessions, and lasting wishes, where a message goes on with something', () => {
    const said = (session: number, day: string, more: Partial<Candidate> = {}): Candidate =>
      message(0, [1, 1], { session, createdAt: `2023-05-${day}T10:00:00.000Z`, ...more })
    const by = [said(1, '01'), said(2, '09'), said(3, '05'), said(4, '02', { speech: { ...speech, wish: 'order' } })]
    expect(order(rank(found(by), question))).toEqual(['m4-0', 'm1-0', 'm2-0', 'm3-0'])
    const ranked = rank(found(by), { ...question, isMessage: true })
    expect(order(ranked)).toEqual(['m4-0', 'm2-0', 'm3-0', 'm1-0'])
    const alike = [said(5, '20'), said(6, '20'), ...by]
    const mixed = rank(found(alike.toReversed()), { ...question, isMessage: true })
    expect(mixed).toEqual(rank(found(alike), { ...question, isMessage: true }))
    expect(mixed.find(({ candidate }) => candidate.id === 'm5-0')?.score).toBe(
      mixed.find(({ candidate }) => candidate.id === 'm6-0')?.score,
    )
    for (const { score, parts } of ranked)
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
  })

  it('counts words of a topic, which recur in its sessions, more than others in a message', () => {
    const ofTopic = [0, 5, 10].map((place) => message(place, [1, 0], { session: 2 }))
    const others = [1, 3, 4, 5].map((session) => message(0, [0, 1], { session }))
    const by = [...others, ...ofTopic]
    expect(rank(found(by, { found: [20, 19] }), question)[0]?.candidate.id).toBe('m1-0')
    const ranked = rank(found(by, { found: [20, 19] }), { ...question, isMessage: true })
    expect(order(ranked).slice(0, 3).toSorted()).toEqual(['m2-0', 'm2-10', 'm2-5'])
  })

  it('prefers the first part of a text to a later one that fits alike', () => {
    const first = message(0, [1, 1])
    expect(order(rank(found([{ ...first, number: first.number + 1, id: 'a' }, first]), question))).toEqual([
      'm1-0',
      'a',
    ])
  })

  it('lets nothing but words count much where words tell little', () => {
    const few = { passages: 3, tokens: 30, found: [1, 1] }
    const by = [
      message(0, [1, 1], { length: 3 }),
      message(0, [1, 0], { session: 2, length: 3_000, speech: { ...speech, personal: true } }),
    ]
    expect(order(rank(found(by, few), { ...question, personal: true }))[0]).toBe('m1-0')
  })

  it('stays finite for an index that is empty, or that counts less than it has', () => {
    const odd = found([message(0, [5, 0], { length: 0 })], { passages: 0, tokens: 0, found: [9, 0] })
    for (const { score } of rank(odd, question)) expect(Number.isFinite(score)).toBe(true)
    expect(rank(found([]), question)).toEqual([])
  })
})

describe('the instances of a kind', () => {
  const asksForBirds: Question = {
    ...question,
    terms: ['bird', 'crane', 'heron'],
    instances: new Map([
      ['crane', 'bird'],
      ['heron', 'bird'],
    ]),
  }
  const three = { terms: asksForBirds.terms, found: [20, 20, 20] }

  it('count as the kind, less than the kind itself', () => {
    const candidates = [message(0, [0, 0, 0]), message(10, [0, 1, 0]), message(20, [1, 0, 0])]
    expect(order(rank(found(candidates, three), asksForBirds))).toEqual(['m1-20', 'm1-10'])
  })

  it('count where no passage has the word for the kind', () => {
    const candidates = [message(0, [0, 0, 0]), message(10, [0, 0, 1])]
    expect(order(rank(found(candidates, { ...three, found: [0, 20, 20] }), asksForBirds))).toEqual(['m1-10'])
  })

  it('count as one word together, so that a list of them is not worth several words', () => {
    const asked: Question = { ...asksForBirds, terms: [...asksForBirds.terms, 'north'] }
    const candidates = [message(0, [0, 3, 3, 0]), message(10, [0, 1, 0, 1])]
    const wide = { terms: asked.terms, found: [20, 20, 20, 20] }
    expect(order(rank(found(candidates, wide), asked))).toEqual(['m1-10', 'm1-0'])
  })

  it('name no speaker', () => {
    const said: Speech = { ...speech, speaker: ['heron'] }
    const [ranked] = rank(found([message(0, [0, 1, 0], { speech: said })], three), asksForBirds)
    expect(ranked?.parts['speaker']).toBe(0)
  })
})
