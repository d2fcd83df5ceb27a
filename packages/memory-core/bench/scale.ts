import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { createInMemoryRecords } from '../src/in-memory/records.ts'
import type { CatchUp } from '../src/indexing/catch-up.ts'
import { createRecall, type InnerRecall } from '../src/recall/recall.ts'
import { createValiditySources } from '../src/recall/validity.ts'
import { createIndexFile } from '../src/sqlite/index-file.ts'
import { createLocalPassages } from '../src/sqlite/passages.ts'
import type { Passage, PassageIndex } from '../src/storage/passages.ts'
import { analyse } from '../src/text/analyse.ts'
import { isPersonal, isQuestion } from '../src/text/sentences.ts'
import { measurePair, type Samples, table } from './samples.ts'
import { lostByLimits } from './scale/limits.ts'
import { type AskedText, drawnFrom, madeUp, type SaidText, type Source } from './scale/source.ts'

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,10000,100000' }, data: { type: 'string' } },
})
const sizes = values.sizes.split(',').map(Number)
const perSession = 10_000
const batch = 1_000
const rounds = { warmUp: 20, count: 150 }
const limit = 10
/** A question without limits takes half a second of a large index. */
const comparedQuestions = 100

function messageAt(n: number, { text, speaker }: SaidText): Passage {
  const session = `s${Math.floor(n / perSession)}`
  return {
    id: `message:${session}:${n}`,
    layer: 'sessions',
    origin: `sessions/${session}`,
    text,
    tokens: analyse(text),
    createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    speech: {
      speaker: speaker === undefined ? [] : analyse(speaker, { stopWords: 'keep' }),
      role: n % 2 === 0 ? 'user' : 'assistant',
      asks: isQuestion(text),
      personal: isPersonal(text),
    },
    source: { session, messageId: String(n), role: 'user' },
  }
}

/** SQLite's FTS5 over the same words with the texts beside it, and nothing else. */
interface Plain {
  add(passages: readonly Passage[]): void
  search(question: string): unknown[]
  close(): void
}

function plainIndex(file: string): Plain {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE rows (number INTEGER PRIMARY KEY, id TEXT, text TEXT, source TEXT);
    CREATE VIRTUAL TABLE words USING fts5 (tokens, content = '', tokenize = 'ascii')`)
  const row: StatementSync = database.prepare('INSERT INTO rows (id, text, source) VALUES (?, ?, ?)')
  const words = database.prepare('INSERT INTO words (rowid, tokens) VALUES (?, ?)')
  const found = database.prepare(`SELECT id, text, source FROM
    (SELECT rowid AS number, bm25(words) AS score FROM words WHERE words MATCH ? ORDER BY score LIMIT ${limit})
    JOIN rows USING (number)`)
  return {
    add(passages) {
      database.exec('BEGIN')
      for (const { id, text, tokens, source } of passages)
        words.run(row.run(id, text, JSON.stringify(source)).lastInsertRowid, tokens.join(' '))
      database.exec('COMMIT')
    },
    search(question) {
      const terms = [...new Set(analyse(question))].map((term) => `"${term}"`)
      return terms.length === 0 ? [] : found.all(terms.join(' OR '))
    },
    close: () => database.close(),
  }
}

const upToDate: CatchUp = {
  now: async () => undefined,
  inTime: async () => true,
  refused: () => false,
  isBehind: () => false,
  recordsRevision: () => undefined,
  begin: () => undefined,
  failed: () => undefined,
  soon: () => undefined,
  written: () => undefined,
  withdrawn: async () => undefined,
  removed: async () => undefined,
  forget: () => undefined,
  lost: () => undefined,
  stop: async () => undefined,
}

interface Line {
  name: string
  size: number
  subject: Samples
  baseline: Samples
}

function recallOver(passages: PassageIndex): InnerRecall {
  return createRecall(passages, {
    catchUp: upToDate,
    withRebuild: (work) => work(),
    layers: ['facts', 'history', 'notes', 'records', 'sessions'],
    clock: () => Date.UTC(2026, 10, 1),
    sources: createValiditySources(undefined, async () => [], undefined, createInMemoryRecords()),
  })
}

async function measure(size: number): Promise<{ lines: Line[]; notes: string[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'daybook-scale-'))
  const source: Source = values.data === undefined ? madeUp(size) : drawnFrom(values.data)
  const file = createIndexFile(directory, join(directory, 'index.db'))
  const index = createLocalPassages(file)
  const plain = plainIndex(join(directory, 'plain.db'))
  const fileAlone = createIndexFile(directory, join(directory, 'alone.db'))
  const alone = createLocalPassages(fileAlone)
  let bytes = 0
  let [own, raw] = [0, 0]
  for (let n = 0; n < size; n += batch) {
    const passages = Array.from({ length: Math.min(batch, size - n) }, (_, i) => messageAt(n + i, source.message()))
    bytes += passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const started = performance.now()
    await index.update({ upsert: passages })
    const between = performance.now()
    plain.add(passages)
    raw += performance.now() - between
    own += between - started
    if (n < perSession) await alone.update({ upsert: passages })
  }
  const recall = recallOver(index)
  const recallAlone = recallOver(alone)
  const questions: AskedText[] = Array.from({ length: rounds.warmUp + rounds.count }, () => source.question())
  const asked = (turn: number): string => questions[turn]?.text ?? ''
  const everywhere = await measurePair(
    (turn) => recall(asked(turn), { limit }, { isFresh: true }),
    (turn) => plain.search(asked(turn)),
    rounds,
  )
  const messages = await measurePair(
    (turn) => recall(asked(turn), { limit, layers: ['sessions'] }, { isFresh: true }),
    (turn) => plain.search(asked(turn)),
    rounds,
  )
  const session = await measurePair(
    (turn) => recall(asked(turn), { limit, layers: ['sessions'], sessions: ['s0'] }, { isFresh: true }),
    (turn) => recallAlone(asked(turn), { limit, layers: ['sessions'] }, { isFresh: true }),
    rounds,
  )
  for (const one of [file, plain, fileAlone]) one.close()
  const place = { directory, file: join(directory, 'index.db') }
  const lost = await lostByLimits(place, recallOver, questions.slice(0, comparedQuestions))
  const sizeOf = (name: string): number => statSync(join(directory, name)).size
  const notes = [
    `${size}: index ${(sizeOf('index.db') / bytes).toFixed(2)} × the text, plain rows and FTS5 ${(sizeOf('plain.db') / bytes).toFixed(2)} ×; indexing takes ${(own / raw).toFixed(2)} × the time of plain rows and FTS5 (${Math.round(size / (own / 1_000))} a second, analysed before)`,
    `${size}: ${lost}`,
  ]
  rmSync(directory, { recursive: true })
  return {
    notes,
    lines: [
      { name: 'everything', size, ...everywhere },
      { name: 'all messages', size, ...messages },
      { name: 'one session, against it alone', size, ...session },
    ],
  }
}

const all: Line[] = []
const told: string[] = []
for (const size of sizes) {
  const { lines, notes } = await measure(size)
  all.push(...lines)
  told.push(...notes)
}
const ms = (value: number): string => value.toFixed(2)
const rows = all.map(({ name, size, subject, baseline }) => [
  name,
  String(size),
  ...[subject.p50, subject.p95, baseline.p50, baseline.p95].map(ms),
  `${(subject.p50 / baseline.p50).toFixed(2)} ×`,
  `${(subject.p95 / baseline.p95).toFixed(2)} ×`,
])
console.log(
  table([
    ['recall of', 'passages', 'p50 ms', 'p95 ms', 'plain p50', 'plain p95', 'p50 / plain', 'p95 / plain'],
    ...rows,
  ]),
)
for (const one of told) console.log(`* ${one}`)
