import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { claimsOf } from './claims-of.ts'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'Never deploy on Fridays',
    over: [
      "friday deploys are ok again now that we've got rollback",
      'Friday deploys are back on',
      'deploys on fridays are ok again now',
    ],
    kept: [
      'are friday deploys ok again?',
      'the friday deploy is done',
      'deploys are back on, the outage is over',
      'friday deploys are ok at the sister company now',
      'Tuesday deploys are fine now',
      'if the rollback works friday deploys are ok again',
      'Ann says friday deploys are fine again in his team',
    ],
  },
  {
    known: "Don't touch legacy/ at all, it's frozen",
    over: ["The audit's finished so legacy/ is fair game now"],
    kept: ['legacy/ is back on my screen', 'legacy/ is open in my editor now'],
  },
  {
    known: 'No new dependencies that the lead has not seen',
    over: ['You can add dependencies freely now', 'you can add new dependencies again'],
    kept: ['you can add it now', 'you can add tests again'],
  },
  {
    known: "I can't run, stress fracture",
    over: ['the boot came off, cleared to run again'],
    kept: ['you can run the tests again', 'I saw people run again'],
  },
  { known: "Don't run the e2e tests locally", over: [], kept: ['cleared to run again', 'I can run again'] },
  {
    known: 'No gluten for me until the biopsy',
    over: ['biopsy was clear so I can eat bread'],
    kept: ['the biopsy is done, results next week', 'biopsy was not clear', 'the biopsy is over if all goes well'],
  },
  {
    known: "Don't push to main before the release is out",
    over: ['release is out, main is open'],
    kept: ['the release notes are done', 'you can push to main now', 'the release will be out on Monday'],
  },
  {
    known: "I don't drink alcohol while I'm breastfeeding",
    over: ['finished breastfeeding so wine is back on the menu'],
    kept: ['the wine is finished', 'finished the bottle so wine is out'],
  },
  { known: 'I gave up sugar for Lent', over: ["Lent's over, hello cake"], kept: ['Lent is not over yet'] },
  { known: 'Code freeze until 3 January', over: ['freeze lifted, ship away'], kept: ['the siege was lifted'] },
  {
    known: "I can't drive until my eye operation",
    over: ['the eye operation is done'],
    kept: ['the operation is done on Mondays'],
  },
  {
    known: 'Physio says no running for 6 weeks',
    over: ['physio cleared me to run again', 'cleared to run again', 'the physio says I can run again'],
    kept: ["physio says I can't run again yet", 'I want to run again', 'cleared to lift again'],
  },
  {
    known: "My doctor says I can't drive",
    over: [
      'I can drive again',
      'my neurologist has cleared me to drive again',
      "the doctor says I'm allowed to drive again",
    ],
    kept: ['Tom can drive again', 'I can fly again', 'can I drive again?'],
  },
  { known: 'No running in the house', over: [], kept: ['cleared to run again'] },
  // What may harm is not lifted in passing.
  { known: 'Doctor says no penicillin', over: [], kept: ['penicillin is allowed again'] },
  {
    known: "My doctor says I can't eat nuts",
    over: [],
    kept: ['I can eat nuts again next week', 'nuts are fine again'],
  },
  { known: 'No nuts in the house, Ella has an allergy', over: [], kept: ['nuts are ok again', 'nuts are back on'] },
  { known: 'Never give me ibuprofen', over: [], kept: ['ibuprofen is fine again'] },
  { known: "No nuts in the house, Leo's throat closes up", over: [], kept: ['nuts are fine again'] },
  { known: "Don't give him eggs, he swells up", over: [], kept: ['eggs are fine with us again'] },
  { known: 'Never mix bleach with vinegar', over: [], kept: ['vinegar is fine again'] },
  { known: "Don't call me Bob", over: [], kept: ['bob is fine again', 'bob is fine, he left hospital'] },
  { known: 'Only use the EU region', over: [], kept: ['the US region is allowed as well now'] },
]

describe('bans that are lifted', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))

  it.each(['never x, ', 'until the audit is done, ', 'x is fine again so ', 'finished the x and '])(
    'takes linear time on "%s" again and again',
    (part) => {
      const spentMs = startCpuClock()
      claimsOf(part.repeat(20_000 / part.length))
      claimsOf(part.repeat(300 / part.length))
      expect(spentMs()).toBeLessThan(500)
    },
  )
})
