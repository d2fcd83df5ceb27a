import { describe, expect, it } from 'vitest'
import { withoutControls } from './plain-text.ts'

describe('withoutControls', () => {
  it('takes control characters out, and leaves tabs, line breaks and every other character', () => {
    const controls = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).filter((char) =>
      /[\p{Cc}]/u.test(char),
    )
    expect(withoutControls(`a${controls.join('')}b`)).toBe('a\t\n\nb')
    expect(withoutControls('Zoë 🎉\u2028\u00a0\ufeff')).toBe('Zoë 🎉\u2028\u00a0\ufeff')
  })

  it('makes one line break of each kind of them', () => {
    expect(withoutControls('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
  })
})
