import { describe, expect, it } from 'vitest'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

/** What people change between two chats, as they type it. */
const news: readonly News[] = [
  {
    known: 'My budget for the laptop is 1500',
    over: [
      'actually budget is more like 1200',
      'the budget is about 1800 now',
      "prices went up, let's say the budget is 2000 now",
    ],
    kept: [
      'the budget for the desk is 300',
      'budget is tight',
      'a budget is more like a plan',
      'his budget is now 900',
    ],
  },
  {
    known: 'budget for the kitchen remodel is $20k',
    over: ['we had to cut the kitchen budget to 15k'],
    kept: [
      'we had to cut the garden budget to 15k',
      'we had to cut the kitchen table',
      'we had to cut the kitchen deadline to 15 May',
    ],
  },
  {
    known: 'my rent is 950',
    over: ['landlord raised the rent to 1020', 'the rent is around 1000 now'],
    kept: [
      'landlord raised the question',
      'landlord raised the deposit to 2000',
      'her landlord raised her rent to 1020',
    ],
  },
  {
    known: 'My thesis is due on May 3rd',
    over: [
      'my thesis deadline got extended to May 17',
      'thesis deadline moved to May 9',
      'the thesis due date was pushed to June 2',
    ],
    kept: [
      'my tax deadline got extended to May 17',
      'my thesis is now 80 pages',
      'her thesis deadline got extended to May 17',
    ],
  },
  {
    known: "I'm flying to New York on the 3rd",
    over: ['my flight to new york was moved to the 5th', 'our New York flight is pushed back to the 6th'],
    kept: [
      'my flight to Boston was moved to the 5th',
      'her flight to New York was moved to the 5th',
      'my flight to New York was loud',
    ],
  },
  {
    known: "I'm going to Rome in May",
    over: ['our Rome trip is pushed back to September', 'our trip to Rome got moved to June'],
    kept: ['our Paris trip is pushed back to September', 'our Rome trip was great', 'Rome was moved to September'],
  },
  {
    known: 'We have a weekly meeting on Tuesdays at 10',
    over: ['our weekly meeting moved to Wednesdays at 9'],
    kept: ['our weekly meeting moved to Zoom', 'our board meeting moved to Wednesdays at 9'],
  },
  {
    known: 'my username on github is kx-dev',
    over: ['i changed my github username to kestrel-dev'],
    kept: ['i changed my gitlab username to kestrel-dev', 'my sister changed her github username to kestrel-dev'],
  },
  {
    known: 'my username is kxdev',
    over: ['i changed my username to kestrel', 'we changed the username to kestrel'],
    kept: ['i changed my password to kestrel', 'he changed his username to kestrel'],
  },
  {
    known: "I'm using postgres 14 for the app",
    over: ["we're on postgres 16 now"],
    kept: ['we now use redis 7', 'we are 16 people now', 'they are on postgres 16 now'],
  },
  {
    known: 'my project is written in python 3.9',
    over: ['just upgraded to python 3.12'],
    kept: ['just upgraded to node 22', 'my book is written in python 3.12', 'I read about python 3.12'],
  },
  {
    known: 'my brother is a vet',
    over: ['my brother quit being a vet and opened a cafe', 'my brother stopped working as a vet'],
    kept: ['my brother quit smoking', 'my sister quit being a vet'],
  },
  {
    known: "I'm a product manager at Spotify",
    over: ['starting at Klarna on monday as head of product'],
    kept: ['starting at noon on monday', 'my wife is starting at Klarna on monday'],
  },
  {
    known: "my dad has alzheimer's",
    over: ['my dad passed away in march'],
    kept: ["my friend's dad passed away in march", 'my dad passed his driving test', 'my mum passed away in march'],
  },
  {
    known: "We're using jest for testing",
    over: ['migrated to vitest last week'],
    kept: ['migrated to postgres last week', 'my colleague migrated to vitest'],
  },
  {
    known: 'I eat keto',
    over: ['i stopped keto and joined a gym'],
    kept: ['i finished a keto and paleo cookbook'],
  },
  {
    known: 'my 5k pb is 27:40',
    over: ['new 5k pb: 26:55', 'my pb in the 5k is now 26:55'],
    kept: ['new 10k pb: 56:55', 'my 5k pace is 5:40', 'new 5k shoes: 120 euros'],
  },
  {
    known: 'We use Slack at work',
    over: ['our company moved from Slack to Teams'],
    kept: [
      'our company moved from Berlin to Hamburg',
      'the company uses Teams',
      'his company moved from Slack to Teams',
    ],
  },
  { known: 'I live in Berlin', over: ['we had to move to Leeds'], kept: ['our company moved from Berlin to Hamburg'] },
  {
    known: 'my doctor put me on lisinopril 10 mg for blood pressure',
    over: ['had to switch from lisinopril to losartan because of the cough', 'i came off lisinopril in january'],
    kept: ['had to switch from coffee to tea', 'my dad came off lisinopril', 'had to switch trains'],
  },
  {
    known: "I'm on metformin",
    over: ['i came off metformin in january', 'i stopped taking metformin'],
    kept: ['i stopped taking notes', 'my mum came off metformin', 'i take metformin'],
  },
  {
    known: 'I have a nut allergy',
    over: [
      'actually forget the nut allergy thing, it was a misdiagnosis',
      'forget the nut allergy, that was a misunderstanding',
    ],
    kept: ['forget the nuts, it was too much', 'forget the dairy allergy thing, it was a mistake'],
  },
  {
    known: "I've got a bad back so no deadlifts please",
    over: ['my back is fine again', 'my back has healed'],
    kept: ['my back is fine', 'my knee is fine again', 'her back is fine again', "i'm back again"],
  },
  {
    known: 'I broke my ankle',
    over: ['my ankle is fully healed', 'my left ankle has healed', 'my ankle is ok again'],
    kept: ['my ankle hurts again', 'my wrist is fully healed', 'his ankle is fully healed'],
  },
  {
    known: "I'm pregnant, due in august",
    over: ['our baby girl was born on friday, we named her Ida'],
    kept: ['my sister had a baby girl on friday', 'my niece was born on friday'],
  },
  {
    known: 'My wife is expecting our second child',
    over: ['our son was born yesterday'],
    kept: ['our dog was born yesterday', 'our son turned 3'],
  },
  { known: 'My wife is expecting a parcel', over: [], kept: ['our son was born yesterday'] },
  {
    known: "I'm in 10th grade",
    over: ["i'm in 11th grade now", 'im in the 11th grade'],
    kept: ['my sister is in 11th grade', "i'm in a band", "i'm in 2 bands"],
  },
  {
    known: "I'm studying biology at Leeds",
    over: ['i changed my major to chemistry'],
    kept: ['i changed the subject', 'my brother changed his major to chemistry'],
  },
  {
    known: 'I lead the payments team',
    over: ['i moved to the platform team'],
    kept: ['i talked to the platform team', 'my boss moved to the platform team'],
  },
  {
    known: "I'm a junior dev at a fintech startup",
    over: ['I got promoted to senior dev!', "i'm now a senior dev at Klarna"],
    kept: ['my colleague got promoted to senior dev', 'I met a senior dev'],
  },
  {
    known: 'our team is 5 people',
    over: ["we're 7 people now in the team"],
    kept: ["we're 7 people for dinner", 'their team is 7 people'],
  },
  {
    known: 'My pronouns are she/her',
    over: ['i use they/them pronouns now', 'i use they/them'],
    kept: ['i use html/css', 'my friend uses they/them pronouns', 'i use tabs/spaces'],
  },
  {
    known: "I'm single",
    over: ["i've started seeing someone, his name is Ben", 'i am dating a girl from work'],
    kept: ["i'm seeing someone about my back", 'my sister is seeing someone', "i'm seeing a doctor"],
  },
  {
    known: "We're getting married on 12 july",
    over: ['the wedding was postponed to 9 august'],
    kept: ["my sister's wedding was postponed to 9 august", 'the wedding is on a beach'],
  },
  {
    known: 'My car is a toyota yaris',
    over: ["i don't have the yaris anymore", 'we no longer drive the yaris any more'],
    kept: ["i don't have the time anymore", "my dad doesn't have the yaris anymore"],
  },
  {
    known: 'I pay for chatgpt plus',
    over: ['canceled my chatgpt plus subscription'],
    kept: ['canceled my netflix subscription', 'my brother canceled his chatgpt plus subscription'],
  },
  {
    known: 'my phone is a pixel 6',
    over: ['got a new phone, galaxy s24'],
    kept: ['got a new phone case, galaxy s24', 'my mum got a new phone, galaxy s24'],
  },
  {
    known: 'My cat is 3 and hates baths',
    over: ['my cat just turned 4'],
    kept: ['my dog just turned 4', 'my cat turned 4 vases over'],
  },
  {
    known: 'always use metric units',
    over: ["you don't need to use metric units anymore"],
    kept: ["you don't need to use emojis anymore", "i don't use metric units at work"],
  },
  {
    known: 'answer me in german please',
    over: ['switch back to english'],
    kept: ['i switched back to the english version', 'my boss is english'],
  },
  {
    known: 'no bullet points in your answers please',
    over: ['bullet points are fine', 'use bullet points again'],
    kept: ['my doctor made some points', 'tables are fine'],
  },
  {
    known: 'I take candesartan 8 mg',
    over: ['off propranolol, on candesartan 16 mg now'],
    kept: ['off to the station, on platform 16 now'],
  },
  {
    known: 'I live in Berlin',
    over: ['I moved to Munich this week', "I've been living in Munich since May"],
    kept: ['Tom moved to Munich this week', "I've been living in a van"],
  },
  {
    known: 'I work at Bosch',
    over: ['I quit my job today', 'I had to quit my job', 'I have been working at Siemens since May'],
    kept: ['I quit the game today', "I've been working for two hours"],
  },
  {
    known: "I'm vegan",
    over: ['I eat yoghurt again'],
    kept: ['I eat lunch again'],
  },
  {
    known: 'I use Vim',
    over: ['I replaced Vim with Emacs'],
    kept: ['I replaced the tyres'],
  },
]

describe('what people change from one chat to the next', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))
})
