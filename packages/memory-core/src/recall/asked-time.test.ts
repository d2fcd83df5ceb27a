import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import type { AskedTime } from './asked-dates.ts'
import { fittings, nearness, saidTime } from './asked-time.ts'

const askedTime = (question: string, at: number): AskedTime | undefined => saidTime(question, at)?.time

const dayMs = 86_400_000
const at = Date.parse('2023-06-14T15:00:00Z')

function days(question: string): unknown {
  const asked = askedTime(question, at)
  return asked && 'from' in asked ? [iso(asked.from), iso(asked.to)] : asked
}

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

describe('the time that a question speaks of', () => {
  it.each([
    ['What did we decide on 8 May 2023?', { year: 2023, month: 4, day: 8 }],
    ['What did we decide on May 8th, 2023?', { year: 2023, month: 4, day: 8 }],
    ['What happened on 2023-05-08?', { year: 2023, month: 4, day: 8 }],
    ['What happened in 2023-05?', { year: 2023, month: 4 }],
    ['What happened on 12 October?', { month: 9, day: 12 }],
    ['What happened in December?', { month: 11 }],
    ['Where was Ada in August 2022?', { year: 2022, month: 7 }],
    ['Wo war Ada im März 2022?', { year: 2022, month: 2 }],
    ['¿Qué pasó en diciembre de 2022?', { year: 2022, month: 11 }],
    ['Qu’a-t-on dit le 3 février 2022 ?', { year: 2022, month: 1, day: 3 }],
    ['What was new in 2022?', { year: 2022 }],
    ['What did Ada do on 08.05.2023?', { year: 2023, month: 4, day: 8 }],
    ['Was war am 8.5.2023?', { year: 2023, month: 4, day: 8 }],
    ['Qui était là le 13/05/2023 ?', { year: 2023, month: 4, day: 13 }],
    ['Who came on 5/13/2023?', { year: 2023, month: 4, day: 13 }],
    ['When did I read "11/22/1963" by King?', { year: 1963 }],
    ['What stands in notes/03/05/2023?', { year: 2023 }],
    ['Who came on (05/05/2023)?', { year: 2023, month: 4, day: 5 }],
    ['Who came on 05/03/2023, and why?', { year: 2023, month: 2, day: 5, or: { year: 2023, month: 4, day: 3 } }],
  ])('%s', (question, parts) => {
    expect(days(question)).toEqual(parts)
  })

  it.each([
    ['Was geschah seit dem 31.12.2022.', '2022-12-31', '2023-06-14'],
    ['What happened between 03.05.2023 and 09.05.2023?', '2023-05-03', '2023-05-10'],
    ['What did I cook from 2023-04-17 to 2023-04-20?', '2023-04-17', '2023-04-21'],
    ['What did I cook between March 6th and March 10th?', '2023-03-06', '2023-03-11'],
    ['What did I cook between March 6th and 10th?', '2023-03-06', '2023-03-11'],
    ['What did I cook between the 6th and the 10th of March?', '2023-03-06', '2023-03-11'],
    ['What did I cook on March 6-10, 2022?', '2022-03-06', '2022-03-11'],
    ['What did I cook from December 30 to January 2?', '2022-12-30', '2023-01-03'],
    ['What did I cook from December 2021 through January?', '2021-12-01', '2022-02-01'],
    ['What did I cook between April and May?', '2023-04-01', '2023-06-01'],
    ['What did I read between the end of March and early April 2023?', '2023-03-21', '2023-04-11'],
    ['What have I read since May?', '2023-05-01', '2023-06-14'],
    ['What have I read since 2021?', '2021-01-01', '2023-06-14'],
    ['What had I read before 18 January 2023?', '1970-01-01', '2023-01-18'],
    ['What had I read by the end of January 2023?', '1970-01-01', '2023-02-01'],
    ['What did I read after August 2022?', '2022-09-01', '2023-06-14'],
    ['What did I read in early June 2022?', '2022-06-01', '2022-06-11'],
    ['What did I read in the last week of November?', '2022-11-21', '2022-12-01'],
    ['Was habe ich zwischen dem 6. und dem 10. März gekocht?', '2023-03-06', '2023-03-11'],
    ['Was habe ich vom 6. bis 10. März gekocht?', '2023-03-06', '2023-03-11'],
    ['Was habe ich seit Mai gelesen?', '2023-05-01', '2023-06-14'],
    ['Was habe ich Ende Mai gelesen?', '2023-05-21', '2023-06-01'],
    ['Qu’ai-je lu entre le 6 et le 10 mars ?', '2023-03-06', '2023-03-11'],
    ['Qu’ai-je lu du 6 au 10 mars ?', '2023-03-06', '2023-03-11'],
    ['Qu’ai-je lu depuis le 5 mai ?', '2023-05-05', '2023-06-14'],
    ['¿Qué leí entre el 6 y el 10 de marzo?', '2023-03-06', '2023-03-11'],
    ['¿Qué leí desde mayo de 2023?', '2023-05-01', '2023-06-14'],
    ['O que li entre 6 de março e 10 de abril?', '2023-03-06', '2023-04-11'],
    ['Cosa ho letto dal 6 al 10 marzo?', '2023-03-06', '2023-03-11'],
    ['Wat las ik tussen 6 en 10 maart?', '2023-03-06', '2023-03-11'],
    ['Что я читал с 6 по 10 марта?', '2023-03-06', '2023-03-11'],
  ])('%s', (question, from, to) => {
    expect(days(question)).toEqual([from, to])
  })

  it.each([
    ['Which song did I hear on that January evening?', { month: 0 }],
    ['Where did I ride in March and April?', { month: 2, or: { month: 3 } }],
    ['Where did I ride in March or April 2022?', { year: 2022, month: 2, or: { year: 2022, month: 3 } }],
    ['What did I win in the week before May 5?', { month: 4, day: 5 }],
    ['What did I do on March 6 and March 10?', { month: 2, day: 6, or: { month: 2, day: 10 } }],
    ['What did I plan in 2022 for May 5?', { month: 4, day: 5 }],
    ['What was the letter from April about?', undefined],
    ['What is the gift for June and May?', undefined],
  ])('%s', (question, parts) => {
    expect(days(question)).toEqual(parts)
  })

  it.each([
    ['What did I say yesterday?', '2023-06-13', '2023-06-14'],
    ['What did I say today?', '2023-06-14', '2023-06-15'],
    ['Whom did I meet last week?', '2023-06-05', '2023-06-12'],
    ['Whom did I meet last weekend?', '2023-06-10', '2023-06-12'],
    ['Whom did I meet last month?', '2023-05-01', '2023-06-01'],
    ['Whom did I meet last year?', '2022-01-01', '2023-01-01'],
    ['Whom did I meet last Friday?', '2023-06-09', '2023-06-10'],
    ['Whom did I meet last Wednesday?', '2023-06-07', '2023-06-08'],
    ['What did I cook a couple of days ago?', '2023-06-12', '2023-06-13'],
    ['What did I buy three weeks ago?', '2023-05-20', '2023-05-28'],
    ['What did I read in the past two months?', '2023-04-15', '2023-06-14'],
    ['What did I say this week?', '2023-06-12', '2023-06-14'],
    ['What did I say this month?', '2023-06-01', '2023-06-14'],
    ['What did I say this year?', '2023-01-01', '2023-06-14'],
    ['Was habe ich gestern gesagt?', '2023-06-13', '2023-06-14'],
    ['Was habe ich vor drei Tagen gesagt?', '2023-06-11', '2023-06-12'],
    ['Was geschah im letzten Monat?', '2023-05-01', '2023-06-01'],
    ['Was war in den letzten zwei Wochen?', '2023-05-31', '2023-06-14'],
    ['Was war letzten Freitag?', '2023-06-09', '2023-06-10'],
    ['Qu’avons-nous dit hier ?', '2023-06-13', '2023-06-14'],
    ['Qu’avons-nous dit il y a deux semaines ?', '2023-05-27', '2023-06-04'],
    ['Qu’avons-nous dit vendredi dernier ?', '2023-06-09', '2023-06-10'],
    ['¿Qué dijimos ayer?', '2023-06-13', '2023-06-14'],
    ['¿Qué dijimos hace tres días?', '2023-06-11', '2023-06-12'],
    ['¿Qué dijimos el viernes pasado?', '2023-06-09', '2023-06-10'],
    ['¿Qué dijimos en las últimas dos semanas?', '2023-05-31', '2023-06-14'],
    ['O que dissemos ontem?', '2023-06-13', '2023-06-14'],
    ['O que dissemos há três dias?', '2023-06-11', '2023-06-12'],
    ['O que dissemos na sexta-feira passada?', '2023-06-09', '2023-06-10'],
    ['Cosa abbiamo detto ieri?', '2023-06-13', '2023-06-14'],
    ['Cosa abbiamo detto tre giorni fa?', '2023-06-11', '2023-06-12'],
    ['Cosa abbiamo detto venerdì scorso?', '2023-06-09', '2023-06-10'],
    ['Wat zeiden we gisteren?', '2023-06-13', '2023-06-14'],
    ['Wat zeiden we drie dagen geleden?', '2023-06-11', '2023-06-12'],
    ['Wat zeiden we afgelopen vrijdag?', '2023-06-09', '2023-06-10'],
    ['Что мы говорили вчера?', '2023-06-13', '2023-06-14'],
    ['Что мы говорили три дня назад?', '2023-06-11', '2023-06-12'],
    ['Что мы говорили неделю назад?', '2023-06-03', '2023-06-11'],
    ['Что мы говорили в прошлую пятницу?', '2023-06-09', '2023-06-10'],
    ['Что было в прошлом году?', '2022-01-01', '2023-01-01'],
  ])('%s', (question, from, to) => {
    expect(days(question)).toEqual([from, to])
  })

  it.each([
    'What did we say the day before yesterday?',
    'Was haben wir vorgestern gesagt?',
    'Qu’avons-nous dit avant-hier ?',
    '¿Qué dijimos antes de ayer?',
    '¿Qué dijimos anteayer?',
    'O que dissemos anteontem?',
    "Cosa abbiamo detto l'altro ieri?",
    'Wat zeiden we eergisteren?',
    'Что мы говорили позавчера?',
  ])('is not yesterday: %s', (question) => {
    expect(days(question)).toEqual(['2023-06-12', '2023-06-13'])
  })

  it.each([
    'May I ask where Ada lives?',
    'Which route did she march?',
    'How many times did we meet?',
    'What costs 2023.50 euros?',
    'What is order 120235 about?',
    'When is the thirtieth of nothing 99?',
    'some time ago',
    'Which bug was fixed in 10.12.2024.1?',
    'Which bug was fixed in v10.12.2024?',
    'Which bug was fixed in 4.10.12.2024?',
    'When did I read "11/22/63" by King?',
    'What is 3/4/5?',
    'Who called from 03.05.20231?',
    'What was 32.13.2023?',
    'Was gibt es hier?',
    'Wo ist hier die Woche der Katzen?',
    'the weekly plan of the day',
    'constructor in toString valueOf',
    '',
  ])('is none: %s', (question) => {
    expect(askedTime(question, at)).toBeUndefined()
  })

  it('fits part by part', () => {
    const fits = (question: string, date: string): number[] => {
      const asked = askedTime(question, at)
      return asked ? fittings(asked).map((fitting) => fitting(Date.parse(date))) : []
    }
    expect(fits('on 8 May 2023', '2023-05-08T23:00:00Z')).toEqual([1, 1, 1])
    expect(fits('on 8 May 2023', '2022-05-09')).toEqual([0, 1, 0])
    for (const year of [2019, 2022, 2040]) expect(fits('in December', `${year}-12-15`)).toEqual([1])
    expect(fits('yesterday', '2023-06-13T12:00:00Z')).toEqual([1])
  })

  it('is near within its span, and less so the farther away, before it more than after', () => {
    const span = { from: Date.parse('2023-05-01'), to: Date.parse('2023-06-01') }
    const near = (date: string): number => nearness(span, Date.parse(date))
    expect(near('2023-05-01')).toBe(1)
    expect(near('2023-05-31T23:59:59Z')).toBe(1)
    expect(near('2023-06-05')).toBeCloseTo(Math.exp(-4 / 8), 9)
    expect(near('2023-04-27')).toBeCloseTo(Math.exp(-8 / 8), 9)
  })

  it.each([
    'a '.repeat(400_000),
    '1 '.repeat(400_000),
    'last '.repeat(200_000),
    'in may '.repeat(100_000),
    'letzten '.repeat(90_000),
  ])('does not hang on a long text (%#)', (text) => {
    const spentMs = startCpuClock()
    askedTime(text, at)
    expect(spentMs()).toBeLessThan(1_000)
  })

  it('is within what a date can be', () => {
    for (const now of [0, -1, 8.64e15]) {
      const asked = askedTime('yesterday', now)
      for (const fitting of asked ? fittings(asked) : []) expect(fitting(now - dayMs)).toBeGreaterThan(0.5)
    }
  })
})
