import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Memory, openMemory } from '../src/index.ts'
import { analyse } from '../src/text/analyse.ts'
import { createCorpus } from './corpus.ts'
import { receiptCost } from './receipt-cost.ts'
import { measurePair, type Samples, table } from './samples.ts'

const sizes = [100, 1_000, 10_000]
const rounds = { warmUp: 30, count: 250 }
const batch = 100
const session = 'main'
const facts = 40
/** What a recall of 12 passages asks the index for: some of what is found says the same twice. */
const asked = 36

interface Measured {
  name: string
  size: number
  subject: Samples
  baseline: Samples
}

/** Counts the calls of `fs.fsync`, which is what the memory uses; SQLite's own are not among them (its journal is not synced). */
let fsyncs = 0
const fsync = fs.fsync
fs.fsync = Object.assign((...given: Parameters<typeof fsync>) => {
  fsyncs++
  return fsync(...given)
}, fsync)

async function fill(directory: string, size: number): Promise<{ memory: Memory; perSecond: number; indexed: number }> {
  const memory = await openMemory({
    directory,
    consolidation: { auto: false },
    sessions: { window: Number.MAX_SAFE_INTEGER },
  })
  const corpus = createCorpus(size)
  await memory.facts.append(Array.from({ length: facts }, () => `- ${corpus.message()}`).join('\n'))
  const started = performance.now()
  for (let stored = 0; stored < size; stored += batch)
    await memory.addMessages(
      session,
      Array.from({ length: batch }, () => ({ role: 'user' as const, content: corpus.message() })),
    )
  const written = performance.now()
  await memory.flush()
  const perSecond = (ms: number): number => Math.round(size / (ms / 1_000))
  return { memory, perSecond: perSecond(written - started), indexed: perSecond(performance.now() - started) }
}

/** The same line, in the same directory, at the end of a file of the same length, as durably. */
function rawAppend(file: string, line: string): void {
  const descriptor = fs.openSync(file, 'a')
  fs.writeSync(descriptor, line)
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

async function measureAppend(directory: string, memory: Memory, size: number): Promise<Measured & { syncs: number }> {
  const own = join(directory, 'sessions', `${session}.jsonl`)
  const raw = join(directory, 'sessions', 'raw.txt')
  fs.copyFileSync(own, raw)
  const corpus = createCorpus(size + 1)
  const texts = Array.from({ length: rounds.warmUp + rounds.count }, () => corpus.message())
  const lines = texts.map(
    (content) => `${JSON.stringify({ id: crypto.randomUUID(), role: 'user', content, createdAt: new Date(0) })}\n`,
  )
  fsyncs = 0
  const times = await measurePair(
    (turn) => memory.addMessages(session, { role: 'user', content: texts[turn] ?? '' }),
    (turn) => rawAppend(raw, lines[turn] ?? ''),
    rounds,
  )
  const syncs = fsyncs / texts.length
  fs.rmSync(raw)
  await memory.flush()
  return { name: 'addMessages', size, ...times, syncs }
}

async function measureContext(directory: string, memory: Memory, size: number): Promise<Measured> {
  const corpus = createCorpus(size + 2)
  const questions = Array.from({ length: rounds.warmUp + rounds.count }, () => corpus.question())
  const database = new DatabaseSync(join(directory, 'state', 'index.db'), { readOnly: true })
  const statement = database.prepare(
    `SELECT passages.id, passages.text, bm25(search, 0.0, 1.0) AS score
     FROM search JOIN passages ON passages.number = search.rowid WHERE search MATCH ? ORDER BY score LIMIT ${asked}`,
  )
  const times = await measurePair(
    (turn) => memory.buildContext({ session, query: questions[turn] ?? '' }),
    (turn) => {
      fs.readFileSync(join(directory, 'memory', 'MEMORY.md'), 'utf8')
      const terms = analyse(questions[turn] ?? '').map((term) => `"${term}"`)
      return statement.all(`tokens : (${terms.join(' OR ')})`)
    },
    rounds,
  )
  database.close()
  return { name: 'buildContext', size, ...times }
}

async function run(root: string): Promise<void> {
  const measured: Measured[] = []
  const notes: string[] = []
  for (const size of sizes) {
    const directory = join(root, String(size))
    const { memory, perSecond, indexed } = await fill(directory, size)
    const context = await measureContext(directory, memory, size)
    const append = await measureAppend(directory, memory, size)
    await memory.close()
    measured.push(append, context)
    notes.push(`${size} stored: ${append.syncs} fsync per append`)
    if (size === sizes.at(-1)) notes.push(importNote(perSecond, indexed))
  }
  notes.push(await receiptCost(root))
  console.log(report(measured, notes))
}

function importNote(perSecond: number, indexed: number): string {
  return `import in batches of ${batch}: ${perSecond} messages a second until they are on disk, ${indexed} until they can be found`
}

function report(measured: readonly Measured[], notes: readonly string[]): string {
  const ms = (value: number): string => value.toFixed(3)
  const times = (value: number): string => `${value.toFixed(2)} ×`
  const growth = ({ name, size, subject }: Measured): string => {
    const smallest = measured.find((other) => other.name === name && other.size === sizes[0])
    return smallest && size !== smallest.size ? times(subject.p50 / smallest.subject.p50) : ''
  }
  const rows = measured
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.size - b.size)
    .map((row) => {
      const { subject, baseline } = row
      const own = [ms(subject.p50), ms(subject.p95)]
      const raw = [
        ms(baseline.p50),
        ms(baseline.p95),
        times(subject.p50 / baseline.p50),
        times(subject.p95 / baseline.p95),
      ]
      return [row.name, String(row.size), ...own, ...raw, growth(row)]
    })
  const head = ['call', 'stored', 'p50 ms', 'p95 ms', 'raw p50', 'raw p95', 'p50 / raw', 'p95 / raw', 'growth']
  const cpu = os.cpus()
  return [
    `Node ${process.version}, ${process.platform} ${process.arch}, ${cpu.length} cores (${cpu[0]?.model ?? 'unknown'}), SQLite ${process.versions['sqlite'] ?? '?'}`,
    '',
    `${rounds.count} samples each after ${rounds.warmUp}, subject and baseline in turns; one session, ${facts} facts, messages of 8 to 30 words.`,
    'raw of addMessages: openSync, writeSync, fsyncSync and closeSync of an equal line at the end of a file of the same length beside the session.',
    `raw of buildContext: readFileSync of MEMORY.md, and one FTS5 query of the same terms on the same index (best ${asked} with their texts).`,
    'growth: p50 in comparison with the fewest stored messages.',
    '',
    table([head, ...rows]),
    '',
    ...notes.map((note) => `* ${note}`),
  ].join('\n')
}

const root = fs.mkdtempSync(join(os.tmpdir(), 'daybook-bench-'))
try {
  await run(root)
} finally {
  fs.rmSync(root, { recursive: true, force: true })
}
