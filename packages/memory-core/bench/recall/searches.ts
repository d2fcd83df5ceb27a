import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tfIdfScores } from '../../src/documents/search-texts.ts'
import { openMemory } from '../../src/index.ts'
import { analyse, tokenize } from '../../src/text/analyse.ts'
import { messagesOf, type Question, type Turn } from './conversations.ts'

/** A way to search one conversation. */
export interface Search {
  find(question: Question, limit: number): Promise<readonly string[]>
  /** Bytes of the index; undefined where it is in memory. */
  indexBytes?: number
  close(): Promise<void>
}

/** A way to search, by name. */
export interface Method {
  name: string
  index(turns: readonly Turn[]): Promise<Search>
}

/** Daybook as a caller has it: `addMessages`, then `recall` over messages. */
export const daybook: Method = {
  name: 'Daybook',
  async index(turns) {
    const directory = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
    let memory = await openMemory({ directory, consolidation: { auto: false } })
    for (const [session, messages] of messagesOf(turns)) await memory.addMessages(session, messages)
    await memory.flush()
    // Closed, its log is in the file.
    await memory.close()
    const indexBytes = statSync(join(directory, 'state/index.db')).size
    memory = await openMemory({ directory, consolidation: { auto: false } })
    return {
      indexBytes,
      async find({ text, timestamp }, limit) {
        const { items } = await memory.recall(text, {
          limit,
          layers: ['sessions'],
          ...(timestamp === undefined ? {} : { at: timestamp }),
        })
        return items.flatMap(({ source }) => ('messageId' in source ? [source.messageId] : []))
      },
      async close() {
        await memory.close()
        rmSync(directory, { recursive: true })
      },
    }
  },
}

/** SQLite's FTS5 on disk, over whole messages, and nothing else. */
function fts5(name: string, tokenize: string, wordsOf: (text: string) => readonly string[]): Method {
  return {
    name,
    async index(turns) {
      const directory = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
      const database = new DatabaseSync(join(directory, 'plain.db'))
      database.exec(
        `PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE words USING fts5 (text, content = '', tokenize = '${tokenize}')`,
      )
      const insert = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
      database.exec('BEGIN')
      for (const [i, { text }] of turns.entries()) insert.run(i, wordsOf(text).join(' '))
      database.exec('COMMIT')
      const search = database.prepare(
        'SELECT rowid AS number FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?',
      )
      return {
        async find({ text }, limit) {
          const terms = [...new Set(wordsOf(text))].map((term) => `"${term}"`)
          const rows = terms.length === 0 ? [] : search.all(terms.join(' OR '), limit)
          return rows.map((row) => turns[Number(row['number'])]?.id ?? '')
        },
        async close() {
          database.close()
          rmSync(directory, { recursive: true })
        },
      }
    },
  }
}

export const plainFts5: readonly Method[] = [
  fts5('plain FTS5, all words', 'unicode61', (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
  fts5('plain FTS5, stop words dropped', 'ascii', analyse),
]

/** The TF-IDF of the first system that this one follows. */
export const tfIdf: Method = {
  name: 'TF-IDF of document 000',
  async index(turns) {
    const documents = turns.map(({ text }) => tokenize(text))
    return {
      async find({ text }, limit) {
        const scores = tfIdfScores(tokenize(text), documents)
        const found = scores.flatMap((score, i) => (score > 0 ? [{ score, i }] : []))
        return found
          .sort((a, b) => b.score - a.score || a.i - b.i)
          .slice(0, limit)
          .map(({ i }) => turns[i]?.id ?? '')
      },
      close: async () => undefined,
    }
  },
}

/** A search library as `tools/rivals/search-baselines.ts` describes it. */
export interface SearchBaseline {
  name: string
  index(docs: readonly { id: string; text: string }[]): (query: string, k: number) => readonly string[]
}

/** A library, given the speaker with each text: without it, questions about who said something would be lost to it. */
export function baselineMethod({ name, index }: SearchBaseline): Method {
  return {
    name,
    async index(turns) {
      const find = index(turns.map(({ id, speaker, text }) => ({ id, text: `${speaker}: ${text}` })))
      return { find: async ({ text }, limit) => find(text, limit), close: async () => undefined }
    },
  }
}
