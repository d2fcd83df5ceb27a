import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { formRules } from './form-rules.ts'
import { namedRules } from './named-rules.ts'
import { redact } from './redact.ts'
import { cardNumber, secretExamples, secretLookAlikes } from './secret-examples.fixture.ts'
import type { KnownRule } from './secret-rule.ts'
import { createPlaces, eachMatch, withoutEscapes } from './secret-rule.ts'
import { issuedRules, prefixedRules } from './token-rules.ts'

const rules = [...prefixedRules, ...issuedRules, ...formRules, ...namedRules]
const look = createPlaces(rules)
const halves = ['tuning', 'held-out'] as const
const examples = halves.flatMap((half) => [...secretExamples(half).map(({ text }) => text), ...secretLookAlikes(half)])
const cut = fc
  .tuple(fc.constantFrom(...examples), fc.nat(40), fc.nat(80))
  .map(([text, from, length]) => text.slice(from, from + length))
const texts = fc
  .array(fc.oneof(fc.constantFrom(...examples), cut, fc.string({ unit: anySign, maxLength: 6 })), { maxLength: 5 })
  .map((parts) => parts.join(''))

const everywhere = ({ pattern }: KnownRule, text: string): number[] =>
  Array.from(text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`)), ({ index }) => index)

it.each(namedRules.map((rule) => [rule.name, rule] as const))(
  'a pattern has no two groups of one name, which Node 22 does not read: %s',
  (_, { pattern }) => {
    const names = pattern.source.match(/\(\?<[a-z]+>/gi) ?? []
    expect(names).toEqual([...new Set(names)])
  },
)

describe('the places of rules', () => {
  it('are all where their patterns fit', () => {
    for (const text of examples)
      for (const rule of rules) {
        const places = look(text).due.find((due) => due.rule === rule)?.places ?? []
        expect(places, `${rule.name} in ${text}`).toEqual(expect.arrayContaining(everywhere(rule, text)))
      }
  })

  it('are tried one by one to the same end as a search through any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { rule, places } of look(text).due) {
          const tried: number[] = []
          eachMatch(rule.pattern, places, text, ({ index }) => tried.push(index))
          expect(tried).toEqual(everywhere(rule, text))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('ascend, and are told apart by what stands before them', () => {
    const rule: KnownRule = { name: 'own', pattern: /ab/i, starts: [{ text: 'ab', isAnyCase: true, notAfter: 'x' }] }
    expect(createPlaces([rule])('ab xab Ab aB ßAB').due).toEqual([{ rule, places: [0, 7, 10, 14] }])
    expect(createPlaces([rule])('a').due).toEqual([])
  })
})

const escapeCode = '\u001B'
const after = (text: string): string => redact(text).text
const part = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '')
const letters = 'T2iMcjZS0lVskYjOFkgcScEvMH0lm5PdYnqO'
const secrets = {
  'github-token': `gh${'p_'}${letters}`,
  'aws-access-key': `AK${'IA'}Q3EGTYUIOPASDFGH`,
  'openai-key': `sk-${'proj-'}${letters}`,
  'google-api-key': `AI${'za'}${letters.slice(1)}`,
  'slack-token': `xo${'xb-'}123456789012-1234567890123-${letters.slice(12)}`,
  'stripe-key': `sk_${'live_'}${letters.slice(12)}`,
  'card-number': cardNumber('4539', 16, (length) => '1488034364671'.slice(0, length)),
  'json-web-token': `${part({ alg: 'HS256' })}.${part({ sub: '1234567890' })}.${letters}`,
}

describe('a key behind an escape', () => {
  const wraps: Readonly<Record<string, (secret: string) => string>> = {
    'a line break in JSON': (it) => JSON.stringify({ stdout: `done\n${it}\n` }),
    'a line break in JSON in JSON': (it) => JSON.stringify({ body: JSON.stringify({ stdout: `done\r\n${it}\n` }) }),
    'a tab in JSON': (it) => JSON.stringify({ stdout: `x\t${it}` }),
    'a quote as a number': (it) => `\\u0022${it}\\u0022`,
    'the representation of bytes': (it) => `b'\\n${it}'`,
    'a terminal colour': (it) => `${escapeCode}[32m${it}${escapeCode}[0m`,
    'a terminal colour in JSON': (it) => JSON.stringify({ stdout: `${escapeCode}[01;32m${it}${escapeCode}[0m` }),
    'a character of a URL': (it) => `https://a.example/cb?u=https%3A%2F%2Fb.example%3Ft%3D${it}`,
    'emphasis by one underscore': (it) => `_${it}_`,
    'emphasis by two underscores': (it) => `__${it}__`,
  }
  for (const [what, wrap] of Object.entries(wraps))
    for (const [rule, secret] of Object.entries(secrets))
      it(`is found behind ${what}: ${rule}`, () => {
        expect(redact(wrap(secret)).found).toEqual([{ rule, count: 1 }])
        expect(after(wrap(secret))).not.toContain(secret)
      })

  it('is found behind its words', () => {
    const output = (text: string): string => JSON.stringify({ stdout: `sent:\n${text}\n` })
    const token = letters.slice(8)
    expect(after(output(`Authorization: Bearer ${token}`))).not.toContain(token)
    expect(after(output('password:\nHunter2!x'))).not.toContain('Hunter2!x')
    expect(after(output('password:\tHunter2!x'))).not.toContain('Hunter2!x')
    expect(after(output('machine a.example\n  login ada\n  password kestrel'))).not.toContain('kestrel')
    expect(after('{\\u0022password\\u0022:\\u0022Hunter2!x\\u0022}')).not.toContain('Hunter2!x')
  })
})

describe('a password in a JSON string', () => {
  const mark = '[redacted: password]'

  it.each([
    [
      '# env\nDB_PASSWORD=hunter2x\nDB_HOST=db.example.com\nDB_USER=bob',
      `# env\nDB_PASSWORD=${mark}\nDB_HOST=db.example.com\nDB_USER=bob`,
    ],
    [
      'password: hunter2x\nThe deployment to staging is on Friday',
      `password: ${mark}\nThe deployment to staging is on Friday`,
    ],
    ['PASSWORD=hunter2x\nwhich they know by now', `PASSWORD=${mark}\nwhich they know by now`],
    ['DB_PASSWORD=hunter2x\tDB_HOST=a', `DB_PASSWORD=${mark}\tDB_HOST=a`],
    ['DB_PASSWORD=\nDB_HOST=db.example.com', 'DB_PASSWORD=\nDB_HOST=db.example.com'],
  ])('ends at its line break: %j', (stdout, expected) => {
    expect(JSON.parse(after(JSON.stringify({ stdout })))).toEqual({ stdout: expected })
    const twice = JSON.stringify({ body: JSON.stringify({ stdout }) })
    expect(after(twice)).toBe(JSON.stringify({ body: JSON.stringify({ stdout: expected }) }))
  })

  it('keeps a backslash outside of one', () => {
    expect(after('DB_PASSWORD=ab\\ncd\\t9!x\nDB_HOST=a')).toBe(`DB_PASSWORD=${mark}\nDB_HOST=a`)
    expect(after('docker run -e "MYSQL_PASSWORD=R44{|W/d\\\\>vjY\\\\n5" mysql')).toBe(
      `docker run -e "MYSQL_PASSWORD=${mark}" mysql`,
    )
    expect(after("password: 'ab\\ncd9!x'")).toBe(`password: '${mark}'`)
  })
})

it('takes a private key without its end out of JSON', () => {
  const lines = ['-----BEGIN RSA PRIVATE KEY-----', 'Proc-Type: 4,ENCRYPTED', letters, letters]
  expect(after(JSON.stringify({ stdout: lines.join('\n') }))).toBe('{"stdout":"[redacted: private-key]"}')
})

describe('blanks in the place of escapes', () => {
  it('keep every position, and leave texts without escapes as they are', () => {
    const text = `a\\nb\\\\tc\\u0022d\\u00e9e\\b${escapeCode}[1;31mf\\u001b[0mg`
    expect(withoutEscapes(text)).toBe(
      `a\f\fb\v\v\vc${'\v'.repeat(6)}d\\u00e9e\\b${escapeCode}${'\v'.repeat(6)}f${escapeCode}${'\v'.repeat(8)}g`,
    )
    expect(withoutEscapes('n [32m 100%')).toBe('n [32m 100%')
  })
})

describe('invisible characters', () => {
  const codes = [
    ...[0, 0x7f, 0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200d, 0x202e, 0x2060, 0x2063, 0x2064, 0x2066, 0x3164, 0xfe0f],
    ...[0xfeff, 0xe0041, 0xe0100],
  ]
  const secret = secrets['github-token']

  it.each([...codes.map((code) => String.fromCodePoint(code)), `${escapeCode}[0m`, '\\u001b[0m'])(
    'do not hide a secret: %j',
    (hidden) => {
      for (const at of [2, 10, 20]) {
        const text = `a ${hidden}b use ${secret.slice(0, at)}${hidden}${secret.slice(at)} please`
        expect(after(text)).toBe(`a ${hidden}b use [redacted: github-token] please`)
      }
      expect(after(`pass${hidden}word: hunter2000 x`)).toBe(`pass${hidden}word: [redacted: password] x`)
    },
  )

  it('do not join what they separate', () => {
    expect(after(`HOME=/root\0TOKEN=${secret}\0password=hunter2000`)).not.toContain(secret)
    expect(after(`x${escapeCode}[32m${secret}`)).toBe(`x${escapeCode}[32m[redacted: github-token]`)
    expect(after(`password: ${escapeCode}[33mhunter2000${escapeCode}[0m x`)).not.toContain('hunter2000')
  })
})
