import { describe, expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import { openRecords } from './open-records.fixture.ts'
import { createScoring } from './record-types.ts'

const day = 86_400_000

describe('accesses of records', () => {
  it('C11 counts each recall', async () => {
    const { records, book } = openRecords()
    await records.learn([{ text: 'Likes green tea' }, { text: 'Uses pnpm' }])
    await records.recall('green tea')
    await records.recall('tea')
    await book.flush()
    const listed = await records.list()
    expect(new Map(listed.map(({ text, reinforcementCount }) => [text, reinforcementCount]))).toEqual(
      new Map([
        ['Likes green tea', 3],
        ['Uses pnpm', 1],
      ]),
    )
  })

  it('C10 counts the decay from the last access', async () => {
    const { records, book, clock } = openRecords()
    const [tea] = await records.learn({ text: 'Likes green tea', type: 'policy' })
    clock.advance(90 * day)
    expect((await records.get(tea?.id ?? ''))?.score).toBe(0.5)
    await records.recall('tea')
    clock.advance(90 * day)
    await book.flush()
    const later = await records.get(tea?.id ?? '')
    expect(later?.accessedAt).toBe('2026-04-01T00:00:00.000Z')
    expect(later?.score).toBeCloseTo((1 + Math.log(2)) / 2, 12)
  })

  it('X17 does not write per query: any number of reads costs one write', async () => {
    const { records, book, writes } = openRecords()
    await records.learn(Array.from({ length: 50 }, (_, index) => ({ text: `Fact number ${index}` })))
    writes.length = 0
    for (let turn = 0; turn < 20; turn++) await records.recall('fact number', { limit: 50 })
    expect(writes).toEqual([])
    await book.flush()
    expect(writes).toEqual(['update'])
    expect(new Set((await records.list()).map(({ reinforcementCount }) => reinforcementCount))).toEqual(new Set([21]))
    await book.flush()
    expect(writes).toEqual(['update'])
  })

  it('X17 counts recalls only when they are to count', async () => {
    const { records, book, writes } = openRecords({ touchOn: ['activation'] })
    await records.learn({ text: 'Likes green tea' })
    writes.length = 0
    await records.recall('tea')
    await book.flush()
    expect(writes).toEqual([])
  })

  it('X17 counts neither listing nor getting', async () => {
    const { records, book, writes } = openRecords()
    const [tea] = await records.learn({ text: 'Likes green tea' })
    writes.length = 0
    await records.list()
    await records.get(tea?.id ?? '')
    await records.stats()
    await book.flush()
    expect(writes).toEqual([])
  })

  it('writes by itself after a while', async () => {
    const { records, book } = openRecords({ flushMs: 5 })
    const [tea] = await records.learn({ text: 'Likes green tea' })
    book.touch([tea?.id ?? ''])
    await expect.poll(async () => (await records.get(tea?.id ?? ''))?.reinforcementCount).toBe(2)
  })

  it('is no news: the revision stays, and the strength follows', async () => {
    const { records, book, storage, clock } = openRecords()
    const [tea] = await records.learn({ text: 'Likes green tea' })
    const [before] = await storage.records.get([tea?.id ?? ''])
    const revision = await storage.records.revision()
    clock.advance(day)
    book.touch([tea?.id ?? ''])
    await book.flush()
    const [after] = await storage.records.get([tea?.id ?? ''])
    expect(await storage.records.revision()).toBe(revision)
    expect(after && createScoring(book.options).strength(after)).toBe(after?.strength)
    expect(after?.strength).toBeGreaterThan(before?.strength ?? 0)
  })

  it('keeps what cannot be written, says so once, never throws into a read, and tries again', async () => {
    const { records, book, events, beforeWrite } = openRecords({ flushMs: 5 })
    const [tea] = await records.learn({ text: 'Likes green tea' })
    beforeWrite.call = () => {
      throw new MemoryError('storage-failed', 'disk full')
    }
    await records.recall('tea')
    await expect(book.flush()).rejects.toThrow('disk full')
    await records.recall('tea')
    await expect(book.flush()).rejects.toThrow('disk full')
    expect(events.map(({ type, level }) => [type, level])).toEqual([['records-unwritten', 'warn']])
    beforeWrite.call = () => undefined
    await expect.poll(async () => (await records.get(tea?.id ?? ''))?.reinforcementCount).toBe(3)
  })

  it('says a later failure again', async () => {
    const { records, book, events, beforeWrite } = openRecords()
    await records.learn({ text: 'Likes green tea' })
    for (let turn = 0; turn < 2; turn++) {
      beforeWrite.call = () => {
        throw new Error('disk full')
      }
      await records.recall('tea')
      await expect(book.flush()).rejects.toThrow('disk full')
      beforeWrite.call = () => undefined
      await book.flush()
    }
    expect(events).toHaveLength(2)
  })

  it('gives up when the storage is closed', async () => {
    const { records, book, writes, beforeWrite } = openRecords({ flushMs: 1 })
    await records.learn({ text: 'Likes green tea' })
    beforeWrite.call = () => {
      throw new MemoryError('closed', 'the storage is closed')
    }
    await records.recall('tea')
    await expect(book.flush()).rejects.toThrow('closed')
    const tried = writes.length
    await book.flush()
    expect(writes).toHaveLength(tried)
  })

  it('writes more than a thousand in pages, and passes over ids that are not there', async () => {
    const { records, book, writes } = openRecords()
    const learned = await records.learn(Array.from({ length: 1_500 }, (_, index) => ({ text: `Fact number ${index}` })))
    writes.length = 0
    book.touch([...learned.map(({ id }) => id), 'record:gone'])
    await book.flush()
    expect(writes).toEqual(['update', 'update'])
    expect((await records.get(learned.at(-1)?.id ?? ''))?.reinforcementCount).toBe(2)
  })
})
