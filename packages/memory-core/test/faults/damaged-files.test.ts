import fs from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Memory, MemoryError } from '../../src/index.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import { copyOf, filledDirectory, isLong, opened, session, type View, viewOf } from './corruption-workspace.ts'
import { note } from './run-length.ts'

const seed = isLong ? Math.trunc(performance.timeOrigin + performance.now()) % 2 ** 31 : 20_260_302
const numRuns = isLong ? 1_000 : 15
note(`damaging files with seed ${seed}, ${numRuns} times`)

type Lists = Readonly<Record<string, readonly string[]>>

let origin: string
let paths: string[]
let right: Lists

beforeAll(async () => {
  origin = await filledDirectory()
  const working = await opened(origin)
  await working.memory.addMessages('other', { id: 'o1', role: 'user', content: 'The barn was painted in April.' })
  await working.memory.consolidate('other')
  await working.memory.facts.replace(`${await working.memory.facts.read()}- The roof is new\n`)
  await working.memory.close()
  const failing = await opened(origin, { model: () => Promise.reject(new Error('the model is away')) })
  await failing.memory.addMessages('third', { id: 't1', role: 'user', content: 'The well is dry since June.' })
  await failing.memory.consolidate('third').catch(() => undefined)
  await failing.memory.close()
  const { memory } = await opened(origin)
  right = listsOf(await viewOf(memory))
  await memory.close()
  paths = (await namesIn(origin)).filter((path) => !/-(?:wal|shm)$/.test(path)).sort(compareTexts)
})
afterAll(() => fs.rm(origin, { recursive: true }))

async function namesIn(directory: string): Promise<string[]> {
  const entries = await fs.readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
}

function listsOf({ facts, response = '', ...lists }: View): Lists {
  return { ...lists, facts: facts.split('\n'), responses: [response] }
}

/** Which layer a file holds; "" for one that is derived, or holds how far something is. */
function layerOf(path: string): string {
  if (path.startsWith(`sessions/${session}.`)) return 'messages'
  if (path.startsWith('memory/HISTORY')) return 'history'
  if (path === '.memory/stove.md') return 'notes'
  return (
    {
      'memory/MEMORY.md': 'facts',
      'memory/knowledge.json': 'knowledge',
      'journal/records.jsonl': 'records',
      'memory/RECORDS.md': 'records',
    }[path] ?? ''
  )
}

type Damage = (bytes: Buffer) => Buffer

const share = fc.double({ min: 0, max: 1, noNaN: true })
const at = (bytes: Buffer, place: number): number => Math.floor(place * bytes.length)

const flips = fc.tuple(share, fc.nat(7)).map(([place, bit]): Damage => {
  return (bytes) => {
    const copy = Buffer.from(bytes)
    const hit = at(bytes, place)
    if (hit < copy.length) copy[hit] = (copy[hit] ?? 0) ^ (1 << bit)
    return copy
  }
})
const cuts = fc.tuple(share, share).map(([from, to]): Damage => {
  return (bytes) => Buffer.concat([bytes.subarray(0, at(bytes, from)), bytes.subarray(at(bytes, to))])
})
const repeatedLines = fc.tuple(share, share).map(([which, where]): Damage => {
  return (bytes) => {
    const lines = bytes.toString('latin1').split('\n')
    const line = lines[Math.floor(which * (lines.length - 1))] ?? ''
    return Buffer.from(lines.toSpliced(Math.floor(where * lines.length), 0, line).join('\n'), 'latin1')
  }
})
const values = ['null', '[]', '{}', '""', '-1', '1e999', 'true', '"\\ud800"', '{"__proto__":{"polluted":1}}', '\0']
const otherValues = fc.tuple(fc.nat(60), fc.constantFrom(...values)).map(([which, value]): Damage => {
  let n = 0
  return (bytes) =>
    Buffer.from(
      bytes.toString('latin1').replaceAll(/"[^"\n]*"|\d+/g, (old) => (n++ === which ? value : old)),
      'latin1',
    )
})
const wholes = fc.constantFrom('', '\n', '\0', '\uFEFF', '---\n', '['.repeat(20_000), ...values).map(
  (text): Damage =>
    () =>
      Buffer.from(text),
)
const damages = fc.oneof(flips, flips, cuts, repeatedLines, otherValues, otherValues, wholes)

interface Seen {
  /** What each layer answers; undefined where it threw. */
  lists: Readonly<Record<string, readonly string[] | undefined>>
  /** Whether anything was thrown, reported or found. */
  isTold: boolean
}

/** Opens a directory and uses everything. Nothing but a MemoryError may come of it. */
async function use(directory: string): Promise<Seen> {
  let isTold = false
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!MemoryError.isInstance(error)) throw error
      isTold = true
      return undefined
    }
  }
  const open = await attempt(() => opened(directory))
  if (!open) return { lists: {}, isTold }
  const { memory, events } = open
  await attempt(() => memory.recall('marmot'))
  await attempt(() => memory.buildContext({ session, query: 'the barn' }))
  const report = await attempt(() => memory.check())
  const lists: Record<string, readonly string[] | undefined> = {}
  for (const [layer, read] of Object.entries(reads)) lists[layer] = await attempt(() => read(memory))
  for (const write of Object.values(writes)) await attempt(() => write(memory))
  await attempt(() => memory.close())
  const isFound = report?.findings.some(({ severity }) => severity !== 'info') ?? true
  return {
    lists,
    isTold: isTold || isFound || events.some(({ type, level }) => level !== 'info' || type.endsWith('-edited')),
  }
}

const reads: Readonly<Record<string, (memory: Memory) => Promise<readonly string[]>>> = {
  facts: async (memory) => (await memory.facts.read()).split('\n'),
  history: async (memory) => (await memory.history.list()).map(({ text }) => text),
  notes: async (memory) => (await memory.notes.list()).map(({ name }) => name),
  knowledge: async (memory) => (await memory.knowledge.list()).map(({ content }) => content),
  records: async (memory) => (await memory.records.list({ limit: 100 })).map(({ text }) => text).sort(compareTexts),
  ended: async (memory) => (await memory.records.list({ limit: 100, archived: 'only' })).map(({ text }) => text),
  messages: async (memory) => {
    const messages = await memory.sessions.messages(session, { archived: true })
    return messages.map(({ content }) => String(content))
  },
}

/** What goes on afterwards, also in what is damaged. */
const writes: Readonly<Record<string, (memory: Memory) => Promise<unknown>>> = {
  messages: (memory) => memory.addMessages('afterwards', { role: 'user', content: 'still here' }),
  window: (memory) => memory.addMessages(session, { role: 'user', content: 'still here' }),
  trim: (memory) => memory.sessions.trim(session, 1),
  facts: (memory) => memory.facts.append('- still here'),
  history: (memory) => memory.history.append('still here'),
  notes: (memory) => memory.notes.write({ name: 'still', description: 'here', type: 'project', content: 'still here' }),
  knowledge: (memory) => memory.knowledge.add('learned_fact', 'still here'),
  records: (memory) => memory.records.learn({ text: 'still here' }),
}

/** What is written anew, and says nothing that was told: a session's header, a message without text, the form of JSON. */
const isForm = (path: string, line: string): boolean =>
  line.trim() === '' || path.endsWith('.json') || /^\{"_type":"metadata"|"content":(?!"\w)/.test(line)

/** The lines of a damaged file of which the directory has neither a copy any more nor the texts that they hold. */
async function goneLines(directory: string, path: string, damaged: Buffer): Promise<string[]> {
  const kept = await Promise.all((await namesIn(directory)).map((name) => fs.readFile(join(directory, name))))
  const isKept = (part: string | Buffer): boolean => kept.some((bytes) => bytes.includes(part))
  const texts = right[layerOf(path)] ?? []
  const lines = damaged.toString('latin1').split('\n')
  return lines.filter((line) => {
    const bytes = Buffer.from(line, 'latin1')
    // What is no UTF-8 is set aside as it is read.
    if (isKept(bytes) || isKept(bytes.toString())) return false
    const held = texts.filter((text) => text !== '' && bytes.includes(text))
    return held.length > 0 ? !held.every(isKept) : !isForm(path, line)
  })
}

/** The texts whose line a damage changed or removed: an edit, which changes or ends the record. */
function editedTexts(texts: readonly string[], whole: Buffer, damaged: Buffer): string[] {
  const left = new Set(damaged.toString('latin1').split('\n'))
  const lines = whole.toString('latin1').split('\n')
  const gone = lines.filter((line) => !left.has(line))
  return texts.filter((text) => gone.some((line) => line.includes(text.replace(/\.$/, ''))))
}

it('fault 7, 19: whatever became of one file, nothing but a MemoryError is thrown and nothing gets lost silently', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000), fc.array(damages, { minLength: 1, maxLength: 2 }), async (which, done) => {
      const path = paths[which % paths.length] ?? ''
      const directory = await copyOf(origin)
      const whole: Buffer = await fs.readFile(join(origin, path))
      const damaged = done.reduce((bytes, damage) => damage(bytes), whole)
      await fs.writeFile(join(directory, path), damaged)
      const { lists, isTold } = await use(directory)
      expect({}).not.toHaveProperty('polluted')
      const own = layerOf(path)
      for (const [layer, list] of Object.entries(lists))
        if (layer !== own && layer !== 'ended') {
          const wanted = right[layer] ?? []
          const message = `${layer} after a damage of ${path}`
          if (path === 'memory/MEMORY.md' && layer === 'records') {
            const known = [...(list ?? []), ...(lists['ended'] ?? [])]
            const lost = wanted.filter((text) => !known.includes(text))
            expect(editedTexts(wanted, whole, damaged), message).toEqual(expect.arrayContaining(lost))
            expect(known.length, message).toBeGreaterThanOrEqual(wanted.length)
            if (!isTold) expect(lost, message).toEqual([])
          } else expect(list, message).toEqual(wanted)
        }
      // What the file still says is answered, or something tells that it is not.
      const answered = lists[own] ?? []
      const isMissed = (text: string): boolean => damaged.includes(text) && !answered.some((one) => one.includes(text))
      const missed = (right[own] ?? []).filter(isMissed)
      if (!isTold) expect(missed, `silently gone from ${path}`).toEqual([])
      const isTruth = own !== '' && own !== 'records'
      if (isTruth) expect(await goneLines(directory, path, damaged), `not kept of ${path}`).toEqual([])
      await fs.rm(directory, { recursive: true })
    }),
    { seed, numRuns },
  )
}, 3_600_000)

it('fault 7, 19: a file of every kind is among those that are damaged', () => {
  const kinds = paths.map((path) => path.replace(/^.*\/(?=[^/]*\.db$)|\d{4}-\d\d|~\w+|\/[^/]*(?=\.md$)/g, ''))
  for (const kind of [
    'applied.jsonl',
    'failure.json',
    '.daybook/daybook.json',
    'records.jsonl',
    'items.jsonl',
    '0001.jsonl',
    'RECORDS.md',
    'index.db',
    'tables.db',
  ])
    expect(
      paths.filter((path) => path.endsWith(kind)),
      kinds.join(),
    ).toHaveLength(1)
  expect(paths.some((path) => path.includes('.versions/'))).toBe(true)
})
