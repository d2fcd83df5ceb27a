import { describe, expect, it } from 'vitest'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
  {
    known: 'My salary is 60k',
    over: ['My salary is 65k now'],
    kept: ['I earn $20 an hour from tutoring on the side', 'I earn €300 a month from my blog'],
  },
  {
    known: 'My vet is Dr Patel',
    over: ['My vet is Dr Lim now'],
    kept: ['My vet is expensive', 'My vet is near the station', 'I see a new vet now and then'],
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
    over: ['My ward manager is called Prakash now'],
    kept: ['My landlord is Prakash now', 'My ward manager is Sandra and strict'],
  },
  {
    known: 'I bank with Monzo',
    over: ['I bank with Chase now'],
    kept: [
      'might switch to Starling',
      'my bank is useless now',
      'my joint account is with Chase now',
      'I bank with Chase',
    ],
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
    known: 'There are four of us on the team',
    over: ["team's up to six people now", 'the team is 6 people now'],
    kept: ['there were six people at the meeting', 'their team is 6 people now'],
  },
  { known: 'I weigh 82 kg', over: ['weighed in at 78 kg today'], kept: ['my dad weighed in at 78 kg today'] },
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
    known: 'My rent is 1,100 a month',
    over: ['they raised the rent to 1,250 from May'],
    kept: ['the landlord next door put the rent up to 1,250', 'They put the rent up to a vote'],
  },
  { known: 'We are five devs at Bramble', over: ["we're three now"], kept: ["we're three minutes away now"] },
  {
    known: 'My surgery is on 9 March',
    over: ["They've put my surgery back to 16 March"],
    kept: ['the plumber put his visit back to 16 March', 'Put the book back to the shelf'],
  },
  {
    known: 'My wife Priya is a dentist',
    over: ['My ex-wife Priya keeps the house'],
    kept: ["My brother's ex-wife Priya keeps the house", 'My ex-wife Anna keeps the house', "my ex Priya's cat died"],
  },
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
    known: 'I like brief answers',
    over: ['go into more depth from now on', 'do answers a bit longer from now on'],
    kept: ['go into more depth on step 2', 'My customers say your replies are too short'],
  },
  { known: "I'm on citalopram 20mg", over: ["I'm off citalopram for good"], kept: ["I'm off citalopram for the day"] },
]

describe('what was exchanged, done or made good', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))
})
