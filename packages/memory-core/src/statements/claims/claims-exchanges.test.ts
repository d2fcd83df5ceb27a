import { describe, expect, it } from 'vitest'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'My salary is 60k',
    over: ['My salary is 65k now'],
    kept: ['I earn $20 an hour from tutoring on the side', 'I earn €300 a month from my blog'],
  },
  {
    known: 'I am a cook in a school',
    over: ["I'm a driver now", 'I am a team leader now', "I'm a receptionist from 1 June"],
    kept: ["I'm a driver", "I'm a better cook now", 'My sister is a driver now'],
  },
  {
    known: 'I am nurse',
    over: ['I am not more nurse', 'I am receptionist now'],
    kept: ['My wife is receptionist now'],
  },
  {
    known: 'My vet is Dr Patel',
    over: ['My vet is Dr Lim now'],
    kept: ['My vet is expensive', 'My vet is near the station', 'I see a new vet now and then'],
  },
  {
    known: "I'm engaged to Sam",
    over: ['The engagement is off'],
    kept: ['Our engagement is over 2 years old now'],
  },
  {
    known: 'We deploy with Jenkins',
    over: ["Jenkins is finally gone, it's all GitHub Actions", 'Jenkins is history'],
    kept: ['Jenkins is gone, can you help?', 'Jenkins is gone', 'Jenkins is finally up', 'Travis is finally gone'],
  },
  {
    known: 'I code in VS Code',
    over: ["I've moved my editor to Zed", 'I moved my editor over to Zed'],
    kept: ["I moved my desk to Zed's room", 'My colleague moved her editor to Zed', 'I moved my browser to Firefox'],
  },
  {
    known: 'My ward manager is Sandra',
    over: ['My manager is Prakash now', 'My ward manager is called Prakash now'],
    kept: ['My landlord is Prakash now', 'My ward manager is Sandra and strict'],
  },
  {
    known: 'I bank with Monzo',
    over: [
      'switched to Starling for my bank account',
      'I moved my bank account over to Chase',
      'I bank with Chase now',
    ],
    kept: [
      'might switch to Starling',
      'my bank is useless now',
      'my joint account is with Chase now',
      'I bank with Chase',
    ],
  },
  {
    known: 'My car insurance is with Admiral',
    over: ['changed my car insurance to Aviva', 'my car insurance is with Aviva now'],
    kept: ['my home insurance is with Aviva now', 'changed my car insurance to the cheapest one'],
  },
  {
    known: 'We get our flour from Shipton Mill',
    over: ['we buy flour from Gilchesters now', 'our flour comes from Gilchesters now'],
    kept: ['we buy sugar from Gilchesters now', 'we get flour from Gilchesters'],
  },
  {
    known: 'Our vet is Anna Pryce',
    over: ["We've switched vets, it's Tom Bell now", 'I see a new vet now, Tom Bell'],
    kept: ['we saw a locum vet, Tom Bell, on Sunday', 'our vet is on holiday', "my sister's vet is Tom Bell now"],
  },
  {
    known: "I'm pregnant, due in May",
    over: ['Leo was born on the 3rd', 'Leo was born last night', 'our daughter Ines arrived on Sunday, 3.2 kg'],
    kept: [
      'Leo was born on 3 May 2019',
      'Leo was born in May',
      'my niece Mia was born on the 3rd',
      'our daughter Ines arrived on Sunday',
    ],
  },
  {
    known: 'I broke up with Sam',
    over: ['Sam and I got back together', "I'm back with Sam"],
    kept: ['Priya and her boyfriend got back together', 'Jo and I got back together', "I'm back from Sam's"],
  },
  {
    known: "I'm not speaking to my sister since the funeral",
    over: ['me and my sister made up', 'my sister and I are talking again'],
    kept: ['my sister and I share a car', 'me and my brother made up', 'my sister and her boss made up'],
  },
  {
    known: "I'm running a half marathon in May",
    over: ['finished the half in 1:56', 'I ran the half marathon on Sunday'],
    kept: ['finished half of my long run', 'Joe finished the half in 1:56', 'ran the first half'],
  },
  { known: 'I run half marathons', over: [], kept: ['finished the half in 1:56'] },
  {
    known: "We're renovating the kitchen this spring",
    over: ["the kitchen's finished", 'we finished the kitchen'],
    kept: ["the bathroom's finished", "their kitchen's finished"],
  },
  {
    known: "We're getting married in August",
    over: ['we got married on Saturday!'],
    kept: ['my cousin got married on Saturday', 'they got married'],
  },
  {
    known: "We're moving to Bath",
    over: ["we're staying in Southville after all", "we're staying put"],
    kept: ["we're staying in a hotel", 'Jo is staying in York after all', "we're staying in Bath for the weekend"],
  },
  {
    known: "We're moving to Jest",
    over: ['scrap jest'],
    kept: [
      "we're staying in Southville after all",
      'scrap that',
      'scrap the tests',
      "we're moving the meeting to Thursday",
    ],
  },
  {
    known: 'I live in Bristol',
    over: ['we bought a house in Totterdown and moved in last week'],
    kept: ['we bought a house in Totterdown', 'they bought a house in Totterdown and moved in'],
  },
  {
    known: "I'm doing a PhD in marine biology",
    over: ['I started a postdoc in Bergen'],
    kept: ['I did a postdoc application', 'my flatmate started a postdoc in Bergen'],
  },
  {
    known: "I'm a second year apprentice electrician",
    over: ['I qualified as an electrician in June'],
    kept: ['I qualified for the final', 'my brother qualified as an electrician'],
  },
  {
    known: 'There are four of us on the team',
    over: ["team's up to six people now", 'the team is 6 people now'],
    kept: ['there were six people at the meeting', 'their team is 6 people now'],
  },
  {
    known: 'My daughter is 7',
    over: ['my daughter had her 8th birthday yesterday'],
    kept: ['my nephew had his 8th birthday yesterday', 'my daughter went to her 8th birthday party this year'],
  },
  { known: 'I weigh 82 kg', over: ['weighed in at 78 kg today'], kept: ['my dad weighed in at 78 kg today'] },
  {
    known: 'My hourly rate is 60 euros',
    over: ['put my hourly rate up to 72'],
    kept: ['the parking is 72 an hour now'],
  },
  {
    known: 'I take ramipril 5 mg every morning',
    over: [
      'The doctor has stopped the ramipril',
      "ramipril's been stopped",
      'They swapped the ramipril for losartan',
      'the ramipril has been replaced by losartan 50',
      'I switched from ramipril to candesartan',
      "Ramipril's up to 10 now",
      'ramipril is 10 now',
      'Consultant has upped ramipril to 10',
      'my ramipril was lowered to 2.5',
    ],
    kept: [
      'I dropped my ramipril down the sink this morning',
      'They raised ramipril by 20% this year',
      'We stopped ramipril on the ward',
      'My ramipril got changed to a different manufacturer',
      'They doubled my ramipril',
      'My dad stopped the ramipril',
      'the pharmacy has stopped ramipril deliveries',
      "I stopped the ramipril until Friday's test",
      "Mum's ramipril was doubled",
      'Ramipril was replaced by losartan in the trial',
      'they stopped the ramipril for my sister',
      'ramipril is 3 euros at the new pharmacy',
      'We swapped ramipril stories',
      'Ramipril stopped my headaches',
    ],
  },
  {
    known: 'I take ramipril 5 and aspirin',
    over: [],
    kept: ['the aspirin has been replaced by clopidogrel'],
  },
  { known: 'My dad takes ramipril', over: [], kept: ['They stopped my ramipril'] },
  { known: "I'm allergic to naproxen", over: [], kept: ['GP stopped the naproxen'] },
  {
    known: 'My weight is 94 kg',
    over: ["I was 88 kilos at the nurse's this morning", 'Weighed myself: 88.5 kg', '88.2 kg this morning'],
    kept: ['I was 88 kilos when I met Tom', '5 kilos of flour', 'the sofa was 88 kilos at the depot'],
  },
  {
    known: 'My HbA1c is 61',
    over: ['HbA1c is 52 now', 'HbA1c came back at 48', "HbA1c's down to 52"],
    kept: ["Mum's HbA1c is 52 now", 'the target HbA1c is 48'],
  },
  {
    known: 'I earn 2,900 net',
    over: ['Got the raise, 3,150 net', 'I got a raise to 3,150'],
    kept: ['I got the raise, 3 people clapped', 'My sister got a raise, 3,150 net', 'Got a raise!'],
  },
  {
    known: 'My rent is 1,100 a month',
    over: ['Landlord put the rent up to 1,250', 'they raised the rent to 1,250 from May'],
    kept: ['the landlord next door put the rent up to 1,250', 'They put the rent up to a vote'],
  },
  { known: 'My savings are 4,000', over: ['Savings hit 6,500 today'], kept: ['I want my savings to hit 6,500'] },
  { known: 'We are five devs at Bramble', over: ["we're three now"], kept: ["we're three minutes away now"] },
  {
    known: 'My surgery is on 9 March',
    over: ["They've put my surgery back to 16 March", "The surgery's been put back to 16 March"],
    kept: ['the plumber put his visit back to 16 March', 'Put the book back to the shelf'],
  },
  {
    known: "I'm engaged to Tom",
    over: ["The engagement's off"],
    kept: ["Sue's engagement is off", 'The engagement party is over', 'the dinner engagement is off'],
  },
  {
    known: 'My wife Priya is a dentist',
    over: ['My ex-wife Priya keeps the house'],
    kept: ["My brother's ex-wife Priya keeps the house", 'My ex-wife Anna keeps the house', "my ex Priya's cat died"],
  },
  {
    known: "I'm vegan",
    over: ["the vegan thing's over"],
    kept: ["my sister's vegan thing is over", 'the vegan festival is over'],
  },
  { known: 'My son is vegetarian', over: ["my son's back on meat"], kept: ["my daughter's back on meat"] },
  {
    known: "I don't drink alcohol",
    over: ["I'm back to having a glass of wine"],
    kept: ['My brother is back to having a glass of wine'],
  },
  {
    known: 'I smoke a pack a day',
    over: ["I've been smoke-free since April"],
    kept: ['The hotel has been smoke-free since April'],
  },
  {
    known: 'Leo was born on the 3rd',
    over: [],
    kept: ["I'm pregnant", "I'm pregnant again"],
  },
  {
    known: 'I teach Year 4 at Hillcrest Primary',
    over: ["I've left teaching, I drive a bus now"],
    kept: ["I've left teaching notes for the sub"],
  },
  {
    known: 'My manager is Sandra',
    over: ["My manager's called Prakash now"],
    kept: ["My sister's manager's called Prakash now", "My manager's on leave now"],
  },
  {
    known: 'My GP is Dr Shah',
    over: ["Dr Shah has retired, I've got a Dr Lim now"],
    kept: ['Dr Shah left a voicemail', 'Dr Shah has a new receptionist now'],
  },
  {
    known: 'Give me detailed answers',
    over: ['Your answers are too long for me', 'I find your answers rather long', 'three lines is enough from now on'],
    kept: [
      'The exam answers are too long',
      'your explanations are too long to fit a slide',
      'your answers are so long that I made a coffee',
      'three lines is enough',
    ],
  },
  {
    known: 'I like brief answers',
    over: ['go into more depth from now on', 'your answers are too short', 'do answers a bit longer from now on'],
    kept: ['go into more depth on step 2', 'My customers say your replies are too short'],
  },
  { known: "I'm on citalopram 20mg", over: ["I'm off citalopram for good"], kept: ["I'm off citalopram for the day"] },
]

describe('what was exchanged, done or made good', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))
})
