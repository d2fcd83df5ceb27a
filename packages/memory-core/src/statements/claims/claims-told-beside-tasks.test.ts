import { describe, expect, it } from 'vitest'
import { claimsOf } from './claims-of.ts'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'my editor is Juliet Ames',
    over: [
      'New editor: Tom Okafor.',
      'New editor is Tom Okafor',
      'my new editor is Tom Okafor, he likes short drafts',
      'editor changed: it is Tom Okafor',
      'the new editor is Tom Okafor',
    ],
    kept: [
      'new editor is great',
      'new editor theme: dark',
      'New editor features in this release: tabs, split view and search',
      'his new editor is Tom',
      'is the new editor Tom Okafor?',
      'new title is Salt Evidence',
      'the new editor is coming on Monday',
    ],
  },
  {
    known: 'Our CEO is Søren Friis.',
    over: [
      'Birgitte Lund is interim CEO now.',
      'Interim CEO is Birgitte Lund',
      'Birgitte is our new CEO',
      'new ceo: Birgitte Lund',
    ],
    kept: [
      'Birgitte talks to the CEO now',
      'the CEO is happy now',
      'the CEO of Novo is Lars now',
      'we need a CEO now',
      'my brother is the new CEO',
      'Tom is a CEO now',
    ],
  },
  {
    known: 'my shift is 6 to 2',
    over: ['my shift is 2 to 10 now', "shift changed, it's 2 to 10", 'from next month my shift is 2 to 10'],
    kept: ['my sister works 2 to 10 now', 'my shift is 8 hours long'],
  },
  {
    known: 'The day centre is Mondays and Wednesdays.',
    over: [
      "day centre changed: it's Tuesdays and Thursdays from next week",
      "the day centre moved, it's on Tuesdays now",
      'day centre has changed, its Fridays',
    ],
    kept: [
      "everything changed, it's Tuesday already",
      "the bus changed: it's Tuesdays now",
      'the day centre changed its name',
    ],
  },
  {
    known: 'Problem sheets are due fridays noon.',
    over: ['problem sheets are due mondays 9am now', 'the problem sheets are mondays now'],
    kept: ['problem sheets are hard', 'lab reports are due mondays now', 'problem sheets are due'],
  },
  {
    known: 'The title is The Herring Line',
    over: ["title's changed, it's Salt Evidence", 'new title is Salt Evidence', 'the new title: Salt Evidence'],
    kept: [
      'new title is great',
      'the subtitle is Salt Evidence now',
      'new chapter: Salt Evidence',
      'suggest a new title',
      'my title changed, it is great',
      'new title page is done',
    ],
  },
  {
    known: 'my stipend is 8000',
    over: ['stipend also increased to 10000', 'my stipend has also gone up to 10000', 'new stipend: 10000'],
    kept: ['her stipend also increased to 10000', 'rent also increased to 10000'],
  },
  {
    known: 'price is 7 pounds a jar',
    over: ['price is 8 pounds a jar now', 'new price is 8 pounds a jar', 'from january the price is 8 pounds a jar'],
    kept: ['the price of sugar is 8 pounds now', 'price is fine'],
  },
  {
    known: 'I work three days at the library',
    over: [
      "I've dropped to two days at work.",
      "I'm down to two days at the library now",
      'I went down to 2 days a week',
    ],
    kept: [
      'I walk two days a week',
      "I'm down to two days in the office",
      "I'm down to two days of antibiotics",
      "we're down to two days of food",
      'I work two days at the bakery',
      'he is down to two days now',
    ],
  },
  {
    known: 'our staging is on eu-west-1',
    over: [
      'staging moved to eu-north-1 last week',
      'staging has moved to eu-north-1',
      'we moved our staging to eu-north-1',
    ],
    kept: ['prod moved to eu-north-1', 'Anna moved to staging', 'we moved the data to staging'],
  },
  {
    known: 'we use Bun 1.1',
    over: ['we moved to Bun 1.2'],
    kept: ['we also moved to Node 22', 'we also use Node 22'],
  },
  {
    known: 'Exams are in January',
    over: ['exams moved to March', 'exams are in March now'],
    kept: ['Anna moved to March', 'exams are hard', 'exams are done'],
  },
]

describe('changes as they are told beside a task', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))

  it.each(['new ', 'the title ', 'from may ', 'you can push now ', 'owns the ', 'no longer ', 'x changed: '])(
    'takes linear time on "%s" again and again',
    (part) => {
      const startMs = performance.now()
      claimsOf(part.repeat(20_000 / part.length))
      claimsOf(part.repeat(300 / part.length))
      expect(performance.now() - startMs).toBeLessThan(500)
    },
  )
})
