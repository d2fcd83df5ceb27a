import type { Passage, Storage } from '@daybook/memory-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createPool, openStorage } from './fixture.ts'
import { record } from './record.ts'

const pool = createPool()
afterAll(() => pool.end())

/** Longer than any entry of an index may be, and alike up to the last character. */
const long = (end: string): string => `${'é\0🦉'.repeat(20_000)}${end}`
const at = '2026-03-01T00:00:00.000Z'

async function withStorage(check: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openStorage(pool)
  await check(storage)
  await storage.close()
}

describe('texts that are too long for an index', () => {
  it('are ids, scopes, names, tags and marks of records like any other', () =>
    withStorage(async ({ records }) => {
      const fields = { kind: 'procedural', createdAt: long('t') } as const
      const one = record(long('a'), { ...fields, scope: long('s'), name: long('n'), tags: [long('x')] })
      const other = record(long('b'), { ...fields, scope: long('r'), name: long('m'), tags: [long('y')] })
      await records.write({ put: [one, other], marks: { [long('k')]: long('v') } })
      expect(await records.get([long('b'), long('a')])).toEqual([other, one])
      for (const query of [{ scopes: [long('s')] }, { tags: [long('x')] }])
        expect(await records.list({ ...query, limit: 9 })).toEqual([one])
      expect(await records.scopes()).toEqual([long('r'), long('s')])
      expect(await records.marks([long('k')])).toEqual(new Map([[long('k'), long('v')]]))
      await records.write({ remove: [long('a')] })
      expect((await records.changes(0, 9)).removed).toEqual([long('a')])
    }))

  it('are keys of items like any other; a namespace of more than 1,000 bytes is refused', () =>
    withStorage(async ({ items }) => {
      await items.put(['a', 'b'].map((end) => ({ namespace: ['n'], key: long(end), value: end, at })))
      const found = await items.get(['n'], [long('b'), long('c')], { at })
      expect(found.map((item) => item && [item.key === long('b'), item.value])).toEqual([[true, 'b'], undefined])
      expect(await items.remove(['n'], [long('a')])).toBe(1)
      const refused = items.put([{ namespace: [long('n')], key: 'k', value: 1, at }])
      await expect(refused).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining('safeName') })
    }))

  it('are ids, origins, sessions, types, tokens and watermarks of passages like any other', () =>
    withStorage(async ({ passages }) => {
      const source = { session: long('s'), messageId: 'm', role: 'user' }
      const message: Passage = {
        id: long('a'),
        layer: 'sessions',
        origin: long('o'),
        text: '',
        tokens: [long('t')],
        source,
      }
      const note: Passage = {
        ...{ id: long('b'), layer: 'notes', origin: long('p'), text: long('text'), tokens: [long('t'), 'x'] },
        ...{ type: long('type'), source: { path: 'a.md', line: 1 } },
      }
      await passages.update({ upsert: [message, note], watermarks: { [long('w')]: long('v') } })
      const search = async (query: object): Promise<string[]> =>
        (await passages.search({ terms: [long('t')], limit: 9, ...query })).map(({ passage }) => passage.id)
      expect(new Set(await search({}))).toEqual(new Set([long('a'), long('b')]))
      expect(await search({ layers: ['sessions'], sessions: [long('s')] })).toEqual([long('a')])
      expect(await search({ types: [long('type')] })).toEqual([long('b')])
      expect(await search({ terms: [long('u')] })).toEqual([])
      expect(await passages.ids(long('o'))).toEqual([long('a')])
      expect(await passages.watermarks()).toEqual(new Map([[long('w'), long('v')]]))
    }))

  it('are refused as paths, which are made of safe names', () =>
    withStorage(async ({ files }) => {
      await expect(files.write('a'.repeat(801), 'x')).rejects.toMatchObject({ code: 'bad-input' })
      expect((await files.write('a'.repeat(800), 'x')).size).toBe(1)
    }))
})
