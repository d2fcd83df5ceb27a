import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { claimsOf } from './claims-of.ts'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'My nan lives with my uncle',
    over: [
      'nan went into Willow Court on Tuesday',
      "nan's moved in with us",
      'My nan has moved into sheltered housing',
    ],
    kept: [
      'nan went into town',
      'nan went into labour court',
      'my gran went into Willow Court',
      'my nan is in the house',
    ],
  },
  { known: 'My son lives with his dad', over: [], kept: ['my son went into the house', 'my son went into his room'] },
  {
    known: 'My mother lives alone in Lublin',
    over: ['My mother lives since last week with my sister in Warsaw', 'my mother now lives with my aunt in Warsaw'],
    kept: ['My mother lives with my sister', 'My aunt lives since last week with my sister in Warsaw'],
  },
  {
    known: 'Grandpa is in hospital',
    over: ["Grandpa's home again", 'grandpa is out of hospital'],
    kept: ['Grandma is back home', 'grandpa is home alone'],
  },
  {
    known: 'Rita looks after the garden',
    over: ['Rita has retired, Pete does the garden now', 'Ann has left so Pete looks after the garden now'],
    kept: ['Rita has retired, Pete does the kitchen now', 'Pete does the garden centre quiz, Ann has a garden now'],
  },
  { known: 'Leo has asthma', over: [], kept: ['Leo is better, Mia has asthma now'] },
  { known: 'We use Node 20', over: ['bumped us to node 22'], kept: ['bumped us to business class'] },
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
    known: 'Per is the IT contact at Lindqvist',
    over: ['the new IT contact is Malin Ek', 'new IT contact: Malin Ek'],
    kept: ['the new IT contact at Berg is Malin Ek', 'the IT contact is on holiday', 'new IT contact form is online'],
  },
  {
    known: 'Rafał owns the schema in our team',
    over: [
      'Dominika owns the schema now',
      'Dominika is now responsible for the schema',
      'Dominika took over the schema from Rafał',
      'Rafał no longer owns the schema',
      'Dominika handles the schema now',
    ],
    kept: [
      'Dominika owns the docs now',
      'Dominika also owns the schema now',
      'Dominika owns a schema now',
      'who owns the schema now?',
      'Dominika changed the schema',
      'Rafał no longer owns the docs',
      'in the story Dominika owns the schema now',
    ],
  },
  {
    known: 'My wife Kasia does the books',
    over: [
      'Kasia no longer does the books',
      "Kasia doesn't do the books any more, I have an accountant, Darren",
      'Darren does the books now',
      'I do the books now',
      'Darren took over the books',
    ],
    kept: [
      'Kasia does the dishes now',
      'Kasia no longer reads the books',
      'Darren does the school play now',
      'Kasia took over the shop',
      'Kasia did the books yesterday',
      'my son does the books now and then',
      'Darren does the books on Fridays now',
      'Darren does the books while she is away',
    ],
  },
  {
    known: 'never push to main',
    over: [
      'you can push to main now',
      'you may push to main again',
      'pushing to main is fine now',
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
    known: 'ask before you run migrations',
    over: [
      "you don't need to ask before migrations any more",
      'no need to ask before migrations anymore, just run them',
      "you don't have to ask before running migrations anymore",
    ],
    kept: ["you don't need to ask before deploys any more", 'no need to ask, just run the tests', 'he no longer asks'],
  },
  {
    known: 'always cite sources',
    over: ["you don't need to cite sources any more", 'never cite sources'],
    kept: ["you don't need to run the tests any more", "don't cite sources in this one", 'i never cite sources'],
  },
  {
    known: 'no meetings before 9:30 please',
    over: ['no meetings before 8:30 from now on', 'no meetings before 10', 'from next week no meetings before 10am'],
    kept: [
      'no meetings after 5',
      'no calls before 8',
      'no meetings before 10 tomorrow',
      'no meetings before 10 on Fridays',
      'no meetings before 10 this week',
      'there were no meetings before 10',
    ],
  },
  {
    known: 'PRs need two approvals in our repo',
    over: ['PRs need only one approval now', 'our PRs need three approvals now'],
    kept: [
      'PRs need two reviewers now',
      'hotfix PRs need one approval now',
      'releases need one approval now',
      'this PR needs one approval',
      'PRs need a ticket',
    ],
  },
  {
    known: 'max discount I can give is 10%',
    over: ['my max discount is 12% now', 'the max discount we can offer is 15% now', 'max discount is 12% now'],
    kept: ['the discount they gave me is 12%', 'my max budget is 12% now'],
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
    known: 'we use ResNet50 for the classifier',
    over: [
      'we switch from ResNet50 to ConvNeXt-tiny',
      "we're switching from ResNet50 to ViT",
      'we no longer use ResNet50',
    ],
    kept: ['we switch from ResNet18 to ConvNeXt', 'we move from room to room', 'they switch from ResNet50 to ViT'],
  },
  {
    known: 'we format with black',
    over: ['we moved from black to ruff format', 'we no longer format with black', 'we switched from black to ruff'],
    kept: ['we moved from flake8 to ruff'],
  },
  {
    known: "We're moving the tests to Jest",
    over: ["We're not moving to Jest after all", 'scrap jest, we moved back to Vitest', 'we no longer use Jest'],
    kept: ["We're not moving to Leeds after all", 'scrap that, we moved on', 'jest is slow', 'scrap the tests'],
  },
  {
    known: 'We use Redis',
    over: ['scrap Redis, we moved to Postgres', 'Ditch redis and we use Postgres'],
    kept: [
      'scrap Redis',
      'Ditch redis.',
      'scrap Redis, how would it look with Postgres?',
      'scrap Redis, show Postgres',
    ],
  },
  {
    known: 'we use webpack',
    over: [
      'webpack is out, vite everywhere',
      'vite replaced webpack',
      'we swapped webpack for vite',
      'we killed webpack',
      'webpack is out since monday',
    ],
    kept: [
      'webpack 6 is out',
      'vite is out',
      'webpack is dead again, can you look at the logs',
      'we swapped the webpack config for a shorter one yesterday and it works',
      'they replaced webpack',
    ],
  },
  {
    known: 'we deploy to Netlify',
    over: ['we left Netlify last week', 'everything runs on Hetzner now', 'we moved off netlify'],
    kept: ['we deploy on fridays', 'we left Leeds', 'everything is on hold now'],
  },
  { known: 'we deploy on thursdays', over: ['we deploy on tuesdays now'], kept: ['we deploy on Vercel now'] },
  {
    known: "I'm on call on tuesdays",
    over: ["I'm on call mondays now", "I'm on call on mondays and fridays from now on"],
    kept: ["I'm on call on saturday too", 'Priya is on call on mondays now', "I'm off on monday now"],
  },
  {
    known: "I'm in the office on tuesdays",
    over: ["I'm in the office on thursdays now"],
    kept: ["I'm in the office right now", "I'm working from home on mondays now"],
  },
  {
    known: 'my exam is on 5 october',
    over: ['my exam is on 28 sept now', 'my exam is 2 november now'],
    kept: ['my exam has 12 questions now'],
  },
  { known: 'my flat has 3 rooms', over: [], kept: ['my flat has 70 square metres now'] },
  {
    known: 'the launch is on 12 may',
    over: ['launch slips to 2 june', 'the launch slid to 2 june'],
    kept: ['the page slides to 2', 'the launch party slips to 2 june'],
  },
  {
    known: 'Polarcargo goes live on 5 october',
    over: ['Polarcargo go-live moved up to 28 sept', 'Polarcargo goes live on 28 sept now'],
    kept: ['Kepler goes live on 28 sept now', 'Polarcargo lives in Oslo'],
  },
  {
    known: 'our biggest customer is Nordfrakt',
    over: ['our biggest customer is now Polarcargo', 'Polarcargo is our biggest customer now'],
    kept: [
      'our biggest customer is Polarcargo',
      'Kepler is our biggest competitor now',
      'our biggest customer is in Oslo now',
    ],
  },
  {
    known: 'Henrik is our CEO',
    over: ['Anna is our CEO now', 'our CEO is Anna now'],
    kept: ['Anna is our CTO now', 'Anna is their CEO now'],
  },
  {
    known: 'BIL-482 is in review',
    over: ['BIL-482 is merged', 'BIL-482 was merged yesterday', 'BIL-482 is done'],
    kept: ['BIL-483 is merged', 'BIL-482 is about the login', 'is BIL-482 merged?'],
  },
  {
    known: 'Exams are in January',
    over: ['exams moved to March', 'exams are in March now'],
    kept: ['Anna moved to March', 'exams are hard', 'exams are done'],
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
      const spentMs = startCpuClock()
      claimsOf(part.repeat(20_000 / part.length))
      claimsOf(part.repeat(300 / part.length))
      expect(spentMs()).toBeLessThan(500)
    },
  )
})
