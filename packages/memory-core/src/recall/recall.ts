import { unlessAborted } from '../async.ts'
import type { Clock } from '../clock.ts'
import type { CatchUp } from '../indexing/catch-up.ts'
import type { WithRebuild } from '../indexing/marked-index.ts'
import { plainType } from '../indexing/passages-of.ts'
import { textOf, wholeId } from '../storage/numbering.ts'
import type { Candidates, Layer, PassageIndex, PassageQuery, PassageSource } from '../storage/passages.ts'
import type { MemoryRecord } from '../storage/records.ts'
import type { Meaning, MergedHits, MergeMeaning } from './meaning.ts'
import { withTurns } from './messages.ts'
import { type Question, type RecallRequest, toRequest } from './question.ts'
import { type Ranked, rank, type ScoreParts, tellingLength } from './rank.ts'
import { createReader, type EverSuperseded, everSuperseded } from './reader.ts'
import type { Reranked, Reranking } from './reranking.ts'
import type { FoundPassage } from './selection.ts'
import { isSpan, newestOf, periodQuery, rankTimed, type SaidThen, timedQuery, wholeSpan } from './time-search.ts'
import { type ValiditySources, validityAt } from './validity.ts'

/** Options of a recall. */
export interface RecallOptions {
  /** Maximum items, from 1 to 1,000; a message counts once, however many of its passages match. @default 10 */
  limit?: number | undefined
  /** Only these layers. @default all */
  layers?: readonly Layer[] | undefined
  /** Only messages of these sessions; other layers are not affected. */
  sessions?: readonly string[] | undefined
  /** Only records and notes of this type, and facts and knowledge entries of this category; or of one of several. */
  type?: string | readonly string[] | undefined
  /** A file's path: leaves out records that apply to other files only. */
  scope?: string | undefined
  /** Only items from this time on; a fact has the day at the end of its line. Items without a time are included. */
  since?: string | Date | undefined
  /** Only items up to this time, or up to the end of this day. Items without a time are included. */
  until?: string | Date | undefined
  /** When the question is asked, to resolve "last week" and the like. Filters nothing. @default now */
  at?: string | Date | undefined
  /**
   * Answers with what was current at this moment instead of now: records that were valid, messages and history up to
   * it, and the facts of the version of MEMORY.md from then, as far back as versions are kept.
   */
  asOf?: string | Date | undefined
  /** Leaves out these items, by their id or by the id of their message. */
  exclude?: readonly string[] | undefined
  /** Returns whole texts instead of the passage that matched. */
  whole?: boolean | undefined
  /** Adds to each item the parts of its score. */
  explain?: boolean | undefined
  signal?: AbortSignal | undefined
}

/** An item of the answer. */
export interface RecalledItem {
  /** Unique in the memory; stays the same while the text does. */
  id: string
  layer: Layer
  /** The type of a record or a note, the category of a fact or a knowledge entry. */
  type?: string
  /** The fact, record, entry or message as it was written; of a long one, the passage that matches best. */
  text: string
  /** The position of that passage in the text, in UTF-16 code units. Absent when `text` is all of it. */
  passage?: { start: number; end: number }
  /** Higher is better; comparable within one answer only. */
  score: number
  /** ISO time, if it has one. */
  createdAt?: string
  source: PassageSource
  /**
   * The id of the record that superseded it, or that superseded a record taken from this message. The successor is
   * ranked before it, even without a word of the question.
   */
  supersededBy?: string
  /** Set if a person removed what was learnt from this message; a context includes it only if it says more. */
  removed?: true
  /** The ids of statements that contradict it, if it is unknown which is current. */
  conflictsWith?: readonly string[]
  /** With `explain`: the parts of the score, by name. */
  explain?: ScoreParts
}

/** The answer of a recall. */
export interface Recalled {
  /** Whether words alone were compared, or words and meaning. */
  mode: 'lexical' | 'hybrid'
  /** `indexing` for an incomplete index, and why an embedder or a reranker was not used. Absent if all worked. */
  degraded?: string
  /** Best first. */
  items: RecalledItem[]
}

/** Searches every layer. */
export type Recall = (query: string, options?: RecallOptions) => Promise<Recalled>

/** Options for callers inside the memory. */
export interface InnerRecallOptions {
  /** The caller has just brought the index up to date, so the recall does not. */
  isFresh?: boolean
  /**
   * Recalls for a context: each passage is an item of its own, and if the memory is small, the answer ends with the
   * user's other messages, newest first; their scores have a part `small`.
   */
  forContext?: {
    /** Whether a superseding record is included even if records are not searched. */
    includes(record: MemoryRecord): boolean
  }
}

/** The recall for callers inside the memory. */
export type InnerRecall = (query: string, options?: RecallOptions, inner?: InnerRecallOptions) => Promise<Recalled>

/** Dependencies of a recall besides the index. */
export interface RecallSetting {
  catchUp: CatchUp
  /** Reads the index, and repeats the read if the index was damaged and rebuilt. */
  withRebuild: WithRebuild
  /** The layers that are on. */
  layers: readonly Layer[]
  clock: Clock
  sources: ValiditySources
  /** The search by meaning and the reranker, if configured. */
  meaning?: Meaning
  reranking?: Reranking
}

/** Maximum words beside a time that are looked up among the speakers. */
const mostNames = 4
/** Minimum number of passages from the asked time that are searched for those of named speakers. */
const leastSearched = 1_000
/** Maximum candidates from the asked span that have no word of the question. */
const mostOfSpan = 40
/** Maximum passages of a small memory, and how many of its newest texts may be told without a word of the question. */
const smallMemory = 240
const mostOthers = 40
/** Their score. */
const least = 1e-6

/** Creates the recall over an index that `catchUp` keeps up to date. */
export function createRecall(passages: PassageIndex, setting: RecallSetting): InnerRecall {
  const { catchUp, withRebuild, layers, clock, sources, meaning, reranking } = setting

  /** The superseded records, and the revision of the records for which they were looked up. */
  let known: { revision: number; found: EverSuperseded } | undefined

  async function superseded(): Promise<EverSuperseded> {
    const revision = catchUp.recordsRevision()
    if (known && known.revision === revision) return known.found
    const found = await everSuperseded(passages, sources)
    known = revision === undefined ? undefined : { revision, found }
    return found
  }

  /** What was said at the asked time, if it can be the answer without a word of the question. */
  async function saidThen({ question, atMs, asOfMs }: RecallRequest, query: PassageQuery): Promise<SaidThen> {
    const { time, besideTime = [] } = question
    const words = besideTime.length
    const most = words > mostNames ? mostOfSpan : words > 0 ? Math.max(query.limit, leastSearched) : query.limit
    const isWanted = time && (words <= mostNames || isSpan(time))
    const timed = isWanted && timedQuery(time, { ...query, limit: most }, atMs, asOfMs ?? Infinity)
    return timed ? { found: await passages.timed(timed), spans: timed.spans } : { found: [], spans: [] }
  }

  /** What was said at a time, if the question names nothing else but speakers. */
  async function ofTimeOnly({ question }: RecallRequest, then: Promise<SaidThen>): Promise<Ranked[]> {
    const { time, besideTime = [] } = question
    if (!time || besideTime.length > mostNames) return []
    const { found } = await then
    const speakers = new Set(found.flatMap(({ speech }) => speech?.speaker ?? []))
    return besideTime.every((name) => speakers.has(name)) ? rankTimed(found, time, new Set(besideTime)) : []
  }

  /**
   * For a day or a span such as "ten days ago", anything said in it can be the answer without a word of the question; of
   * a month and the like, what has a word of the question, although more of other times has.
   */
  async function candidatesFor(
    { question: { time }, atMs, asOfMs }: RecallRequest,
    query: PassageQuery,
    then: Promise<SaidThen>,
  ): Promise<Candidates> {
    const ofPeriod = time && periodQuery(time, query, atMs, asOfMs ?? Infinity)
    const [found, said, within] = await Promise.all([
      passages.candidates(query),
      then,
      ofPeriod && passages.candidates(ofPeriod),
    ])
    const ofTime = within?.candidates ?? (time && isSpan(time) ? newestOf(said, mostOfSpan) : [])
    if (ofTime.length === 0) return found
    const known = new Set(found.candidates.map(({ number }) => number))
    return { ...found, candidates: [...found.candidates, ...ofTime.filter(({ number }) => !known.has(number))] }
  }

  /** Ranks candidates, a second time together with long turns. */
  async function ranked(query: PassageQuery, given: Candidates, question: Question): Promise<Ranked[]> {
    const first = rank(given, question)
    const long = await withTurns(passages, query, given, first)
    return long ? rank(long.found, question, long.turns) : first
  }

  /** What the user said without a word of the question, newest first; questions state little. */
  async function otherMessages(given: Candidates, { layers }: PassageQuery): Promise<Ranked[]> {
    if (given.passages > smallMemory || layers?.includes('sessions') === false) return []
    const found = await passages.timed({ spans: [wholeSpan], layers: ['sessions'], limit: mostOthers })
    const said = found.filter(({ length, speech: by }) => by?.role === 'user' && !by.asks && length >= tellingLength)
    const newest = said.toSorted(({ createdAt: a = '' }, { createdAt: b = '' }) => (a < b ? 1 : -Number(a > b)))
    // No score of its own: after whatever has a word of the question.
    return newest.map((candidate) => ({ candidate, score: least, parts: { small: least } }))
  }

  async function search(
    request: RecallRequest,
    { forContext }: InnerRecallOptions,
    mergeMeaning?: MergeMeaning,
  ): Promise<MergedHits> {
    const { question, search: wanted, asOfMs } = request
    // With `asOf`, facts are searched separately: the index has only the current ones.
    const layersThen = wanted.layers?.filter((layer) => layer !== 'facts') ?? []
    const query = asOfMs === undefined ? wanted : { ...wanted, layers: layersThen }
    const { time } = question
    const then = saidThen(request, query)
    const timed = await ofTimeOnly(request, then)
    if (timed.length > 0) return { found: timed }
    const given = question.terms.length === 0 ? undefined : await candidatesFor(request, query, then)
    const found = given ? await ranked(query, given, question) : []
    const merged = mergeMeaning ? await mergeMeaning(query, found, given?.candidates ?? []) : { found }
    // A question about a time wants only what was said then.
    if (!given || !forContext || time) return merged
    const known = new Set(merged.found.map((one) => ('candidate' in one ? one.candidate : one.passage).id))
    const others = (await otherMessages(given, query)).filter(({ candidate }) => !known.has(candidate.id))
    return { ...merged, found: [...merged.found, ...others] }
  }

  async function find(query: string, request: RecallRequest, inner: InnerRecallOptions, signal?: AbortSignal) {
    const isAsked = query.trim() !== '' && request.question.besideTime?.length !== 0
    const asked = isAsked && meaning ? meaning(query, signal) : undefined
    const most = Math.max(request.limit, reranking?.candidates ?? 0)
    const nowMs = clock()
    const { hits, reader, degraded } = await withRebuild(async () => {
      const merged = await search(request, inner, asked)
      const reader = createReader(request, { ...inner, sources, superseded, nowMs })
      const ofNow = await reader.choose(passages, merged.found, most)
      const hits = request.asOfMs === undefined ? ofNow : await reader.withPastFacts(ofNow, most)
      return { hits, reader, degraded: merged.degraded }
    })
    // Hits added only because the memory is small rank below hits with a word of the question.
    const found = hits.filter(({ parts }) => parts['small'] === undefined)
    const added = hits.filter(({ parts }) => parts['small'] !== undefined)
    const sorted: Reranked = reranking ? await reranking.rerank(query, found, signal) : { hits: found }
    return {
      mode: asked !== undefined && degraded === undefined ? ('hybrid' as const) : ('lexical' as const),
      degraded: [degraded, sorted.degraded],
      hits: reader.inOrder([...sorted.hits, ...added]).slice(0, request.limit),
      validity: reader.validity,
      moment: request.asOfMs ?? nowMs,
    }
  }

  /** The whole texts of hits that are passages, by id. */
  async function textsOf(hits: readonly FoundPassage[]): Promise<Map<string, string>> {
    const parted = hits.flatMap(({ passage, number }) =>
      passage.part && number !== undefined ? [{ passage, number }] : [],
    )
    const texts = new Map<string, string>()
    for (const { passage, number } of parted) {
      const first = textOf(number)
      const numbers = Array.from({ length: passage.part?.count ?? 1 }, (_, place) => first + place)
      const parts = await passages.read(numbers)
      texts.set(wholeId(passage), parts.map(({ passage: { text } }) => text).join(''))
    }
    return texts
  }

  return async (query, options = {}, inner = {}) => {
    const request = toRequest(query, options, layers, clock)
    const { signal, explain = false, whole = false } = options
    signal?.throwIfAborted()
    const isIndexed = inner.isFresh || (await unlessAborted(signal, catchUp.inTime()))
    const { mode, hits, validity, moment, ...found } = await unlessAborted(signal, find(query, request, inner, signal))
    const isComplete = isIndexed && !catchUp.isBehind()
    const degraded = [...found.degraded, isComplete ? undefined : 'indexing'].filter(Boolean).join('; ')
    const texts = whole ? await unlessAborted(signal, textsOf(hits)) : new Map<string, string>()
    const items = hits.map((one) => ({ ...toItem(one, explain, texts), ...validityAt(one, validity, moment) }))
    return { mode, ...(degraded === '' ? {} : { degraded }), items }
  }
}

function toItem(
  { passage, score, parts }: FoundPassage,
  explain: boolean,
  texts: ReadonlyMap<string, string>,
): RecalledItem {
  const { layer, type, createdAt, source } = passage
  const id = wholeId(passage)
  const whole = texts.get(id)
  return {
    id,
    layer,
    ...(type === undefined ? {} : { type: plainType(type) }),
    ...(whole === undefined ? saidIn(passage) : { text: whole }),
    score,
    ...(createdAt === undefined ? {} : { createdAt }),
    source,
    ...(explain ? { explain: saidParts(parts) } : {}),
  }
}

/** A passage without the white space at its ends. */
function saidIn({ text, part }: FoundPassage['passage']): Pick<RecalledItem, 'text' | 'passage'> {
  if (!part) return { text }
  const said = text.trim()
  const start = part.start + text.length - text.trimStart().length
  return { text: said, passage: { start, end: start + said.length } }
}

function saidParts(parts: ScoreParts): ScoreParts {
  const said: Record<string, number> = {}
  for (const name in parts) if (parts[name]) said[name] = parts[name]
  return said
}
