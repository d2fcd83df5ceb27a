import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import { keptWorth } from './worth.ts'

const kindsOf = (said: string): string[] =>
  readStatements(said, { at: '2026-03-02T09:00:00Z' })
    .filter(({ span, worth }) => span === 'lasting' && worth >= keptWorth)
    .map(({ kind }) => kind)

describe('health', () => {
  it.each([
    'my grandma is blind in one eye',
    "I'm colour blind",
    'I was born deaf and blind',
    'My brother went blind at 12',
    'My blind dog Rex is 12',
    'as a blind developer I use a screen reader',
    'i use a wheelchair',
    'I have asthma',
    'cetraben brings me out in a rash, weirdly',
    'My baby has nappy rash',
    "I'm veggie.",
    'my daughter is veggie',
    'we went veggie in May',
    "I'm pure vegetarian, no egg also",
    "I'm GF and DF",
    'I eat plant based',
    "I don't do dairy",
    'dairy is a no for me',
    'penicillin gives me hives',
    'I break out in hives from nuts',
    'I had surgery on my knee in May',
    'my friend Bea is coeliac',
    "my best friend is allergic to shellfish, her husband isn't",
    "My friend Ana and her son are coming for dinner, he's coeliac",
    'My boss is deaf, his wife signs for him',
    'My friend Jo lives with her husband and she has epilepsy',
    'My neighbour has asthma and his kids have a dog',
    'He is allergic to nothing except bees',
    "I'm allergic to mornings and cats",
    "I'm allergic to nonsense but also to penicillin",
  ])('is what "%s" is about', (said) => expect(kindsOf(said)).toEqual(['health']))

  it.each([
    'I wanna see ranni quest blind',
    'I went in blind on that exam',
    'I did a blind taste test of colas',
    'I booked a blind date',
    "I'm doing the London half for Asthma UK",
    'I work in cancer research',
    'My dad runs the Diabetes UK group',
    'the wheelchair lift in our office is broken',
    'I play wheelchair rugby',
    'It was a rash decision',
    'I write mornings, 5 to 8, before the surgery opens',
    'two hives dead, wasps got in',
    'We have 9 hives behind the railway',
    "He's allergic to nothing far as I know",
    "I'm allergic to mornings",
    "My friend Bea is stressed, her dad has Parkinson's",
    'My friend Ana is worried, her mum is blind',
    'I love veggies',
    'my gf is Ana',
    'veggie burgers are my favourite',
  ])('is not what "%s" is about', (said) => expect(kindsOf(said)).not.toContain('health'))
})

describe('a rule without an order', () => {
  it.each([
    'from now on no migrations on fridays, team rule',
    'from now on: one idiom per evening with its story, nothing more.',
    'every migration needs a review from me or Hanne',
    'all orders go through my wife for approval',
    'blameless pls, no names in postmortems.',
    'no semicolons in our js, prettier strips them anyway',
    'no more than one page, i print them',
    'we had a nut incident in june so no nuts on starters, house rule',
    'when i paste stuff with {1} {2} tags keep the tags',
    'when i send photos of plants give me the latin name',
  ])('is one: %s', (said) => expect(kindsOf(said)).toEqual(['rule']))

  it.each([
    'no errors in the logs',
    'no rain in months',
    'No more than a joke',
    'Every team needs a leader',
    'every day needs a plan',
    'from now on one of us cooks',
    'in general no problem',
    'when i send the file I get an error',
    'we have no nuts in our house',
    'from now on the innkeeper suspects me of being a spy.',
  ])('is none in "%s"', (said) => expect(kindsOf(said)).not.toContain('rule'))
})

describe('a project', () => {
  it.each([
    'We use Redis for the queues',
    'we use pnpm in the monorepo',
    'we use bullmq, 4 queues',
    'we deploy on Thursdays after lunch',
    'every ticket like ABC-123 has an owner',
  ])('is what "%s" is about', (said) => expect(kindsOf(said)).toEqual(['project']))

  it.each([
    'We use cloth diapers',
    'We use public transport',
    'We only use olive oil',
    'We still use the old stroller',
    'we use first names at home',
    'We use "klem" at the end',
    'We use German at home',
    'my sprint time is 12s',
    'We read about the Great Migration at school',
    'Summer internship in Leeds from 1 June-21 August',
    'gimme a drill for under-12 girls, saturdays',
    'My boat is a mid-40-foot cruiser',
  ])('is not what "%s" is about', (said) => expect(kindsOf(said)).not.toContain('project'))
})

describe('a few words of an answer', () => {
  it.each(['Like IMSL.', 'Like Python', 'like in the movies', 'from Amazon.', 'yeah from Bristol.', 'From April on.'])(
    'are no statement of the user: %s',
    (said) => expect(kindsOf(said)).toEqual([]),
  )

  it.each([
    ['Like jazz and old films', 'preference'],
    ['From Leeds but living in Porto', 'identity'],
    ['from Bristol originally', 'identity'],
    ['Our wedding is on 3 May', 'person'],
  ])('are one if they say more: %s', (said, kind) => expect(kindsOf(said)).toEqual([kind]))

  it.each([
    ['when I cut myself it is a whole affair', 'decision'],
    ["my sister's wedding buffet was great for us all", 'person'],
  ])('are not what they only resemble: %s', (said, kind) => expect(kindsOf(said)).not.toContain(kind))
})
