import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { createRedact, redact } from './redact.ts'
import { cardNumber, lots, secretExamples, secretLookAlikes } from './secret-examples.fixture.ts'

const lot = lots(1)
const draw = (length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[Math.floor(lot() * alphabet.length)]).join('')
const github = `gh${'p_'}${draw(36, 'abcdefghijkmnopqrstuvwxyz0123456789')}`
const rulesOf = (text: string): string[] => redact(text).found.map(({ rule }) => rule)

describe('what is taken for a secret', () => {
  for (const half of ['tuning', 'held-out'] as const) {
    for (const { kind, text, secret } of secretExamples(half))
      it(`finds the secret of the kind "${kind}" in ${JSON.stringify(text.replace(secret, '…').slice(0, 60))}`, () => {
        expect(redact(text).text).not.toContain(secret)
        expect(redact(text).text).toContain('[redacted: ')
      })
    it(`leaves look-alikes of the ${half} half as they are`, () => {
      const texts = secretLookAlikes(half)
      expect(texts.map((text) => redact(text).text)).toEqual(texts)
    })
  }

  it('names the rule and counts what it found', () => {
    const twice = `${github} and ${github}, password=hunter2000`
    expect(redact(twice)).toEqual({
      text: '[redacted: github-token] and [redacted: github-token], password=[redacted: password]',
      found: [
        { rule: 'github-token', count: 2 },
        { rule: 'password', count: 1 },
      ],
    })
  })

  it('leaves the rest of the text as it is', () => {
    const [before, after] = ['zuerst\0 \ud800 👩‍👩‍👧 \r\n', '\n\n日本語 e\u0301']
    expect(redact(`${before}${github}${after}`).text).toBe(`${before}[redacted: github-token]${after}`)
  })

  it('takes a private key without its end up to where it stops to look like one', () => {
    const body = `${draw(64, 'abcdEFGH0123')}\n${draw(64, 'abcdEFGH0123')}`
    const { text } = redact(`-----BEGIN ${'RSA'} PRIVATE KEY-----\n${body}\n\nand this is what I did next`)
    expect(text).toBe('[redacted: private-key]\n\nand this is what I did next')
  })

  it('takes only web tokens whose first part names an algorithm', () => {
    const part = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '')
    const claims = part({ sub: 'ada' })
    expect(rulesOf(`${part({ alg: 'none' })}.${claims}.`)).toEqual(['json-web-token'])
    expect(rulesOf(`${part({ typ: 'JWT' })}.${claims}.x`)).toEqual([])
  })

  it('takes card numbers with the right last digit only', () => {
    const card = cardNumber('4539', 16, draw)
    const wrong = `${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`
    expect(rulesOf(`pay with ${card} or ${cardNumber('51', 16, draw)}`)).toEqual(['card-number'])
    expect(redact(`pay with ${card} or ${cardNumber('51', 16, draw)}`).found[0]?.count).toBe(2)
    expect(rulesOf(`pay with ${wrong}`)).toEqual([])
    expect(rulesOf(`article ${cardNumber('40', 13, draw)}`)).toEqual([])
    expect(rulesOf(`my old visa ${cardNumber('40', 13, draw)}`)).toEqual(['card-number'])
  })

  it('keeps placeholders in URLs, and takes passwords out of them', () => {
    expect(redact('postgres://user:pass@host/db').text).toBe('postgres://user:[redacted: url-password]@host/db')
    for (const text of [`postgres://user:\${PW}@host`, 'https://u:***@host/', 'https://<user>:<password>@host'])
      expect(redact(text).text).toBe(text)
  })
})

describe('the options', () => {
  const house = { name: 'house-key', pattern: /HOUSE-(?<secret>\d{4})/ }

  it('adds rules, which come first', () => {
    const own = createRedact({ rules: [house, { name: 'mine', pattern: /ghp_\w+/g }] })
    expect(own(`HOUSE-1234 ${github} HOUSE-5678`).text).toBe(
      'HOUSE-[redacted: house-key] [redacted: mine] HOUSE-[redacted: house-key]',
    )
    expect(redact('HOUSE-1234').found).toEqual([])
  })

  it('asks a rule whether a match is one', () => {
    const even = createRedact({ rules: [{ ...house, isSecret: ({ secret }) => Number(secret) % 2 === 0 }] })
    expect(even('HOUSE-1234 HOUSE-1235').text).toBe('HOUSE-[redacted: house-key] HOUSE-1235')
  })

  it('lets through what is allowed, and nothing else', () => {
    const seen: string[] = []
    const own = createRedact({
      allow: ({ rule, secret, text, index }) => {
        seen.push(`${rule} ${text.slice(index, index + secret.length) === secret}`)
        return rule === 'password'
      },
    })
    expect(own(`password=hunter2000 ${github}`).text).toBe('password=hunter2000 [redacted: github-token]')
    expect(seen).toContain('password true')
  })

  it('never takes a mark of its own for a secret', () => {
    const greedy = createRedact({ rules: [{ name: 'greedy', pattern: /redacted|\w+-token/ }] })
    const once = greedy(github).text
    expect(greedy(once)).toEqual({ text: once, found: [] })
  })
})

it('takes out the password and not the name that is the same', () => {
  expect(redact('https://hunter2x:hunter2x@example.com').text).toBe(
    'https://hunter2x:[redacted: url-password]@example.com',
  )
})

describe('lists and groups', () => {
  const words = 'abandon ability will about above absent absorb abstract absurd abuse can accident'.split(' ')
  const numbered = words.map((word, at) => `${at + 1}. ${word}`)

  it.each([
    [`Seed phrase: ${words.slice(0, 6).join(' ')}\n${words.slice(6).join(' ')}\n\nIt is new`, '\n\nIt is new'],
    [`Recovery words:\n${numbered.join('\n')}\nKeep them`, '\nKeep them'],
    [JSON.stringify({ text: `seed phrase:\n${numbered.join('\n')}` }), '"}'],
    [`{"mnemonic":["${words.join('", "')}"]}`, '"]}'],
    [`SEED_PHRASE="${words.join(' ')}"`, '"'],
    [`my seed phrase is ${words.join(', ')}.`, '.'],
  ])('are one seed phrase: %s', (text, end) => {
    const { text: after, found } = redact(text)
    expect(found).toEqual([{ rule: 'passphrase', count: 1 }])
    expect(after.endsWith(`[redacted: passphrase]${end}`)).toBe(true)
  })

  it.each([
    'seed phrase: choose words which you would not find in one of your own books',
    'The mnemonic: remember that every good dancer knows the steps better than others around here',
    '5272 5274 5275 5269 52DE 52DD\n54FE 5500 5501 5502 5503',
  ])('are sentences or tables: %s', (text) => {
    expect(redact(text).text).toBe(text)
  })

  it('are cards with the blanks of typesetters between groups, and before a comma or slash', () => {
    const groups = cardNumber('4539', 16, draw).match(/.{4}/g) ?? []
    for (const blank of ['\u00A0', '\u2007', '\u2009', '\u202F'])
      expect(redact(`card ${groups.join(blank)} and`).text).toBe('card [redacted: card-number] and')
    for (const end of [',12/27,123', '/123'])
      expect(redact(`${groups.join('')}${end}`).text).toBe(`[redacted: card-number]${end}`)
  })
})

describe('names of values', () => {
  const mark = '[redacted: password]'

  it.each([
    ['- **Password:** Hunter2!x\n- **Username:** ada', `- **Password:** ${mark}\n- **Username:** ada`],
    ['**Password**: Hunter2!x', `**Password**: ${mark}`],
    ['*Password*: Hunter2!x', `*Password*: ${mark}`],
    ['__Password__: Hunter2!x', `__Password__: ${mark}`],
    ['_Password:_ Hunter2!x', `_Password:_ ${mark}`],
    ['<b>Password:</b> Hunter2!x', `<b>Password:</b> ${mark}`],
    ['<td>Password:</td><td>Hunter2!x</td>', `<td>Password:</td><td>${mark}</td>`],
    ['<th>Password</th>\n  <td>Hunter2!x</td>', `<th>Password</th>\n  <td>${mark}</td>`],
    ['| password | Hunter2!x | ada |', `| password | ${mark} | ada |`],
    ['> password: Hun|ter2!x', `> password: ${mark}`],
    ['|password|Hunter2!x|', `|password|${mark}|`],
    ['| **Password** | `Hunter2!x` |', `| **Password** | \`${mark}\` |`],
    ['**Password:** `Hunter2!x`', `**Password:** \`${mark}\``],
    ['PASSWORD=**a7!kq', `PASSWORD=${mark}`],
    ['PASSWORD=_ab7!kq', `PASSWORD=${mark}`],
  ])('may be emphasised: %s', (text, expected) => {
    expect(redact(text).text).toBe(expected)
  })

  it.each(['**Password:** required', '**Password**: at least 8 characters', '**Token:** see the vault'])(
    'name nothing in %s',
    (text) => {
      expect(redact(text).text).toBe(text)
    },
  )

  it.each([
    ['const token = decrypt("Zx81qLw0Rt55vBnm");', 'const token = [redacted: secret-value]'],
    ['API_TOKEN: letmein', 'API_TOKEN: [redacted: secret-setting]'],
    ['DB_PASSWORD=shop_password', 'DB_PASSWORD=[redacted: secret-setting]'],
    ['password: "secret-password"', `password: "${mark}"`],
    ['password: Winter2026!', `password: ${mark}`],
    ['if (password === "hunter2!")', `if (password === "${mark}")`],
  ])('have literals as values also in code: %s', (text, expected) => {
    expect(redact(text).text).toBe(expected)
  })

  it('are not the users of URLs, whose password ends at the host', () => {
    expect(redact(`git clone https://x-access-token:${github}@github.com/acme/app.git`).text).toBe(
      'git clone https://x-access-token:[redacted: github-token]@github.com/acme/app.git',
    )
    expect(redact('https://gitlab-ci-token:Ab3dEf6hIj9kLm2nOp5q@gitlab.com/acme/app.git').text).toBe(
      'https://gitlab-ci-token:[redacted: url-password]@gitlab.com/acme/app.git',
    )
  })
})

describe('texts of every kind', () => {
  const secrets = [...secretExamples('tuning'), ...secretExamples('held-out')].map(({ text }) => text)
  const pieces = fc.oneof(
    fc.constantFrom(...secrets, '-----', '[redacted: password]', 'password: ', '://', '@', ' ', '\n', '"', '.', '='),
    fc.string({ unit: anySign, maxLength: 12 }),
  )

  it('finds nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const { text } = redact(parts.join(''))
        expect(redact(text)).toEqual({ text, found: [] })
      }),
      { numRuns: 400 },
    )
  })

  it('changes nothing of a text in which it finds nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: anySign }), (text) => {
        const { text: after, found } = redact(text)
        expect(found.length > 0 || after === text).toBe(true)
      }),
    )
  })

  it('takes out twenty thousand secrets of one text', () => {
    expect(redact('password=hunter2000 '.repeat(20_000)).found).toEqual([{ rule: 'password', count: 20_000 }])
  })

  it('does not hang on hostile texts of 50 kB', { timeout: 60_000 }, () => {
    const hostile = [
      'a',
      '1',
      '1 ',
      '4111 ',
      `-----BEGIN ${'PRIVATE'} KEY-----`,
      `-----BEGIN ${'PRIVATE'} KEY-----\n`,
      '-',
      ' ',
      'eyJhbGciOi.',
      'eyJ',
      'a://',
      `ab://${'a'.repeat(128)}:${'b'.repeat(256)}`,
      'password=',
      'password: ',
      `secret=${'a'.repeat(400)} `,
      'ghp_',
      'AKIAABCDEFGHIJKLMNOP ',
      'aws secret ',
      'authorization: bearer ',
      `api_key${' \t'.repeat(20)}=`,
      '密码是',
      '密码是aaaaaa',
      'mysql ',
      'mysql -p',
      'curl -u a:',
      'curl ',
      'password for a ',
      'password:\n',
      'A_PASSWORD_',
      'PASSWORD=',
      '--a-password',
      'machine a login a password ',
      '<password>',
      'gh\u200B',
      '\u200B',
      'pass: ',
      `${github} `,
      'password="',
      "password='",
      'password="\\',
      'password=""',
      `password='"'"'`,
      'password=`',
      'password=f(a.b(',
      'password: Ab[',
      'password is ',
      'token=aB1-aB1-aB1-aB1-',
      'SECRET_KEY: ',
      'A_KEY=',
      '--token ',
      "--password '",
      'sshpass -p ',
      'docker login -p ',
      '://a:b@',
      '":/@',
      ':*:a:b:c\n',
      'cookie: a=',
      '_auth="',
      'passphrase: a b c d ',
      'seed phrase: ',
      'seed phrase: abcd "',
      'abcd " , ',
      `seed phrase: ${'abcd ", " '.repeat(11)}`,
      'MTa',
      '12345678901234|a',
      '| password ',
      '_password {a ',
      'a:@tcp(',
      'echo a | ',
      'set -x A',
      'auth=("a", ',
      'login: a / ',
      'authorization: aB1-',
      'token=f(a.b(',
    ]
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(50_000 / piece.length))
      const spentMs = startCpuClock()
      redact(text)
      // The slowest takes a tenth of a second.
      expect(spentMs(), JSON.stringify(piece)).toBeLessThan(700)
    }
  })
})
