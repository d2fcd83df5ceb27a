import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, ratesOf, readExamples, tallyOf } from '../../../bench/capture/compare.ts'
import { anySign } from '../../../test/any-sign.ts'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { captureFrom, rulePacks } from './read-by-rules.ts'

const textsOf = (message: string): string[] => captureFrom(message).map(({ text }) => text)
const first = (message: string) => captureFrom(message)[0]

describe('the examples of the document', () => {
  it('C08 takes "I prefer X" as a preference', () => {
    expect(captureFrom('I prefer tabs')).toEqual([
      {
        rule: 'prefer',
        family: 'preference',
        language: 'english',
        type: 'preference',
        priority: 'medium',
        text: 'I prefer tabs',
      },
    ])
  })

  it.each([
    ['always use X', 'always use pnpm', 'preference'],
    ['never X', 'never use semicolons', 'preference'],
    ['actually X', 'actually the port is 8080', 'fact'],
    ['no, X', 'no, the port is 8080', 'fact'],
    ['not X but Y', "it's not npm but pnpm", 'fact'],
    ['must X', 'tests must pass before a merge', 'policy'],
    ['required X', 'required: node 24', 'policy'],
    ["don't ever X", "don't ever push to main", 'policy'],
  ])('C08 takes "%s" from what the user says', (_, message, type) => {
    expect(captureFrom(message).map((one) => one.type)).toEqual([type])
  })

  it('C08 gives corrections the priority high', () => {
    for (const message of ['actually it is called Kim', 'no, we use yarn', 'not Monday but Tuesday', 'I meant Lyon'])
      expect(first(message)).toMatchObject({ type: 'fact', priority: 'high' })
  })

  it('C08 gives constraints the priority critical, remembered or not', () => {
    for (const message of ["don't ever push to main", 'tests must pass', 'required: node 24', 'eval is forbidden here'])
      expect(first(message)).toMatchObject({ type: 'policy', priority: 'critical' })
    expect(first('remember that tests must pass')).toMatchObject({ priority: 'critical', explicit: true })
  })

  it('X18 gives standing orders and explicit requests the priority high, likings the priority medium', () => {
    for (const message of ['always use pnpm', 'never use tabs', 'please use yarn instead of npm', 'call me Kim'])
      expect(first(message)).toMatchObject({ type: 'preference', priority: 'high' })
    expect(first('remember that I prefer tabs')).toMatchObject({ type: 'preference', priority: 'high', explicit: true })
    expect(first('I prefer tabs')?.priority).toBe('medium')
    expect(first('I love jazz')?.priority).toBe('medium')
  })

  it('X20 tries policies before corrections and corrections before preferences', () => {
    expect(first('no, you must never use tabs')?.rule).toBe('must')
    expect(first('actually, I prefer spaces')).toMatchObject({ rule: 'actually', type: 'fact' })
    expect(first("I prefer tabs but don't ever reformat my files")?.rule).toBe('dont-ever')
    const order = { constraint: 0, correction: 1, preference: 2, explicit: 3 }
    for (const { rules = [] } of rulePacks) {
      const families = rules.map(({ family }) => order[family])
      expect(families).toEqual([...families].sort((a, b) => a - b))
    }
  })

  it('X20 tells "no, thanks" and questions, code and quotations from statements', () => {
    for (const message of ['no, thanks', 'must I?', '```\nalways use tabs\n```', '> never use tabs', '`I prefer tabs`'])
      expect(captureFrom(message)).toEqual([])
  })
})

describe('what looks like a rule, a correction or an order', () => {
  it.each([
    'translate into French:you must always lock the door',
    'Explain this sentence: you must always tip.',
    'must be my browser cache',
    'A visa is not required.',
    'email is a required field',
    'argument foo is required',
    'the request is forbidden',
    "I think it's not Tuesday but Wednesday",
    'You know what I meant yesterday',
    'please stop using that next time',
    'use tabs instead of spaces in the attached file',
  ])('is not taken: %s', (said) => expect(captureFrom(said)).toEqual([]))
})

describe('every example', () => {
  const cases = [...readExamples('tuning'), ...readExamples('languages'), ...readExamples('pasted')].flatMap(
    ([rule, examples]) => examples.map((example) => ({ rule, example, message: example.text })),
  )

  it.each(cases)('$rule: $message', ({ example }) => {
    const { wrong, missed } = compare(example)
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [] })
  })

  it('X20 gives every English rule ten positive and ten negative examples, in both sets', () => {
    for (const set of [readExamples('tuning'), readExamples('held-out')])
      for (const [rule, examples] of set) {
        const positive = examples.filter((example) => example.expect.length > 0).length
        expect([rule, positive >= 10, examples.length - positive >= 10]).toEqual([rule, true, true])
      }
  })

  it('keeps the precision and recall that were measured on the set that no rule was tuned on', () => {
    const { precision, recall } = ratesOf(tallyOf([...readExamples('held-out').values()].flat()))
    expect(precision).toBeGreaterThanOrEqual(0.98)
    expect(recall).toBeGreaterThanOrEqual(0.96)
  })
})

describe('what is kept', () => {
  it('leaves lead-ins out where the rest stands alone, and quotes the sentence', () => {
    expect(first('Oh, actually, it is called Kim.')).toMatchObject({
      text: 'it is called Kim.',
      quote: 'Oh, actually, it is called Kim.',
    })
    expect(first('No, tabs.')?.text).toBe('No, tabs.')
    expect(first('ok so please remember that my dog is called Rex')).toMatchObject({
      text: 'my dog is called Rex',
      explicit: true,
    })
    expect(first('never use tabs')).not.toHaveProperty('quote')
  })

  it('joins a bare "no" or "that is wrong" with the statement after it', () => {
    expect(first("That's wrong. The port is 8443.")).toMatchObject({
      rule: 'wrong',
      text: 'The port is 8443.',
      quote: "That's wrong. The port is 8443.",
    })
    expect(captureFrom("That's wrong. The port is 8443?")).toEqual([])
    expect(captureFrom('No. Call me Kim.')).toMatchObject([{ rule: 'call-me', text: 'Call me Kim.' }])
    expect(textsOf('No. No. Tabs.')).toEqual(['No, Tabs.'])
  })

  it('remembers the statement before "remember this"', () => {
    expect(captureFrom('My locker is 512. Remember this.')).toEqual([
      {
        rule: 'remember',
        family: 'explicit',
        language: 'english',
        type: 'fact',
        priority: 'high',
        text: 'My locker is 512.',
        explicit: true,
      },
    ])
    expect(captureFrom('Remember this.')).toEqual([])
    expect(captureFrom('remember that time in Prague lol')).toEqual([])
    expect(captureFrom('Is it 512? Remember this.')).toEqual([])
  })

  it('takes the same statement once', () => {
    expect(textsOf('Never use tabs. never use tabs! NEVER USE TABS')).toEqual(['Never use tabs.'])
  })

  it('takes at most eight statements from a message, the first ones', () => {
    const message = Array.from({ length: 20 }, (_, index) => `- always use tool ${index}`).join('\n')
    expect(textsOf(message)).toEqual(Array.from({ length: 8 }, (_, index) => `always use tool ${index}`))
  })

  it('cuts a text at 400 characters and a quote at 1,000, from where the rule matched', () => {
    const long = first(`Well ${'and we talked '.repeat(50)}, never use ${'very long names '.repeat(15)}`)
    expect(long?.text).toMatch(/^never use very long names/)
    expect(long?.text.length).toBeLessThanOrEqual(400)
    expect(long?.quote?.length).toBeLessThanOrEqual(1_000)
    const cut = first(`never use ${'x'.repeat(600)}`)
    expect(cut?.text.length).toBe(400)
    expect(cut?.text.endsWith('…')).toBe(true)
  })

  it('looks at the first 20,000 characters and at 200 sentences', () => {
    const filler = `${'word '.repeat(100)}.\n`
    expect(textsOf(`${filler.repeat(30)}I prefer tabs`)).toEqual(['I prefer tabs'])
    expect(textsOf(`${filler.repeat(40)}I prefer tabs`)).toEqual([])
    expect(textsOf(`${'Ok fine.\n'.repeat(199)}I prefer tabs`)).toEqual(['I prefer tabs'])
    expect(textsOf(`${'Ok fine.\n'.repeat(200)}I prefer tabs`)).toEqual([])
  })

  it('tries the chosen languages only', () => {
    expect(captureFrom('never use tabs', { languages: ['german'] })).toEqual([])
    expect(captureFrom('Ich bevorzuge Tabs', { languages: ['english'] })).toEqual([])
    expect(captureFrom('Ich bevorzuge Tabs', { languages: ['german'] })).toHaveLength(1)
    expect(captureFrom('never use tabs', { languages: [] })).toEqual([])
  })

  it('sees an order after a condition, and none in a hypothesis or in reported speech', () => {
    expect(textsOf('If you write SQL, never use SELECT *')).toEqual(['If you write SQL, never use SELECT *'])
    for (const message of [
      'if i preferred tabs',
      'if I prefer tabs I say so',
      'suppose I prefer tabs',
      'he says I prefer tabs',
    ])
      expect(captureFrom(message)).toEqual([])
    expect(textsOf('I told you, I prefer tabs')).toHaveLength(1)
  })

  it('keeps code and quotations in the text that it takes', () => {
    expect(textsOf('always use `pnpm install` please')).toEqual(['always use `pnpm install` please'])
    expect(textsOf('never write "Dear Sir"')).toEqual(['never write "Dear Sir"'])
  })
})

describe('hostile messages', () => {
  const shapes = {
    'no, no': 'no, ',
    'never never': 'never ',
    'only must': 'must ',
    'one letter': 'a',
    'no full stop': 'and then we said something ',
    'nested quotes': '"\'“',
    'open guillemets': '« ',
    'open fences': '```\n',
    backticks: '`',
    'only full stops': '. ',
    'not but': 'not a b but ',
    'if if': 'if I prefer ',
    openings: 'ok, so, well, ',
    'remember remember': 'remember that ',
    speakers: 'Bob: I prefer ',
    tables: '| must | never |\n',
    brackets: '[{(<a ',
    'white space': ' \t',
    'line ends': '\r\n',
    'lone surrogates': '\ud83d',
    NUL: '\0never ',
    Chinese: '必须',
    Japanese: '私は絶対に',
    German: 'muss en ',
    Spanish: 'todos los deben ',
    emoji: '😀👍',
  }

  it.each(Object.entries(shapes))('does not hang on a megabyte of %s', (_, shape) => {
    const message = shape.repeat(Math.ceil(1_000_000 / shape.length))
    const spentMs = startCpuClock()
    captureFrom(message)
    expect(spentMs()).toBeLessThan(2_000)
  })

  it.each([
    ['对了，记住：会议室是B12。', '会议室是B12。'],
    ['别忘了，我对花生过敏！', '我对花生过敏！'],
    ['其实，我住在上海。', '我住在上海。'],
    ['不，是周二！', '是周二！'],
  ])('reads Chinese with its own punctuation: %s', (said, told) => expect(textsOf(said)).toEqual([told]))

  it('gives well-formed texts without control characters, whatever is written', () => {
    const word = fc.constantFrom(
      'never ',
      'always use ',
      'I prefer ',
      'no, ',
      'must ',
      '"',
      '`',
      '\n',
      '\0',
      '\ud800',
      '😀',
      '. ',
      'x ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: anySign })), { maxLength: 60 }), (parts) => {
        for (const { text, quote = '' } of captureFrom(parts.join(''))) {
          expect(text.trim()).not.toBe('')
          expect(text.length).toBeLessThanOrEqual(400)
          expect((text + quote).isWellFormed()).toBe(true)
          expect(/(?!\t)\p{Cc}/u.test(text + quote)).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  })
})
