import { wholeId } from '../storage/numbering.ts'
import type { NumberedPassage, PassageHit } from '../storage/passages.ts'
import { searchedLayers } from '../storage/passages.ts'
import { isSimilar } from '../text/jaccard.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import type { Ranked, ScoreParts } from './rank.ts'

/** A passage that was found, with its score. */
export interface FoundPassage extends PassageHit {
  parts: ScoreParts
  /** By which it is read; what was found by its meaning alone has none. */
  number?: number
}

/** Chooses what is answered from what is offered, best first. */
export interface Choice {
  offer(found: readonly FoundPassage[]): void
  /** Whether there are as many as are wanted. */
  isFull(): boolean
  /** As many as are wanted at the most, best first. */
  chosen(): FoundPassage[]
}

/** From this share of common words on, two texts say nearly the same. */
const nearlySame = 0.85
/** Shorter texts are compared as a whole only. */
const leastWords = 4
const comparedLength = 500
/** Each passage is compared with this many of the best; more would cost more than it gains. */
const mostCompared = 50

/** The passages of ranked candidates; what has left the index in between is left out. */
export function foundPassages(ranked: readonly Ranked[], read: readonly NumberedPassage[]): FoundPassage[] {
  const byNumber = new Map(read.map(({ number, passage }) => [number, passage]))
  return ranked.flatMap(({ candidate, score, parts }) => {
    const passage = byNumber.get(candidate.number)
    return passage ? [{ passage, score, parts, number: candidate.number }] : []
  })
}

/**
 * One statement appears once, at its best place: as a fact, else as a record, else as what else says it. What nearly
 * repeats something better comes after what is new, and what does not hold any more comes last; so does a message that
 * says the same as that, if it was said before. `overSince` tells since when something does not hold, in ms.
 */
export function createChoice(
  limit: number,
  overSince: (found: FoundPassage) => number | undefined = endOfRecord,
): Choice {
  const fresh = new Map<string, FoundPassage>()
  const repeating = new Map<string, FoundPassage>()
  const over = new Map<string, FoundPassage>()
  const said: ReadonlySet<string>[] = []

  function placeOf(found: FoundPassage): Map<string, FoundPassage> {
    if (overSince(found) !== undefined) return over
    const words = new Set(bareWords(found.passage.text.slice(0, comparedLength)).split(' '))
    if (words.size < leastWords) return fresh
    if (said.some((one) => isSimilar(one, words, nearlySame))) return repeating
    if (said.length < mostCompared) said.push(words)
    return fresh
  }

  function take(found: FoundPassage): void {
    const key = keyOf(found.passage)
    const standing = fresh.get(key) ?? repeating.get(key)
    const ended = over.get(key)
    if (overSince(found) !== undefined) {
      if (standing && !isMessage(standing) && isMessage(found)) return
      const isSwallowed = standing !== undefined && saidBefore(standing, overSince(found))
      for (const place of isSwallowed ? [fresh, repeating] : []) place.delete(key)
      put(isSwallowed && standing ? { ...found, score: standing.score, parts: standing.parts } : found, key, [over])
    } else if (!ended || !saidBefore(found, overSince(ended))) {
      put(found, key, [fresh, repeating])
      if (ended && isMessage(ended) && !isMessage(found)) over.delete(key)
    }
  }

  function put(found: FoundPassage, key: string, places: readonly Map<string, FoundPassage>[]): void {
    const place = places.find((one) => one.has(key))
    const known = place?.get(key)
    if (!place || !known) placeOf(found).set(key, found)
    else if (rankOf(found) < rankOf(known)) place.set(key, { ...found, score: known.score, parts: known.parts })
  }

  return {
    offer: (found) => found.forEach(take),
    isFull: () => fresh.size >= limit,
    chosen: () => [...fresh.values(), ...repeating.values(), ...over.values()].slice(0, limit),
  }
}

/** What does not hold any more after what does, each in its order. */
export function overLast(
  found: readonly FoundPassage[],
  overSince: (found: FoundPassage) => number | undefined,
): FoundPassage[] {
  const isOver = (one: FoundPassage): boolean => overSince(one) !== undefined
  return [...found.filter((one) => !isOver(one)), ...found.filter(isOver)]
}

/** Long messages with a paragraph in common say other things beside it: each is answered. */
function keyOf(passage: FoundPassage['passage']): string {
  const key = statementKey(passage.text)
  return passage.part && passage.layer === 'sessions' ? `${key} ${wholeId(passage)}` : key
}

function endOfRecord({ passage: { source } }: FoundPassage): number | undefined {
  return 'record' in source && source.validTo !== undefined ? Date.parse(source.validTo) : undefined
}

function isMessage({ passage }: FoundPassage): boolean {
  return passage.layer === 'sessions'
}

/** Whether a message was said before that: what is over since then, is over in its words as well. */
function saidBefore(found: FoundPassage, ms: number | undefined): boolean {
  const { createdAt } = found.passage
  return isMessage(found) && ms !== undefined && (createdAt === undefined || Date.parse(createdAt) <= ms)
}

function rankOf({ passage }: FoundPassage): number {
  return searchedLayers.indexOf(passage.layer)
}
