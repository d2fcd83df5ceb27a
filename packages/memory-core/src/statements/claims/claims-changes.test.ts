import { describe, expect, it } from 'vitest'
import { claimsOf } from './claims-of.ts'
import { isOverBy, type News, pairsOf } from './news.fixture.ts'

/** What people change between two chats, as they type it. */
const news: readonly News[] = [
  {
    known: 'My budget for the laptop is 1500',
    over: ['actually budget is more like 1200', 'the budget is about 1800 now'],
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
    known: 'I broke my wrist so I dictate now',
    over: [
      'the wrist is out of plaster',
      'cast is off, wrist is fine',
      'plaster came off and the wrist is ok',
      'wrist is back to normal',
      'my wrist is finally mended',
    ],
    kept: [
      'the shoulder is out of the sling',
      "my son's wrist is healed",
      'my wrist is not out of plaster yet',
      'the cast is off next week',
      'is the wrist out of plaster?',
      'the wrist is fine to move',
    ],
  },
  {
    known: 'I wrecked my shoulder',
    over: ["shoulder's healed, playing again", 'the shoulder is fine again'],
    kept: ['shoulder is on the mend', 'the shoulder of lamb is fine'],
  },
  {
    known: "I'm dairy free",
    over: ['so i can eat cheese again', 'I can have milk again'],
    kept: ['my daughter can eat cheese again', 'can I eat cheese again?'],
  },
  {
    known: 'Mum is on donepezil 5mg at night',
    over: ["they stopped mum's donepezil", "the memory clinic has stopped my mum's donepezil"],
    kept: [
      "they stopped dad's donepezil",
      "they stopped mum's bus pass",
      'they stopped the donepezil',
      'they stopped at mum',
    ],
  },
  {
    known: 'I take atorvastatin 80',
    over: ["Doctor's changed atorvastatin to rosuvastatin 20"],
    kept: [
      "Doctor's changed ramipril to losartan",
      "they stopped dad's atorvastatin",
      "my dad's doctor changed his statin",
    ],
  },
  { known: "I'm veggie", over: ["I'm vegan now"], kept: ['I love veggies', 'my veggie plot is vegan now'] },
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
    known: "We're expecting in June",
    over: ['our daughter Ivy was born on Friday'],
    kept: ['the kittens were born on Friday'],
  },
  {
    known: 'I work at Tesco',
    over: ['I started at Aldi on Monday', 'I joined Aldi as a buyer in May', 'I started working at Aldi on 3 March'],
    kept: ['I started at noon on Monday', 'my wife started at Aldi on Monday'],
  },
  {
    known: "I'm a nurse",
    over: ['I quit nursing', "I'm a florist now"],
    kept: ['I quit nursing my coffee', "I'm a good friend now", 'my sister quit nursing'],
  },
  {
    known: 'my daughter is in year 3',
    over: ["my daughter's in year 4 now"],
    kept: ["my son's in year 4 now", "my daughter's in a mood now"],
  },
  { known: "I'm 14 weeks along", over: ['our daughter Ivy was born on Friday'], kept: ["I'm 15 weeks along"] },
  { known: "I'm on blood thinners", over: ["I'm off blood thinners now"], kept: ["I'm off work now"] },
  { known: "I'm doing keto", over: ["I'm off keto"], kept: ["I'm off work", "I'm doing laundry"] },
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
    kept: ['I eat lunch again', "forget my diet, it's pizza night!"],
  },
  {
    known: 'I use Vim',
    over: ['I replaced Vim with Emacs'],
    kept: ['I replaced the tyres'],
  },
  // What is planned, and what calls it off.
  {
    known: "I'm going to Madeira from 14 to 28 December.",
    over: [
      "I'm not going to Madeira after all.",
      "We're not going to Madeira after all",
      'we arent going to madeira anymore',
      'im not going to madeira after all',
      "I'm not going to Madeira, Gareth can't fly",
      "I'm not going to Madeira after all because it's too far",
      "I'm not going to Madeira anymore so I need another plan",
      "We're not going to Madeira since my mum is ill, we decided to stay here",
      'We cancelled Madeira.',
      'The Madeira trip is cancelled.',
      'our trip to Madeira is off',
      'our Madeira holiday got called off',
      "I've decided not to go to Madeira.",
      'We have in the end decided not to go to Madeira, as Gareth must not fly before February',
      'we decided against going to Madeira',
      "Madeira is off, Gareth can't fly.",
      'Madeira got cancelled',
      'forget the Madeira trip',
      'gf and i broke up so forget the Madeira trip in december',
      'had to cancel the trip to Madeira because of money',
      "I'm no longer going to Madeira",
      "We won't be going to Madeira after all",
      'I no longer want to go to Madeira',
    ],
    kept: [
      "I'm not going to Rome after all",
      'The Rome trip is cancelled',
      'her Madeira trip is cancelled',
      "My sister's Madeira trip is cancelled",
      'my sister is not going to Madeira after all',
      'My sister cancelled Madeira',
      'Anna cancelled her trip to Madeira',
      "I'm not going to Madeira on 3 March after all",
      "We're not going to Madeira next summer after all",
      "I'm not flying to Madeira after all",
      'the Madeira flight is cancelled',
      'we cancelled the hotel in Madeira',
      'We cancelled the Madeira hotel',
      "I'm not going to Madeira alone",
      "I'm not going to Madeira with my parents after all",
      "I'm not going to Madeira for the beaches",
      "I'm not going to Madeira because it's cheap, I just love it",
      "I'm not going to Madeira because of the job, it's because of Ana",
      "I'm not going to Madeira so I can shop!",
      "We're not going to Madeira since it's warm",
      "I'm not going to Madeira until Thursday",
      'If we cancelled Madeira we would save 900',
      "We haven't cancelled Madeira",
      'We almost cancelled Madeira',
      'should we cancel Madeira?',
      'My mum thinks we cancelled Madeira',
      'He said the Madeira trip is cancelled',
      'We might not go to Madeira after all',
      "I'm not moving to Madeira after all",
      'Madeira is off the coast of Africa',
      'Madeira is off to a good start',
      'We cancelled Netflix',
      "I'm not going to learn Spanish after all",
      "I'm not going to work after all",
      "I'm not going to Madeira Beach after all",
      'the Madeira exam is cancelled',
      "don't cancel Madeira",
    ],
  },
  {
    known: "We're going to Madeira in December",
    over: [
      "We're not going to Madeira after all",
      'The Madeira trip is cancelled',
      "We're not going to Madeira in December after all",
    ],
    kept: ["I'm not going to Madeira after all", "We're not going to Madeira in March after all"],
  },
  {
    known: 'My sister is going to Madeira in December',
    over: [],
    kept: [
      "I'm not going to Madeira after all",
      "We're not going to Madeira after all",
      'The Madeira trip is cancelled',
    ],
  },
  {
    known: 'My sister and I are going to Madeira in December',
    over: ["We're not going to Madeira after all"],
    kept: ["I'm not going to Madeira after all"],
  },
  {
    known: 'I shall be in Madeira from the 14th to the 28th of December',
    over: [
      'We have in the end decided not to go to Madeira, as Gareth must not fly before February',
      'Madeira is cancelled',
    ],
    kept: [],
  },
  {
    known: 'My interview at Bosch is on 10 December.',
    over: [
      'Bosch cancelled the interview.',
      "I'm not going to the Bosch interview after all.",
      'the Bosch interview is cancelled',
      'the interview at Bosch got cancelled',
      'They cancelled the Bosch interview',
    ],
    kept: [
      'Siemens cancelled the interview',
      "Anna's interview at Bosch is cancelled",
      'Anna cancelled her interview at Bosch',
      'the interview at Siemens is cancelled',
      'Bosch cancelled the order',
      'the Bosch contract is cancelled',
      "I'm not going to the Siemens interview after all",
      'We cancelled Bosch',
    ],
  },
  {
    known: 'My interview at Siemens is on 12 December.',
    over: [],
    kept: ['Bosch cancelled the interview.'],
  },
  {
    known: "I'm running the Paris marathon on 11 April 2027.",
    over: [
      "I'm not running Paris after all, my knee is shot.",
      "I'm not running the Paris marathon after all",
      "I'm no longer running the Paris marathon",
      'the Paris marathon is cancelled',
    ],
    kept: [
      'the Berlin marathon is cancelled',
      "I'm not running Berlin after all",
      "I'm not running today",
      'we cancelled Paris',
      "I'm not going to Paris after all",
      "my brother isn't running Paris after all",
      'the Paris trip is cancelled',
    ],
  },
  {
    known: "We're moving to Leeds in January.",
    over: [
      "We're not moving to Leeds after all.",
      'We decided not to move to Leeds',
      'we are no longer moving to Leeds',
    ],
    kept: [
      "We're not moving to York after all",
      "We're not going to Leeds after all",
      "They're not moving to Leeds after all",
      'My parents decided not to move to Leeds',
      "We're not moving the piano to Leeds after all",
    ],
  },
  {
    known: "I'm moving to Leeds in January",
    over: ["I'm not moving to Leeds after all.", "We're not moving after all"],
    kept: [],
  },
  {
    known: "I'm going to learn Spanish next year.",
    over: [
      "I'm not going to learn Spanish after all.",
      "I've decided not to learn Spanish",
      'I no longer want to learn Spanish',
    ],
    kept: [
      "I'm not going to learn Italian after all",
      "I'm not learning Spanish today",
      "I'm not going to learn Spanish with Anna after all",
      "I'm not going to teach Spanish after all",
      'Spanish is cancelled',
      'we cancelled Spanish',
      "I'm not going to learn Spanish cooking after all",
    ],
  },
  {
    known: 'I want to buy a Tesla.',
    over: [
      'I no longer want to buy a Tesla.',
      "I don't want to buy a Tesla anymore",
      'I decided not to buy a Tesla',
      "I'm not buying a Tesla after all",
    ],
    kept: [
      'I no longer want to sell a Tesla',
      'I no longer want to buy a Volvo',
      'I no longer want to buy a Tesla from Tom',
      'my wife no longer wants to buy a Tesla',
      'I sold the Tesla',
    ],
  },
  {
    known: 'I want to buy a Tesla cap',
    over: [],
    kept: ['I no longer want to buy a Tesla'],
  },
  {
    known: 'I want to buy a house in Portugal',
    over: ['I no longer want to buy a house in Portugal'],
    kept: ["We're not buying the house in York after all"],
  },
  {
    known: "I'm flying to Lisbon on 4 February 2027.",
    over: [
      'gf and i broke up so forget the Lisbon trip in february',
      "I'm not flying to Lisbon after all",
      'the Lisbon flight is cancelled',
      "I'm not going to Lisbon after all",
      'Lisbon is off',
    ],
    kept: ['forget the Porto trip', 'the Lisbon flight in March is cancelled', "I'm not driving to Lisbon after all"],
  },
  {
    known: 'I want to go to Japan',
    over: ['I no longer want to go to Japan'],
    kept: ['The Japan trip is cancelled', 'We cancelled Japan'],
  },
  {
    known: 'We have a trip to Japan booked for May',
    over: ['the Japan trip is off', 'We cancelled Japan'],
    kept: ['We cancelled Korea', 'the Japan trip in October is off'],
  },
  {
    known: 'Our trip to Japan is in May',
    over: ["we're not going to Japan after all"],
    kept: ["I'm not going to Japan after all"],
  },
  {
    known: "I'm going to yoga on Tuesdays",
    over: [],
    kept: ["I'm not going to yoga after all"],
  },
  {
    known: 'I live in Lisbon',
    over: [],
    kept: ['The Lisbon trip is cancelled', 'We cancelled Lisbon', "I'm not going to Lisbon after all"],
  },
  {
    known: 'I work at Bosch',
    over: [],
    kept: ['Bosch cancelled the interview'],
  },
  {
    known: 'My appointment with Dr Lee is on 3 May',
    over: ['Dr Lee cancelled the appointment'],
    kept: ['Dr Novak cancelled the appointment'],
  },
  {
    known: 'Our holidays in Crete are in August',
    over: ['the holidays in Crete are cancelled', 'We are not going to Crete after all'],
    kept: [],
  },
  {
    known: "I'm going to start therapy in March",
    over: ["I'm not going to start therapy after all"],
    kept: ["I'm not going to stop therapy after all"],
  },
  {
    known: "We're planning a trip to Norway in June",
    over: ['we scrapped the Norway trip', "We won't be going to Norway after all"],
    kept: ['we scrapped the Norway brochure'],
  },
  {
    known: "I'm driving to Lyon on Friday",
    over: ["I'm not driving to Lyon after all", "I'm not going to Lyon after all"],
    kept: ["I'm not flying to Lyon after all", "I'm not going to Lyon on Monday after all"],
  },
  {
    known: 'I have an appointment at the dentist on 3 May',
    over: [],
    kept: ['The dentist cancelled the order'],
  },
  // Doses, budgets, roles told the other way round, schedules.
  {
    known: 'My doc put me on sertraline 50',
    over: [
      "doc upped the sertraline to 100 and I'm sleeping better",
      'My doc upped my sertraline to 100 mg',
      'My doc upped the sertraline to 100',
      'I take sertraline 100 mg now',
      "I'm on 100 of sertraline now",
    ],
    kept: [
      'doc upped the mirtazapine to 100',
      "my wife's doc upped her sertraline to 100",
      'the doctor upped sertraline to 100 for my mum',
      'doc upped the dose of patience',
      "I'm on 100 of those projects",
    ],
  },
  {
    known: 'The doctor put me on metformin 500 twice a day',
    over: [
      'The doctor bumped the metformin up to 1000 twice a day',
      'the doctor lowered my metformin to 250 twice a day',
      "I'm on 1000 of metformin now",
    ],
    kept: ['The doctor bumped the atorvastatin up to 40 once a day', 'the doctor bumped the appointment up to 10'],
  },
  {
    known: 'I take metformin 500',
    over: [
      'The doctor bumped the metformin up to 1000 twice a day',
      'The doctor bumped the metformin up to 1000',
      'metformin is now 1000 mg',
      'my metformin is 1000 mg now',
      'my GP put metformin up to 1000 with meals',
    ],
    kept: ["my dad's doctor bumped his metformin to 1000 twice a day", 'metformin is 10 euros now'],
  },
  {
    known: 'I take sertraline 50',
    over: ["I'm on 100 of sertraline now", 'My doctor put me on sertraline 100'],
    kept: ["I'm on 3 of those now", 'My doctor put me on sertraline 2 weeks ago'],
  },
  {
    known: 'I take 50 mg of sertraline.',
    over: ['My sertraline is 100 mg now.', 'sertraline is 100 mg now'],
    kept: ["My sister's sertraline is 100 mg now."],
  },
  {
    known: 'Our budget is 500 euros',
    over: [
      'We upped the budget to 600',
      'we upped the budget to 600 because dad is giving us 100',
      'We upped our budget to 600',
      "we've upped the budget to 700 euros",
    ],
    kept: [
      'We upped the marketing budget to 600',
      'We upped the rent to 600',
      'my sister upped her budget to 600',
      'we upped the stakes',
      'their budget was upped to 600',
    ],
  },
  {
    known: 'Our budget for the party is 500 euros',
    over: ['We upped the party budget to 600'],
    kept: ['We upped the garden budget to 600'],
  },
  {
    known: 'My budget for the laptop is 1500',
    over: [],
    kept: ['We upped the budget for the desk to 600'],
  },
  {
    known: 'My boss is Anna Weber.',
    over: [
      'Tom Klein is my boss now.',
      'Tom Klein is now my boss',
      'Tom Klein is my new boss',
      'boss from now on is Tom Klein',
    ],
    kept: [
      "Tom Klein is my boss's brother now",
      'Tom Klein is my neighbour now',
      'Anna Weber is my boss now',
      'Tom Klein is the boss of my wife now',
      'Tom Klein is her boss now',
      'He is my boss now',
      'Tom Klein is my old boss',
      'Who is my boss now?',
      'Tom Klein is my boss on Mondays',
    ],
  },
  {
    known: 'My coach is Pieter.',
    over: ['coach from now on is Bram', 'Bram is my coach now', 'Bram is my new coach'],
    kept: ["Bram is my son's coach now", 'Bram is my running coach now', 'coach bags are from now on 200'],
  },
  {
    known: 'My lawyer is Sandra Kim, 340 an hour',
    over: ['new lawyer is Marcus Bell', 'Marcus Bell is my lawyer now'],
    kept: [
      "New lawyer's Marcus Bell, flat fee 3000",
      "my brother's new lawyer is Marcus Bell",
      "new lawyer's fees are high",
    ],
  },
  {
    known: 'Maid of honour is my sister Ada',
    over: ['My cousin Ngozi is maid of honour now', 'my cousin Ngozi is the new maid of honour'],
    kept: [
      'My cousin Ngozi is a bridesmaid now',
      'My cousin Ngozi is best man now',
      "Tunde is maid of honour at Ify's wedding",
      'My cousin Ngozi was maid of honour in 2019',
    ],
  },
  {
    known: 'Our best man is Tom',
    over: [
      "Tom's brother Eric is best man now",
      'Eric is our best man now',
      'Eric is our new best man btw',
      'Our best man is Eric now lol',
    ],
    kept: ['Eric is our best friend now', 'Therapy is our new best man lol', 'Therapy is now our new best man, haha!'],
  },
  {
    known: 'Rehearsals are Tuesdays and Fridays',
    over: ['Rehearsals are now Wednesdays and Fridays', 'rehearsals are Wednesdays and Fridays now'],
    kept: [
      'Rehearsals are now longer',
      'Concerts are now Wednesdays',
      'rehearsals are Thursdays too',
      'Rehearsals are Thursdays',
      'rehearsals are now in Leeds',
    ],
  },
  {
    known: 'lead time is 3 weeks for all orders',
    over: ['lead time is back to one week', 'lead time is back to 2 weeks', 'lead time is now 4 weeks'],
    kept: ['lead time is back to normal', 'delivery time is back to 2 weeks', 'lead time is a problem'],
  },
  {
    known: 'My per diem is 69 a day',
    over: ['per diem is 80 now', 'my per diem is up to 80'],
    kept: ['his per diem is 80 now'],
  },
  {
    known: 'My therapist is Anna Weber',
    over: ['Lena Novak is my new therapist'],
    kept: ['ChatGPT is my therapist now'],
  },
  {
    known: 'My boss is Anna Weber',
    over: [],
    kept: ['My wife is my boss now'],
  },
]

describe('what people change from one chat to the next', () => {
  it.each(pairsOf(news, 'over'))('ends "%s": %s', (known, said) => expect(isOverBy(known, said)).toBe(true))

  it.each(pairsOf(news, 'kept'))('leaves "%s" as it is: %s', (known, said) => expect(isOverBy(known, said)).toBe(false))

  it('ends a plan once for each who may have it', () => {
    const keys = claimsOf('The interview at Bosch is cancelled').map(({ key }) => key)
    expect(keys.filter((key) => key.startsWith('|plan|'))).toEqual([
      '|plan|i * bosch interview',
      '|plan|we * bosch interview',
    ])
  })
})
