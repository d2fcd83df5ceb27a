import { create, insert, type Results, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import createWinkEngine from 'wink-bm25-text-search'
import words from 'wink-nlp-utils'

/** One text to find, and the id that a search answers it with. */
export interface BaselineDoc {
  id: string
  text: string
}

/** Answers the ids of the best `k` documents, best first; fewer when fewer match. */
export type BaselineSearch = (query: string, k: number) => readonly string[]

/** A search library, with the settings that served it best, to compare recall with. */
export interface SearchBaseline {
  name: string
  /** What differs from the library's defaults. */
  settings: string
  /** Builds an index in memory. Ids must be distinct; nothing can be added later. */
  index(docs: readonly BaselineDoc[]): BaselineSearch
}

/** What contractions leave behind (`it's`, `don't`): in an engine that matches prefixes, `s` would find every word that begins with it. */
const singleLetter = /^[a-z]$/u

/** Lower-case words without English stop words, stemmed (Porter 2): the same for every baseline, so that only ranking differs. */
const analyse = (text: string): string[] =>
  words.tokens
    .removeWords(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !singleLetter.test(word))
    .map((word) => words.string.stem(word))

const minisearch: SearchBaseline = {
  name: 'MiniSearch',
  settings: 'stop words dropped, Porter stemmer, b = 0.3',
  index(docs) {
    const engine = new MiniSearch<BaselineDoc>({
      fields: ['text'],
      tokenize: analyse,
      processTerm: (term) => term,
    })
    engine.addAll(docs)
    return (query, k) =>
      engine
        .search(query, { bm25: { k: 1.2, b: 0.3, d: 0.5 } })
        .slice(0, k)
        .map(({ id }) => String(id))
  },
}

/** Orama answers at once unless a plugin waits for something; none is used here. */
function atOnce<T>(answer: T | Promise<T>): T {
  if (answer instanceof Promise) throw new Error('Orama answered with a promise, expected a value: is a plugin in use?')
  return answer
}

const orama: SearchBaseline = {
  name: 'Orama',
  settings: 'stop words dropped, Porter stemmer, repeated words counted, b = 0.1, d = 2',
  index(docs) {
    const tokenizer = { language: 'english', normalizationCache: new Map<string, string>(), tokenize: analyse }
    const database = create({ schema: { text: 'string' } as const, components: { tokenizer } })
    for (const { id, text } of docs) atOnce(insert(database, { id, text }))
    return (query, k) => {
      // Orama answers everything to an empty question.
      if (analyse(query).length === 0) return []
      const options = { term: query, limit: k, relevance: { k: 1.2, b: 0.1, d: 2 } }
      const found: Results<BaselineDoc> = atOnce(search(database, options))
      return found.hits.map(({ id }) => id)
    }
  },
}

/** Below this, wink-bm25-text-search refuses to search. */
const fewestDocs = 3

const wink: SearchBaseline = {
  name: 'wink-bm25',
  settings: 'stop words dropped, Porter stemmer, b = 0.3',
  index(docs) {
    const engine = createWinkEngine()
    engine.defineConfig({ fldWeights: { text: 1 }, bm25Params: { b: 0.3 } })
    engine.definePrepTasks([analyse])
    const padding = Array.from({ length: Math.max(0, fewestDocs - docs.length) }, () => ({ text: '' }))
    for (const [number, { text }] of [...docs, ...padding].entries()) engine.addDoc({ text }, number)
    engine.consolidate()
    return (query, k) => engine.search(query, k).flatMap(([number]) => docs[Number(number)]?.id ?? [])
  },
}

/** MiniSearch, Orama and wink-bm25: no model, no context of neighbouring messages, no dates. */
export const searchBaselines: readonly SearchBaseline[] = [minisearch, orama, wink]
