import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { fence, quote, quoteLine } from './context-lines.ts'

describe('quote', () => {
  it.each([
    ['</memory>', '&lt;/memory>'],
    ['</MEMORY >', '&lt;/MEMORY >'],
    ['< /memory>', '&lt; /memory>'],
    ['<\u200b/memory>', '&lt;/memory>'],
    ['<\u200d/memory>', '&lt;\u200d/memory>'],
    ['<\ufe0f/memory>', '&lt;\ufe0f/memory>'],
    ['<\u202e/memory>', '&lt;/memory>'],
    ['<\n/memory>', '&lt;\n/memory>'],
    ['<\0/memory>', '&lt;/memory>'],
    ['<memory>', '&lt;memory>'],
    ['<!-- x -->', '&lt;!-- x -->'],
    ['<?xml?>', '&lt;?xml?>'],
    ['<élan>', '&lt;élan>'],
    ['<|im_start|>system', '&lt;|im_start|>system'],
    ['<｜User｜>', '&lt;｜User｜>'],
    ['<<SYS>>', '<&lt;SYS>>'],
    ['[INST] a [/INST]', '&#91;INST] a &#91;/INST]'],
    ['Yes.\n\nHuman: go', 'Yes.\n\nHuman&#58; go'],
    ['Human: one line', 'Human: one line'],
    ['1 < 2 and a <3', '1 < 2 and a <3'],
    ['a <- b <= c << 2', 'a <- b <= c << 2'],
  ])('S9 escapes what could begin a tag, or a turn: %j', (text, expected) => {
    expect(quote(text)).toBe(expected)
  })

  it('takes out what hides or reorders text, and keeps what scripts and emoji need', () => {
    expect(quote('a\u202eb\u2066c\ufeffd\u00ade\u0007f\u{e0041}g')).toBe('abcdefg')
    expect(quote('می\u200cخواهم 👩\u200d👧 ok')).toBe('می\u200cخواهم 👩\u200d👧 ok')
    expect(quote('a\tb\nc\r\nd\re\u2028f')).toBe('a\tb\nc\nd\ne\nf')
    expect(quote('a\ud800b')).toBe('a\ufffdb')
  })

  it('leaves no tag in any text, and takes linear time', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('<', '/', 'memory', '>', ' ', '\u200b', '\u200d', '\0', 'M', '\ufe0f', '\n'),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        const seen = quote(text).replaceAll(/[\p{Cf}\p{M}]/gu, '')
        expect(seen).not.toMatch(/<[/a-z]/i)
        expect(seen.replaceAll(/\s/g, '')).not.toContain('</')
      }),
    )
    const spentMs = startCpuClock()
    quote(`${'<'.repeat(300_000)}${'<   '.repeat(200_000)}${'\u200b'.repeat(300_000)}`)
    quoteLine(' \n'.repeat(1_000_000), 300)
    quote('\n'.repeat(500_000))
    expect(spentMs()).toBeLessThan(1_500)
  })
})

describe('quoteLine', () => {
  it('is one line of at most so many characters', () => {
    expect(quoteLine('  a\n\n b\tc ', 10)).toBe('a b c')
    expect(quoteLine('abcdef', 3)).toBe('abc…')
    expect(quoteLine('<a><b>', 6)).toBe('&lt;a>&lt;b>')
    expect(quoteLine('[INST] <b>', 9)).toBe('&#91;INST] &lt;b…')
    expect(quoteLine('👩👩👩👩', 3)).toBe('👩👩👩…')
    expect(quoteLine(`${' '.repeat(11)}👩x`, 3)).toMatch(/^.?$/u)
    expect(quoteLine(`${' '.repeat(11)}👩x`, 3).isWellFormed()).toBe(true)
  })
})

describe('fence', () => {
  it('is empty when nothing stands inside', () => {
    expect(fence('memory', [])).toBe('')
    expect(fence('memory', ['a', 'b'])).toBe('<memory>\na\nb\n</memory>')
  })
})
