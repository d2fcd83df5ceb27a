import { unlessAborted } from '../async.ts'
import type { Clock } from '../clock.ts'
import type { CatchUp } from '../indexing/catch-up.ts'
import type { Renewing } from '../indexing/marked-index.ts'
import { plainType } from '../indexing/record-follower.ts'
import { textOf, wholeId } from '../storage/numbering.ts'
import type { Candidate, Candidates, Layer, PassageIndex, PassageQuery, PassageSource } from '../storage/passages.ts'
import { type HeldSources, standingAt } from './as-of.ts'
import type { FoundPassage } from './choice.ts'
import type { AskedMeaning, Joined, Meaning } from './meaning.ts'
import { type RecallRequest, toRequest } from './question.ts'
import { rank, type ScoreParts } from './rank.ts'
import { createReader } from './reader.ts'
import type { Reranked, Reranking } from './reranking.ts'
import { rankTimed, timedQuery } from './timely.ts'

/** How to search a memory. */
export interface RecallOptions {
  /** How many items at the most, from 1 to 1,000; a message is one, however many of its passages fit. @default 10 */
  limit?: number
  /** Only these layers. @default all */
  layers?: readonly Layer[]
  /** Only messages of these sessions; the other layers are not concerned. */
  sessions?: readonly string[]
  /** Only records, notes, knowledge entries and facts of this type (or category), or one of these. */
  type?: string | readonly string[]
  /** A file's path: leaves out records that apply to other files only. */
  scope?: string
  /** Only what was said or written at this time or later. What has no time passes. */
  since?: string | Date
  /** Only what was said or written at this time or earlier. What has no time passes. */
  until?: string | Date
  /** When the question is asked, for "last week" and the like. It leaves nothing out. @default now */
  at?: string | Date
  /**
   * What held then, in place of what holds now: records within their time, messages and history up to it, and the facts of
   * the version of MEMORY.md of that moment, as far back as versions are kept.
   */
  asOf?: string | Date
  /** Leave out these items, by their id or by the id of their message. */
  exclude?: readonly string[]
  /** Answer whole texts in place of the passage that was found in them. */
  whole?: boolean
  /** Say for each item how its score came about. */
  explain?: boolean
  signal?: AbortSignal
}

/** Something that was found. */
export interface RecalledItem {
  /** Unique in the memory; the same as long as the text is. */
  id: string
  layer: Layer
  /** The type of a record or a note, the category of a fact or a knowledge entry. */
  type?: string
  /** The fact, the record, the entry or the message, as it was written; of a long one the passage that fits best. */
  text: string
  /** Where that passage stands in the text, in UTF-16 code units. Absent when `text` is all of it. */
  passage?: { start: number; end: number }
  /** Higher is better; comparable within one answer only. */
  score: number
  /** ISO time, if it has one. */
  createdAt?: string
  source: PassageSource
  /**
   * The record that took its place, or that of something which was taken from this message: what holds comes before it,
   * and is answered even where no word of the question is in it.
   */
  supersededBy?: string
  /** Set where a person removed from a page what was learnt from this message; a context tells what else it says. */
  removed?: true
  /** Statements that contradict it, where it is unknown which of them is current. */
  conflictsWith?: readonly string[]
  /** With `explain`: the parts of the score, by name. */
  explain?: ScoreParts
}

/** The answer to a `recall`. */
export interface Recalled {
  /** How was searched: by words, or by words and meaning. */
  mode: 'lexical' | 'hybrid'
  /** `indexing` when the index was not complete yet; why meaning, or a reranker, had no part in it though there is one. */
  degraded?: string
  /** Best first. */
  items: RecalledItem[]
}

/** Searches every layer. */
export type Recall = (query: string, options?: RecallOptions) => Promise<Recalled>

/** What only the parts of a memory say to a recall. */
export interface InnerRecallOptions {
  /** The index was brought up to date a moment ago: the recall does not do it again. */
  isFresh?: boolean
  /** Records that took the place of what was found are answered, though records are not searched. */
  tellsRecords?: boolean
  /** Each passage is an item of its own. */
  everyPassage?: boolean
  /** What it keeps of the same question is not searched for again when more is asked for. */
  before?: AskedBefore
}

/** What a question found: one for all recalls of the same question with other limits. It begins empty. */
export interface AskedBefore {
  joined?: Joined
  /** How many candidates were asked for. */
  candidates?: number
}

/** A recall as the parts of a memory have it. */
export type InnerRecall = (query: string, options?: RecallOptions, inner?: InnerRecallOptions) => Promise<Recalled>

/** What a recall needs besides the index. */
export interface RecallSetting {
  catchUp: CatchUp
  /** Reads the index, and once more when it was damaged. */
  renewing: Renewing
  /** The layers that are on. */
  layers: readonly Layer[]
  clock: Clock
  held: HeldSources
  /** What helps the words, if there is an embedder, or a reranker. */
  meaning?: Meaning
  reranking?: Reranking
}

/** Maximum candidates of a span beside those that have words of the question. */
const mostOfSpan = 40
/** Cached candidates for each item of the new limit that make another search needless. */
const enough = 2

/** Makes the search over an index that is kept up by `catchUp`. */
export function createRecall(passages: PassageIndex, setting: RecallSetting): InnerRecall {
  const { catchUp, renewing, layers, clock, held, meaning, reranking } = setting

  /** What was said at the time that is asked for. */
  async function saidThen({ question, atMs, asOfMs }: RecallRequest, query: PassageQuery): Promise<Candidate[]> {
    const timed = question.time && timedQuery(question.time, query, atMs, asOfMs ?? Infinity)
    return timed ? passages.timed(timed) : []
  }

  /** Of a span, such as "ten days ago", what was said then may answer without a word of the question. */
  async function candidatesFor(request: RecallRequest, query: PassageQuery): Promise<Candidates> {
    const { time } = request.question
    const isSpan = time !== undefined && 'from' in time
    const [found, then] = await Promise.all([
      passages.candidates(query),
      isSpan ? saidThen(request, { ...query, limit: mostOfSpan }) : [],
    ])
    const known = new Set(found.candidates.map(({ number }) => number))
    return { ...found, candidates: [...found.candidates, ...then.filter(({ number }) => !known.has(number))] }
  }

  async function search(request: RecallRequest, asked?: AskedMeaning): Promise<Joined> {
    const { question, search: wanted, asOfMs } = request
    // The facts of then are searched by themselves: the index has those of now.
    const layersThen = wanted.layers?.filter((layer) => layer !== 'facts') ?? []
    const query = asOfMs === undefined ? wanted : { ...wanted, layers: layersThen }
    const timed = question.isOfTimeOnly ? rankTimed(await saidThen(request, query)) : []
    if (timed.length > 0) return { found: timed }
    const given = question.terms.length === 0 ? undefined : await candidatesFor(request, query)
    const found = given ? rank(given, question) : []
    return asked ? asked.join(query, found, given?.candidates ?? []) : { found }
  }

  /** Cached candidates stay valid until a read fails; a rebuilt index assigns new numbers. */
  async function searchOnce(request: RecallRequest, before: AskedBefore, asked?: AskedMeaning): Promise<Joined> {
    const { joined, candidates = 0 } = before
    delete before.joined
    const isEnough = candidates - request.excluded.size >= request.limit * enough
    return joined && isEnough ? joined : search(request, asked)
  }

  /** Ranks, reads and reranks the passages for a request. */
  async function find(query: string, request: RecallRequest, inner: InnerRecallOptions, signal?: AbortSignal) {
    const { tellsRecords = false, everyPassage = false, before = {} } = inner
    const asked = query.trim() === '' || request.question.isOfTimeOnly ? undefined : meaning?.ask(query, signal)
    const most = Math.max(request.limit, reranking?.candidates ?? 0)
    const nowMs = clock()
    const { hits, reader, degraded } = await renewing(async () => {
      const joined = await searchOnce(request, before, asked)
      const reader = createReader(request, { held, nowMs, tellsRecords, everyPassage })
      const ofNow = await reader.choose(passages, joined.found, most)
      before.joined = joined
      before.candidates = Math.max(before.candidates ?? 0, request.search.limit)
      const hits = request.asOfMs === undefined ? ofNow : await reader.withFactsOfThen(ofNow, most)
      return { hits, reader, degraded: joined.degraded }
    })
    const sorted: Reranked = reranking ? await reranking.rerank(query, hits, signal) : { hits }
    return {
      mode: asked && degraded === undefined ? ('hybrid' as const) : ('lexical' as const),
      degraded: [degraded, sorted.degraded],
      hits: reader.inOrder(sorted.hits).slice(0, request.limit),
      standing: reader.standing,
      moment: request.asOfMs ?? nowMs,
    }
  }

  /** The whole texts of what was found, by their ids. */
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
    const request = toRequest(query, options, layers, clock, inner.everyPassage)
    const { signal, explain = false, whole = false } = options
    signal?.throwIfAborted()
    const isIndexed = inner.isFresh || (await unlessAborted(signal, catchUp.inTime()))
    const { mode, hits, standing, moment, ...found } = await unlessAborted(signal, find(query, request, inner, signal))
    const isComplete = isIndexed && !catchUp.isBehind()
    const degraded = [...found.degraded, isComplete ? undefined : 'indexing'].filter(Boolean).join('; ')
    const texts = whole ? await unlessAborted(signal, textsOf(hits)) : new Map<string, string>()
    const items = hits.map((one) => ({ ...toItem(one, explain, texts), ...standingAt(one, standing, moment) }))
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

/** A passage without the white space at its ends, which belongs to no paragraph. */
function saidIn({ text, part }: FoundPassage['passage']): Pick<RecalledItem, 'text' | 'passage'> {
  if (!part) return { text }
  const said = text.trim()
  const start = part.start + text.length - text.trimStart().length
  return { text: said, passage: { start, end: start + said.length } }
}

function saidParts(parts: ScoreParts): ScoreParts {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== 0))
}
