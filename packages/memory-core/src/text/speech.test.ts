import { describe, expect, it } from 'vitest'
import { isPersonal, isQuestion, toldIn, wishOf } from './speech.ts'

describe('a text that speaks of its speaker', () => {
  it.each([
    'I moved to Porto.',
    'That is MY bike',
    'I’ve seen it',
    "it's mine",
    'We use pnpm',
    'Ich wohne in Wien',
    'J’habite à Lyon',
    "j'aime le thé",
    'Vivo con mi hermana',
    'Я живу в Москве',
    '我住在北京',
    '私は東京に住んでいます',
    '저는 서울에 살아요',
  ])('%s', (text) => {
    expect(isPersonal(text)).toBe(true)
  })

  it.each(['The river froze in January.', 'You should try it', 'minerals', 'Wien ist schön', '', '42'])(
    'is not: %s',
    (text) => {
      expect(isPersonal(text)).toBe(false)
    },
  )
})

describe('a question', () => {
  it.each(['Really?', 'Is it so? ', '「本当ですか？」', 'هل هذا صحيح؟', 'He asked "why?"', `${'x'.repeat(5_000)}?`])(
    '%s',
    (text) => {
      expect(isQuestion(text)).toBe(true)
    },
  )

  it.each(['Why? Because.', 'yes', '', '?!', `?${' '.repeat(1_000_000)}x`])('is not: %#', (text) => {
    expect(isQuestion(text)).toBe(false)
  })
})

it.each([
  ['We went there last week', { time: true }],
  ['It froze in January.', { time: true }],
  ['Das war gestern', { time: true }],
  ['Nous partons lundi', { time: true }],
  ['Я была там вчера', { time: true }],
  ['I own three boats', { number: true }],
  ['Ich habe zwei Boote', { number: true }],
  ['It cost €40', { number: true }],
  ['We met on 3rd June', { time: true, number: true }],
  ['The river may freeze over tent and canoe', {}],
  ['', {}],
])('%j tells %j', (text, told) => {
  expect(toldIn(text)).toEqual(told)
})

describe('a wish', () => {
  it.each([
    'I strongly prefer aisle seats',
    'I can’t stand crowds',
    'I cannot stand the smell of lavender',
    'I have a strong aversion to birds',
    'I have an ethical objection to leather',
    'I refuse to stay in hotels of large chains',
    'We avoid toll roads',
    "I don't eat meat",
    'I am allergic to shellfish',
    "I'm not interested in museums",
    'Ich bevorzuge Züge',
  ])('is told: %s', (text) => expect(wishOf(text)).toBe('preference'))

  it.each(['Always answer in French', 'From now on no emojis', 'Siempre en español'])('is an order: %s', (text) =>
    expect(wishOf(text)).toBe('order'),
  )

  it.each(['I bought a car', 'She moved to Porto', 'What do you prefer?', 'The allergy season is long', ''])(
    'is none: %s',
    (text) => expect(wishOf(text)).toBeUndefined(),
  )
})
