import { describe, expect, it } from 'vitest'
import { examples, harmlessTexts } from '../../bench/secrets/corpus.ts'
import { outcomeOf } from '../../bench/secrets/outcomes.ts'
import { generators, syntaxes, writtenPassword } from '../../bench/secrets/passwords.ts'
import { drawer } from '../../bench/secrets/templates.ts'
import { openMemory } from '../../src/memory.ts'
import { optionalSecretRules } from '../../src/privacy/form-rules.ts'
import { createRedact, redact } from '../../src/privacy/redact.ts'
import { foundBelow } from './secret.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const after = (text: string): string => redact(text).text
/** Signs of every kind, in an order that no syntax takes for its end. */
const odd = `x#7;(w@Z{2!:q,'K`
const mark = '[redacted: password]'

describe('S1 values end where their syntax ends them', () => {
  for (const alphabet of Object.keys(generators))
    for (const syntax of Object.keys(syntaxes))
      it(`S1 takes generated passwords whole: ${alphabet} in ${syntax}`, () => {
        const draw = drawer(31)
        const counts = { whole: 0, part: 0, kept: 0 }
        const parts: string[] = []
        for (let turn = 0; turn < 250; turn++) {
          const { text, written } = writtenPassword(alphabet, syntax, draw, turn)
          const outcome = outcomeOf(text, written, after(text))
          counts[outcome] += 1
          if (outcome === 'part') parts.push(`${text} → ${after(text)}`)
        }
        expect(parts).toEqual([])
        expect(counts.whole / 250).toBeGreaterThan(0.95)
      })

  it.each([
    [`{"password":${JSON.stringify(`a"${odd}\\`)},"x":1}`, `{"password":"${mark}","x":1}`],
    [`password: '${odd.replace("'", "''")}' # old`, `password: '${mark}' # old`],
    [`password = """${odd}"""`, `password = """${mark}"""`],
    [`tool --password '${odd.replace("'", "'\\''")}' -v`, `tool --password '${mark}' -v`],
    [`tool --token ${odd} -v`, `tool --token ${mark} -v`],
    [`PASSWORD=${odd} run`, `PASSWORD=${mark} run`],
    ['my password is “correct horse battery”!', `my password is “${mark}”!`],
    ['https://u:p#1@:x/2@db.example.com/a?b=c@d', 'https://u:[redacted: url-password]@db.example.com/a?b=c@d'],
    ['Server=a;Password=x7#kq!2;Timeout=3', `Server=a;Password=${mark};Timeout=3`],
    ['https://a.example/?user=b&password=x7kq2z#top', `https://a.example/?user=b&password=${mark}#top`],
    ['The password is hunter2000. I live in Porto.', `The password is ${mark}. I live in Porto.`],
    [`said 'My password is hunter2000.' twice`, `said 'My password is ${mark}.' twice`],
    ['(user: ada, password: hunter2000)', `(user: ada, password: ${mark})`],
  ])('S1 leaves what stands around a value: %s', (text, expected) => {
    expect(after(text)).toBe(expected)
  })

  it('S1 takes a value whole in which another rule finds a secret', () => {
    const token = `gh${'p_'}${'a1B2c3D4e5F6'.repeat(3)}`
    expect(after(`{"password":"${token} #and more 7!"}`)).toBe(`{"password":"${mark}"}`)
    expect(after(`{"password":"${token}"}`)).toBe('{"password":"[redacted: github-token]"}')
  })

  it('S1 is stored in no layer, in no part', async () => {
    const directory = await temporaryDirectory()
    const memory = await openMemory({ directory, consolidation: { auto: false }, knowledge: {}, responses: {} })
    const secret = `Kq7#${odd}vX2`
    const text = `the login is ${JSON.stringify({ password: secret })} for staging`
    await memory.addMessages('s', [
      { role: 'user', content: text },
      { role: 'assistant', content: 'noted', toolCalls: [{ id: 'c', name: 'login', input: { password: secret } }] },
    ])
    await memory.sessions.describe('s', { title: text })
    await memory.facts.append(text)
    await memory.history.append(text)
    await memory.notes.write({ filename: 'a.md', name: 'a', description: text, type: 'user', content: text })
    await memory.knowledge.add('user_preference', text)
    await memory.records.learn({ text })
    await memory.responses.put('key', { text }, { model: 'm', message: text })
    await memory.items.put([{ namespace: ['a'], key: 'key', value: { text, password: secret } }])
    await memory.flush()
    await memory.close()
    const pieces = Array.from({ length: secret.length - 6 }, (_, place) => secret.slice(place, place + 6))
    // "foundBelow" leaves four characters out at the beginning, which many issuers share.
    expect(
      await foundBelow(
        directory,
        pieces.map((piece) => `0000${piece}`),
      ),
    ).toEqual([])
  })
})

describe('S2 kinds of secrets', () => {
  it('S2 finds secrets of more than 200 kinds whole, and none in look-alikes', () => {
    const all = examples(77)
    const missed = all.filter(({ text, secret }) => outcomeOf(text, secret, after(text)) !== 'whole')
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(missed.map(({ kind, text }) => `${kind}: ${after(text)}`)).toEqual([])
    const texts = harmlessTexts(78)
    expect(texts.length).toBeGreaterThanOrEqual(200)
    expect(texts.filter((text) => after(text) !== text)).toEqual([])
  })

  it('S2 finds kinds that harmless texts look like only when asked', () => {
    const texts = [`key 0x${'0123456789abcdef'.repeat(4)}`, 'pay to DE89 3704 0044 0532 0130 00']
    expect(texts.map(after)).toEqual(texts)
    const own = createRedact({ rules: Object.values(optionalSecretRules) })
    expect(texts.map((text) => own(text).text)).toEqual(['key [redacted: private-key]', 'pay to [redacted: iban]'])
    expect(own('pay to DE88 3704 0044 0532 0130 00').found).toEqual([])
  })
})
