import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { localStorage } from '../local/index.ts'
import type { Storage } from '../storage/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createKnowledge } from './knowledge.ts'
import { type KnowledgeEntry, type KnowledgeOptions, knowledgeDefaults } from './knowledge-entry.ts'

const path = 'memory/knowledge.json'

let directory: string
let storage: Storage
let events: MemoryEvent[]
let clock = fixedClock()

beforeEach(async () => {
  directory = await fs.mkdtemp(join(tmpdir(), 'daybook-knowledge-'))
  storage = await localStorage({ directory })
  events = []
  clock = fixedClock('2026-03-01T12:00:00Z')
})

afterEach(async () => {
  await storage.close()
  await fs.rm(directory, { recursive: true })
})

function open(options: Partial<Required<KnowledgeOptions>> = {}, on: Storage = storage) {
  const setting = { storage: on, clock, report: (event: MemoryEvent) => events.push(event) }
  return createKnowledge(setting, (fn) => on.lock(['documents'], fn), { ...knowledgeDefaults, ...options })
}

const onDisk = (): Promise<string> => fs.readFile(join(directory, path), 'utf8')
const parsed = async () => JSON.parse(await onDisk())
const contents = (entries: readonly KnowledgeEntry[]): string[] => entries.map(({ content }) => content)

async function put(value: unknown): Promise<void> {
  await storage.files.write(path, typeof value === 'string' ? value : JSON.stringify(value))
}

const row = (id: string, more: object = {}): object => ({
  id,
  category: 'learned_fact',
  content: `content of ${id}`,
  source: '',
  tags: [],
  created_at: 1_700_000_000,
  accessed_at: 1_700_000_000,
  access_count: 0,
  ...more,
})

describe('the knowledge file', () => {
  it('G44 is JSON of version 1 with the fields of the document', async () => {
    await open().add('error_pattern', 'CORS errors: add the origin header — 原因', { source: 'chat', tags: ['cors'] })
    expect(await onDisk()).toBe(`{
  "version": 1,
  "entries": [
    {
      "id": "${createHash('sha256').update('error_pattern:cors errors: add the origin header — 原因').digest('hex').slice(0, 16)}",
      "category": "error_pattern",
      "content": "CORS errors: add the origin header — 原因",
      "source": "chat",
      "tags": [
        "cors"
      ],
      "created_at": 1772366400,
      "accessed_at": 1772366400,
      "access_count": 0
    }
  ]
}
`)
  })

  it('G44 moves a file that is no knowledge aside, says so, and begins anew', async () => {
    for (const text of [
      '{',
      '',
      '[]',
      'null',
      '{"entries":{}}',
      `{"version":1,"entries":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`,
    ]) {
      await put(text)
      const knowledge = open()
      expect(await knowledge.search()).toEqual([])
      await knowledge.add('learned_fact', 'new')
      const aside = events.at(-1)?.path ?? ''
      expect(events.at(-1)).toMatchObject({ type: 'file-quarantined', level: 'warn' })
      expect(aside).toMatch(/^memory\/knowledge\.json\.corrupt-20260301T120000000Z(-\d)?$/)
      expect((await storage.files.read(aside))?.text).toBe(text)
    }
    expect(events.filter(({ type }) => type === 'file-quarantined')).toHaveLength(6)
    expect(events.filter(({ type }) => type === 'knowledge-unreadable')).toHaveLength(6)
    expect(await storage.files.list('memory')).toHaveLength(7)
  })

  it('goes on with what was read last while a person saves the file, and leaves it where it is', async () => {
    const knowledge = open()
    await knowledge.add('learned_fact', 'old')
    const whole = await onDisk()
    await put(whole.slice(0, 40))
    expect(contents(await knowledge.list())).toEqual(['old'])
    expect(await open().list()).toEqual([])
    expect(await onDisk()).toBe(whole.slice(0, 40))
    expect(events.map(({ type }) => type)).toEqual(['knowledge-unreadable', 'knowledge-unreadable'])
    const adding = knowledge.add('learned_fact', 'new')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await put(whole.replace('old', 'saved'))
    await adding
    expect(contents(await knowledge.list())).toEqual(['saved', 'new'])
    expect(await storage.files.list('memory')).toHaveLength(1)
  })

  it('refuses to change a file with an unresolved merge, which stays where it is', async () => {
    await open().add('learned_fact', 'one')
    const merged = (await onDisk()).replace(/^ *"content".*$/m, '<<<<<<< HEAD\n$&\n=======\n$&\n>>>>>>> there')
    await put(merged)
    await expect(open().add('learned_fact', 'new')).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining('resolve it in an editor'),
    })
    expect(await onDisk()).toBe(merged)
    expect(events.map(({ message }) => message)).toEqual([expect.stringContaining('nothing of it is used')])
  })

  it('moves a corrupt file aside when the first call is an add, too', async () => {
    await put('{')
    await open().add('learned_fact', 'new')
    expect(events).toMatchObject([{ type: 'knowledge-unreadable' }, { type: 'file-quarantined' }])
    expect((await parsed()).entries).toHaveLength(1)
  })

  it('opens what the described system wrote, and gives it back unharmed', async () => {
    const entries = [
      row('e1', {
        category: 'user_preference',
        content: 'Prefers TypeScript',
        created_at: 1_709_130_225.123456,
        access_count: 7,
      }),
      row('e2', { category: 'of_somebody_else', ['__proto__']: { a: 1 }, rating: { stars: 5 } }),
    ]
    await put(JSON.stringify({ version: 1, owner: 'ada', entries }).replace('"rating"', '"__proto__":{"x":1},"rating"'))
    const before = await parsed()
    const knowledge = open()
    expect(await knowledge.get('e1')).toMatchObject({ createdAt: '2024-02-28T14:23:45.123Z', accessCount: 8 })
    expect(contents(await knowledge.byCategory('of_somebody_else'))).toEqual(['content of e2'])
    await knowledge.add('learned_fact', 'new')
    const after = await parsed()
    expect(after.owner).toBe('ada')
    expect(after.entries[0]).toEqual({ ...before.entries[0], accessed_at: clock() / 1000, access_count: 8 })
    expect(JSON.stringify(after.entries[1])).toBe(JSON.stringify(before.entries[1]))
    expect(await onDisk()).toContain('"__proto__"')
    expect(events).toEqual([])
  })

  it('takes an entry that a person wrote with the three fields that matter, after a byte order mark', async () => {
    await put('\uFEFF{"entries":[{"id":"mine","category":"learned_fact","content":"by hand"}]}')
    const knowledge = open()
    expect(await knowledge.get('mine')).toMatchObject({ source: '', tags: [], createdAt: '2026-03-01T12:00:00.000Z' })
    await knowledge.flush()
    expect(await parsed()).toMatchObject({
      version: 1,
      entries: [{ id: 'mine', created_at: clock() / 1000, access_count: 1 }],
    })
  })

  it('sees at once what a person changed, and adds to it', async () => {
    const knowledge = open()
    await knowledge.add('learned_fact', 'one')
    await put((await onDisk()).replace('one', 'One, corrected'))
    expect(contents(await knowledge.list())).toEqual(['One, corrected'])
    await knowledge.add('learned_fact', 'two')
    expect(contents(await knowledge.list())).toEqual(['One, corrected', 'two'])
  })

  it('leaves entries that it cannot read where they are, and reports each once', async () => {
    const odd = [
      7,
      null,
      'text',
      [],
      {},
      row('', {}),
      row('a', { content: '' }),
      row('b', { tags: 'x' }),
      row('c', { tags: [1] }),
      row('d', { source: 1 }),
      row('e', { access_count: 'many' }),
      row('f', { created_at: null }),
    ]
    await put({ version: 1, entries: [...odd, row('good')] })
    const knowledge = open()
    expect((await knowledge.list()).map(({ id }) => id)).toEqual(['good'])
    await knowledge.add('learned_fact', 'new')
    await put(await onDisk())
    await knowledge.list()
    expect(events.map(({ type, details }) => [type, details?.['entry']])).toEqual(
      odd.map((_, index) => ['line-set-aside', index + 1]),
    )
    expect((await parsed()).entries.slice(0, odd.length)).toEqual(odd)
  })

  it('takes the last of two entries with one id, keeps the other in the file, and removes both', async () => {
    await put({ version: 1, entries: [row('same', { content: 'old' }), row('same', { content: 'new' })] })
    const knowledge = open()
    expect(await knowledge.get('same')).toMatchObject({ content: 'new' })
    await knowledge.flush()
    expect((await parsed()).entries).toMatchObject([
      { content: 'old', access_count: 0 },
      { content: 'new', access_count: 1 },
    ])
    expect(events).toMatchObject([{ type: 'line-set-aside', details: { entry: 1 } }])
    expect(await knowledge.remove('same')).toBe(true)
    expect((await parsed()).entries).toEqual([])
  })

  it('survives times that no date can hold', async () => {
    await put({ version: 1, entries: [row('a', { created_at: 1e300, accessed_at: -1e300 })] })
    expect(await open().get('a')).toMatchObject({ createdAt: '+275760-09-13T00:00:00.000Z' })
    expect((await open().list())[0]?.accessedAt).toBe('-271821-04-20T00:00:00.000Z')
  })

  it('leaves a file of a newer format alone', async () => {
    const text = '{"version":2,"entries":"otherwise"}'
    await put(text)
    const knowledge = open()
    await expect(knowledge.list()).rejects.toMatchObject({ code: 'newer-format' })
    await expect(knowledge.add('learned_fact', 'x')).rejects.toMatchObject({ code: 'newer-format' })
    expect(await onDisk()).toBe(text)
  })

  it('loses nothing when many add at once, through two handles on one directory', async () => {
    const other = await localStorage({ directory })
    const [one, two] = [open(), open({}, other)]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).add('learned_fact', `fact ${index}`)),
    )
    await Promise.all([one.add('learned_fact', 'both'), two.add('learned_fact', 'both')])
    await Promise.all([one.flush(), two.flush()])
    expect(contents(await one.list())).toEqual(contents(await two.list()))
    expect(new Set(contents(await one.list())).size).toBe(21)
    expect((await one.search('both'))[0]?.accessCount).toBe(1)
    await other.close()
  })

  it('edits anew when a person saves the file in between, and gives up in the end', async () => {
    let left = 2
    const files = { ...storage.files }
    const meddled: Storage = {
      ...storage,
      files: {
        ...files,
        async write(file, text, options) {
          if (left-- > 0) await put({ version: 1, entries: [row(`by hand ${left}`)] })
          return files.write(file, text, options)
        },
      },
    }
    const knowledge = open({}, meddled)
    await knowledge.add('learned_fact', 'mine')
    expect(contents(await knowledge.list())).toEqual(['content of by hand 0', 'mine'])
    left = 9
    await expect(knowledge.add('learned_fact', 'more')).rejects.toMatchObject({ code: 'version-conflict' })
  })

  it('keeps the accesses that could not be written', async () => {
    const full = new Set<string>()
    const files = { ...storage.files }
    const filling: Storage = {
      ...storage,
      files: {
        ...files,
        write: (file, text, options) =>
          full.has(file) ? Promise.reject(new Error('full')) : files.write(file, text, options),
      },
    }
    const knowledge = open({}, filling)
    const { id } = await knowledge.add('learned_fact', 'one')
    await knowledge.get(id)
    full.add(path)
    await expect(knowledge.flush()).rejects.toThrow('full')
    await expect(knowledge.add('learned_fact', 'two')).rejects.toThrow('full')
    expect(contents(await knowledge.list())).toEqual(['one'])
    full.clear()
    await knowledge.flush()
    expect((await parsed()).entries).toMatchObject([{ access_count: 1 }])
  })
})
