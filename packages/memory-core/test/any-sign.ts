import fc from 'fast-check'

const firstHalf = 0xd8_00
const halves = 0x8_00

/**
 * Any code point but half of a pair: for `fc.string({ unit: anySign })`. It gives the same texts as fast-check's own unit
 * `binary`, which fills a map of a million of them when it is first used.
 */
export const anySign: fc.Arbitrary<string> = fc.nat(0x10_ff_ff - halves).map(
  (number) => String.fromCodePoint(number < firstHalf ? number : number + halves),
  (sign) => {
    const code = typeof sign === 'string' ? (sign.codePointAt(0) ?? firstHalf) : firstHalf
    if (
      typeof sign !== 'string' ||
      String.fromCodePoint(code) !== sign ||
      (code >= firstHalf && code < firstHalf + halves)
    )
      throw new Error('it is no sign')
    return code < firstHalf ? code : code - halves
  },
)
