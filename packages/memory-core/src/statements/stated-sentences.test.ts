import { describe, expect, it } from 'vitest'
import { readStatements } from './read-statements.ts'
import { halvesOf, saysMore, seriously } from './stated-sentences.ts'

describe('a statement', () => {
  it.each([
    'I live in Berlin and I am allergic to nuts.',
    'I live in Berlin, my daughter is called Ida',
    'I live in Berlin with my wife Anna and two kids',
    'I live in Berlin with Anna',
    'I work at Siemens as a nurse',
    'I live in Berlin; nuts make me ill',
    'I live in Berlin (and I am allergic to nuts)',
    'I live in Berlin – nuts make me ill',
    'I live in Berlin. I am allergic to nuts.',
    'I live in Berlin\nI am allergic to nuts',
    '"I live in Berlin and I am allergic to nuts." (2026-01-01)',
    'Ich wohne in Berlin und bin gegen Nüsse allergisch',
    'Vivo en Berlín con mi hermana',
    'I take metformin & ramipril',
    'I take metformin + ramipril',
    'I take metformin with ramipril',
    'I take metformin as well as ramipril',
    "My rent is 720 and it's due on the 3rd",
    'I take metformin 500 so no alcohol for me',
    "My boss is Anna Weber and she's allergic to nuts",
    'My boss is Anna Weber, she hates long mails, and I work nights',
    "Mum's on donepezil 5mg and she's deaf in one ear",
    `I live in ${'a'.repeat(1_000_000)}`,
    'I live at 14 Oak Street, I have two cats',
    'I live in Oak Lane, my cat is deaf',
  ])('of more than one thing says more: %j', (text) => expect(saysMore(text)).toBe(true))

  it.each([
    '',
    'I live in Berlin.',
    'Actually, I live in Berlin.',
    'I live in Berlin, Germany.',
    'I live in Berlin, near the park',
    'Our office is in Basel, not Zurich.',
    'We deploy with Jenkins',
    'My doctor is Dr. Chen',
    'I work at Johnson & Johnson',
    'I talked it over with Tomás tonight and we decided to go with PostGIS',
    '"I live in Berlin." (Ada, 2026-01-01)',
    'I have lived in Berlin since 2019',
    'My interview is on March 3, 2027',
    'My interview at Acme is on March 3rd, 2027.',
    "I don't drink alcohol, so mocktail recipes only",
    'I am vegan (since 2019!)',
    "My manager is Claire and she's very hands on",
    'I drive a Fiesta and it makes a squeaking noise',
    'I play padel and love it',
    'My boss is Anna Weber, she hates long mails',
    'Our vet is Dr Kahn and she does house calls',
    'My car is a Golf and it runs on diesel',
    'Keep your answers short, two or three sentences max.',
    'New address is 14 Heavygate Road, Sheffield S10',
    'I live at 14 Oak Street, apartment 214',
  ])('of one thing does not: %j', (text) => expect(saysMore(text)).toBe(false))

  it('of a being that is gone says no more than that', () => {
    expect(saysMore('My dog Rex is 9. He has arthritis.', { isBeingOver: true })).toBe(false)
    expect(saysMore('My dog Rex is 9. I live in Rome.', { isBeingOver: true })).toBe(true)
    expect(saysMore('My dog Rex is 9. He has arthritis.')).toBe(true)
    expect(saysMore('My dog Rex is 9 and a bit stiff', { isBeingOver: true })).toBe(false)
    expect(saysMore('My dog Rex is 9 and I live in Rome', { isBeingOver: true })).toBe(true)
  })

  it('of a job that is over says no more than that', () =>
    expect(saysMore('I work at Siemens as a nurse', { isJobOver: true })).toBe(false))

  it('is none that the next one takes back as a joke', () => {
    expect(seriously(['I live here.', 'I moved to Munich.', "I'm just kidding!", 'I like tea.'])).toEqual([
      'I live here.',
      'I like tea.',
    ])
    expect(seriously(['Joking aside, I moved.'.replace('Joking aside, ', '')])).toEqual(['I moved.'])
  })
})

describe('a statement with two halves', () => {
  it.each([
    ['My rent is 720 and my landlord is Gus Whitlow', 'My rent is 720', 'my landlord is Gus Whitlow'],
    ['My rent is 720, landlord is Gus Whitlow', 'My rent is 720', 'landlord is Gus Whitlow'],
    ['My budget is 300 but never book Ryanair for me', 'My budget is 300', 'never book Ryanair for me'],
    ['I drive a Golf and my wife drives a Tesla', 'I drive a Golf', 'my wife drives a Tesla'],
    ['I work at Bosch and my desk is 4C', 'I work at Bosch', 'my desk is 4C'],
    ["I'm on sertraline 50 and my therapist is Jo Lind", "I'm on sertraline 50", 'my therapist is Jo Lind'],
    ['My landlord is Gus, and I pay cash', 'My landlord is Gus', 'I pay cash'],
  ])('is read as two: %s', (said, ...halves) => {
    expect(halvesOf(said)).toEqual(halves)
    expect(readStatements(said).map(({ text, sentence }) => [text, sentence])).toEqual(halves.map((one) => [one, said]))
  })

  it.each([
    'I live in Leeds with my parents and my dog Rex',
    'My wife Anna and I live in Rome',
    'My husband and my son are allergic to nuts',
    "I'm on keto and my doctor is fine with it",
    'I like tea and my wife does not',
    'My car is a Golf and it runs on diesel',
    'I use vim, never emacs',
    "My sister says I'm loud and I'm lazy",
    'I broke my wrist and I am in a cast until 20 April',
    "I can't have visitors until after Easter and my key is with Hans",
    'Deploys only after Ann checked staging, never between 8 and 18',
  ])('is none in "%s"', (said) =>
    expect(readStatements(said, { at: '2026-03-04T10:00:00Z' }).map(({ text }) => text)).toEqual([said]),
  )

  it('is none in a question', () =>
    expect(readStatements('My rent is 720 and my salary is 2000, is that fine?').length).toBeLessThan(2))
})
