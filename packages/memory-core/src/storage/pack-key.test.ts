import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareLabels, compareTexts } from './compare-texts.ts'
import { afterPacked, labelRange, packKey, packLabels, unpackKey, unpackLabels } from './pack-key.ts'

const odd = fc.array(
  fc.constantFrom(
    '\0',
    '\u0001',
    '\u0002',
    '\u0003',
    'a',
    '\uD7FF',
    '\uD800',
    '\uDBFF',
    '\uDC00',
    '\uDFFF',
    '\uE000',
    '\uE001',
    '\uFFFD',
    '🦉',
  ),
  { maxLength: 6 },
)
const text = odd.map((characters) => characters.join(''))
const labels = fc.array(
  text.filter((label) => label !== ''),
  { maxLength: 3 },
)
const bytes = (packed: string): Buffer => Buffer.from(packed, 'utf8')
const sign = Math.sign

describe('packKey', () => {
  it('gives every text back, and holds neither NUL nor a lone surrogate', () => {
    fc.assert(
      fc.property(text, (given) => {
        const packed = packKey(given)
        expect(unpackKey(packed)).toBe(given)
        expect(packed.includes('\0')).toBe(false)
        expect(packed.isWellFormed()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('leaves the order by code point as it is, in bytes', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sign(Buffer.compare(bytes(packKey(a)), bytes(packKey(b))))).toBe(sign(compareTexts(a, b)))
      }),
      { numRuns: 5_000 },
    )
  })

  it('has a place after each text, before all that come later', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const isLater = Buffer.compare(bytes(packKey(b)), bytes(afterPacked(packKey(a)))) >= 0
        expect(isLater).toBe(compareTexts(b, a) > 0)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('packLabels', () => {
  it('gives every list of labels back, in the order of the lists', () => {
    fc.assert(
      fc.property(labels, labels, (a, b) => {
        expect(unpackLabels(packLabels(a))).toEqual(a)
        expect(sign(Buffer.compare(bytes(packLabels(a)), bytes(packLabels(b))))).toBe(sign(compareLabels(a, b)))
      }),
      { numRuns: 5_000 },
    )
  })

  it('makes one range of all lists that begin with the same labels', () => {
    fc.assert(
      fc.property(labels, labels, (prefix, given) => {
        const [from, before] = labelRange(prefix)
        const packed = bytes(packLabels(given))
        const isBefore = before === null || Buffer.compare(packed, bytes(before)) < 0
        const isWithin = Buffer.compare(packed, bytes(from)) >= 0 && isBefore
        expect(isWithin).toBe(prefix.every((label, index) => label === given[index]))
      }),
      { numRuns: 5_000 },
    )
  })
})
