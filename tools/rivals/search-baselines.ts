import { create, insert, type Results, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import createWinkEngine from 'wink-bm25-text-search'
import words from 'wink-nlp-utils'

/** A text to find, with its id. */
export interface BaselineDoc {
  id: string
  text: string
}

/** Returns the ids of the best `k` documents, best first; fewer if fewer match. */
export type BaselineSearch = (query: string, k: number) => readonly string[]

/** A search library for comparison, with the settings that gave it the best results. */
export interface SearchBaseline {
  name: string
  /** The settings that differ from the library's defaults. */
  settings: string
  /** Builds an index in memory. Ids must be distinct; documents cannot be added later. */
  index(docs: readonly BaselineDoc[]): BaselineSearch
}

/** Remains of contractions (`it's`). In engines that match prefixes, `s` would match every word that begins with it. */
const singleLetter = /^[a-z]$/u

/** Lower-case words, stemmed (Porter 2), without English stop words: the same for all, so that only ranking differs. */
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

/** The answer of Orama, which is synchronous unless a plugin is asynchronous; none is used here. */
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
      // Orama returns every document for an empty query.
      if (analyse(query).length === 0) return []
      const options = { term: query, limit: k, relevance: { k: 1.2, b: 0.1, d: 2 } }
      const found: Results<BaselineDoc> = atOnce(search(database, options))
      return found.hits.map(({ id }) => id)
    }
  },
}

/** The minimum number of documents for which wink-bm25-text-search works. */
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

/** MiniSearch, Orama and wink-bm25, without a model, neighbouring messages or dates. */
export const searchBaselines: readonly SearchBaseline[] = [minisearch, orama, wink]
