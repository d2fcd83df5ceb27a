import type { Clock } from '../clock.ts'
import type { Layer, PassageIndex, PassageSource } from '../storage/passages.ts'
import { unlessAborted } from '../waiting.ts'
import { type FactStanding, type HeldSources, marksOf } from './as-of.ts'
import type { CatchUp } from './catch-up.ts'
import { type FoundPassage, overLast } from './choice.ts'
import type { AskedMeaning, Joined, Meaning } from './meaning.ts'
import { rank, type ScoreParts } from './rank.ts'
import { createReading, type Reading } from './reading.ts'
import { type RecallRequest, toRequest } from './recall-request.ts'
import { plainType } from './record-follower.ts'
import type { Renewing } from './renewing.ts'
import type { Reranked, Reranking } from './reranking.ts'

/** How to search a memory. */
export interface RecallOptions {
  /** How many items at the most, from 1 to 1,000. @default 10 */
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
  /** The fact, the record, the entry or the message, as it was written. */
  text: string
  /** Higher is better; comparable within one answer only. */
  score: number
  /** ISO time, if it has one. */
  createdAt?: string
  source: PassageSource
  /** The record that took its place: it comes after what holds. */
  supersededBy?: string
  /** What says otherwise, when nobody can tell which of them holds. */
  conflictsWith?: readonly string[]
  /** With `explain`: the parts of the score, by name. */
  explain?: ScoreParts
}

/** The answer to a `recall`. */
export interface Recalled {
  /** How was searched: by words, or by words and meaning. */
  mode: 'lexical' | 'hybrid'
  /** Why meaning, or a reranker, had no part in it though there is one. */
  degraded?: string
  /** Best first. */
  items: RecalledItem[]
}

/** Searches every layer. */
export type Recall = (query: string, options?: RecallOptions) => Promise<Recalled>

/**
 * A recall that can be told that the index is up to date: whoever looked a moment ago need not look again. What `before`
 * keeps of the same question is not searched for again when more is asked for.
 */
export type InnerRecall = (
  query: string,
  options?: RecallOptions,
  isFresh?: boolean,
  before?: AskedBefore,
) => Promise<Recalled>

/** What a question found: one for all recalls of the same question with other limits. It begins empty. */
export interface AskedBefore {
  joined?: Joined
  /** How many candidates were asked for. */
  candidates?: number
}

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

interface Found extends Omit<Recalled, 'items'> {
  hits: readonly FoundPassage[]
  /** What is known of the facts that were read. */
  standing: ReadonlyMap<string, FactStanding>
}

/** What was read of the index. */
interface Read {
  reading: Reading
  hits: FoundPassage[]
  /** Why meaning had no part in it. */
  degraded?: string
}

/** So many candidates for each item that is asked for are enough not to search once more. */
const enough = 2

/** Makes the search over an index that is kept up by `catchUp`. */
export function createRecall(passages: PassageIndex, setting: RecallSetting): InnerRecall {
  const { catchUp, renewing, layers, clock, held, meaning, reranking } = setting

  async function search({ question, search: wanted, asOfMs }: RecallRequest, asked?: AskedMeaning): Promise<Joined> {
    // The facts of then are searched by themselves: the index has those of now.
    const layersThen = wanted.layers?.filter((layer) => layer !== 'facts') ?? []
    const query = asOfMs === undefined ? wanted : { ...wanted, layers: layersThen }
    const given = question.terms.length === 0 ? undefined : await passages.candidates(query)
    const found = given ? rank(given, question) : []
    return asked ? asked.join(query, found, given?.candidates ?? []) : { found }
  }

  /** What was kept holds until a reading of it fails: the numbers of an index that is made anew are others. */
  async function searchOnce(
    request: RecallRequest,
    asked: AskedMeaning | undefined,
    before: AskedBefore,
  ): Promise<Joined> {
    const { joined, candidates = 0 } = before
    delete before.joined
    const isEnough = candidates - request.excluded.size >= request.limit * enough
    return joined && isEnough ? joined : search(request, asked)
  }

  async function read(
    request: RecallRequest,
    most: number,
    asked: AskedMeaning | undefined,
    before: AskedBefore,
  ): Promise<Read> {
    const joined = await searchOnce(request, asked, before)
    const { found, ...how } = joined
    const reading = createReading(request, { held, nowMs: clock() })
    const ofNow = await reading.choose(passages, found, most)
    before.joined = joined
    before.candidates = Math.max(before.candidates ?? 0, request.search.limit)
    return { ...how, reading, hits: request.asOfMs === undefined ? ofNow : await reading.withFactsOfThen(ofNow, most) }
  }

  async function find(
    query: string,
    request: RecallRequest,
    signal: AbortSignal | undefined,
    before: AskedBefore,
  ): Promise<Found> {
    const asked = query.trim() === '' ? undefined : meaning?.ask(query, signal)
    const most = Math.max(request.limit, reranking?.candidates ?? 0)
    const { hits, reading, degraded } = await renewing(() => read(request, most, asked, before))
    const sorted: Reranked = reranking ? await reranking.rerank(query, hits, signal) : { hits }
    const why = [degraded, sorted.degraded].filter((one) => one !== undefined).join('; ')
    return {
      mode: asked && degraded === undefined ? 'hybrid' : 'lexical',
      ...(why === '' ? {} : { degraded: why }),
      hits: (reranking ? overLast(sorted.hits, reading.isOver) : sorted.hits).slice(0, request.limit),
      standing: reading.standing,
    }
  }

  return async (query, options = {}, isFresh = false, before = {}) => {
    const request = toRequest(query, options, layers, clock)
    const { signal, explain = false } = options
    signal?.throwIfAborted()
    if (!isFresh) await unlessAborted(signal, catchUp.now())
    const { hits, standing, ...how } = await unlessAborted(signal, find(query, request, signal, before))
    return { ...how, items: hits.map((one) => ({ ...toItem(one, explain), ...marksOf(one, standing) })) }
  }
}

function toItem({ passage, score, parts }: FoundPassage, explain: boolean): RecalledItem {
  const { id, layer, type, text, createdAt, source } = passage
  return {
    id,
    layer,
    ...(type === undefined ? {} : { type: plainType(type) }),
    text,
    score,
    ...(createdAt === undefined ? {} : { createdAt }),
    source,
    ...(explain ? { explain: saidParts(parts) } : {}),
  }
}

function saidParts(parts: ScoreParts): ScoreParts {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== 0))
}
