import { describe, expect, it } from 'vitest'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'I work at Siemens',
    over: [
      'ok so started the new gig at Bosch last week and they want a plan from me',
      'whole marketing team got cut on thursday, me included',
    ],
    kept: ['my brother started a new job at Bosch last week', 'the whole team got cut some slack'],
  },
  {
    known: "I've been unemployed since April",
    over: ['signed the contract this morning!!!', 'Finally signed my new job contract'],
    kept: ['my sister signed the contract', 'I signed the contract for the flat'],
  },
  {
    known: "I'm a junior data analyst",
    over: ['I got bumped to senior analyst!!'],
    kept: ['I got bumped to business class'],
  },
  {
    known: 'My manager is Priya',
    over: ['I report to Gareth now and he hates long emails'],
    kept: ['Gareth reports to me now'],
  },
  {
    known: "I'm the treasurer of our allotment society",
    over: ['handed the treasurer thing over at the AGM'],
    kept: ['I talked to the treasurer'],
  },
  {
    known: "We're a team of four devs",
    over: ["we're up to eleven engineers after the reorg"],
    kept: ["we're up to eleven tickets"],
  },
  {
    known: 'I commute by train 50 mins each way',
    over: ['fully remote as of monday, the office is closing'],
    kept: ['the train was late', "we're fully remote this week"],
  },
  {
    known: 'I work from home all week',
    over: ["I'm back in the office"],
    kept: ['my wife is back in the office', "I'm back in the office today", 'I work from home on Fridays'],
  },
  {
    known: 'I live in Kreuzberg',
    over: ['moved out of the WG into a one-room place in Wedding'],
    kept: ['I moved out of the way'],
  },
  {
    known: 'I live in Denver',
    over: ['I relocated to Valencia'],
    kept: ['Tom relocated to Valencia'],
  },
  {
    known: "I'm single and renting a studio",
    over: ['she said YES on sunday 💍'],
    kept: ['she said yes to the raise', 'He said yes!', 'my sister is engaged'],
  },
  {
    known: "I'm married, two kids",
    over: ['the divorce got finalized in November'],
    kept: ["my sister's divorce got finalized"],
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
    known: 'doing keto right now',
    over: ['done with keto, I felt like a zombie'],
    kept: ['done with the keto cookbook', 'done with keto for today', 'done with the report'],
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
    known: 'I quit smoking in March',
    over: ['relapsed over the holidays, back on about half a pack'],
    kept: ['back on the train', 'back on 10 projects'],
  },
  {
    known: 'I weigh 92 kg and want to lose weight slowly',
    over: ['scale said 84.5 this morning'],
    kept: ['the thermometer said 38.5 this morning', 'the scale said 250 grams'],
  },
  {
    known: 'I hate cilantro',
    over: ['weirdly cilantro has grown on me'],
    kept: ['the moss has grown on the roof'],
  },
  {
    known: 'Wedding is on 14 September',
    over: ["so the wedding's off"],
    kept: ["the party's off", 'the wedding is on'],
  },
  {
    known: 'I have an exam on 12 May',
    over: ['exam done, got a 2:1 in it!!'],
    kept: ['the interview is done'],
  },
  {
    known: "We're on Postgres 14 for the backend",
    over: ['the whole backend is just a sqlite file now lol'],
    kept: ['the frontend is just a react app now'],
  },
  {
    known: 'Please reply in British English always',
    over: ['from now on use american spelling'],
    kept: ['my boss uses american spelling'],
  },
  {
    known: 'Please never use emojis in your answers, they drive me nuts',
    over: ["you can use emojis again btw, it's for instagram now"],
    kept: ['you can use my laptop again'],
  },
  {
    known: 'keep your answers short',
    over: ['forget what I said about short answers'],
    kept: ['forget what I said about long answers'],
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
    known: "I'm on omeprazole for reflux so keep that in mind with food suggestions",
    over: ['Came off the omeprazole about three weeks ago and I feel fine without it'],
    kept: ['Came off the motorway at the wrong exit'],
  },
  {
    known: "I'm 30 weeks pregnant with our first",
    over: ['Our daughter Elsie was born on Tuesday morning!'],
    kept: ['Our daughter Elsie was born in 2019'],
  },
  {
    known: 'I drive a 2012 Ford Fiesta and it makes a squeaking noise when braking',
    over: ['The Fiesta is sold'],
    kept: ['The piano is sold'],
  },
  {
    known: 'I weigh 92 kg at the moment and want a sensible calorie target',
    over: ["Stepped on the scale this morning and I'm down to 85 kg"],
    kept: ["Looked at the list and I'm down to 3 tasks"],
  },
  {
    known: 'Please reply to me in Spanish',
    over: ['My exam is over so you can go back to English'],
    kept: ['My exam is over so you can go back to sleep'],
  },
  {
    known: "i'm allergic to penicillin",
    over: ["had the allergy test and turns out i'm not allergic to penicillin after all"],
    kept: ["had the allergy test and turns out i'm allergic to penicillin"],
  },
  {
    known: 'Currently reading Middlemarch',
    over: ['I finished Middlemarch last night and cried a bit'],
    kept: ['I finished Emma last night'],
  },
  {
    known: 'Call me Alex please',
    over: ['I go by Lexi now'],
    kept: ['I go by bus now'],
  },
]

describe('a change in other words than the statement that it ends', () => {
  it.each(pairsOf(news, 'over'))('%s. %s', (known, said) => expect(isOverBy(known, said)).toBe(true))
  it.each(pairsOf(news, 'kept'))('leaves it: %s. %s', (known, said) => expect(isOverBy(known, said)).toBe(false))
})
