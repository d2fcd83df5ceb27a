import { describe, expect, it } from 'vitest'
import { saysMore, seriously } from './stated-sentences.ts'

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
    `I live in ${'a'.repeat(1_000_000)}`,
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
    'Keep your answers short, two or three sentences max.',
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
