import { describe, expect, it } from 'vitest'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

const news: readonly News[] = [
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
  { known: "I'm on citalopram 20mg", over: ["I'm off citalopram for good"], kept: ["I'm off citalopram for the day"] },
]

describe('what was exchanged, done or made good', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))
})
