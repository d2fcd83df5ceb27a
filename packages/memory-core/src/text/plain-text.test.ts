import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { lazy, normalForm, oneLine, withoutControls, withoutReminders } from './plain-text.ts'

describe('lazy', () => {
  it('makes its value once, when it is first asked for', () => {
    let count = 0
    const next = lazy(() => {
      count += 1
      return count
    })
    expect(count).toBe(0)
    expect([next(), next(), count]).toEqual([1, 1, 1])
  })
})

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
    const spentMs = startCpuClock()
    for (const text of [' ', '\n', '\u202e', 'x', '😀']) oneLine(text.repeat(1_000_000), 600_000)
    expect(spentMs()).toBeLessThan(2_000)
  })
})

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

describe('normalForm', () => {
  it('is the normal form of whatever people write', () => {
    const texts = ['café', 'cafe\u0301', 'ﬁ', 'हिन्दी', 'a\u0316\u0301\u0301', '']
    for (const text of texts)
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect(normalForm(text, form)).toBe(text.normalize(form))
  })

  it('does not hang on a million marks, and keeps 32 of them', () => {
    const spentMs = startCpuClock()
    const found = normalForm(`a${'\u0301\u0316'.repeat(500_000)}b`, 'NFD')
    expect(spentMs()).toBeLessThan(2_000)
    expect(found).toMatch(/^a\p{M}{32}b$/u)
  })
})

describe('withoutReminders', () => {
  it.each([
    ['I like tea.', 'I like tea.'],
    ['a <system-reminder>b</system-reminder> c', 'a \n c'],
    ['a <system-reminder type="todo">b\n<b>c</b></system-reminder> d', 'a \n d'],
    ['a <SYSTEM-REMINDER>b</System-Reminder >c', 'a \nc'],
    ['a <system-reminder/> b', 'a \n b'],
    ['a <system-reminder>b', 'a \n'],
    ['a <system-reminders>b', 'a <system-reminders>b'],
  ])('leaves out what stands inside a system reminder: %j', (text, expected) => {
    expect(withoutReminders(text)).toBe(expected)
  })

  it('takes linear time, whatever is opened and never closed', () => {
    const text = '<system-reminder '.repeat(200_000)
    const spentMs = startCpuClock()
    withoutReminders(text)
    expect(spentMs()).toBeLessThan(2_000)
  })
})
