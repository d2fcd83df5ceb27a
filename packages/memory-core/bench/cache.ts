import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { isoTime } from '../src/clock.ts'
import { type Memory, openMemory } from '../src/index.ts'
import { localStorage } from '../src/local/storage.ts'
import { messageAndModelKey, responsesDefaults, responsesNamespace } from '../src/responses/responses.ts'
import { type Corpus, createCorpus } from './corpus.ts'
import { measurePair, type Samples, table } from './samples.ts'

/** Fewer samples where the baseline rewrites a file of 100,000 responses at each put. */
const sizes = [
  { size: 500, puts: { warmUp: 20, count: 200 } },
  { size: 100_000, puts: { warmUp: 1, count: 10 } },
]
const gets = { warmUp: 20, count: 500 }
const fillBatch = 5_000
const model = 'bench-model'

interface Row {
  name: string
  size: number
  subject: Samples
  baseline: Samples
}

interface Kept {
  response: string
  model: string
  message_preview: string
}

const keyOf = (number: number): string => messageAndModelKey({ model, message: `question ${number}` })

/** About 500 characters, as a short answer has. */
function keptOf(corpus: Corpus, number: number): Kept {
  const response = Array.from({ length: 4 }, () => corpus.message()).join(' ')
  return { response, model, message_preview: `question ${number}` }
}

/** The described system: a map in memory, and one JSON file that is written anew at each put, here as durably. */
function openPlain(file: string, maxEntries: number) {
  const entries = new Map<string, Kept & { hits: number }>()
  const set = (key: string, kept: Kept): void => {
    entries.delete(key)
    entries.set(key, { ...kept, hits: 0 })
    const oldest = entries.keys().next()
    if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value)
  }
  const save = (): void => {
    const descriptor = fs.openSync(`${file}.new`, 'w')
    fs.writeFileSync(descriptor, JSON.stringify(Object.fromEntries(entries)))
    fs.fsyncSync(descriptor)
    fs.closeSync(descriptor)
    fs.renameSync(`${file}.new`, file)
  }
  return {
    set,
    save,
    put(key: string, kept: Kept): void {
      set(key, kept)
      save()
    },
    get(key: string): string | undefined {
      const found = entries.get(key)
      if (found) found.hits++
      return found?.response
    },
    load: (): unknown => new Map(Object.entries(JSON.parse(fs.readFileSync(file, 'utf8')))),
  }
}

type Plain = ReturnType<typeof openPlain>

/** Through the port of the storage, many in one write: the cache itself writes each response durably by itself. */
async function fill(directory: string, plain: Plain, size: number): Promise<void> {
  const storage = await localStorage({ directory })
  const corpus = createCorpus(size)
  const nowMs = Date.now()
  for (let stored = 0; stored < size; stored += fillBatch) {
    const count = Math.min(fillBatch, size - stored)
    const some = Array.from({ length: count }, (_, index) => stored + index)
    const writes = some.map((number) => {
      const value = keptOf(corpus, number)
      plain.set(keyOf(number), value)
      const writtenMs = nowMs - size + number
      const [at, expiresAt] = [isoTime(writtenMs), isoTime(writtenMs + responsesDefaults.ttlMs)]
      return { namespace: responsesNamespace, key: keyOf(number), value: { ...value }, at, expiresAt }
    })
    await storage.items.put(writes)
  }
  plain.save()
  await storage.close()
}

async function measure(
  memory: Memory,
  plain: Plain,
  { size, puts }: { size: number; puts: { warmUp: number; count: number } },
): Promise<Row[]> {
  const corpus = createCorpus(size + 1)
  const fresh = Array.from({ length: puts.warmUp + puts.count }, (_, turn) => keptOf(corpus, size + turn))
  const freshAt = (turn: number): Kept => fresh[turn] ?? keptOf(corpus, turn)
  const known = (turn: number): string => keyOf((turn * 7_919) % size)
  const found = await measurePair(
    (turn) => memory.responses.get(known(turn)),
    (turn) => plain.get(known(turn)),
    gets,
  )
  const missed = await measurePair(
    (turn) => memory.responses.get(keyOf(-1 - turn)),
    (turn) => plain.get(keyOf(-1 - turn)),
    gets,
  )
  // The cache is full: each put lets go of the response that was used longest ago.
  const put = await measurePair(
    (turn) => memory.responses.put(keyOf(size + turn), freshAt(turn).response, { model, message: `question ${turn}` }),
    (turn) => plain.put(keyOf(size + turn), freshAt(turn)),
    puts,
  )
  return [
    { name: 'get, found', size, ...found },
    { name: 'get, not there', size, ...missed },
    { name: 'put', size, ...put },
  ]
}

async function run(root: string): Promise<void> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const each of sizes) {
    const { size } = each
    const directory = join(root, String(size))
    const file = join(root, `plain-${size}.json`)
    const plain = openPlain(file, size)
    await fill(directory, plain, size)
    const opened = performance.now()
    const memory = await openMemory({ directory, responses: { maxEntries: size } })
    const first = await memory.responses.get(keyOf(0))
    const firstMs = performance.now() - opened
    if (first === undefined) throw new Error('the cache does not have what it was filled with')
    const loading = performance.now()
    plain.load()
    const loadMs = performance.now() - loading
    rows.push(...(await measure(memory, plain, each)))
    const { size: left } = await memory.responses.stats()
    await memory.close()
    const megabytes = (path: string): string => `${(fs.statSync(path).size / 1e6).toFixed(1)} MB`
    notes.push(
      `${size} responses: opened and the first one answered in ${Math.round(firstMs)} ms, the JSON file parsed in ${Math.round(loadMs)} ms; store.db ${megabytes(join(directory, 'state', 'tables.db'))}, the JSON file ${megabytes(file)}; ${left} kept at the end`,
    )
  }
  print(rows, notes)
}

function print(rows: readonly Row[], notes: readonly string[]): void {
  const ms = (value: number): string => value.toFixed(4)
  const times = (value: number): string => `${value.toFixed(value < 10 ? 3 : 1)} ×`
  const lines = rows
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.size - b.size)
    .map(({ name, size, subject, baseline }) => [
      name,
      String(size),
      ...[subject.p50, subject.p95, baseline.p50, baseline.p95].map(ms),
      ...[subject.p50 / baseline.p50, subject.p95 / baseline.p95].map(times),
    ])
  const head = ['call', 'kept', 'p50 ms', 'p95 ms', 'plain p50', 'plain p95', 'p50 / plain', 'p95 / plain']
  console.log(`Node ${process.version}, SQLite ${process.versions['sqlite'] ?? '?'}, ${os.cpus().length} cores`)
  console.log('\nplain of get: a Map that is in memory already, without writing down the access.')
  console.log('plain of put: the same Map, and all of it written as one JSON file, as durably.\n')
  console.log(table([head, ...lines]))
  console.log(`\n${notes.map((note) => `* ${note}`).join('\n')}`)
}

const root = fs.mkdtempSync(join(os.tmpdir(), 'daybook-bench-cache-'))
try {
  await run(root)
} finally {
  fs.rmSync(root, { recursive: true, force: true })
}
