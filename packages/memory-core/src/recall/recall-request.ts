import { type Clock, isoTime, parseTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { archivedType } from '../indexing/record-follower.ts'
import {
  abortSignal,
  anything,
  checkShape,
  either,
  flag,
  type Shape,
  text,
  texts,
  wholeNumber,
} from '../option-checks.ts'
import { type Layer, type PassageQuery, searchedLayers } from '../storage/passages.ts'
import { type Question, questionOf } from './question.ts'
import type { RecallOptions } from './recall.ts'

/** A checked request to recall; it holds nothing of the caller's. */
export interface RecallRequest {
  question: Question
  /** What candidates are looked for. */
  search: PassageQuery
  /** How many items are wanted. */
  limit: number
  /** Ids of passages and of messages. */
  excluded: ReadonlySet<string>
  /** A file's path. */
  scope: string | undefined
  /** When the question is asked, in milliseconds. */
  atMs: number
  /** The moment at which it should have held, in milliseconds. */
  asOfMs: number | undefined
}

const usualLimit = 10
/** Minimum candidates that are ranked, and how many for each item that is wanted. */
const leastCandidates = 120
const spare = 4
const mostExcluded = 1_000

/**
 * Checks a request. `layers` are those that are on.
 * @throws MemoryError `bad-input`, `layer-off`
 */
export function toRequest(
  query: string,
  options: RecallOptions,
  layers: readonly Layer[],
  clock: Clock,
  everyPassage = false,
): RecallRequest {
  checkShape(options, recallShape, 'recall', 'bad-input')
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `the query is ${shown(query)}, expected a text to search for`)
  const { limit = usualLimit, since, until, sessions, type, at, scope } = options
  const atMs = at === undefined ? clock() : parseTime(at, 'at')
  const question = questionOf(query, atMs)
  const excluded = new Set(options.exclude)
  const asOfMs = options.asOf === undefined ? undefined : parseTime(options.asOf, 'asOf')
  // What came later is left out after it was found.
  const leftOut = asOfMs === undefined ? Math.min(excluded.size, mostExcluded) : mostExcluded
  const search: PassageQuery = {
    terms: question.terms,
    limit: Math.max(leastCandidates, everyPassage ? limit : limit * spare) + leftOut,
    layers: wantedLayers(options.layers, layers),
    ...(sessions ? { sessions: [...sessions] } : {}),
    ...(type === undefined ? {} : { types: typesOf(typeof type === 'string' ? [type] : type) }),
    ...(since === undefined ? {} : { since: isoTime(parseTime(since, 'since')) }),
    ...(until === undefined ? {} : { until: isoTime(parseTime(until, 'until')) }),
  }
  return { question, search, limit, excluded, scope, atMs, asOfMs }
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
  return [...(wanted ?? layers)]
}

/** The most items of one recall. */
const maxLimit = 1_000

/** The options of a recall. */
const recallShape: Shape = {
  limit: wholeNumber(1, maxLimit),
  layers: texts,
  sessions: texts,
  type: either(text, texts),
  scope: text,
  since: anything,
  until: anything,
  at: anything,
  asOf: anything,
  exclude: texts,
  whole: flag,
  explain: flag,
  signal: abortSignal,
}
