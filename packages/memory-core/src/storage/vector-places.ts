import type { Passage } from './passages.ts'
import { isInScope, searchScope } from './scope.ts'
import type { VectorQuery } from './vectors.ts'

/** What of a passage decides whether a query may find it. */
export type VectorPlace = Pick<Passage, 'layer' | 'type' | 'source' | 'createdAt'>

/** Places by a number, without their times: they are few where rows are many, and a query looks at each once. */
export interface VectorPlaces {
  numberOf(place: VectorPlace): number
  /** Whether the place of this number is in the query's scope. */
  within(query: VectorQuery): (place: number) => boolean
}

/** An empty list of places. */
export function createVectorPlaces(): VectorPlaces {
  const numbers = new Map<string, number>()
  const known: VectorPlace[] = []
  return {
    numberOf({ layer, type, source }) {
      const name = JSON.stringify([layer, type, 'session' in source ? source.session : undefined])
      const number = numbers.get(name) ?? known.length
      if (number === known.length) {
        numbers.set(name, number)
        known.push({ layer, source, ...(type === undefined ? {} : { type }) })
      }
      return number
    },
    within(query) {
      const scope = searchScope({ ...query, terms: [] })
      const answers: boolean[] = []
      return (place) => {
        const one = known[place]
        answers[place] ??= one !== undefined && isInScope(one, scope)
        return answers[place]
      }
    },
  }
}
