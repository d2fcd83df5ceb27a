import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  checkVector,
  cosine,
  createVectorRows,
  dotProduct,
  type VectorPlace,
  type VectorRows,
  vectorCode,
} from './vector-search.ts'

const place: VectorPlace = { layer: 'facts', source: { path: 'memory/MEMORY.md', line: 1 } }

function query(vector: Float32Array, limit: number) {
  return { model: { name: 'x', dimensions: vector.length }, vector, limit }
}

/** Numbers that look random, and are the same each time. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000 - 0.5
  }
}

/** Texts of the same subject are alike: vectors around some centres. */
function clustered(count: number, dimensions: number): Float32Array[] {
  const next = randomNumbers(7)
  const centres = Array.from({ length: 50 }, () => Float32Array.from({ length: dimensions }, next))
  return Array.from({ length: count }, (_, i) =>
    Float32Array.from(centres[i % centres.length] ?? [], (value) => value + next() * 1.2),
  )
}

function exact(codes: readonly Int8Array[], vector: Float32Array, limit: number): number[] {
  const scored = codes.map((code, key) => ({ key, score: cosine(code, vector) }))
  return scored
    .sort((a, b) => b.score - a.score || a.key - b.key)
    .slice(0, limit)
    .map(({ key }) => key)
}

function filled(codes: readonly Int8Array[], dimensions: number): VectorRows {
  const rows = createVectorRows(dimensions)
  for (const [key, code] of codes.entries()) rows.put(key, code, place)
  return rows
}

describe('vector rows', () => {
  it('are found as a comparison with each of them finds them, whatever came and went before', async () => {
    const numbers = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 5, maxLength: 5 })
    const steps = fc.array(fc.record({ key: fc.nat(12), numbers: fc.option(numbers, { nil: undefined }) }))
    await fc.assert(
      fc.asyncProperty(steps, numbers, fc.nat(15), async (changes, asked, limit) => {
        const rows = createVectorRows(5)
        const held = new Map<number, Int8Array>()
        for (const change of changes) {
          const code = change.numbers && Int8Array.from(change.numbers)
          if (code) held.set(change.key, code)
          else held.delete(change.key)
          if (code) rows.put(change.key, code, place)
          else rows.remove(change.key)
        }
        const vector = Float32Array.from(asked)
        const found = await rows.nearest(query(vector, limit))
        expect(rows.keys()).toHaveLength(held.size)
        expect(rows.keys().sort((a, b) => a - b)).toEqual([...held.keys()].sort((a, b) => a - b))
        expect(found).toHaveLength(Math.min(limit, held.size))
        const best = [...held.values()].map((code) => cosine(code, vector)).sort((a, b) => b - a)
        for (const [i, { key, similarity }] of found.entries()) {
          expect(similarity).toBeCloseTo(best[i] ?? Number.NaN, 5)
          expect(similarity).toBeCloseTo(cosine(held.get(key) ?? new Int8Array(5), vector), 5)
        }
      }),
    )
  })

  it('are the nearest of many, and none of them is missed', async () => {
    const dimensions = 64
    const vectors = clustered(6_000, dimensions)
    const codes = vectors.map(vectorCode)
    const rows = filled(codes, dimensions)
    for (const asked of [0, 17, 5_999]) {
      const vector = vectors[asked] ?? new Float32Array(dimensions)
      const found = (await rows.nearest(query(vector, 100))).map(({ key }) => key)
      expect(found).toEqual(exact(codes, vector, 100))
    }
  })

  it('in a small scope are found among many others', async () => {
    const dimensions = 256
    const vectors = clustered(5_000, dimensions)
    const rows = createVectorRows(dimensions)
    for (const [key, vector] of vectors.entries())
      rows.put(key, vectorCode(vector), key % 1000 === 7 ? { ...place, layer: 'notes' } : place)
    const found = await rows.nearest({ ...query(vectors[0] ?? new Float32Array(dimensions), 10), layers: ['notes'] })
    expect(found.map(({ key }) => key).sort((a, b) => a - b)).toEqual([7, 1007, 2007, 3007, 4007])
  })

  it('let others run while many are compared, who may remove some and put others in their places', async () => {
    let elapsed = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 20)) // longer than a turn lasts
    onTestFinished(() => now.mockRestore())
    const [near, far] = [Int8Array.of(100, 1), Int8Array.of(1, 100)]
    const rows = filled(
      Array.from({ length: 1_000 }, () => far),
      2,
    )
    rows.put(999, near, place)
    let isAnswered = false
    const asked = rows.nearest(query(Float32Array.of(1, 0), 10)).finally(() => (isAnswered = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isAnswered).toBe(false)
    rows.remove(998)
    rows.put(2_000, near, place)
    const found = await asked
    expect(found).toHaveLength(10)
    expect(found.filter(({ similarity }) => similarity > 0.5).map(({ key }) => key)).toEqual([999])
  })
})

const numbers = fc.array(fc.float({ min: -8, max: 8, noNaN: true }), { minLength: 1, maxLength: 40 })

function exactCosine(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
  const norms = Math.sqrt(product(one, one) * product(other, other))
  return norms === 0 ? 0 : product(one, other) / norms
}

describe('a vector code', () => {
  it('keeps cosines to about a hundredth, whatever the length of the vector', () => {
    const pair = fc.tuple(numbers, numbers).map(([a, b]) => {
      const length = Math.min(a.length, b.length)
      return [a.slice(0, length), b.slice(0, length)] as const
    })
    fc.assert(
      fc.property(pair, fc.constantFrom(1e-6, 1, 1e6), ([a, b], scale) => {
        const code = vectorCode(Float32Array.from(a, (value) => value * scale))
        const largest = Math.max(...a.map(Math.abs)) * scale
        fc.pre(largest === 0 || largest > 1e-20)
        expect(Math.abs(cosine(code, Float32Array.from(b)) - exactCosine(a, b))).toBeLessThan(0.03)
      }),
    )
  })

  it('of zeros is like nothing, itself included', () => {
    const zeros = new Float32Array(3)
    expect([...vectorCode(zeros)]).toEqual([0, 0, 0])
    expect(cosine(vectorCode(zeros), zeros)).toBe(0)
    expect(cosine(vectorCode(zeros), Float32Array.of(1, 2, 3))).toBe(0)
  })

  it('gives the largest number, of either sign, the largest byte', () => {
    expect([...vectorCode(Float32Array.of(-4, 2, 0, 1e-9))]).toEqual([-127, 64, 0, 0])
  })
})

describe('dotProduct', () => {
  it('is the sum of the products', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -127, max: 127 }), { maxLength: 19 }), (values) => {
        const query = Float32Array.from(values, (_, i) => i - 3)
        const sum = values.reduce((total, value, i) => total + value * (i - 3), 0)
        expect(dotProduct(Int8Array.from(values), query)).toBe(sum)
      }),
    )
  })
})

describe('checkVector', () => {
  it('names what is wrong with a vector, and what was expected', () => {
    const model = { name: 'small', dimensions: 2 }
    expect(() => checkVector(Float32Array.of(1), model)).toThrow('a vector of "small" has 1 numbers, expected 2')
    expect(() => checkVector(Float32Array.of(1, Number.NaN), model)).toThrow('has the number NaN, expected finite')
    expect(() => checkVector(new Float32Array(0), { ...model, dimensions: 0 })).toThrow('has 0 dimensions')
    expect(() => checkVector(new Float32Array(20_000), { ...model, dimensions: 20_000 })).toThrow('to 16384')
    expect(checkVector(Float32Array.of(1, 2), model)).toBeUndefined()
  })
})
