import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { runs } from '../../test/faults/run-length.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/storage.ts'
import { type RecordEdit, type RecordQuery, recordPriorities, type StoredRecord } from '../storage/records.ts'
import { recordStoreCases } from '../testing/record-store-cases.ts'
import { storedRecord } from '../testing/stored-record.ts'
import { type ListWay, listSql, scopesSql } from './record-row.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(() => rm(temporary, { recursive: true }))

let directories = 0
const directory = (): string => {
  directories += 1
  return join(temporary, `${directories}`)
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', '\0', '🦉', '\uFFFD')
const type = fc.constantFrom<StoredRecord['type']>('policy', 'workflow', 'fact')
const kind = fc.constantFrom<StoredRecord['kind']>('semantic', 'episodic', 'procedural')
const priority = fc.constantFrom(...recordPriorities)
const scope = fc.constantFrom('src/**', '', '\0')
const tag = fc.constantFrom('x', 'y', '\0')
const strength = fc.constantFrom(-1, 0, 1, 2, Number.NEGATIVE_INFINITY)
const time = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')
const change: fc.Arbitrary<Partial<StoredRecord>> = fc.record(
  {
    type,
    kind,
    priority,
    scope,
    strength,
    createdAt: time,
    archivedAt: time,
    tags: fc.array(tag, { maxLength: 2 }),
    name: scope,
  },
  { requiredKeys: [] },
)
const record = fc.tuple(id, change).map(([key, fields]) => storedRecord(key, fields))
const list = fc.array(record, { maxLength: 4 })
const edit: fc.Arbitrary<RecordEdit> = fc.record(
  {
    put: list,
    insert: list,
    remove: fc.array(id, { maxLength: 2 }),
    marks: fc.dictionary(id, fc.option(scope, { nil: undefined })),
  },
  { requiredKeys: [] },
)
const query: fc.Arbitrary<RecordQuery> = fc.record(
  {
    types: fc.array(type, { maxLength: 2 }),
    kinds: fc.array(kind, { maxLength: 2 }),
    priorityFrom: priority,
    tags: fc.array(tag, { maxLength: 2 }),
    scopes: fc.array(fc.option(scope, { nil: undefined }), { maxLength: 3 }),
    strengthFrom: strength,
    archived: fc.constantFrom('no', 'only', 'all'),
    order: fc.constantFrom('priority', 'strength'),
    limit: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: ['limit'] },
)
const update = fc.record({ ids: fc.array(id, { maxLength: 3 }), fields: change, quietly: fc.boolean() })

describe('local records', () => {
  const open = () => localStorage({ directory: directory() })
  for (const one of recordStoreCases) it(one.name, () => one.run(open))

  it('C01 keeps the three kinds in SQLite, from one opening to the next', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    const kinds = ['semantic', 'episodic', 'procedural'] as const
    await first.records.write({ put: kinds.map((one) => storedRecord(one, { kind: one })) })
    await first.close()
    const database = new DatabaseSync(join(home, 'state', 'tables.db'), { readOnly: true })
    expect(database.prepare('SELECT kind FROM records ORDER BY number').all()).toEqual(
      kinds.map((one) => ({ kind: one })),
    )
    database.close()
    const second = await localStorage({ directory: home })
    for (const one of kinds)
      expect(await second.records.list({ kinds: [one], limit: 9 })).toEqual([storedRecord(one, { kind: one })])
    await second.close()
  })

  it('are the same as the records in RAM, whatever is written, changed and asked', async () => {
    const edits = fc.array(fc.oneof(edit, update), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(edits, fc.array(query, { maxLength: 6 }), async (steps, queries) => {
        const storages = [await localStorage({ directory: directory() }), inMemoryStorage()]
        const seen = storages.map(async ({ records, close }) => {
          const answers: unknown[] = []
          for (const step of steps)
            answers.push(
              'ids' in step
                ? await records.update(step.ids, (one) => ({ ...one, ...step.fields }), { quietly: step.quietly })
                : await records.write(step),
            )
          for (const one of queries) answers.push(await records.list(one))
          for (const since of [0, 1, 5, 50]) answers.push(await records.changes(since, 3))
          answers.push(await records.changes(0, 99), await records.scopes(), await records.count())
          answers.push(await records.marks(['a', 'b', '\0', '🦉']), await records.get(['b', '\0', 'a', '🦉']))
          await close()
          return answers
        })
        const [local, inMemory] = await Promise.all(seen)
        expect(local).toEqual(inMemory)
      }),
      runs(300, 30),
    )
  })

  it('are the records of a plain map', async () => {
    const storage = await localStorage({ directory: directory() })
    const model = new Map<string, StoredRecord>()
    await fc.assert(
      fc.asyncProperty(edit, query, async (one, asked) => {
        await storage.records.write(one)
        for (const key of one.remove ?? []) model.delete(key)
        for (const put of one.put ?? []) model.set(put.id, put)
        for (const put of one.insert ?? []) if (!model.has(put.id)) model.set(put.id, put)
        const all = await storage.records.get([...model.keys()])
        expect(all).toEqual([...model.values()])
        const found = await storage.records.list(asked)
        for (const each of found) expect(model.get(each.id)).toEqual(each)
      }),
      runs(300, 30),
    )
    await storage.close()
  })

  it('read one index range in its order for each way to a list: no scan, no sorting', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    await storage.records.revision()
    await storage.close()
    const database = new DatabaseSync(join(home, 'state', 'tables.db'))
    const planOf = (sql: string): string[] =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
    const filters = [[], ['types'], ['kinds', 'scopes', 'tags']] as const
    for (const way of ['scope', 'scopeStrength', 'priority', 'archivedPriority'] as const)
      for (const sql of filters.map((some) => listSql(way, some))) {
        const plan = planOf(sql).filter((line) => line.includes('records'))
        expect(plan, way).toHaveLength(1)
        expect(plan[0], way).toMatch(/^SEARCH records USING INDEX/)
        expect(planOf(sql).join(), way).not.toContain('TEMP B-TREE')
      }
    const rangeOf = (way: ListWay): string | undefined => planOf(listSql(way, []))[0]
    expect(rangeOf('scope')).toContain('(scope=? AND type=? AND priority=? AND strength>?)')
    expect(rangeOf('scopeStrength')).toContain('(scope=? AND type=? AND strength>?)')
    expect(rangeOf('priority')).toContain('(priority=? AND strength>?)')
    expect(planOf(scopesSql).join()).toContain('(scope>?)')
    database.close()
  })

  it('are in tables of an older format, which are made anew, also while another storage has them open', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    await first.records.write({ put: [storedRecord('a', { type: 'policy' })] })
    const database = new DatabaseSync(join(home, 'state', 'tables.db'))
    database.exec('ALTER TABLE records ADD COLUMN name TEXT; CREATE INDEX records_by_name ON records (name)')
    database.exec('PRAGMA user_version = 1')
    database.close()
    const second = await localStorage({ directory: home })
    const idsIn = async ({ records }: typeof first): Promise<string[]> =>
      (await records.list({ limit: 9 })).map((one) => one.id)
    expect(await idsIn(second)).toEqual(['a'])
    await first.records.write({ put: [storedRecord('b')] })
    await second.records.write({ put: [storedRecord('c')] })
    for (const storage of [first, second]) expect(await idsIn(storage)).toEqual(['a', 'b', 'c'])
    for (const storage of [first, second]) await storage.close()
    const rebuilt = new DatabaseSync(join(home, 'state', 'tables.db'), { readOnly: true })
    expect(rebuilt.prepare("SELECT name FROM sqlite_schema WHERE name = 'records_by_name'").all()).toEqual([])
    rebuilt.close()
  })

  it('list a few of very many in the same time, however many are archived or weak', async () => {
    const storage = await localStorage({ directory: directory() })
    const others = Array.from({ length: 20_000 }, (_, index) =>
      storedRecord(`r${index}`, index % 2 === 0 ? { archivedAt: '2026-03-02T00:00:00.000Z' } : { strength: 1 }),
    )
    await storage.records.write({ put: [...others, storedRecord('strong', { type: 'policy', priority: 'critical' })] })
    const spentMs = startCpuClock()
    for (let turn = 0; turn < 50; turn += 1) {
      const strong = await storage.records.list({ strengthFrom: 50, limit: 10 })
      const urgent = await storage.records.list({
        types: ['policy'],
        priorityFrom: 'high',
        order: 'priority',
        limit: 10,
      })
      const ofType = await storage.records.list({ types: ['policy'], limit: 10 })
      expect([...strong, ...urgent, ...ofType].map((one) => one.id)).toEqual(['strong', 'strong', 'strong'])
    }
    // Of the processor, in µs: a busy machine makes nothing slower.
    expect(spentMs()).toBeLessThan(1_000)
    await storage.close()
  })

  it('leave no byte of what was removed in the files of the store', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    const filler = Array.from({ length: 50 }, (_, index) => storedRecord(`f${index}`))
    await storage.records.write({
      put: [...filler, storedRecord('secret', { text: 'code zebracod', scope: 'zebracod' })],
    })
    await storage.records.write({ remove: ['secret'] })
    for (const file of ['state/tables.db', 'state/tables.db-wal', 'journal/records.jsonl'])
      expect(fs.readFileSync(join(home, file), 'latin1')).not.toContain('zebracod')
    await storage.close()
  })

  it('lose no update of two storages of one directory', async () => {
    const home = directory()
    const storages = [await localStorage({ directory: home }), await localStorage({ directory: home })]
    await storages[0]?.records.write({ put: [storedRecord('a', { successCount: 0 })] })
    const count = async ({ records }: (typeof storages)[number], name: number): Promise<void> => {
      for (let turn = 0; turn < 200; turn += 1) {
        await records.update(['a'], (one) => ({ ...one, successCount: one.successCount + 1 }))
        if (turn % 20 === 0) await records.write({ insert: [storedRecord(`${name}-${turn}`), storedRecord(`${turn}`)] })
      }
    }
    await Promise.all(storages.map(count))
    for (const { records } of storages) {
      expect((await records.get(['a']))[0]?.successCount).toBe(400)
      expect((await records.changes(0, 99)).records).toHaveLength(31)
    }
    for (const storage of storages) await storage.close()
  })
})
