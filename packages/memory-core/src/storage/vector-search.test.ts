import { describe, expect, it } from 'vitest'
import type { PassageHit } from './passages.ts'
import { createVectorSearch, type StoredVector, vectorCode } from './vector-search.ts'

const model = { name: 'two', dimensions: 2 }
const vector = new Float32Array([1, 0])

function row(key: number): StoredVector {
  return { key, code: vectorCode(vector), place: passage(key) }
}

function passage(key: number): PassageHit['passage'] {
  return { id: `p${key}`, layer: 'sessions', origin: 'o', text: `${key}`, source: { path: 'p', line: key } }
}

describe('a search by meaning', () => {
  it('keeps what another search loads while it looks for rows that are gone', async () => {
    const stored = new Map([1, 2].map((key) => [key, row(key)]))
    let listed: (() => Promise<void>) | undefined
    const search = createVectorSearch({
      newer: async (_model, { last }) => ({ token: 't', rows: [...stored.values()].filter(({ key }) => key > last) }),
      passages: async (keys) => new Map(keys.filter((key) => stored.has(key)).map((key) => [key, passage(key)])),
      keys: async () => {
        const keys = [...stored.keys()]
        await listed?.()
        return keys
      },
    })
    const find = async (): Promise<string[]> =>
      (await search({ model, vector, limit: 5 })).map(({ passage: { id } }) => id).sort()
    expect(await find()).toEqual(['p1', 'p2'])
    stored.delete(1)
    listed = async () => {
      listed = undefined
      stored.set(3, row(3))
      expect(await find()).toContain('p3')
    }
    await find()
    expect(await find()).toEqual(['p2', 'p3'])
  })
})
