import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import matter from 'gray-matter'
import { type Memory, openMemory } from '../src/index.ts'
import { type Note, type NoteType, notesDefaults, noteTypes } from '../src/notes/note.ts'
import { indexLines, printIndex } from '../src/notes/note-index.ts'
import { type Corpus, createCorpus } from './corpus.ts'
import { measurePair, type Samples, table } from './samples.ts'

const indexName = 'MEMORY.md'
/** Fewer samples where the baseline reads 10,000 files each time. */
const sizes = [
  { size: 10, rounds: { warmUp: 20, count: 200 } },
  { size: 1_000, rounds: { warmUp: 5, count: 40 } },
  { size: 10_000, rounds: { warmUp: 1, count: 10 } },
]

/** Counts the files that are opened to be read, so that it shows what an edit costs besides listing the folder. */
let opened = 0
const openSync = fs.openSync
fs.openSync = (path, flags, mode) => {
  if (String(path).endsWith('.md')) opened++
  return openSync(path, flags, mode)
}

interface Row {
  name: string
  size: number
  subject: Samples
  baseline: Samples
}

/** The notes of one size, once for the memory and once for what it is compared with. */
interface Workspace {
  memory: Memory
  own: string
  plain: string
  names: readonly string[]
  corpus: Corpus
}

function typeOf(number: number): NoteType {
  return noteTypes[number % noteTypes.length] ?? 'user'
}

function noteFile(corpus: Corpus, number: number): string {
  const day = `2026-${String((number % 12) + 1).padStart(2, '0')}-${String((number % 28) + 1).padStart(2, '0')}`
  const header = `name: Note ${number}\ndescription: ${corpus.message()}\ntype: ${typeOf(number)}\nupdated: ${day}\n`
  const body = Array.from({ length: 8 }, () => `- ${corpus.message()}`).join('\n')
  return `---\n${header}---\n\n${body}\n`
}

async function fill(root: string, size: number): Promise<Workspace & { firstMs: number }> {
  const corpus = createCorpus(size)
  const directory = join(root, `memory-${size}`)
  const [own, plain] = [join(directory, notesDefaults.directory), join(root, `plain-${size}`)]
  for (const folder of [own, plain]) fs.mkdirSync(folder, { recursive: true })
  const names = Array.from({ length: size }, (_, number) => `note_${String(number).padStart(5, '0')}.md`)
  for (const [number, name] of names.entries()) {
    const text = noteFile(corpus, number)
    fs.writeFileSync(join(own, name), text)
    fs.writeFileSync(join(plain, name), text)
  }
  const memory = await openMemory({ directory, facts: false, history: false, records: false })
  const started = performance.now()
  await memory.notes.list()
  return { memory, own, plain, names, corpus, firstMs: performance.now() - started }
}

/** A header read by gray-matter; with options it keeps no cache, so that the same text is parsed each time. */
function parsePlainly(name: string, text: string): Note {
  const { data } = matter(text, {})
  const type = noteTypes.find((known) => known === data['type']) ?? 'other'
  const updated = new Date(data['updated']).toISOString().slice(0, 10)
  return { filename: name, name: String(data['name']), description: String(data['description']), type, updated }
}

/** The full reparse: every file is read, its header parsed, the index printed and written. */
function rebuildPlainly(folder: string): Note[] {
  const names = fs.readdirSync(folder).filter((name) => name !== indexName)
  const notes = names.sort().map((name) => parsePlainly(name, fs.readFileSync(join(folder, name), 'utf8')))
  writePlainly(join(folder, indexName), printIndex(notes, indexLines))
  return notes
}

/** As durably as the memory does it: a new file, synced, in the place of the old one. */
function writePlainly(file: string, text: string): void {
  const descriptor = fs.openSync(`${file}.new`, 'w')
  fs.writeSync(descriptor, text)
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
  fs.renameSync(`${file}.new`, file)
}

async function measure(workspace: Workspace, size: number, rounds: { warmUp: number; count: number }): Promise<Row[]> {
  const { memory, own, plain, names, corpus } = workspace
  const turns = rounds.warmUp + rounds.count
  const texts = Array.from({ length: turns }, (_, turn) => noteFile(corpus, turn))
  const nameAt = (turn: number): string => names[(turn * 7_919) % names.length] ?? ''
  const textAt = (turn: number): string => texts[turn] ?? ''
  const rows: Row[] = []
  const add = async (name: string, subject: (turn: number) => Promise<unknown>, raw: (turn: number) => unknown) =>
    rows.push({ name, size, ...(await measurePair(subject, raw, rounds)) })

  await add(
    'index after one edit by hand',
    (turn) => {
      fs.writeFileSync(join(own, nameAt(turn)), textAt(turn))
      return memory.notes.index()
    },
    (turn) => {
      fs.writeFileSync(join(plain, nameAt(turn)), textAt(turn))
      return rebuildPlainly(plain)
    },
  )
  await add(
    'write',
    (turn) => {
      const content = textAt(turn)
      const [name, description] = [`Note ${turn}`, `Written in turn ${turn}`]
      return memory.notes.write({ filename: nameAt(turn), name, description, type: typeOf(turn), content })
    },
    (turn) => {
      writePlainly(join(plain, nameAt(turn)), textAt(turn))
      return rebuildPlainly(plain)
    },
  )
  await add(
    'list',
    () => memory.notes.list(),
    () => rebuildPlainly(plain),
  )
  await add(
    'read',
    (turn) => memory.notes.read(nameAt(turn)),
    (turn) => parsePlainly(nameAt(turn), fs.readFileSync(join(plain, nameAt(turn)), 'utf8')),
  )
  return rows
}

/** Notes, the index before and after: how many files are opened for it. */
async function openedByAnEdit({ memory, own, names, corpus }: Workspace): Promise<number> {
  await memory.flush()
  await memory.notes.index()
  fs.writeFileSync(join(own, names[0] ?? ''), noteFile(corpus, 0))
  opened = 0
  await memory.notes.index()
  return opened
}

function print(rows: readonly Row[], notes: readonly string[]): void {
  const ms = (value: number): string => value.toFixed(3)
  const times = (value: number): string => `${value.toFixed(2)} ×`
  const lines = rows
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.size - b.size)
    .map(({ name, size, subject, baseline }) => [
      name,
      String(size),
      ...[subject.p50, subject.p95, baseline.p50, baseline.p95].map(ms),
      ...[subject.p50 / baseline.p50, subject.p95 / baseline.p95].map(times),
    ])
  const head = ['call', 'notes', 'p50 ms', 'p95 ms', 'plain p50', 'plain p95', 'p50 / plain', 'p95 / plain']
  console.log(`Node ${process.version}, ${os.cpus().length} cores`)
  console.log('\nplain of index, write and list: every file read, its header parsed by gray-matter, the index written.')
  console.log('plain of read: the file read and its header parsed by gray-matter.\n')
  console.log(table([head, ...lines]))
  console.log(`\n${notes.map((note) => `* ${note}`).join('\n')}`)
}

async function run(root: string): Promise<void> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const { size, rounds } of sizes) {
    const workspace = await fill(root, size)
    rows.push(...(await measure(workspace, size, rounds)))
    const files = await openedByAnEdit(workspace)
    await workspace.memory.close()
    notes.push(
      `${size} notes: the first list of a new process reads all of them in ${Math.round(workspace.firstMs)} ms; the index after one edit opens ${files} ${files === 1 ? 'file' : 'files'}`,
    )
  }
  print(rows, notes)
}

const root = fs.mkdtempSync(join(os.tmpdir(), 'daybook-bench-notes-'))
try {
  await run(root)
} finally {
  fs.rmSync(root, { recursive: true, force: true })
}
