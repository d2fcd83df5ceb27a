import { describe, expect, it } from 'vitest'
import { claimsOf } from './claims-of.ts'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  { known: 'My son lives with his dad', over: [], kept: ['my son went into the house', 'my son went into his room'] },
  {
    known: 'My mother lives alone in Lublin',
    over: ['my mother now lives with my aunt in Warsaw'],
    kept: ['My mother lives with my sister', 'My aunt lives since last week with my sister in Warsaw'],
  },
  { known: 'Leo has asthma', over: [], kept: ['Leo is better, Mia has asthma now'] },
  { known: 'We use Node 20', over: ['bumped us to node 22'], kept: ['bumped us to business class'] },
  {
    known: 'my editor is Juliet Ames',
    over: ['my new editor is Tom Okafor, he likes short drafts', 'the new editor is Tom Okafor'],
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
    over: ['Interim CEO is Birgitte Lund', 'new ceo: Birgitte Lund'],
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
    known: 'never push to main',
    over: [
      'you can push to main now',
      'you may push to main again',
      'from now on you can push to main',
      'we can push to main from now on',
    ],
    kept: [
      'ok, you can push to main now',
      'you can push to main',
      'can you push to main now?',
      'you can push the docs to main now',
      'pushing to main is fine now for docs',
      'you can push to staging now',
      'he can push to main now',
      'you can push to main now if the tests pass',
      'you can push to main just this once',
    ],
  },
  ...["Don't commit to main", "please don't commit to main", 'Do not commit to main'].map((known) => ({
    known,
    over: ['You can commit to main now', 'committing to main is fine now'],
    kept: [
      'you can commit to dev now',
      "don't commit to main",
      'can you commit to main now?',
      'you can push to main now',
    ],
  })),
  {
    known: 'never delete branches without asking',
    over: [],
    kept: ['you can delete branches now', 'you can delete the branch now', 'deleting branches is fine now'],
  },
  {
    known: 'always cite sources',
    over: ['never cite sources'],
    kept: ["you don't need to run the tests any more", "don't cite sources in this one", 'i never cite sources'],
  },
  {
    known: 'my shift is 6 to 2',
    over: ['my shift is 2 to 10 now'],
    kept: ['my sister works 2 to 10 now', 'my shift is 8 hours long'],
  },
  {
    known: 'price is 7 pounds a jar',
    over: ['price is 8 pounds a jar now'],
    kept: ['the price of sugar is 8 pounds now', 'price is fine'],
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
    known: 'we use ResNet50 for the classifier',
    over: ["we're switching from ResNet50 to ViT", 'we no longer use ResNet50'],
    kept: ['we switch from ResNet18 to ConvNeXt', 'we move from room to room', 'they switch from ResNet50 to ViT'],
  },
  {
    known: 'we format with black',
    over: ['we moved from black to ruff format', 'we no longer format with black', 'we switched from black to ruff'],
    kept: ['we moved from flake8 to ruff'],
  },
  {
    known: "We're moving the tests to Jest",
    over: ['scrap jest, we moved back to Vitest', 'we no longer use Jest'],
    kept: ["We're not moving to Leeds after all", 'scrap that, we moved on', 'jest is slow', 'scrap the tests'],
  },
  {
    known: 'my rye starter is from 2011',
    over: [],
    kept: ['my bread is from 2012', 'my own starter', 'steps to manage the starter'],
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
