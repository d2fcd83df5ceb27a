import type { Clock } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { Candidates, Layer, PassageHit, PassageIndex, PassageQuery, PassageSource } from '../storage/passages.ts'
import { matchesGlob } from '../text/glob.ts'
import type { CatchUp } from './catch-up.ts'
import { createChoice, type FoundPassage, foundPassages, overLast } from './choice.ts'
import type { AskedMeaning, Joined, Meaning, Near } from './meaning.ts'
import { type Ranked, rank, type ScoreParts } from './rank.ts'
import { type RecallRequest, toRequest } from './recall-request.ts'
import { plainType } from './record-follower.ts'
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

/** A recall that can be told that the index is up to date: whoever looked a moment ago need not look again. */
export type InnerRecall = (query: string, options?: RecallOptions, isFresh?: boolean) => Promise<Recalled>

/** Some of what is found is left out, or says the same twice: so many passages are read for each item that is asked for. */
const spare = 2

type Wanted = (passage: PassageHit['passage']) => boolean

/** What a recall needs besides the index. */
export interface RecallSetting {
  catchUp: CatchUp
  /** The layers that are on. */
  layers: readonly Layer[]
  clock: Clock
  /** What helps the words, if there is an embedder, or a reranker. */
  meaning?: Meaning
  reranking?: Reranking
}

interface Found extends Omit<Recalled, 'items'> {
  hits: readonly FoundPassage[]
}

/** Makes the search over an index that is kept up by `catchUp`. */
export function createRecall(passages: PassageIndex, setting: RecallSetting): InnerRecall {
  const { catchUp, layers, clock, meaning, reranking } = setting

  async function candidates(query: PassageQuery): Promise<Candidates> {
    try {
      return await passages.candidates(query)
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
      // A damaged index begins anew: it is filled from the files, and asked once more.
      catchUp.forget()
      await catchUp.now()
      return passages.candidates(query)
    }
  }

  async function search({ question, search: wanted }: RecallRequest, asked: AskedMeaning | undefined): Promise<Joined> {
    const given = question.terms.length === 0 ? undefined : await candidates(wanted)
    const found = given ? rank(given, question) : []
    return asked ? asked.join(wanted, found, given?.candidates ?? []) : { found }
  }

  async function find(query: string, request: RecallRequest, signal: AbortSignal | undefined): Promise<Found> {
    const { limit, excluded, scope } = request
    const asked = query.trim() === '' ? undefined : meaning?.ask(query, signal)
    const { found, degraded } = await search(request, asked)
    const most = Math.max(limit, reranking?.candidates ?? 0)
    const hits = await choose(found, most, (passage) => !isExcluded(passage, excluded) && !isOutOfScope(passage, scope))
    const sorted: Reranked = reranking ? await reranking.rerank(query, hits, signal) : { hits }
    const why = [degraded, sorted.degraded].filter((one) => one !== undefined).join('; ')
    return {
      mode: asked && degraded === undefined ? 'hybrid' : 'lexical',
      ...(why === '' ? {} : { degraded: why }),
      hits: (reranking ? overLast(sorted.hits) : sorted.hits).slice(0, limit),
    }
  }

  /** Reads the best until there are enough; what is left out or says the same again makes room for the next. */
  async function choose(ranked: readonly (Ranked | Near)[], limit: number, isWanted: Wanted): Promise<FoundPassage[]> {
    const choice = createChoice(limit)
    const size = limit * spare
    for (let from = 0; from < ranked.length && !choice.isFull(); from += size) {
      const next = ranked.slice(from, from + size)
      const known = next.filter((one) => 'candidate' in one)
      const read = foundPassages(known, await passages.read(known.map(({ candidate }) => candidate.number)))
      const near = next.flatMap((one) => ('candidate' in one ? [] : [one]))
      const found = [...read, ...near].sort((a, b) => b.score - a.score)
      choice.offer(found.filter(({ passage }) => isWanted(passage)))
    }
    return choice.chosen()
  }

  return async (query, options = {}, isFresh = false) => {
    const request = toRequest(query, options, layers, clock)
    const { signal, explain = false } = options
    signal?.throwIfAborted()
    if (!isFresh) await orAborted(catchUp.now(), signal)
    const { hits, ...how } = await orAborted(find(query, request, signal), signal)
    return { ...how, items: hits.map((one) => toItem(one, explain)) }
  }
}

/** Stops waiting when the signal is aborted; the work itself goes on, others may wait for it. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    if (signal.aborted) abort()
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function isExcluded({ id, source }: PassageHit['passage'], excluded: ReadonlySet<string>): boolean {
  return excluded.has(id) || ('messageId' in source && excluded.has(source.messageId))
}

function isOutOfScope({ source }: PassageHit['passage'], path: string | undefined): boolean {
  return path !== undefined && 'record' in source && source.scope !== undefined && !matchesGlob(source.scope, path)
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
    ...(explain ? { explain: parts } : {}),
  }
}
