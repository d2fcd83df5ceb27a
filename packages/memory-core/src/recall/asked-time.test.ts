import { describe, expect, it } from 'vitest'
import { askedTime, nearness } from './asked-time.ts'

const dayMs = 86_400_000
const at = Date.parse('2023-06-14T15:00:00Z')

function days(question: string): [string, string] | undefined {
  const asked = askedTime(question, at)
  return asked && [iso(asked.from), iso(asked.to)]
}

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

describe('the time that a question speaks of', () => {
  it.each([
    ['What did we decide on 8 May 2023?', '2023-05-08', '2023-05-09'],
    ['What did we decide on May 8th, 2023?', '2023-05-08', '2023-05-09'],
    ['What happened on 2023-05-08?', '2023-05-08', '2023-05-09'],
    ['What happened in 2023-05?', '2023-05-01', '2023-06-01'],
    ['Where was Ada in August 2022?', '2022-08-01', '2022-09-01'],
    ['Wo war Ada im März 2022?', '2022-03-01', '2022-04-01'],
    ['¿Qué pasó en diciembre de 2022?', '2022-12-01', '2023-01-01'],
    ['Qu’a-t-on dit le 3 février 2022 ?', '2022-02-03', '2022-02-04'],
    ['What was new in 2022?', '2022-01-01', '2023-01-01'],
    ['What did I say yesterday?', '2023-06-13', '2023-06-14'],
    ['What did I say today?', '2023-06-14', '2023-06-15'],
    ['Whom did I meet last week?', '2023-06-04', '2023-06-14'],
    ['Whom did I meet last Friday?', '2023-06-09', '2023-06-10'],
    ['Whom did I meet last Wednesday?', '2023-06-07', '2023-06-08'],
    ['What did I cook a couple of days ago?', '2023-06-12', '2023-06-13'],
    ['What did I buy three weeks ago?', '2023-05-20', '2023-05-28'],
    ['What did I read in the past two months?', '2023-04-15', '2023-06-14'],
  ])('%s', (question, from, to) => {
    expect(days(question)).toEqual([from, to])
  })

  it.each([
    'May I ask where Ada lives?',
    'Which route did she march?',
    'How many times did we meet?',
    'What costs 2023.50 euros?',
    'What is order 120235 about?',
    'When is the thirtieth of nothing 99?',
    'some time ago',
    '',
  ])('is none: %s', (question) => {
    expect(askedTime(question, at)).toBeUndefined()
  })

  it('without a year is meant in every year', () => {
    const asked = askedTime('What happened in December?', at)
    for (const year of [2019, 2022, 2040]) {
      expect(asked && nearness(asked, Date.parse(`${year}-12-15`))).toBe(1)
      expect(asked && nearness(asked, Date.parse(`${year}-08-01`))).toBeLessThan(0.01)
    }
    const march = askedTime('on 1 March', at)
    expect(march && nearness(march, Date.parse('2021-03-01T12:00:00Z'))).toBe(1)
  })

  it('is near within its span, and less so the farther away, before it more than after', () => {
    const asked = askedTime('in May 2023', at)
    const near = (date: string): number => (asked ? nearness(asked, Date.parse(date)) : -1)
    expect(near('2023-05-01')).toBe(1)
    expect(near('2023-05-31T23:59:59Z')).toBe(1)
    expect(near('2023-06-05')).toBeCloseTo(Math.exp(-4 / 8), 9)
    expect(near('2023-04-27')).toBeCloseTo(Math.exp(-8 / 8), 9)
  })

  it.each(['a '.repeat(400_000), '1 '.repeat(400_000), 'last '.repeat(200_000), 'in may '.repeat(100_000)])(
    'does not hang on a long text (%#)',
    (text) => {
      const started = performance.now()
      askedTime(text, at)
      expect(performance.now() - started).toBeLessThan(1_000)
    },
  )

  it('is within what a date can be', () => {
    for (const now of [0, -1, 8.64e15]) {
      const asked = askedTime('yesterday', now)
      expect(asked && nearness(asked, now - dayMs)).toBeGreaterThan(0.5)
    }
  })
})
