import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedTogether, mergedSpans, type RedactedSpan, redactionMarkOf, withoutGaps } from './marked.ts'
import { redact } from './redact.ts'
import { redactValue } from './redact-value.ts'

const secret = 'hunter2!Xq9'
const mark = '[redacted: password]'
const without = (value: unknown): unknown => redactValue(value, redact).value
const parts = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }))

describe('text parts', () => {
  it('lose a secret wherever a stream cuts it', () => {
    const text = `Hello, my password: ${secret} and more`
    for (let first = 0; first <= text.length; first++)
      for (const second of [first, first + 1, first + 4, text.length]) {
        const cut = [text.slice(0, first), text.slice(first, second), text.slice(second)]
        const after = without(parts(...cut)) as { text: string }[]
        expect(after.map((part) => part.text).join('')).toBe(`Hello, my password: ${mark} and more`)
      }
  })

  it('are looked at as lines, too', () => {
    const [open, line] = [`-----BEGIN ${'RSA'} PRIVATE KEY-----`, 'MIIEpAIBAAKCAQEA7bq9']
    expect(without(parts('See', open, line, line, 'Ada, hello'))).toEqual(
      parts('See', '[redacted: private-key]', '', '', 'Ada, hello'),
    )
  })

  it('are those of one type', () => {
    const mixed = [{ type: 'reasoning', text: 'password: ' }, ...parts(secret)]
    expect(without(mixed)).toBe(mixed)
    const apart = [{ type: 'text', text: 'password: ' }, { type: 'file' }, ...parts(secret)]
    expect(without(apart)).toEqual([apart[0], { type: 'file' }, ...parts(mark)])
  })

  it('keep what else they have, and are the given ones when nothing is found', () => {
    const given = [
      { text: 'password: ', a: 1 },
      { text: secret, b: { c: 2 } },
    ]
    for (const name of ['parts', 'content']) {
      const after = without({ [name]: given }) as Record<string, object[]>
      expect(after).toEqual({ [name]: [given[0], { text: mark, b: { c: 2 } }] })
      expect(after[name]?.[0]).toBe(given[0])
    }
    expect(given.map(({ text }) => text)).toEqual(['password: ', secret])
    const harmless = parts('Green', ' tea')
    expect(without(harmless)).toBe(harmless)
  })

  it('are found at any depth, and are none in another field below one of their names', () => {
    const given = [{ text: 'password: ' }, { text: secret }]
    expect(without({ a: { b: { message: { content: given } } } })).toEqual({
      a: { b: { message: { content: [given[0], { text: mark }] } } },
    })
    const drafts = { content: { drafts: given } }
    expect(without(drafts)).toBe(drafts)
  })

  it('are no other texts of a list: what stands beside a secret is not taken with it', () => {
    const drafts = [{ text: 'the password is hunter2000' }, { text: 'Likes tea' }]
    expect(without(drafts)).toEqual([{ text: `the password is ${mark}` }, drafts[1]])
    const typed = drafts.map((draft) => ({ ...draft, type: 'fact' }))
    expect(without({ parts: typed })).toEqual({ parts: [{ ...typed[0], text: `the password is ${mark}` }, typed[1]] })
  })

  it('are counted once', () => {
    const given = parts(`password: ${secret}`, 'password: ', secret)
    expect(redactValue(given, redact).found).toEqual([{ rule: 'password', count: 2 }])
  })
})

describe('a value that another one names', () => {
  it.each([
    { name: 'password', value: secret },
    { key: 'DB_PASSWORD', value: secret },
    { label: 'Password: *', value: secret },
    { field: 'passphrase', value: secret },
    { id: 'user-password', value: secret },
    { category: 'password', text: secret },
  ])('is taken out of %j', (given) => {
    const field = 'value' in given ? 'value' : 'text'
    expect(without({ deep: [given] })).toEqual({ deep: [{ ...given, [field]: mark }] })
  })

  it.each([
    { name: 'passwords', value: secret },
    { name: 'password', value: 'string' },
    { name: 'password', value: 'on the fridge door' },
    { name: 'password', type: secret },
    { title: 'password', value: secret },
    { name: `${'x'.repeat(100)}password`, value: secret },
    { key: 'pageToken', value: 'a8f3k2m9d7q1w5e4' },
    Object.create({ name: 'password' }, { value: { value: secret, enumerable: true } }),
  ])('stays in %j', (given) => {
    expect(without(given)).toBe(given)
  })

  it.each([
    [
      ['--password', secret],
      ['--password', mark],
    ],
    [
      ['run', '--api-key', 'falcon', '-v'],
      ['run', '--api-key', mark, '-v'],
    ],
    [
      ['password:', secret, 'x'],
      ['password:', mark, 'x'],
    ],
    [
      ['The password = ', secret],
      ['The password = ', mark],
    ],
    [
      ['--password', secret, '--token', secret],
      ['--password', mark, '--token', mark],
    ],
  ])('is taken out of the list %j', (given, after) => {
    expect(without(given)).toEqual(after)
  })

  it.each([
    [['username', 'password', 'email', 'sha256']],
    [['--password', '--force1']],
    [['type the password:', 'Submit']],
    [['password', secret]],
    [['--verbose', secret]],
    [['password:', 5, secret]],
  ])('stays in the list %j', (given) => {
    expect(without(given)).toBe(given)
  })
})

describe('marks in several texts', () => {
  const texts = fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 6 })
  const lengths = fc.array(fc.nat(4), { maxLength: 8 })

  it('stand where a span begins, and nothing but the spans is gone', () => {
    fc.assert(
      fc.property(texts, fc.nat(2), lengths, (given, gap, steps) => {
        const spans = spansIn(given.join('\n'.repeat(gap)).length, steps)
        const compact = withoutGaps(spans, given, gap)
        expect(markedTogether(given, compact)).toEqual(plainly(given, gap, spans))
      }),
      { numRuns: 500 },
    )
  })

  it('stand once where two ways of reading find the same', () => {
    fc.assert(
      fc.property(texts, lengths, lengths, (given, some, others) => {
        const { length } = given.join('')
        const [a, b] = [spansIn(length, some), spansIn(length, others)]
        const covered = (spans: readonly RedactedSpan[]) =>
          Array.from({ length }, (_, at) => spans.some(({ start, end }) => start <= at && at < end))
        const merged = mergedSpans(a, b)
        expect(covered(merged)).toEqual(covered([...a, ...b]))
        for (const [place, { start }] of merged.entries())
          expect(start).toBeGreaterThanOrEqual(merged[place - 1]?.end ?? 0)
      }),
    )
  })

  function spansIn(length: number, steps: readonly number[]): RedactedSpan[] {
    const spans: RedactedSpan[] = []
    let at = 0
    for (const [turn, size] of steps.entries()) {
      const start = at + (steps[turn + 1] ?? 0)
      if (size > 0 && start + size <= length) spans.push({ start, end: start + size, rule: `r${turn}` })
      at = start + size
    }
    return spans
  }

  /** Character by character: the mark stands before the first character of a span that is not in a gap. */
  function plainly(given: readonly string[], gap: number, spans: readonly RedactedSpan[]): string[] {
    const marked = new Set<RedactedSpan>()
    let from = 0
    return given.map((text) => {
      let after = ''
      for (let at = 0; at < text.length; at++) {
        const span = spans.find(({ start, end }) => start <= from + at && from + at < end)
        if (!span) after += text[at]
        else if (!marked.has(span)) after += redactionMarkOf(span.rule)
        if (span) marked.add(span)
      }
      from += text.length + gap
      return after
    })
  }
})

it('does not hang on 100 kB of parts', { timeout: 60_000 }, () => {
  for (const text of ['password: ', `${secret} `, 'a', '--password', 'password:'])
    for (const make of [
      (one: string) => ({ type: 'text', text: one }),
      (one: string) => one,
      (one: string) => ({ name: one, value: one }),
    ])
      without(Array.from({ length: Math.ceil(100_000 / text.length) }, () => make(text)))
})
