import { createInMemoryPassages } from '../in-memory/passages.ts'
import { anySourceToken, sourceToken } from '../indexing/passages-of.ts'
import { endedMark, isUnsaid, removedAtMs } from '../records/marks.ts'
import { saysMore } from '../statements/stated-sentences.ts'
import { partsOfText, textOf, wholeId } from '../storage/numbering.ts'
import type { Layer, PassageHit, PassageIndex, RecordPassageSource } from '../storage/passages.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { matchesGlob } from '../text/glob.ts'
import type { RecallRequest } from './question.ts'
import { type Ranked, rank } from './rank.ts'
import type { InnerRecallOptions } from './recall.ts'
import { bestOfTexts, createSelection, type FoundPassage, textIdOf } from './selection.ts'
import {
  endedAtMs,
  type Successor,
  type Superseded,
  successorsFirst,
  successorsOf,
  type Validity,
  type ValiditySources,
  wasValidAt,
  withSuccessors,
} from './validity.ts'

/** Maximum messages, best first, whose records are looked up, and maximum records for all of them together. */
const mostMessages = 100
const mostRecords = 200
/** If fewer superseded or contradicted records than this come from messages, all of them are read at once. */
const fewRecords = 32
const recordLayer = ['records'] as const

/** The records taken from messages that were superseded, contradicted, or ended by a request to forget. */
export interface EverSuperseded {
  /** The superseded or contradicted records taken from messages; `many` if there are too many to read at once. */
  taken: readonly RecordPassageSource[] | 'many'
  /** The ids of the requests to forget among what superseded them; undefined for `many`. */
  requests?: ReadonlySet<string>
}

/** Costs two look-ups; the answer changes only with the records. */
export async function everSuperseded(index: PassageIndex, sources: ValiditySources): Promise<EverSuperseded> {
  const found = await index.search({ terms: [anySourceToken], layers: recordLayer, limit: fewRecords })
  if (found.length === fewRecords) return { taken: 'many' }
  const taken = sourcesOf(found)
  return { taken, requests: await requestsOf(new Set(taken.flatMap((one) => one.supersededBy ?? [])), sources) }
}

async function requestsOf(ids: ReadonlySet<string>, sources: ValiditySources): Promise<ReadonlySet<string>> {
  const records = ids.size === 0 ? [] : await sources.records([...ids])
  return new Set(records.filter(isRequest).map(({ id }) => id))
}

function sourcesOf(found: readonly PassageHit[]): RecordPassageSource[] {
  return found.flatMap(({ passage: { source } }) => ('record' in source ? [source] : []))
}

/** Finds messages from which a superseded, contradicted or removed record was taken. Costs at most one look-up. */
async function validityOfMessages(
  messages: readonly PassageHit['passage'][],
  { taken: known }: EverSuperseded,
  index: PassageIndex,
  ended: ReadonlyMap<string, string>,
): Promise<Map<string, Validity>> {
  const found = new Map<string, Validity>()
  const best = messages.slice(0, mostMessages)
  if (best.length === 0) return found
  const sources = known === 'many' ? await sourcesFrom(best, index) : known
  if (sources.length === 0 && ended.size === 0) return found
  for (const passage of best) {
    const { source: said } = passage
    if (!('messageId' in said)) continue
    const taken = sources.filter(
      ({ saidIn }) => saidIn?.session === said.session && saidIn.messageId === said.messageId,
    )
    // The text of one part cannot tell whether the message changed.
    const mark = ended.size === 0 ? undefined : ended.get(endedMark(wholeId(passage)))
    const overMs = removedAtMs(mark, passage.part ? undefined : passage.text)
    const removed: Ended[] = overMs === undefined ? [] : [{ removed: true, overMs }]
    if (taken.length + removed.length > 0) found.set(passage.id, validityOf(taken, removed))
  }
  return found
}

async function sourcesFrom(
  messages: readonly PassageHit['passage'][],
  index: PassageIndex,
): Promise<RecordPassageSource[]> {
  const terms = messages.flatMap(({ source }) =>
    'messageId' in source ? [sourceToken(source.session, source.messageId)] : [],
  )
  return sourcesOf(await index.search({ terms, layers: recordLayer, limit: mostRecords }))
}

/** If several records were taken from a message, the one that ended first decides. */
function validityOf(taken: readonly RecordPassageSource[], removed: readonly Ended[]): Validity {
  const ends = [...taken.flatMap((source) => endOf(source) ?? []), ...removed]
  const [ended] = ends.sort((a, b) => a.overMs - b.overMs || order(a, b))
  const conflictsWith = [...new Set(taken.flatMap((source) => source.conflictsWith ?? []))].sort()
  return { ...ended, ...(conflictsWith.length > 0 ? { conflictsWith } : {}) }
}

function endOf({ supersededBy, validTo, archivedAt, conflictsWith }: RecordPassageSource): Ended | undefined {
  if (validTo === undefined) return undefined
  const overMs = Date.parse(validTo)
  if (supersededBy !== undefined) return { supersededBy, overMs }
  return archivedAt === validTo && conflictsWith === undefined ? { removed: true, overMs } : undefined
}

type Ended = Validity & { overMs: number }

function order({ supersededBy: a = '' }: Ended, { supersededBy: b = '' }: Ended): number {
  return a < b ? -1 : 1
}

/** Settings of a reader besides the request. */
interface ReaderSetting extends InnerRecallOptions {
  sources: ValiditySources
  superseded: () => Promise<EverSuperseded>
  nowMs: number
}

/** Passages read beyond those asked for, and their share: some are left out or repeat another. */
const spare = { least: 8, share: 0.2 } as const

/**
 * Creates the reader for one request. Usually costs one read of the index; plus one of the store for facts or messages,
 * two look-ups in the index for messages, and the cost of {@link successorsOf} if something was superseded.
 */
export function createReader(request: RecallRequest, { sources, superseded, nowMs, forContext }: ReaderSetting) {
  const { excluded, scope, asOfMs, search, question } = request
  const moment = asOfMs ?? nowMs
  const validity = new Map<string, Validity>()
  /** By the id of the superseded passage. */
  const successors = new Map<string, Successor>()

  function endOf({ passage }: FoundPassage): number | undefined {
    const since = endedAtMs(passage, validity, moment)
    // The rest of such a message may still be current, so it keeps its rank, after what is newer.
    return passage.layer === 'sessions' && since !== undefined && saysMore(passage.text) ? undefined : since
  }

  function isWanted(passage: PassageHit['passage']): boolean {
    const { source } = passage
    if (excluded.has(wholeId(passage)) || ('messageId' in source && excluded.has(source.messageId))) return false
    return (
      scope === undefined || !('record' in source) || source.scope === undefined || matchesGlob(source.scope, scope)
    )
  }

  function wasValid({ passage }: FoundPassage): boolean {
    if (asOfMs === undefined) return true
    return (
      wasValidAt(passage, asOfMs) && (passage.layer !== 'facts' || endedAtMs(passage, validity, asOfMs) === undefined)
    )
  }

  /** Reads passages and their validity; the validity of candidates is looked up at the same time. */
  async function readWithValidity(
    index: PassageIndex,
    ranked: readonly (Ranked | FoundPassage)[],
  ): Promise<FoundPassage[]> {
    const idsIn = (layer: Layer): string[] =>
      ranked.filter((one) => ('candidate' in one ? one.candidate : one.passage).layer === layer).map(textIdOf)
    const [facts, said] = [idsIn('facts'), idsIn('sessions')]
    const [all, ofFacts, ended, known] = await Promise.all([
      read(index, ranked),
      sources.validity(facts),
      sources.endedMarks(said),
      said.length > 0 ? superseded() : undefined,
    ])
    const isTellable = ({ passage }: FoundPassage): boolean =>
      !forContext || ended.size === 0 || !isUnsaid(ended.get(endedMark(wholeId(passage))))
    const found = all.filter((one) => isWanted(one.passage) && isTellable(one))
    const messages = found.flatMap(({ passage }) => (passage.layer === 'sessions' ? [passage] : []))
    const ofMessages = known ? await validityOfMessages(messages, known, index, ended) : []
    for (const [id, one] of [...ofFacts, ...ofMessages]) validity.set(id, one)
    return forContext && known ? withoutForgotten(found, known, index) : found
  }

  /** Without messages of which a user asked in a chat to forget something, and without the answers directly behind. */
  async function withoutForgotten(
    found: FoundPassage[],
    known: EverSuperseded,
    index: PassageIndex,
  ): Promise<FoundPassage[]> {
    if (known.requests?.size === 0) return found
    const by = new Map<number, string>()
    const answered = await index.read(answeredBy(found, known))
    const before = answered.map(({ passage }) => passage)
    const ofAnswered = await validityOfMessages(before, known, index, new Map())
    for (const { passage, number } of [...answered, ...found]) {
      const { supersededBy } = validity.get(passage.id) ?? ofAnswered.get(passage.id) ?? {}
      if (passage.layer === 'sessions' && number !== undefined && supersededBy) by.set(textOf(number), supersededBy)
    }
    const requests = known.requests ?? (await requestsOf(new Set(by.values()), sources))
    const forgotten = new Set([...by].flatMap(([text, request]) => (requests.has(request) ? [text] : [])))
    return found.filter(({ passage: { source }, number }) => {
      const text = number === undefined ? -1 : textOf(number)
      const isAnswer = 'role' in source && source.role === 'assistant'
      return !forgotten.has(text) && !(isAnswer && forgotten.has(text - partsOfText))
    })
  }

  function supersededIn(found: readonly FoundPassage[]): Superseded[] {
    return found.flatMap(({ passage, score }) => {
      const { supersededBy: by } = 'record' in passage.source ? passage.source : (validity.get(passage.id) ?? {})
      const isOver = by !== undefined && endedAtMs(passage, validity, moment) !== undefined
      return isOver ? [{ id: passage.id, by, score }] : []
    })
  }

  /**
   * Reads passages, best first, until there are enough; the next one replaces any that is left out or repeats another.
   * Successors of superseded passages are included.
   */
  async function choose(
    index: PassageIndex,
    offered: readonly (Ranked | FoundPassage)[],
    most: number,
  ): Promise<FoundPassage[]> {
    const ranked = forContext ? offered : bestOfTexts(offered)
    const selection = createSelection(most, endOf)
    const all: FoundPassage[] = []
    const size = most + spare.least + Math.ceil(most * spare.share)
    for (let from = 0; from < ranked.length && !selection.isFull(); from += size) {
      const found = await readWithValidity(index, ranked.slice(from, from + size))
      all.push(...found)
      selection.offer(found.filter(wasValid))
    }
    return reselected(index, all, selection.chosen(), most)
  }

  /** Selects again if a selected passage, or one that was no longer current at the moment, has a successor. */
  async function reselected(
    index: PassageIndex,
    all: readonly FoundPassage[],
    chosen: FoundPassage[],
    most: number,
  ): Promise<FoundPassage[]> {
    const concerned = asOfMs === undefined ? chosen : [...chosen, ...all.filter((one) => !wasValid(one))]
    const tells = { search, includes: forContext?.includes ?? (() => false), isWanted, moment }
    const found = await successorsOf(supersededIn(concerned), index, sources, tells)
    if (found.size === 0) return chosen
    for (const [id, successor] of found) successors.set(id, successor)
    const selection = createSelection(most, endOf)
    selection.offer(withSuccessors(all.filter(wasValid), found))
    return selection.chosen()
  }

  return {
    choose,
    /** Adds the facts that were current at the moment of the request. */
    async withPastFacts(found: readonly FoundPassage[], most: number): Promise<FoundPassage[]> {
      if (asOfMs === undefined || search.layers?.includes('facts') === false) return [...found]
      // The search index has only the facts of today.
      const then = createInMemoryPassages().passages
      await then.update({ upsert: await sources.factsAt(asOfMs) })
      const facts = await choose(then, rank(await then.candidates({ ...search, layers: ['facts'] }), question), most)
      const selection = createSelection(most, endOf)
      selection.offer([...facts, ...found].sort((a, b) => b.score - a.score))
      return selection.chosen()
    },
    /** Moves passages that are not current to the end, and each successor before what it supersedes. */
    inOrder(found: readonly FoundPassage[]): FoundPassage[] {
      const isOver = (one: FoundPassage): boolean => endOf(one) !== undefined
      return successorsFirst([...found.filter((one) => !isOver(one)), ...found.filter(isOver)], successors)
    },
    /** The validity of the facts and messages that were read, at the moment of the request. */
    validity,
  }
}

/** The numbers of what the answers among passages answer, in sessions of which a statement was superseded. */
function answeredBy(found: readonly FoundPassage[], { taken: known }: EverSuperseded): number[] {
  const sessions = known === 'many' ? known : new Set(known.map(({ saidIn }) => saidIn?.session))
  const numbers = found.flatMap(({ number, passage: { source } }) => {
    if (number === undefined || !('role' in source) || source.role !== 'assistant') return []
    return sessions === 'many' || sessions.has(source.session) ? [textOf(number) - partsOfText] : []
  })
  return [...new Set(numbers)]
}

/** A request to forget something is never current itself. */
function isRequest({ createdAt, validFrom = createdAt, validTo }: MemoryRecord): boolean {
  return validTo !== undefined && validTo === validFrom
}

/** Reads the passages of the candidates, in order of score; a hit found by meaning alone already has its passage. */
async function read(index: PassageIndex, ranked: readonly (Ranked | FoundPassage)[]): Promise<FoundPassage[]> {
  const known = ranked.filter((one) => 'candidate' in one)
  const near = ranked.flatMap((one) => ('candidate' in one ? [] : [one]))
  const numbers = known.map(({ candidate }) => candidate.number)
  const read = numbers.length > 0 ? await index.read(numbers) : []
  const passages = new Map(read.map(({ number, passage }) => [number, passage]))
  // Those removed from the index since are left out.
  const found = known.flatMap(({ candidate: { number }, score, parts }): FoundPassage[] => {
    const passage = passages.get(number)
    return passage ? [{ passage, score, parts, number }] : []
  })
  return near.length === 0 ? found : [...found, ...near].sort((a, b) => b.score - a.score)
}
