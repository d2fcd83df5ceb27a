import { isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { checkShape } from '../option-checks.ts'
import type { Layer, PassageHit, PassageIndex, PassageQuery, PassageSource } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import { statementKey } from '../text/statement-key.ts'
import type { CatchUp } from './catch-up.ts'
import { recallShape } from './request-checks.ts'

/** How to search a memory. */
export interface RecallOptions {
  /** How many items at the most, from 1 to 1,000. @default 10 */
  limit?: number
  /** Only these layers. @default all */
  layers?: readonly Layer[]
  /** Only messages of these sessions; the other layers are not concerned. */
  sessions?: readonly string[]
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
  /** The fact, the history entry or the message, as it was written. */
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

const layers: readonly Layer[] = ['facts', 'history', 'sessions']
/** Some of what is found says the same twice, or is excluded: so many times the limit is asked for, at first and at last. */
const spare = [3, 12]
const mostExcluded = 1_000

/** Makes the search over an index that is kept up by `catchUp`. */
export function createRecall(passages: PassageIndex, catchUp: CatchUp): Recall {
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

  async function find(query: PassageQuery, excluded: ReadonlySet<string>): Promise<PassageHit[]> {
    let found: PassageHit[] = []
    for (const times of spare) {
      const limit = query.limit * times + (times === spare[0] ? 0 : Math.min(excluded.size, mostExcluded))
      const hits = await search({ ...query, limit })
      found = distinct(hits, excluded)
      if (found.length >= query.limit || hits.length < limit) break
    }
    return found.slice(0, query.limit)
  }

  return async (query, options = {}) => {
    checkShape(options, recallShape, 'recall', 'bad-input')
    const { signal, exclude, explain = false } = options
    const wanted = toQuery(query, options)
    signal?.throwIfAborted()
    await orAborted(catchUp.now(), signal)
    const items = wanted.terms.length === 0 ? [] : await orAborted(find(wanted, new Set(exclude)), signal)
    return { mode: 'lexical', items: items.map((hit) => toItem(hit, explain)) }
  }
}

/** Stops waiting when the signal is aborted; the work itself goes on, others may wait for it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
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

function toQuery(query: string, options: RecallOptions): PassageQuery {
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `the query is ${shown(query)}, expected a text to search for`)
  const { limit = 10, since, until, sessions } = options
  const unknown = options.layers?.find((layer) => !layers.includes(layer))
  if (unknown !== undefined)
    throw new MemoryError(
      'bad-input',
      `there is no layer ${shown(unknown)} to recall from, expected ${layers.join(', ')}`,
    )
  return {
    terms: termsOf(query),
    limit,
    ...(options.layers ? { layers: options.layers } : {}),
    ...(sessions ? { sessions } : {}),
    ...(since === undefined ? {} : { since: isoTime(parseTime(since, 'since')) }),
    ...(until === undefined ? {} : { until: isoTime(parseTime(until, 'until')) }),
  }
}

/** A question of nothing but common words is searched by those. */
function termsOf(query: string): string[] {
  const terms = analyse(query)
  return terms.length > 0 ? terms : analyse(query, { stopWords: 'keep' })
}

/** One statement appears once, in the layer that ranks it highest. */
function distinct(hits: readonly PassageHit[], excluded: ReadonlySet<string>): PassageHit[] {
  const seen = new Set<string>()
  return hits.filter(({ passage }) => {
    const { source, text, id } = passage
    if (excluded.has(id) || ('messageId' in source && excluded.has(source.messageId))) return false
    const key = statementKey(text)
    return !seen.has(key) && seen.add(key)
  })
}

function toItem({ passage, score }: PassageHit, explain: boolean): RecalledItem {
  const { id, layer, text, createdAt, source } = passage
  return {
    id,
    layer,
    text,
    score,
    ...(createdAt === undefined ? {} : { createdAt }),
    source,
    ...(explain ? { explain: { bm25: score } } : {}),
  }
}
