import type { StoredItem } from '@daybook/memory-core'
import type { SearchItem } from '@langchain/langgraph-checkpoint'
import { allText } from './field-texts.ts'
import type { WantedItems } from './operations.ts'
import type { ResolvedStoreOptions } from './store-options.ts'
import { type FoundItem, type StoredItems, toItem } from './stored-items.ts'
import { cosine, embedQuestion } from './vectors.ts'
import { wordScores } from './word-scores.ts'

/** Finds items; scores are undefined without a query. */
export type SearchItems = (wanted: WantedItems) => Promise<SearchItem[]>

interface Scored {
  item: StoredItem
  score: number
}

/**
 * Creates the search. Without a query: newest first. With a query: items that share a word with it, and with an index
 * also those with a similar meaning, best first; equal scores newest first. A query reads every item below the prefix.
 */
export function createSearch(items: StoredItems, { index }: ResolvedStoreOptions): SearchItems {
  async function scored({ prefix, filter, query }: WantedItems): Promise<Scored[]> {
    const question = index && index.textWeight < 1 ? await embedQuestion(index, query) : undefined
    const found = await items.candidates(prefix, filter)
    const isWanted = index === undefined || index.textWeight > 0
    const words = isWanted
      ? wordScores(
          query,
          found.map(({ item }) => allText(item.value)),
        )
      : []
    return index && question
      ? mixed(found, words, { question, textWeight: index.textWeight })
      : found.flatMap(({ item }, at) => {
          const score = words[at]
          return score === undefined ? [] : [{ item, score }]
        })
  }

  return async (wanted) => {
    const { query, offset, limit, ...where } = wanted
    if (query.trim() === '') {
      const found = await items.page({ prefix: where.prefix, filter: where.filter, offset, limit })
      await items.refresh(found)
      return found.map(toItem)
    }
    const best = (await scored(wanted)).sort((a, b) => b.score - a.score).slice(offset, offset + limit)
    await items.refresh(best.map(({ item }) => item))
    return best.map(({ item, score }) => ({ ...toItem(item), score }))
  }
}

interface Mixing {
  question: readonly number[]
  textWeight: number
}

/** Combines similarity with the word score, which is divided by the best one. Items with neither are left out. */
function mixed(found: readonly FoundItem[], words: readonly (number | undefined)[], mixing: Mixing): Scored[] {
  const { question, textWeight } = mixing
  const best = words.reduce((most: number, score = 0) => Math.max(most, score), 0)
  return found.flatMap(({ item, vectors }, at) => {
    const share = best === 0 ? 0 : (words[at] ?? 0) / best
    if (vectors.length === 0 && share === 0) return []
    const likeness = vectors.reduce((most, vector) => Math.max(most, cosine(question, vector)), vectors.length ? -1 : 0)
    return [{ item, score: (1 - textWeight) * likeness + textWeight * share }]
  })
}
