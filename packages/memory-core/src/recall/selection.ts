import { partsOfText, textOf, wholeId } from '../storage/numbering.ts'
import { type PassageHit, searchedLayers } from '../storage/passages.ts'
import { areSimilar, type BareWords, statementKey, wordsToCompare } from '../text/comparison.ts'
import type { Ranked, ScoreParts } from './rank.ts'

/** A passage of the answer, with its score. */
export interface FoundPassage extends PassageHit {
  parts: ScoreParts
  /** Its number in the index; absent for a passage found by meaning alone. */
  number?: number
}

/** Minimum Jaccard similarity at which two texts count as near duplicates. */
const nearlySame = 0.85
/** Shorter texts are compared only as a whole. */
const leastWords = 4
const comparedLength = 500
/** Maximum earlier passages that each one is compared with, which bounds the cost. */
const mostCompared = 50

/**
 * Selects passages so that each statement appears once, at its best rank, as a fact if there is one, else as a record,
 * else as the message or entry that says it. Near duplicates come after everything new; statements that are not
 * current come last, together with messages that say the same and are older than the change. `endedAtMs` returns when a
 * passage stopped being current, in ms.
 */
export function createSelection(limit: number, endedAtMs: (found: FoundPassage) => number | undefined) {
  const fresh = new Map<string, FoundPassage>()
  const repeating = new Map<string, FoundPassage>()
  const over = new Map<string, FoundPassage>()
  const said: BareWords[] = []

  function placeOf(found: FoundPassage): Map<string, FoundPassage> {
    const words = wordsToCompare(found.passage.text.slice(0, comparedLength))
    if (words.count < leastWords) return fresh
    if (said.some((one) => areSimilar(one, words, nearlySame))) return repeating
    if (said.length < mostCompared) said.push(words)
    return fresh
  }

  function take(found: FoundPassage): void {
    const key = keyOf(found.passage)
    const kept = fresh.get(key) ?? repeating.get(key)
    const ended = over.get(key)
    if (endedAtMs(found) !== undefined) {
      if (kept && !isMessage(kept) && isMessage(found)) return
      const isSwallowed = kept !== undefined && saidBefore(kept, endedAtMs(found))
      for (const place of isSwallowed ? [fresh, repeating] : []) place.delete(key)
      put(isSwallowed && kept ? { ...found, score: kept.score, parts: kept.parts } : found, key, [over])
    } else if (!ended || !saidBefore(found, endedAtMs(ended))) {
      put(found, key, [fresh, repeating])
      if (ended && isMessage(ended) && !isMessage(found)) over.delete(key)
    }
  }

  function put(found: FoundPassage, key: string, places: readonly Map<string, FoundPassage>[]): void {
    const place = places.find((one) => one.has(key))
    const known = place?.get(key)
    if (!place || !known) (places[0] === over ? over : placeOf(found)).set(key, found)
    else if (rankOf(found) < rankOf(known)) place.set(key, { ...found, score: known.score, parts: known.parts })
  }

  return {
    offer: (found: readonly FoundPassage[]): void => found.forEach(take),
    /** Whether enough new and current passages were offered. */
    isFull: (): boolean => fresh.size >= limit,
    /** At most `limit` passages, best first. */
    chosen: (): FoundPassage[] => [...fresh.values(), ...repeating.values(), ...over.values()].slice(0, limit),
  }
}

/** Long messages that share a paragraph differ in the rest, so each one is kept. */
function keyOf(passage: FoundPassage['passage']): string {
  return passage.part && passage.layer === 'sessions' ? `part of ${passage.id}` : statementKey(passage.text)
}

function isMessage({ passage }: FoundPassage): boolean {
  return passage.layer === 'sessions'
}

/** Whether it is a message from before `ms`: a statement that ended at `ms` has ended in that message as well. */
function saidBefore(found: FoundPassage, ms: number | undefined): boolean {
  const { createdAt } = found.passage
  return isMessage(found) && ms !== undefined && (createdAt === undefined || Date.parse(createdAt) <= ms)
}

function rankOf({ passage }: FoundPassage): number {
  return searchedLayers.indexOf(passage.layer)
}

/** Keeps the best passage of each text. Costs an id for each passage only if some were found by meaning alone. */
export function bestOfTexts(ranked: readonly (Ranked | FoundPassage)[]): (Ranked | FoundPassage)[] {
  const isNumbered = ranked.every((one) => 'candidate' in one)
  const known = new Set<string | number>()
  return ranked.filter((one) => {
    const text = isNumbered && 'candidate' in one ? textOf(one.candidate.number) : textIdOf(one)
    return known.size < known.add(text).size
  })
}

/** The id of the text that a hit is a passage of. */
export function textIdOf(one: Ranked | FoundPassage): string {
  if (!('candidate' in one)) return wholeId(one.passage)
  return wholeId({ id: one.candidate.id, part: { place: one.candidate.number % partsOfText } })
}
