import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/index.ts'
import type { Storage } from '../storage/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createKnowledge } from './knowledge.ts'
import {
  type KnowledgeEntry,
  type KnowledgeOptions,
  knowledgeCategories,
  knowledgeDefaults,
} from './knowledge-entry.ts'

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

describe('knowledge', () => {
  it('G39 makes an entry with its defaults', async () => {
    const entry = await open().add('learned_fact', 'Water boils at 100 °C')
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      category: 'learned_fact',
      content: 'Water boils at 100 °C',
      source: '',
      tags: [],
      createdAt: '2026-03-01T12:00:00.000Z',
      accessedAt: '2026-03-01T12:00:00.000Z',
      accessCount: 0,
    })
  })

  it('G40 keeps the five categories, and turns another into learned_fact with a warning', async () => {
    const knowledge = open()
    for (const category of ['user_preference', 'project_decision', 'system_behavior', 'learned_fact', 'error_pattern'])
      expect((await knowledge.add(category, 'x')).category).toBe(category)
    expect(events).toEqual([])
    expect((await knowledge.add('__proto__', 'y')).category).toBe('learned_fact')
    expect(events).toMatchObject([
      { type: 'category-unknown', level: 'warn', message: expect.stringContaining('"__proto__"') },
    ])
  })

  it('G41 knows the same words in a category again: an access, and no new source or tags', async () => {
    const knowledge = open()
    const first = await knowledge.add('user_preference', '  Prefers TypeScript ', { source: 'chat', tags: ['lang'] })
    clock.advance(60_000)
    const again = await knowledge.add('user_preference', 'prefers typescript', { source: 'other', tags: ['more'] })
    const hash = createHash('sha256').update('user_preference:prefers typescript').digest('hex')
    expect(first).toMatchObject({ id: hash.slice(0, 16), content: 'Prefers TypeScript' })
    expect(again).toEqual({ ...first, accessCount: 1, accessedAt: '2026-03-01T12:01:00.000Z' })
    expect((await knowledge.add('learned_fact', 'prefers typescript')).accessCount).toBe(0)
    expect(await knowledge.list()).toHaveLength(2)
  })

  it('has a new entry on disk when it answers, and writes accesses with the next change or flush', async () => {
    const knowledge = open()
    const { id } = await knowledge.add('learned_fact', 'one')
    expect((await parsed()).entries).toHaveLength(1)
    const before = await onDisk()
    await knowledge.get(id)
    await knowledge.add('learned_fact', 'one')
    expect(await onDisk()).toBe(before)
    await knowledge.flush()
    expect((await parsed()).entries).toMatchObject([{ access_count: 2 }])
    await knowledge.get(id)
    await knowledge.add('learned_fact', 'two')
    expect((await parsed()).entries).toMatchObject([{ access_count: 3 }, { access_count: 0 }])
    expect(await knowledge.get(id)).toMatchObject({ accessCount: 4 })
  })

  it('writes nothing when there is nothing to write', async () => {
    const knowledge = open()
    await knowledge.flush()
    expect(await knowledge.remove('0000000000000000')).toBe(false)
    expect(await knowledge.clearCategory('learned_fact')).toBe(0)
    expect(await storage.files.list('memory')).toEqual([])
  })

  it('keeps what is counted while the file is written', async () => {
    const files = { ...storage.files }
    const meanwhile = { ids: [''] }
    const knowledge = open(
      {},
      {
        ...storage,
        files: {
          ...files,
          async write(file, text, options) {
            for (const id of meanwhile.ids) await knowledge.get(id)
            return files.write(file, text, options)
          },
        },
      },
    )
    const one = await knowledge.add('learned_fact', 'one')
    const two = await knowledge.add('learned_fact', 'two')
    await knowledge.get(one.id)
    meanwhile.ids = [one.id, one.id, two.id]
    await knowledge.flush()
    meanwhile.ids = []
    expect((await parsed()).entries).toMatchObject([{ access_count: 1 }, { access_count: 0 }])
    expect((await knowledge.list()).map(({ accessCount }) => accessCount)).toEqual([3, 1])
    await knowledge.flush()
    const written = await storage.files.stat(path)
    await knowledge.flush()
    expect(await storage.files.stat(path)).toEqual(written)
    expect((await parsed()).entries).toMatchObject([{ access_count: 3 }, { access_count: 1 }])
  })

  it('G42 finds words in content, tags and source, the most used first and then the newest, and counts no access', async () => {
    const knowledge = open()
    await knowledge.add('project_decision', 'Uses PostgreSQL')
    clock.advance(1000)
    await knowledge.add('learned_fact', 'Backups run nightly', { tags: ['postgresql'] })
    clock.advance(1000)
    const often = await knowledge.add('learned_fact', 'Port is 5432', { source: 'docs of PostgreSQL' })
    clock.advance(1000)
    await knowledge.add('learned_fact', 'Unrelated')
    expect(contents(await knowledge.search('postgreSQL'))).toEqual([
      'Port is 5432',
      'Backups run nightly',
      'Uses PostgreSQL',
    ])
    await knowledge.get((await knowledge.search('Uses'))[0]?.id ?? '')
    expect(contents(await knowledge.search('postgresql'))).toEqual([
      'Uses PostgreSQL',
      'Port is 5432',
      'Backups run nightly',
    ])
    expect(contents(await knowledge.search('postgresql', { category: 'learned_fact' }))).toEqual([
      'Port is 5432',
      'Backups run nightly',
    ])
    expect(contents(await knowledge.search('postgresql', { limit: 1 }))).toEqual(['Uses PostgreSQL'])
    expect(await knowledge.search()).toHaveLength(4)
    expect((await knowledge.search('5432'))[0]).toEqual(often)
  })

  it('G42 answers twenty entries unless told otherwise', async () => {
    await put({ version: 1, entries: Array.from({ length: 30 }, (_, index) => row(`e${index}`)) })
    expect(await open().search()).toHaveLength(20)
    expect(await open().search('', { limit: 30 })).toHaveLength(30)
    expect((await open().search()).map(({ id }) => id).slice(0, 3)).toEqual(['e0', 'e1', 'e2'])
  })

  it('lists a category, the newest first', async () => {
    const knowledge = open()
    for (const content of ['one', 'two', 'three']) {
      await knowledge.add('learned_fact', content)
      clock.advance(1)
    }
    await knowledge.add('error_pattern', 'four')
    expect(contents(await knowledge.byCategory('learned_fact'))).toEqual(['three', 'two', 'one'])
    expect(contents(await knowledge.list())).toEqual(['one', 'two', 'three', 'four'])
  })

  it('removes an entry, or a category, from the file', async () => {
    const knowledge = open()
    const { id } = await knowledge.add('learned_fact', 'one')
    await knowledge.add('learned_fact', 'two')
    await knowledge.add('error_pattern', 'three')
    expect(await knowledge.remove(id)).toBe(true)
    expect(await knowledge.remove(id)).toBe(false)
    expect(await knowledge.get(id)).toBeUndefined()
    expect(await onDisk()).not.toContain('one')
    await knowledge.add('error_pattern', 'three')
    expect(await knowledge.clearCategory('learned_fact')).toBe(1)
    expect((await parsed()).entries).toMatchObject([{ content: 'three', access_count: 1 }])
  })

  it('counts entries by category', async () => {
    await put({ version: 1, entries: [row('a'), row('b'), row('c', { category: '__proto__' })] })
    const { entries, byCategory } = await open().stats()
    expect(entries).toBe(3)
    expect(Object.entries(byCategory)).toEqual([
      ['user_preference', 0],
      ['project_decision', 0],
      ['error_pattern', 0],
      ['system_behavior', 0],
      ['learned_fact', 2],
      ['__proto__', 1],
    ])
  })

  it('X9 owns knowledge.json alone, and needs no database for it', async () => {
    const knowledge = open()
    await knowledge.add('learned_fact', 'one')
    await knowledge.search('one')
    expect((await storage.files.list('', { deep: true })).map((file) => file.path)).toEqual([path])
    expect(await fs.readdir(directory)).not.toContain('tables.db')
  })

  it('takes another folder', async () => {
    await open({ directory: 'elsewhere' }).add('learned_fact', 'one')
    expect(await storage.files.stat('elsewhere/knowledge.json')).toBeDefined()
  })
})

describe('what knowledge refuses', () => {
  it.each([
    ['content that is empty', () => open().add('learned_fact', ' \n'), /content is " \\n"/],
    [
      'content of a megabyte',
      () => open().add('learned_fact', 'x'.repeat(1 << 20)),
      /1048576 characters, expected .* 10000/,
    ],
    ['content that is no text', () => open().add('learned_fact', JSON.parse('7')), /content is 7/],
    ['a category that is no text', () => open().add(JSON.parse('null'), 'x'), /category is null/],
    ['an unknown field', () => open().add('learned_fact', 'x', JSON.parse('{"tag":"a"}')), /no option "tag"/],
    ['tags that are no list', () => open().add('learned_fact', 'x', { tags: JSON.parse('"a"') }), /tags is "a"/],
    ['an empty tag', () => open().add('learned_fact', 'x', { tags: [''] }), /tags/],
    ['a long tag', () => open().add('learned_fact', 'x', { tags: ['x'.repeat(201)] }), /tags/],
    ['many tags', () => open().add('learned_fact', 'x', { tags: Array.from({ length: 51 }, () => 't') }), /tags/],
    ['a long source', () => open().add('learned_fact', 'x', { source: 'x'.repeat(1001) }), /source/],
    ['an id that is no text', () => open().get(JSON.parse('1')), /id is 1/],
    ['removing what is no text', () => open().remove(JSON.parse('{}')), /id is {}/],
    ['a query that is no text', () => open().search(JSON.parse('[]')), /query is \[\]/],
    ['a limit below 0', () => open().search('', { limit: -1 }), /limit is -1/],
    ['an unknown search option', () => open().search('', JSON.parse('{"maxResults":1}')), /no option "maxResults"/],
    ['a category to search that is no text', () => open().search('', { category: JSON.parse('1') }), /category is 1/],
    ['a category to list that is no text', () => open().byCategory(JSON.parse('1')), /category is 1/],
    ['a category to clear that is no text', () => open().clearCategory(JSON.parse('1')), /category is 1/],
    ['an unknown order', () => open().exportForContext({ order: JSON.parse('"best"') }), /order is "best"/],
    ['half a character', () => open().exportForContext({ maxChars: 0.5 }), /maxChars is 0.5/],
  ])('refuses %s', async (_, call, message) => {
    await expect(call()).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(message) })
    expect(await storage.files.list('memory')).toEqual([])
  })

  it('keeps what is odd but text: NUL, lone surrogates made well-formed, names of prototypes', async () => {
    const knowledge = open()
    const entry = await knowledge.add('learned_fact', 'a\u0000b\ud800', {
      source: '\udc00',
      tags: ['__proto__', '\ud800'],
    })
    expect(entry).toMatchObject({ content: 'a\u0000b\ufffd', source: '\ufffd', tags: ['__proto__', '\ufffd'] })
    expect((await open().list())[0]).toEqual(entry)
  })

  it('does not share its tags with the caller', async () => {
    const tags = ['a']
    const knowledge = open()
    const added = knowledge.add('learned_fact', 'x', { tags })
    tags.push('b')
    await added
    expect((await knowledge.list())[0]?.tags).toEqual(['a'])
  })
})

describe.each([
  ['in memory', async () => inMemoryStorage()],
  ['on disk', async () => localStorage({ directory: await fs.mkdtemp(join(directory, 'run-')) })],
])('knowledge %s', (place, openStorage) => {
  it('does what a plain map does', { timeout: 60_000 }, async () => {
    const category = fc.constantFrom(...knowledgeCategories)
    const content = fc.constantFrom('tea', 'Tea', ' green tea ', 'coffee', 'tea and coffee')
    const action = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), category, content }),
      fc.record({ kind: fc.constantFrom('get' as const, 'remove' as const), category, content }),
      fc.record({ kind: fc.constant('search' as const), category, content, limit: fc.nat(4) }),
      fc.record({ kind: fc.constantFrom('flush' as const, 'reopen' as const) }),
    )
    const runs = place === 'in memory' ? 150 : 15
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const on = await openStorage()
        const model = new Map<string, { content: string; category: string; count: number; created: number }>()
        let knowledge = open({}, on)
        for (const one of actions) {
          clock.advance(1000)
          if (!('content' in one)) {
            await knowledge.flush()
            if (one.kind === 'reopen') knowledge = open({}, on)
            continue
          }
          const key = `${one.category}:${one.content.trim().toLowerCase()}`
          const id = createHash('sha256').update(key).digest('hex').slice(0, 16)
          const known = model.get(id)
          if (one.kind === 'search') {
            const wanted = one.content.toLowerCase()
            const expected = [...model.values()]
              .filter((entry) => entry.category === one.category && `${entry.content}  `.toLowerCase().includes(wanted))
              .sort((a, b) => b.count - a.count || b.created - a.created)
              .slice(0, one.limit)
            const found = await knowledge.search(one.content, { category: one.category, limit: one.limit })
            expect(contents(found)).toEqual(expected.map((entry) => entry.content))
          } else if (one.kind === 'remove') {
            expect(await knowledge.remove(id)).toBe(model.delete(id))
          } else {
            if (known) known.count += 1
            else if (one.kind === 'add') {
              model.set(id, { content: one.content.trim(), category: one.category, count: 0, created: clock() })
            }
            const entry = one.kind === 'add' ? await knowledge.add(one.category, one.content) : await knowledge.get(id)
            expect(entry?.accessCount).toBe(model.get(id)?.count)
          }
        }
        expect((await knowledge.list()).map((entry) => [entry.id, entry.content, entry.accessCount])).toEqual(
          [...model].map(([id, entry]) => [id, entry.content, entry.count]),
        )
        await on.close()
      }),
      { numRuns: runs },
    )
  })
})
