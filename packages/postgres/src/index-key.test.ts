import { compareLabels, compareTexts } from '@daybook/memory-core/storage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexKey, isCut, labelRange, packLabels, packText, unpackLabels, unpackText, wholeKey } from './index-key.ts'

const unit = fc.constantFrom('a', 'b', '\0', '\u0001', '\u0002', '\u0004', '\ud7ff', '\ud800', '\udfff', '\ue000', '🦉')
const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''))
const labels = fc.array(text, { maxLength: 3 })
/** The order of a column with the collation "C". */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe('index keys', () => {
  it('give any text back, in well-formed text without a NUL', () => {
    fc.assert(
      fc.property(text, (given) => {
        const packed = packText(given)
        expect(unpackText(packed)).toBe(given)
        expect(packed.isWellFormed() && !packed.includes('\0')).toBe(true)
      }),
    )
  })

  it('keep the order by code point', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(packText(a), packText(b)))).toBe(Math.sign(compareTexts(a, b)))
      }),
    )
  })

  it('keep the order of labels, and those below a prefix in one range', () => {
    fc.assert(
      fc.property(labels, labels, (a, b) => {
        expect(unpackLabels(packLabels(a))).toEqual(a)
        expect(Math.sign(compareBytes(packLabels(a), packLabels(b)))).toBe(Math.sign(compareLabels(a, b)))
        const [from, before] = labelRange(a)
        const packed = packLabels(b)
        const isIn = compareBytes(packed, from) >= 0 && (before === null || compareBytes(packed, before) < 0)
        expect(isIn).toBe(a.every((label, index) => label === b[index]))
      }),
    )
  })

  it('cut what is too long for an index, and tell different texts apart all the same', () => {
    const [one, other] = ['é'.repeat(1_000_000), `${'é'.repeat(999_999)}x`]
    expect(Buffer.byteLength(indexKey(one))).toBeLessThan(800)
    expect(indexKey(one)).not.toBe(indexKey(other))
    expect(isCut(indexKey(one))).toBe(true)
    expect(unpackText(wholeKey(one) ?? '')).toBe(one)
    const owls = indexKey(`a${'🦉'.repeat(1_000)}`)
    expect(owls.isWellFormed()).toBe(true)
  })

  it('leave alone what fits', () => {
    const fitting = 'é'.repeat(400)
    expect(indexKey(fitting)).toBe(fitting)
    expect(wholeKey(fitting)).toBeNull()
    expect(isCut(indexKey('\u0001\u0004'))).toBe(false)
    expect(isCut(indexKey('é'.repeat(401)))).toBe(true)
  })
})
