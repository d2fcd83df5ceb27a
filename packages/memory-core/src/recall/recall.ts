import { isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { checkShape } from '../option-checks.ts'
import {
  type Layer,
  type PassageHit,
  type PassageIndex,
  type PassageQuery,
  type PassageSource,
  searchedLayers,
} from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import { matchesGlob } from '../text/glob.ts'
import { statementKey } from '../text/statement-key.ts'
import type { CatchUp } from './catch-up.ts'
import { archivedType, plainType } from './record-follower.ts'
import { recallShape } from './request-checks.ts'

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
  explain?: Readonly<Record<string, number>>
}

/** The answer to a `recall`. */
export interface Recalled {
  /** How was searched: by words. */
  mode: 'lexical'
  /** Best first. */
  items: RecalledItem[]
}

/** Searches every layer. */
export type Recall = (query: string, options?: RecallOptions) => Promise<Recalled>

/** A recall that can be told that the index is up to date: whoever looked a moment ago need not look again. */
export type InnerRecall = (query: string, options?: RecallOptions, isFresh?: boolean) => Promise<Recalled>

/** Some of what is found says the same twice, or is excluded: so many times the limit is asked for, at first and at last. */
const spare = [3, 12]
const mostExcluded = 1_000

/** Makes the search over an index that is kept up by `catchUp`; `layers` are those that are on. */
export function createRecall(passages: PassageIndex, catchUp: CatchUp, layers: readonly Layer[]): InnerRecall {
  async function search(query: PassageQuery): Promise<PassageHit[]> {
    try {
      return await passages.search(query)
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
      // A damaged index begins anew: it is filled from the files, and asked once more.
      catchUp.forget()
      await catchUp.now()
      return passages.search(query)
    }
  }

  async function find(
    query: PassageQuery,
    unwanted: (hit: PassageHit) => boolean,
    spares: number,
  ): Promise<PassageHit[]> {
    let found: PassageHit[] = []
    for (const times of spare) {
      const limit = query.limit * times + (times === spare[0] ? 0 : Math.min(spares, mostExcluded))
      const hits = await search({ ...query, limit })
      found = heldLast(distinct(hits.filter((hit) => !unwanted(hit))))
      if (found.length >= query.limit || hits.length < limit) break
    }
    return found.slice(0, query.limit)
  }

  return async (query, options = {}, isFresh = false) => {
    checkShape(options, recallShape, 'recall', 'bad-input')
    const { signal, exclude, explain = false } = options
    const wanted = toQuery(query, options, layers)
    const excluded = new Set(exclude)
    const unwanted = (hit: PassageHit): boolean => isExcluded(hit, excluded) || isOutOfScope(hit, options.scope)
    signal?.throwIfAborted()
    if (!isFresh) await orAborted(catchUp.now(), signal)
    const items = wanted.terms.length === 0 ? [] : await orAborted(find(wanted, unwanted, excluded.size), signal)
    return { mode: 'lexical', items: items.map((hit) => toItem(hit, explain)) }
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

function toQuery(query: string, options: RecallOptions, layers: readonly Layer[]): PassageQuery {
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `the query is ${shown(query)}, expected a text to search for`)
  const { limit = 10, since, until, sessions, type } = options
  return {
    terms: termsOf(query),
    limit,
    layers: wantedLayers(options.layers, layers),
    ...(sessions ? { sessions } : {}),
    ...(type === undefined ? {} : { types: typesOf(typeof type === 'string' ? [type] : type) }),
    ...(since === undefined ? {} : { since: isoTime(parseTime(since, 'since')) }),
    ...(until === undefined ? {} : { until: isoTime(parseTime(until, 'until')) }),
  }
}

/** What is archived is recalled as well. */
function typesOf(types: readonly string[]): string[] {
  return [...types, ...types.map(archivedType)]
}

function wantedLayers(wanted: readonly Layer[] | undefined, layers: readonly Layer[]): readonly Layer[] {
  for (const layer of wanted ?? [])
    if (!searchedLayers.includes(layer))
      throw new MemoryError(
        'bad-input',
        `there is no layer ${shown(layer)} to recall from, expected ${layers.join(', ')}`,
      )
    else if (!layers.includes(layer))
      throw new MemoryError(
        'layer-off',
        `the layer ${shown(layer)} is off, expected ${layers.join(', ')}: turn it on with the option ${layer}: {}`,
      )
  return wanted ?? layers
}

/** A question of nothing but common words is searched by those. */
export function termsOf(query: string): string[] {
  const terms = analyse(query, { use: 'query' })
  return terms.length > 0 ? terms : analyse(query, { stopWords: 'keep', use: 'query' })
}

/** One statement appears once, at its best place: as a fact, else as a record, else as what else says it. */
function distinct(hits: readonly PassageHit[]): PassageHit[] {
  const spoken = new Map<string, PassageHit>()
  for (const hit of hits) {
    const key = statementKey(hit.passage.text)
    const known = spoken.get(key)
    if (!known) spoken.set(key, hit)
    else if (rankOf(hit) < rankOf(known)) spoken.set(key, { ...hit, score: Math.max(hit.score, known.score) })
  }
  return [...spoken.values()]
}

/** What does not hold any more comes after what does. */
function heldLast(hits: readonly PassageHit[]): PassageHit[] {
  const isOver = ({ passage: { source } }: PassageHit): boolean => 'record' in source && source.validTo !== undefined
  return [...hits.filter((hit) => !isOver(hit)), ...hits.filter(isOver)]
}

function rankOf({ passage }: PassageHit): number {
  return searchedLayers.indexOf(passage.layer)
}

function isExcluded({ passage }: PassageHit, excluded: ReadonlySet<string>): boolean {
  const { id, source } = passage
  return excluded.has(id) || ('messageId' in source && excluded.has(source.messageId))
}

function isOutOfScope({ passage }: PassageHit, path: string | undefined): boolean {
  const { source } = passage
  return path !== undefined && 'record' in source && source.scope !== undefined && !matchesGlob(source.scope, path)
}

function toItem({ passage, score }: PassageHit, explain: boolean): RecalledItem {
  const { id, layer, type, text, createdAt, source } = passage
  return {
    id,
    layer,
    ...(type === undefined ? {} : { type: plainType(type) }),
    text,
    score,
    ...(createdAt === undefined ? {} : { createdAt }),
    source,
    ...(explain ? { explain: { bm25: score } } : {}),
  }
}
