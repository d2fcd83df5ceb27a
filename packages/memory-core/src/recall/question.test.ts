import { describe, expect, it } from 'vitest'
import { askedOf, questionOf, vague } from './question.ts'

it('calls the words vague with which a question is put, and no others', () => {
  const { terms } = questionOf('Do you remember back when I listed the activities at the harbour?', 0)
  const english = terms.filter((term) => /^[a-z]+$/.test(term))
  expect(english.filter((term) => vague.has(term))).toEqual(['rememb', 'back', 'list', 'activ'])
  expect(english.filter((term) => !vague.has(term))).toEqual(['harbour'])
})

it.each([
  ['When did I buy the boat?', 'time'],
  ['Which year did we move?', 'time'],
  ['How long ago was the storm?', 'time'],
  ['Wann war der Sturm?', 'time'],
  ['¿Cuándo compré el barco?', 'time'],
  ['Когда я переехал?', 'time'],
  ['So how many boats do I own?', 'number'],
  ['Wie viele Boote habe ich?', 'number'],
  ['Combien de bateaux ?', 'number'],
  ['When I am at sea, what do I cook?', undefined],
  ['Where is the boat?', undefined],
])('%s wants %s', (question, wants) => {
  expect(questionOf(question, 0).wants).toBe(wants)
})

it.each([
  ['What did I paint in May 2024?', ['mai', '2024']],
  ['How often did I sail between March 6th and March 10th?', ['march', '6th', '10th']],
  ['What did I buy ten days ago?', ['ten', 'dai', 'ago']],
  ['What does the May song that I heard in May say?', []],
  ['What did I paint on 3 May 2024?', []],
  ['What did I paint?', []],
])('knows what in %j names a time that is no day, and nothing else', (text, named) => {
  const { timeTerms } = questionOf(text, Date.parse('2026-11-28'))
  expect([...timeTerms].filter((term) => /^[a-z0-9]+$/.test(term))).toEqual(named)
})

it.each([
  ['What did you recommend for my back?', 'assistant'],
  ['You mentioned a website with free exercises, which one was it?', 'assistant'],
  ['Can you remind me of the ratio?', 'assistant'],
  ["I'm trying to recall which file number the guide named", 'assistant'],
  ['Do you still remember what we called the boat?', 'assistant'],
  ['Was hast du mir für den Rücken empfohlen?', 'assistant'],
  ['What tools would you suggest?', 'advice'],
  ['How should I structure my week?', 'advice'],
  ['Can you summarize how my plans have changed?', 'summary'],
] as const)('%s asks for %s', (question, what) => {
  expect(askedOf(question)[what]).toBe(true)
})

it.each([
  ['What tools would you suggest?', 'assistant'],
  ['How many books did I buy?', 'assistant'],
  ['I have to remember the milk', 'assistant'],
  ['How many books did I buy?', 'advice'],
  ['Where do I live?', 'summary'],
] as const)('%s does not ask for %s', (question, what) => {
  expect(askedOf(question)[what]).toBe(false)
})

describe('a plan', () => {
  it.each(['can i do a hen do on 9 aug?', 'Could we meet in May?', 'so, should I book it for 3 June'])(
    '%s asks for no time of talk',
    (text) => expect(questionOf(text, 0).time).toBeUndefined(),
  )
  it.each(['Can I see what I said on 9 May?', 'could we talk about what happened in May?', 'What did I do on 9 May?'])(
    'is none: %s',
    (text) => expect(questionOf(text, 0).time).toBeDefined(),
  )
})

describe('words that say nothing', () => {
  it.each([
    '',
    '?',
    'What did we talk about?',
    'what happened',
    'Was haben wir besprochen?',
    'De quoi avons-nous parlé ?',
    'Qu’est-ce qui s’est passé ?',
    '¿De qué hablamos?',
    'O que aconteceu?',
    'Cosa è successo?',
    'Wat is er gebeurd?',
    'О чём мы говорили?',
  ])('are all of %j', (text) => {
    expect(questionOf(`${text} 2023`, 0).besideTime).toEqual([])
  })

  it.each([
    'what did we say about the boat',
    'Was haben wir zum Boot besprochen?',
    'boat',
    '会议',
    'about '.repeat(60),
  ])('are not all of %j', (text) => {
    expect(questionOf(`${text} 2023`, 0).besideTime).not.toEqual([])
  })
})

it.each([
  ['Hi. The grant proposal is submitted, so back to the article. Where do we pick up?', true],
  ["I'm planning a movie night. What would you suggest?", true],
  ['Ich habe das Kapitel fertig. Wie geht es weiter?', true],
  ['我把第二章写完了。接下来做什么？', true],
  ['What would you suggest for a movie night? I like comedies.', false],
  ['Where is the boat?', false],
  ['nut allergy', false],
  ['The boat is blue.', false],
  ['I mentioned a sports event two weeks ago. What was it?', false],
  ['We talked about recipes. Which one did you recommend?', false],
])('takes %j for a message, not a question: %s', (text, isMessage) => {
  expect(questionOf(text, Date.parse('2026-11-28')).isMessage).toBe(isMessage)
})
