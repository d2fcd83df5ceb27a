import type { PassageHit, PassageIndex } from '../storage/passages.ts'
import { matchesGlob } from '../text/glob.ts'
import { type FactStanding, type HeldSources, heldAt, isOver, overAt, rankFacts } from './as-of.ts'
import { createChoice, type FoundPassage, foundPassages } from './choice.ts'
import type { Near } from './meaning.ts'
import type { Ranked } from './rank.ts'
import type { RecallRequest } from './recall-request.ts'

/** Reads what was ranked, for one request. */
export interface Reading {
  /** Reads the best until there are enough; what is left out or says the same again makes room for the next. */
  choose(index: PassageIndex, ranked: readonly (Ranked | Near)[], most: number): Promise<FoundPassage[]>
  /** The same with the facts of the moment that the request is about. */
  withFactsOfThen(found: readonly FoundPassage[], most: number): Promise<FoundPassage[]>
  /** Whether something does not hold any more: it comes last. */
  isOver(found: FoundPassage): boolean
  /** What is known of the facts that were read. */
  readonly standing: ReadonlyMap<string, FactStanding>
}

/** Some of what is found is left out, or says the same twice: so many passages are read for each item that is asked for. */
const spare = 2

/** A reading for one request. Costs one read of the index for most, and one look at the store where facts are among them. */
export function createReading(request: RecallRequest, { held, nowMs }: { held: HeldSources; nowMs: number }): Reading {
  const { excluded, scope, asOfMs, search, question } = request
  const standing = new Map<string, FactStanding>()

  function isEnded({ passage }: FoundPassage): boolean {
    return asOfMs === undefined && isOver(passage, standing, nowMs)
  }

  function isWanted({ id, source }: PassageHit['passage']): boolean {
    if (excluded.has(id) || ('messageId' in source && excluded.has(source.messageId))) return false
    return (
      scope === undefined || !('record' in source) || source.scope === undefined || matchesGlob(source.scope, scope)
    )
  }

  function isHeld({ passage }: FoundPassage): boolean {
    return asOfMs === undefined || (heldAt(passage, asOfMs) && !overAt(standing.get(passage.id), asOfMs))
  }

  /** Asked for together with the passages: candidates have the ids of theirs. */
  async function learnStanding(ranked: readonly (Ranked | Near)[]): Promise<void> {
    const found = ranked.map((one) => ('candidate' in one ? one.candidate : one.passage))
    const facts = found.flatMap(({ layer, id }) => (layer === 'facts' ? [id] : []))
    for (const [id, one] of await held.standing(facts)) standing.set(id, one)
  }

  async function choose(
    index: PassageIndex,
    ranked: readonly (Ranked | Near)[],
    most: number,
  ): Promise<FoundPassage[]> {
    const choice = createChoice(most, isEnded)
    const size = most * spare
    for (let from = 0; from < ranked.length && !choice.isFull(); from += size) {
      const part = ranked.slice(from, from + size)
      const [found] = await Promise.all([read(index, part), learnStanding(part)])
      choice.offer(found.filter((one) => isWanted(one.passage) && isHeld(one)))
    }
    return choice.chosen()
  }

  return {
    choose,
    async withFactsOfThen(found, most) {
      if (asOfMs === undefined || search.layers?.includes('facts') === false) return [...found]
      const then = await rankFacts(await held.factsAt(asOfMs), search, question)
      const facts = await choose(then.index, then.ranked, most)
      const choice = createChoice(most, () => false)
      choice.offer([...facts, ...found].sort((a, b) => b.score - a.score))
      return choice.chosen()
    },
    isOver: isEnded,
    standing,
  }
}

/** The passages of what was ranked, in its order; what was found by meaning alone has its passage with it. */
async function read(index: PassageIndex, ranked: readonly (Ranked | Near)[]): Promise<FoundPassage[]> {
  const known = ranked.filter((one) => 'candidate' in one)
  const near = ranked.flatMap((one) => ('candidate' in one ? [] : [one]))
  const numbers = known.map(({ candidate }) => candidate.number)
  const found = foundPassages(known, numbers.length > 0 ? await index.read(numbers) : [])
  return near.length === 0 ? found : [...found, ...near].sort((a, b) => b.score - a.score)
}
