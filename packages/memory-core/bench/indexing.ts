import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type Memory, openMemory } from '../src/index.ts'
import { createCorpus } from './corpus.ts'
import { readConversations } from './recall/conversations.ts'
import { table } from './samples.ts'

const { values } = parseArgs({
  options: {
    batches: { type: 'string', default: '1,10,100' },
    turns: { type: 'string', default: '8' },
    messages: { type: 'string', default: '2000' },
    data: { type: 'string' },
  },
})
const batches = values.batches.split(',').map(Number)
const turns = Number(values.turns)
/** Messages added in one turn, to a session of their own, before the index catches up. */
const perTurn = Number(values.messages)

/** A message as the conversation says it: with data, texts and speakers of real turns. */
interface Said {
  role: 'user' | 'assistant'
  content: string
}

function said(count: number): Said[] {
  const texts = values.data === undefined ? madeUp(count) : real(values.data, count)
  return texts.map((content, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', content }))
}

function madeUp(count: number): string[] {
  const corpus = createCorpus(1)
  return Array.from({ length: count }, () => corpus.message())
}

/** In their order, and from the beginning when there are not enough. */
function real(path: string, count: number): string[] {
  const all = readConversations(path).collections.flatMap(({ docs }) => docs)
  return Array.from({ length: count }, (_, n) => all[n % all.length]?.text ?? '')
}

function inBatches(messages: readonly Said[], size: number): Said[][] {
  return Array.from({ length: Math.ceil(messages.length / size) }, (_, n) => messages.slice(n * size, (n + 1) * size))
}

/** One transaction for each batch: the row and its entry in FTS5, synced before the next one begins. */
function createPlain(file: string): { add(messages: readonly Said[], session: string): void; close(): void } {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE messages (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, role TEXT NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL);
    CREATE VIRTUAL TABLE words USING fts5 (content, content = 'messages', content_rowid = 'number')`)
  const row = database.prepare('INSERT INTO messages (id, session, role, content, created_at) VALUES (?, ?, ?, ?, ?)')
  const words = database.prepare('INSERT INTO words (rowid, content) VALUES (?, ?)')
  return {
    add(messages, session) {
      database.exec('BEGIN IMMEDIATE')
      for (const { role, content } of messages) {
        const id = crypto.randomUUID()
        const { lastInsertRowid } = row.run(id, session, role, content, new Date().toISOString())
        words.run(lastInsertRowid, content)
      }
      database.exec('COMMIT')
    },
    close: () => database.close(),
  }
}

interface Spent {
  ms: number
  /** Of all threads of the process. */
  cpuMs: number
}

async function spending(work: () => Promise<void>): Promise<Spent> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - started, cpuMs: (user + system) / 1_000 }
}

/** Adds messages and waits until records are captured from them and each of them can be found. */
async function addAll(memory: Memory, groups: readonly Said[][], session: string): Promise<void> {
  for (const group of groups) await memory.addMessages(session, group)
  await memory.flush()
}

interface Measured {
  own: Spent
  plain: Spent
  sizes: { own: number; plain: number; text: number }
}

async function measure(batch: number): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'daybook-indexing-'))
  const memory = await openMemory({ directory: join(directory, 'memory'), consolidation: { auto: false } })
  const plain = createPlain(join(directory, 'plain.db'))
  const messages = said(perTurn * (turns + 1))
  const own: Spent[] = []
  const raw: Spent[] = []
  for (let turn = 0; turn <= turns; turn++) {
    const groups = inBatches(messages.slice(turn * perTurn, (turn + 1) * perTurn), batch)
    own.push(await spending(() => addAll(memory, groups, `s${turn}`)))
    raw.push(
      await spending(async () => {
        for (const group of groups) plain.add(group, `s${turn}`)
      }),
    )
  }
  await memory.close()
  plain.close()
  const sizes = {
    own: statSync(join(directory, 'memory', 'state', 'index.db')).size,
    plain: statSync(join(directory, 'plain.db')).size,
    text: messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
  }
  rmSync(directory, { recursive: true })
  // The first turn is for the compilers and the vocabulary.
  return { own: median(own.slice(1)), plain: median(raw.slice(1)), sizes }
}

function median(all: readonly Spent[]): Spent {
  const middle = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return { ms: middle(all.map(({ ms }) => ms)), cpuMs: middle(all.map(({ cpuMs }) => cpuMs)) }
}

function perSecond(ms: number): string {
  return String(Math.round((perTurn / ms) * 1_000))
}

const rows: string[][] = []
for (const batch of batches) {
  const { own, plain, sizes } = await measure(batch)
  rows.push([
    String(batch),
    perSecond(own.ms),
    perSecond(plain.ms),
    `${(plain.ms / own.ms).toFixed(2)} ×`,
    ((own.cpuMs * 1_000) / perTurn).toFixed(0),
    ((plain.cpuMs * 1_000) / perTurn).toFixed(0),
    `${(plain.cpuMs / own.cpuMs).toFixed(2)} ×`,
    `${(sizes.own / sizes.text).toFixed(1)} / ${(sizes.plain / sizes.text).toFixed(1)}`,
  ])
}
const head = 'batch,messages/s,plain/s,of plain,CPU µs,plain CPU µs,of plain (CPU),index / text, plain'.split(',')
console.log(table([head, ...rows]))
