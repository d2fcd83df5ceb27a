import { describe, expect, it } from 'vitest'
import { oneLine } from './plain-text.ts'

describe('oneLine', () => {
  it('folds line breaks, tabs and blanks of every kind', () => {
    expect(oneLine(' a\r\nb\n\n# c\u2028d\u2029e\u0085f\u000bg\th  ', 100)).toBe('a b # c d e f g h')
  })

  it('takes out what hides or reorders, and what terminals obey', () => {
    expect(oneLine('a\u202eb\u200bc\u0000d\u001b[31me\ufefff', 100)).toBe('a b c d [31me f')
  })

  it('keeps the joiners of scripts and of emoji', () => {
    expect(oneLine('👩\u200d💻 می\u200cخواهم', 100)).toBe('👩\u200d💻 می\u200cخواهم')
  })

  it('cuts by characters, never through one', () => {
    expect(oneLine('😀😀😀', 2)).toBe('😀😀…')
    expect(oneLine('😀😀😀', 3)).toBe('😀😀😀')
    expect(oneLine(' '.repeat(50), 3)).toBe('…')
    expect(oneLine('\ud800', 3)).toBe('\ufffd')
  })

  it('does not hang on a megabyte', () => {
    const start = performance.now()
    for (const text of [' ', '\n', '\u202e', 'x', '😀']) oneLine(text.repeat(1_000_000), 600_000)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
