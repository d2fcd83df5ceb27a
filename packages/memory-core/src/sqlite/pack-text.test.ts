import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packText, unpackText } from './passage-row.ts'

const text = fc.string({ unit: fc.constantFrom('\0', '\uFFFE', '0', '1', 'a', 'é', '🦉') })

it('gives back what was packed, and packs no NUL', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(packText(given)).not.toContain('\0')
      expect(unpackText(packText(given))).toBe(given)
    }),
  )
})

it('packs different texts differently', () => {
  fc.assert(fc.property(text, text, (a, b) => (packText(a) === packText(b)) === (a === b)))
})
