import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createActivation } from '../src/activation/activate.ts'
import { activationDefaults } from '../src/activation/candidates.ts'
import { type Memory, openMemory } from '../src/index.ts'
import { createCatchUp } from '../src/indexing/catch-up.ts'
import { localStorage } from '../src/local/storage.ts'
import { createRecordSearch } from '../src/memory/record-layer.ts'
import { createRecordBook, type NewRecord } from '../src/records/record-book.ts'
import { printRecord, recordsDefaults } from '../src/records/record-types.ts'
import type { Storage } from '../src/storage/storage.ts'
import { analyse } from '../src/text/analyse.ts'
import { estimateTokens } from '../src/text/count-tokens.ts'
import { type Corpus, createCorpus } from './corpus.ts'
import { measurePair, type Samples, table } from './samples.ts'

const sizes = [1_000, 10_000, 100_000]
const rounds = { warmUp: 20, count: 200 }
const fillBatch = 1_000
const batch = 100
const types = ['fact', 'fact', 'fact', 'preference', 'decision', 'pitfall', 'policy', 'architecture'] as const
const folders = ['src/api', 'src/ui', 'packages/core', 'docs', 'test']

interface Row {
  name: string
  size: string
  subject: Samples
  baseline: Samples
}

/** Statements of every type; one in ten applies to some files only. */
function createStatements(seed: number): { next(): NewRecord; corpus: Corpus } {
  const corpus = createCorpus(seed)
  let n = 0
  const next = (): NewRecord => {
    n++
    const scope = n % 10 === 0 ? { scope: `${folders[n % folders.length]}/**` } : {}
    // One in a hundred policies is a policy: people have few rules, and many facts.
    const type = types[n % types.length] ?? 'fact'
    const isRule = type === 'policy' || type === 'architecture'
    return { text: `${corpus.message()} ${seed}-${n}`, type: isRule && n % 100 !== 6 ? 'fact' : type, ...scope }
  }
  return { next, corpus }
}

/** The plainest way of keeping and finding the same: one table, one FTS5 table, the same durability. */
function openPlain(file: string) {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE rows (number INTEGER PRIMARY KEY, id TEXT UNIQUE, type TEXT, text TEXT, scope TEXT, archived TEXT, strength REAL);
    CREATE INDEX by_strength ON rows (strength) WHERE archived IS NULL;
    CREATE VIRTUAL TABLE words USING fts5 (tokens, content = '');`)
  const insert = database.prepare(
    'INSERT INTO rows (id, type, text, scope, archived, strength) VALUES (?, ?, ?, ?, NULL, ?)',
  )
  const index = database.prepare('INSERT INTO words (rowid, tokens) VALUES (?, ?)')
  const search = database.prepare(
    'SELECT id, text, bm25(words) AS score FROM words JOIN rows ON rows.number = words.rowid WHERE words MATCH ? ORDER BY score LIMIT 30',
  )
  const strongest = database.prepare('SELECT * FROM rows WHERE archived IS NULL ORDER BY strength DESC LIMIT 64')
  let n = 0
  const add = ({
    text,
    type = 'fact',
    scope = null,
  }: {
    text: string
    type?: string
    scope?: string | null
  }): number => {
    n++
    return Number(insert.run(`plain-${n}`, type, text, scope, n / 1000).lastInsertRowid)
  }
  const match = (query: string): unknown =>
    search.all(
      analyse(query)
        .map((term) => `"${term}"`)
        .join(' OR '),
    )
  return {
    database,
    insertOne: (record: NewRecord): unknown =>
      add({ text: record.text, ...(record.type ? { type: record.type } : {}) }),
    insertMany(records: readonly NewRecord[], indexed: boolean): void {
      database.exec('BEGIN IMMEDIATE')
      for (const record of records) {
        const number = add({ text: record.text })
        if (indexed) index.run(number, analyse(record.text).join(' '))
      }
      database.exec('COMMIT')
    },
    match,
    strongest: (): unknown => strongest.all(),
  }
}

async function fill(memory: Memory, plain: ReturnType<typeof openPlain>, size: number): Promise<number> {
  const statements = createStatements(size)
  let spent = 0
  for (let stored = 0; stored < size; stored += fillBatch) {
    const some = Array.from({ length: Math.min(fillBatch, size - stored) }, statements.next)
    const started = performance.now()
    await memory.records.learn(some)
    spent += performance.now() - started
    plain.insertMany(some, true)
  }
  await memory.flush()
  return size / (spent / 1_000)
}

async function measureWrites(memory: Memory, plain: ReturnType<typeof openPlain>, size: string): Promise<Row[]> {
  const own = createStatements(Number.parseInt(size, 10) + 1)
  const other = createStatements(Number.parseInt(size, 10) + 1)
  const single = await measurePair(
    () => memory.records.learn(own.next()),
    () => plain.insertOne(other.next()),
    rounds,
  )
  const many = await measurePair(
    () => memory.records.learn(Array.from({ length: batch }, own.next)),
    () => plain.insertMany(Array.from({ length: batch }, other.next), false),
    { warmUp: 2, count: 20 },
  )
  await memory.flush()
  return [
    { name: 'learn, one', size, ...single },
    { name: `learn, ${batch} at once`, size, ...many },
  ]
}

async function measureRecall(memory: Memory, plain: ReturnType<typeof openPlain>, size: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const words of [2, 5, 12]) {
    const corpus = createCorpus(words)
    const questions = Array.from({ length: rounds.warmUp + rounds.count }, () => {
      const text = `${corpus.question()} ${corpus.question()} ${corpus.question()}`
      return analyse(text).slice(0, words).join(' ')
    })
    const times = await measurePair(
      (turn) => memory.records.recall(questions[turn] ?? ''),
      (turn) => plain.match(questions[turn] ?? ''),
      rounds,
    )
    rows.push({ name: `recall, ${words} words`, size, ...times })
  }
  return rows
}

async function measureActivation(storage: Storage, plain: ReturnType<typeof openPlain>, size: string): Promise<Row[]> {
  const setting = { storage, clock: () => Date.now(), report: () => undefined }
  const book = createRecordBook({ ...setting, countTokens: estimateTokens }, { ...recordsDefaults, touchOn: [] })
  const catchUp = createCatchUp(setting, {
    documents: [],
    sessions: { directory: 'sessions', path: (session) => `sessions/${session}.jsonl` },
    records: true,
  })
  const search = createRecordSearch(storage.passages, (work) => work())
  const choose = createActivation(setting, book, search, activationDefaults)
  const activate = (query: string, filePath: string | undefined) =>
    choose({
      ...{ query, filePath, budget: activationDefaults.budget, exclude: new Set<string>() },
      price: (record) => estimateTokens(printRecord(record)) + 1,
      said: () => false,
      isTellable: () => true,
    })
  await catchUp.now()
  const rows: Row[] = []
  for (const filePath of [undefined, 'src/api/routes/users.ts']) {
    const corpus = createCorpus(7)
    const questions = Array.from({ length: rounds.warmUp + rounds.count }, () => corpus.question())
    const times = await measurePair(
      (turn) => activate(questions[turn] ?? '', filePath),
      (turn) => [plain.strongest(), plain.strongest(), plain.match(questions[turn] ?? '')],
      rounds,
    )
    rows.push({ name: filePath === undefined ? 'activate' : 'activate with a file', size, ...times })
  }
  await catchUp.stop()
  return rows
}

/** Archives nine in ten, so that the cost of what is archived shows. */
async function archiveMost(memory: Memory): Promise<void> {
  for (;;) {
    const active = (await memory.records.stats()).active
    if (active <= 10_000) return
    const some = await memory.records.list({ limit: 1_000 })
    await memory.records.archive(some.map(({ id }) => id))
  }
}

async function run(root: string): Promise<void> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const size of sizes) {
    const directory = join(root, String(size))
    const open = (): Promise<Memory> => openMemory({ directory, maintenance: { auto: false } })
    const memory = await open()
    const plain = openPlain(join(directory, 'plain.db'))
    const perSecond = await fill(memory, plain, size)
    await memory.close()
    const storage = await localStorage({ directory })
    rows.push(...(await measureActivation(storage, plain, String(size))))
    await storage.close()
    const again = await open()
    rows.push(...(await measureRecall(again, plain, String(size))))
    rows.push(...(await measureWrites(again, plain, String(size))))
    const bytes = (name: string): string => `${(fs.statSync(join(directory, name)).size / 1e6).toFixed(1)} MB`
    notes.push(
      `${size} records: learned at ${Math.round(perSecond)} a second in batches of ${fillBatch}; store.db ${bytes('state/tables.db')}, index.db ${bytes('state/index.db')}, the plain database ${bytes('plain.db')}`,
    )
    if (size === sizes.at(-1)) {
      await archiveMost(again)
      await again.close()
      const after = await localStorage({ directory })
      rows.push(...(await measureActivation(after, plain, `${size}, 90 % archived`)))
      await after.close()
    } else await again.close()
    plain.database.close()
  }
  print(rows, notes)
}

function print(rows: readonly Row[], notes: readonly string[]): void {
  const ms = (value: number): string => value.toFixed(3)
  const times = (value: number): string => `${value.toFixed(2)} ×`
  const lines = rows
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || Number.parseInt(a.size, 10) - Number.parseInt(b.size, 10))
    .map(({ name, size, subject, baseline }) => [
      name,
      size,
      ...[subject.p50, subject.p95, baseline.p50, baseline.p95].map(ms),
      ...[subject.p50 / baseline.p50, subject.p95 / baseline.p95].map(times),
    ])
  const head = ['call', 'records', 'p50 ms', 'p95 ms', 'plain p50', 'plain p95', 'p50 / plain', 'p95 / plain']
  console.log(`Node ${process.version}, SQLite ${process.versions['sqlite'] ?? '?'}, ${os.cpus().length} cores\n`)
  console.log(table([head, ...lines]))
  console.log(`\n${notes.map((note) => `* ${note}`).join('\n')}`)
}

const root = fs.mkdtempSync(join(os.tmpdir(), 'daybook-bench-records-'))
try {
  await run(root)
} finally {
  fs.rmSync(root, { recursive: true, force: true })
}
