import type { Clock } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { Candidates, Layer, PassageHit, PassageIndex, PassageQuery, PassageSource } from '../storage/passages.ts'
import { matchesGlob } from '../text/glob.ts'
import { type FactStanding, type HeldSources, heldAt, isOver, marksOf, overAt, rankFacts } from './as-of.ts'
import type { CatchUp } from './catch-up.ts'
import { createChoice, type FoundPassage, foundPassages } from './choice.ts'
import { type Ranked, rank, type ScoreParts } from './rank.ts'
import { type RecallRequest, toRequest } from './recall-request.ts'
import { plainType } from './record-follower.ts'

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
  /** How was searched: by words. */
  mode: 'lexical'
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

interface Answer {
  found: FoundPassage[]
  /** What is known of the facts that were read. */
  standing: Map<string, FactStanding>
}

/** What a recall needs besides the index. */
export interface RecallSetting {
  catchUp: CatchUp
  /** The layers that are on. */
  layers: readonly Layer[]
  clock: Clock
  held: HeldSources
}

/** Makes the search over an index that is kept up by `catchUp`. */
export function createRecall(passages: PassageIndex, { catchUp, layers, clock, held }: RecallSetting): InnerRecall {
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

  async function find(request: RecallRequest): Promise<Answer> {
    const { question, search, limit, asOfMs } = request
    const answer: Answer = { found: [], standing: new Map() }
    if (question.terms.length === 0) return answer
    if (asOfMs === undefined) {
      answer.found = await choose(passages, rank(await candidates(search), question), request, answer.standing)
      return answer
    }
    // The facts of then are searched by themselves: the index has those of now.
    const others = search.layers?.filter((layer) => layer !== 'facts') ?? []
    const wantsFacts = search.layers?.includes('facts') ?? false
    const then = await rankFacts(wantsFacts ? await held.factsAt(asOfMs) : [], search, question)
    const facts = await choose(then.index, then.ranked, request, answer.standing)
    const ranked = others.length > 0 ? rank(await candidates({ ...search, layers: others }), question) : []
    const rest = await choose(passages, ranked, request, answer.standing)
    const choice = createChoice(limit, () => false)
    choice.offer([...facts, ...rest].sort((one, other) => other.score - one.score))
    answer.found = choice.chosen()
    return answer
  }

  /** Reads the best until there are enough; what is left out or says the same again makes room for the next. */
  async function choose(
    index: PassageIndex,
    ranked: readonly Ranked[],
    { limit, excluded, scope, asOfMs }: RecallRequest,
    standing: Map<string, FactStanding>,
  ): Promise<FoundPassage[]> {
    const nowMs = clock()
    const choice = createChoice(limit, ({ passage }) => asOfMs === undefined && isOver(passage, standing, nowMs))
    const isWanted: Wanted = (passage) => !isExcluded(passage, excluded) && !isOutOfScope(passage, scope)
    const isHeld: Wanted = (passage) =>
      asOfMs === undefined || (heldAt(passage, asOfMs) && !overAt(standing.get(passage.id), asOfMs))
    const size = limit * spare
    for (let from = 0; from < ranked.length && !choice.isFull(); from += size) {
      const next = ranked.slice(from, from + size)
      const read = await index.read(next.map(({ candidate }) => candidate.number))
      const found = foundPassages(next, read).filter(({ passage }) => isWanted(passage))
      const facts = found.flatMap(({ passage }) => (passage.layer === 'facts' ? [passage.id] : []))
      for (const [id, one] of await held.standing(facts)) standing.set(id, one)
      choice.offer(found.filter(({ passage }) => isHeld(passage)))
    }
    return choice.chosen()
  }

  return async (query, options = {}, isFresh = false) => {
    const request = toRequest(query, options, layers, clock)
    const { signal, explain = false } = options
    signal?.throwIfAborted()
    if (!isFresh) await orAborted(catchUp.now(), signal)
    const { found, standing } = await orAborted(find(request), signal)
    return { mode: 'lexical', items: found.map((one) => ({ ...toItem(one, explain), ...marksOf(one, standing) })) }
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
