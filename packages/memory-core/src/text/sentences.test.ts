import { describe, expect, it } from 'vitest'
import { isPersonal, isQuestion, sentenceEnds, splitSentences, toldIn, wishOf } from './sentences.ts'

describe('sentences', () => {
  it.each([
    ['My name is Dr. Strange. I live in St. Gallen.', ['My name is Dr. Strange.', 'I live in St. Gallen.']],
    ['Ask Mrs. Ray, e.g. by mail! Or not', ['Ask Mrs. Ray, e.g. by mail!', 'Or not']],
    ['Am 3. Mai. Gut', ['Am 3. Mai.', 'Gut']],
    ['It is 3. Then 4.5 came…  So?', ['It is 3.', 'Then 4.5 came…', 'So?']],
    ['I have two cats: 1. Milo, 2. Otis. Both eat', ['I have two cats: 1. Milo, 2. Otis.', 'Both eat']],
    ['I came 1, 2. I ran', ['I came 1, 2.', 'I ran']],
    ['是的。好！', ['是的。', '好！']],
    ['Nice 👍 I agree', ['Nice 👍', 'I agree']],
    ['My tax guy is Mag. Steiner. I owe him', ['My tax guy is Mag. Steiner.', 'I owe him']],
    ['I work for Lt. Col. Hayes. My boss', ['I work for Lt. Col. Hayes.', 'My boss']],
    ['Ask Dra. Ruiz, mme. Dupont or Hr. Olsen', ['Ask Dra. Ruiz, mme. Dupont or Hr. Olsen']],
    ['I live on Gen. Custer Ave. 12', ['I live on Gen. Custer Ave. 12']],
    ['I work at ING. My boss is Rex. Ask him', ['I work at ING.', 'My boss is Rex.', 'Ask him']],
    ['Tell Me. I wait for the Rep. She comes', ['Tell Me.', 'I wait for the Rep.', 'She comes']],
    ["we're getting married in... hmm june", ["we're getting married in... hmm june"]],
    ['up to the end of… Act 3', ['up to the end of… Act 3']],
    ['I can eat eggs... well no, they hurt', ['I can eat eggs... well no, they hurt']],
    ['I work at Bosch.. actually I quit', ['I work at Bosch.. actually I quit']],
    ['I like tea… scratch that, coffee', ['I like tea… scratch that, coffee']],
    ['im vegan... what can i eat', ['im vegan...', 'what can i eat']],
    ['two kids... no pets... no dairy please', ['two kids...', 'no pets...', 'no dairy please']],
    ['live in leeds... work at bosch', ['live in leeds...', 'work at bosch']],
    ['im tired... actually can you help', ['im tired...', 'actually can you help']],
    ['My boss is A. J. Cole. I like her', ['My boss is A. J. Cole.', 'I like her']],
    ['I bank with J.P. Morgan. My wife too', ['I bank with J.P. Morgan.', 'My wife too']],
    ['Ask Anna M. Weber or R. A. Singh', ['Ask Anna M. Weber or R. A. Singh']],
    ['My idol is I. M. Pei. So do I. Tom too', ['My idol is I. M. Pei.', 'So do I.', 'Tom too']],
    ['We live at No. 12, Hill Rd. in York', ['We live at No. 12, Hill Rd. in York']],
    ['I work for Acme Inc. in Leeds since Nov. 14', ['I work for Acme Inc. in Leeds since Nov. 14']],
    ['I work at Acme Inc. My boss', ['I work at Acme Inc.', 'My boss']],
    ['i work at acme inc. my boss', ['i work at acme inc.', 'my boss']],
    ['I said no. 3 times. No. 12 years', ['I said no.', '3 times.', 'No.', '12 years']],
    ['I take vitamin D. Anna has plan B. Tom not', ['I take vitamin D.', 'Anna has plan B.', 'Tom not']],
    ['It needs 60 A. Follow it', ['It needs 60 A.', 'Follow it']],
    ['I code in C. Rust is next', ['I code in C.', 'Rust is next']],
    ['My type is A. Nuts are out', ['My type is A.', 'Nuts are out']],
    ['I live in the U.S. Chicago is home', ['I live in the U.S.', 'Chicago is home']],
    ['I get up at 5 A.M. Coffee helps', ['I get up at 5 A.M.', 'Coffee helps']],
    ['I have a Ph.D. Physics it was', ['I have a Ph.D.', 'Physics it was']],
    ['Ich habe Blutgruppe A. Meine Frau', ['Ich habe Blutgruppe A.', 'Meine Frau']],
    ['My coach is Mr. B. Tomorrow I train', ['My coach is Mr. B.', 'Tomorrow I train']],
    ['My boss is B. Use short answers', ['My boss is B.', 'Use short answers']],
    ['I go by J. Call me J. My wife too', ['I go by J.', 'Call me J.', 'My wife too']],
    ['My name is X. Every Monday I run', ['My name is X.', 'Every Monday I run']],
    ['I work at Acme Inc. boss is Ana', ['I work at Acme Inc.', 'boss is Ana']],
    ['I moved to 5 Elm Rd. landlord is Gus', ['I moved to 5 Elm Rd.', 'landlord is Gus']],
    ['I play bass etc. anna sings', ['I play bass etc.', 'anna sings']],
    ['Ask Ana K. Mondays I am off', ['Ask Ana K.', 'Mondays I am off']],
    ['I am at Beta Corp. started in May', ['I am at Beta Corp.', 'started in May']],
    ['We left 3 Hill Ave. rent was 900', ['We left 3 Hill Ave.', 'rent was 900']],
    ['I left Acme Ltd. for Beta Co. in May', ['I left Acme Ltd. for Beta Co. in May']],
    ['', []],
    [' \n ', []],
  ])('of %j end at stops, and not at abbreviations', (text, sentences) =>
    expect(splitSentences(text)).toEqual(sentences),
  )

  it('end behind their stop', () => expect(sentenceEnds('Yes. No')).toEqual([4]))
})

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
