import { describe, expect, it } from 'vitest'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'My manager is Priya',
    over: ['I report to Gareth now and he hates long emails'],
    kept: ['Gareth reports to me now'],
  },
  {
    known: 'I live in Denver',
    over: ['I relocated to Valencia'],
    kept: ['Tom relocated to Valencia'],
  },
  {
    known: 'My golden retriever Biscuit is 11',
    over: ['we had to say goodbye to Biscuit on Saturday', 'Biscuit crossed the rainbow bridge'],
    kept: ['we had to say goodbye to Rex'],
  },
  {
    known: 'I take 50mg sertraline every morning',
    over: ['Psych bumped me up to 100 of the sertraline yesterday', 'they took me off sertraline'],
    kept: ['they put me on hold', 'they took me off the list'],
  },
  {
    known: 'I take metformin 500 twice a day',
    over: [
      'Doctor has put me up to metformin 1000 twice a day',
      'She has put me up to metformin 1000 twice a day',
      "The doctor's put my metformin down to 500 again in the evenings, still 1000 in the morning",
      "They've moved me up to 850 mg of metformin",
      "I've been put up to 850 of metformin",
      'my nurse has me on metformin 850 now',
    ],
    kept: [
      "Mum's nurse has put her up to metformin 1000",
      'Doctor might put me up to metformin 1000',
      'they put me on a waiting list for the metformin trial',
      'I put my metformin down to pick up the phone',
      "The hospital put me up to metformin 850 in grandpa's case",
    ],
  },
  {
    known: 'The doctor has put me up to bisoprolol 5',
    over: ['he put me back down to bisoprolol 2.5', 'dr moore dropped my bisoprolol to 2.5'],
    kept: ["He's put on weight with his bisoprolol"],
  },
  {
    known: 'Nurse says HbA1c is 64 and it was 58 before',
    over: ['I had mine done as well, HbA1c is 52', 'Got my results, HbA1c is 52', 'the nurse told me my HbA1c is 52'],
    kept: ['My husband had his done, HbA1c is 52', 'Dad went to the clinic, HbA1c is 52', 'A good HbA1c is 48'],
  },
  {
    known: 'We live in Easton',
    over: [
      "We've moved into the flat in Keynsham",
      "we're in the new flat in Keynsham now",
      'we got the keys to the Keynsham flat and moved in yesterday',
    ],
    kept: [
      "Tom's parents have moved into the flat in Keynsham",
      'we moved the office into the flat in Keynsham',
      "we've moved into the hotel in Bristol for the night",
      "we're in the new flat in Keynsham on Sunday to measure up",
      "I'm renting a studio in Berlin for two months",
    ],
  },
  { known: 'We rent a one bed in Easton at the moment, 1150 a month', over: ['moved to Keynsham last week'], kept: [] },
  { known: "We're renting in Bow", over: ['We live in Ely now'], kept: ['We rent a holiday flat in Devon'] },
  {
    known: 'I work at WaterWorks',
    over: [
      "I've been at Lumio two weeks now and I love it",
      'two weeks into my new job at Lumio',
      "first month at Lumio done and they've kept me on",
      'finished at WaterWorks on Friday',
      'last day at WaterWorks was yesterday',
    ],
    kept: [
      "I've been at the gym two hours now",
      "I've been at uni two years now",
      'my sister has been at Lumio two weeks now',
      "I'm two weeks into Duolingo",
      'finished at the dentist',
    ],
  },
  { known: 'I work as a content manager at a charity', over: ['I started at Lumio on Monday'], kept: [] },
  { known: 'I work at Bosch', over: [], kept: ['I work as a DJ at a club'] },
  { known: "I'm out of work at the moment", over: ['I started at Siemens'], kept: ['My wife started at Siemens'] },
  {
    known: 'I take azathioprine 150mg every morning',
    over: [
      "They stopped azathioprine, I'm on ustekinumab now",
      'my gp stopped the azathioprine',
      'doc discontinued my azathioprine',
      "They're taking me off azathioprine and putting me on humira",
      'They have stopped the azathioprine and put me on humira, nurse says I may eat what I like',
      "she's weaning me off azathioprine",
      "I'm off azathioprine since last week",
      'off the azathioprine since last wk too',
      "I've been off azathioprine since may",
      'I came off azathioprine in march',
    ],
    kept: [
      'they stopped talking about azathioprine',
      'they stopped azathioprine for my dad',
      'they stopped the azathioprine for two days',
      'they will stop azathioprine before the operation',
      'my brother is off azathioprine',
      "if they take me off azathioprine I'd be glad",
      "I'm off to get my azathioprine",
      "they're starting me on statins",
      'she stopped azathioprine last year',
    ],
  },
  {
    known: "I'm on sertraline 50mg",
    over: ['my psychiatrist stopped the sertraline', 'they took me off sertraline', 'off the sertraline since june'],
    kept: ['they put me on statins', "I'm off work since june"],
  },
  {
    known: 'metformin 500mg twice a day',
    over: ['they stopped the metformin', "I'm off metformin now"],
    kept: ['ibuprofen 400mg twice a day'],
  },
  {
    known: 'metformin 500mg twice a day, ramipril 5mg at night',
    over: [],
    kept: ['they stopped the metformin', 'they stopped the ramipril'],
  },
  {
    known: 'I take the bus to work',
    over: [],
    kept: ["I'm off the bus now", 'they stopped the bus at the bridge'],
  },
  {
    known: "I'm on call every second week",
    over: [],
    kept: ["I'm off call"],
  },
  {
    known: 'My days off are sun mon',
    over: [
      'Changed days off, now its monday tuesday',
      "I changed my days off, now it's monday and tuesday",
      'moved my days off to wednesday',
    ],
    kept: ['changed my days on the gym app, now its blue', 'Changed the lamp, now its bright'],
  },
  {
    known: 'Training is on mondays',
    over: [
      'training moved to thursday',
      'moved training to thursday',
      'we switched training to fri',
      'training is now thursdays',
    ],
    kept: ['moved the training notes to the monday folder', 'lunch is on thursday', 'training is fun on thursdays'],
  },
  {
    known: 'the standup is at 9:30',
    over: ['moved standup to 10:00', 'we pushed the standup back to 10am'],
    kept: ['moved the standup to the terrace', 'moved the standup to 3 Teams channels'],
  },
  {
    known: 'Boss is Miguel',
    over: ['boss is now Ana', 'my new boss is Ana'],
    kept: ["my sister's boss is now Ana", 'boss is on holiday', 'boss is annoyed'],
  },
  {
    known: 'my sister lives in Graz',
    over: ['sister moved to Linz'],
    kept: ['sister is visiting us', 'my brother moved to Linz'],
  },
  {
    known: 'I work tue and thu at the café',
    over: ['I quit the café', 'i quit the café, scholarship came through'],
    kept: ['I quit the gym', 'I quit the café loyalty card', 'I left the café early', 'I work at Bosch'],
  },
  {
    known: 'I work at Bosch',
    over: [],
    kept: ['I work weekends at a bakery', 'I work fri and sat at the bar'],
  },
  {
    known: 'Lives in Oslo',
    over: ['I moved to Rome', 'I moved back home to Rome', 'I live in Rome now'],
    kept: ['I was in Rome', 'my sister moved to Rome'],
  },
  { known: 'Based in Oslo', over: ['I moved to Rome'], kept: ['the company is based in Rome'] },
  { known: 'Home: Oslo', over: ['I moved to Rome'], kept: ['Home: where the heart is'] },
  { known: 'Works at Nortada', over: ['I work at Helio now', 'I quit Nortada'], kept: ['works for me', 'works at 5'] },
  { known: 'Our standup is at 10:00', over: ['our standup is back at 9:30'], kept: ['our standup is back'] },
  { known: 'We use Postgres as our database', over: [], kept: ['we are back on track', 'we are back on the boat'] },
  {
    known: 'I teach at the music school',
    over: ['I quit the music school'],
    kept: ['I quit the gym', 'I quit coffee'],
  },
  {
    known: "i'm vegan (since 2019!)",
    over: ["i've started eating eggs and fish again", 'I started eating meat again'],
    kept: ['I started eating breakfast again'],
  },
  {
    known: 'I smoke around 10 cigarettes a day',
    over: ['56 days without a cigarette today', '3 months smoke-free'],
    kept: ['56 days without rain'],
  },
  {
    known: 'I weigh 92 kg and want to lose weight slowly',
    over: ['scale said 84.5 this morning'],
    kept: ['the thermometer said 38.5 this morning', 'the scale said 250 grams'],
  },
  {
    known: 'My girlfriend Anna loves board games',
    over: ['Anna and I split up'],
    kept: ['We had to say goodbye to Anna at the airport'],
  },
  {
    known: 'I drink wine',
    over: ['no more wine for me'],
    kept: ['no more wine for me tonight'],
  },
  {
    known: 'My salary is 4000',
    over: ['they cut my salary to 3000'],
    kept: ['they cut my hair to 3 cm'],
  },
  {
    known: 'My girlfriend Priya loves board games',
    over: ['Priya and I broke up a few days ago'],
    kept: ['Priya and I broke the vase'],
  },
  {
    known: 'Please reply to me in Spanish',
    over: ['My exam is over so you can go back to English'],
    kept: ['My exam is over so you can go back to sleep'],
  },
  {
    known: 'Call me Alex please',
    over: ['I go by Lexi now'],
    kept: ['I go by bus now'],
  },
  {
    known: 'Never use emojis',
    over: ["you can use emojis again btw, it's for instagram now"],
    kept: ['you can use my laptop again'],
  },
  {
    known: 'I live in Leeds so please use British prices',
    over: ['I moved to York', 'I moved to York so please use northern examples'],
    kept: ['I visited York so please use northern examples'],
  },
  {
    known: 'I keep all my notes in Evernote',
    over: ['all my notes live in Obsidian now'],
    kept: ['all my recipes live in Obsidian now'],
  },
  {
    known: "We're a team of four devs",
    over: ["we're a team of six now, two joined"],
    kept: ["they're a team of six now"],
  },
  {
    known: 'I take ramipril 5 mg',
    over: ['they put me on 10 mg of the ramipril'],
    kept: ['they put my father on 10 mg of the ramipril'],
  },
  {
    known: "I've been vegetarian since college",
    over: ['I eat meat again'],
    kept: ['my sister eats meat again'],
  },
]

/** What sounds like the end of what is known, and is not. */
const lookAlikes: readonly [known: string, said: string][] = [
  ['I work at Siemens', 'my brother started a new job at Bosch last week'],
  ['I work at Siemens', 'the whole team got cut some slack'],
  ["I've been unemployed since April", 'my sister signed the contract'],
  ["I've been unemployed since April", 'I signed the contract for the flat'],
  ["I'm a junior data analyst", 'I got bumped to business class'],
  ["I'm the treasurer of our allotment society", 'I talked to the treasurer'],
  ["We're a team of four devs", "we're up to eleven tickets"],
  ['I commute by train 50 mins each way', 'the train was late'],
  ['I commute by train 50 mins each way', "we're fully remote this week"],
  ['I work from home all week', 'my wife is back in the office'],
  ['I work from home all week', "I'm back in the office today"],
  ['I work from home all week', 'I work from home on Fridays'],
  ['I live in Kreuzberg', 'I moved out of the way'],
  ["I'm single and renting a studio", 'she said yes to the raise'],
  ["I'm single and renting a studio", 'He said yes!'],
  ["I'm single and renting a studio", 'my sister is engaged'],
  ["I'm married, two kids", "my sister's divorce got finalized"],
  ['doing keto right now', 'done with the keto cookbook'],
  ['doing keto right now', 'done with keto for today'],
  ['doing keto right now', 'done with the report'],
  ['I quit smoking in March', 'back on the train'],
  ['I quit smoking in March', 'back on 10 projects'],
  ['I hate cilantro', 'the moss has grown on the roof'],
  ['Wedding is on 14 September', "the party's off"],
  ['Wedding is on 14 September', 'the wedding is on'],
  ['I have an exam on 12 May', 'the interview is done'],
  ["We're on Postgres 14 for the backend", 'the frontend is just a react app now'],
  ['Please reply in British English always', 'my boss uses american spelling'],
  ['Please never use emojis in your answers, they drive me nuts', 'you can use my laptop again'],
  ['keep your answers short', 'forget what I said about long answers'],
  [
    "I'm on omeprazole for reflux so keep that in mind with food suggestions",
    'Came off the motorway at the wrong exit',
  ],
  ["I'm 30 weeks pregnant with our first", 'Our daughter Elsie was born in 2019'],
  ['I drive a 2012 Ford Fiesta and it makes a squeaking noise when braking', 'The piano is sold'],
  ['I weigh 92 kg at the moment and want a sensible calorie target', "Looked at the list and I'm down to 3 tasks"],
  ["i'm allergic to penicillin", "had the allergy test and turns out i'm allergic to penicillin"],
  ['Currently reading Middlemarch', 'I finished Emma last night'],
]

describe('a change in other words than the statement that it ends', () => {
  it.each(pairsOf(news, 'over'))('%s. %s', (known, said) => expect(isOverBy(known, said)).toBe(true))
  it.each([...pairsOf(news, 'kept'), ...lookAlikes])('leaves it: %s. %s', (known, said) =>
    expect(isOverBy(known, said)).toBe(false),
  )
})
