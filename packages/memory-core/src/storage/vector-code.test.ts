import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkVector, cosine, dotProduct, vectorCode } from './vector-rows.ts'

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
