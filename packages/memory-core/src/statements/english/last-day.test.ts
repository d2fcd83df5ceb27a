import { describe, expect, it } from 'vitest'
import { hasEndlessPart, isEnding, isLasting, lastDay, tellsMilestone } from './last-day.ts'

const at = '2026-12-20T10:00:00Z'

describe('the last day of a text', () => {
  it.each([
    ['on 2027-01-05', '2027-01-05'],
    ['from January 3 to January 5', '2027-01-05'],
    ['on the 24th of December', '2026-12-24'],
    ['on May 9, 2024', '2024-05-09'],
    ['tomorrow', '2026-12-21'],
    ['on Friday', '2026-12-25'],
    ['by November 30', '2026-11-30'],
    ['in three weeks', '2027-01-10'],
    ['for the next 10 days', '2026-12-30'],
    ['until the end of May', '2027-05-31'],
    ['until February 2027', '2027-02-28'],
    ['My room has no projector till Easter so no slides', '2027-04-25'],
    ['I work from home till the summer holidays', '2027-07-31'],
    ["I'm in Leeds till after Christmas", '2026-12-25'],
    ["My parents stay with us through New Year's", '2027-01-01'],
    ['No meat until Easter', '2027-04-25'],
    ['I want to finish the thesis by Christmas', '2026-12-25'],
    ['No new orders before the 15th, lead time 3 weeks', '2027-01-15'],
    ["don't call me before the 28th", '2026-12-28'],
    ["I'm away until the 31st", '2026-12-31'],
    ["I'm in Rome from the 5th to the 9th", '2027-01-09'],
    ['No lifting over 5 kilos for 8 weeks', '2027-02-14'],
    ["I can't drive for six weeks", '2027-01-31'],
    ['Physio says no running for 3 weeks', '2027-01-10'],
    ["I'm on antibiotics for 10 days, so no alcohol", '2026-12-30'],
    ['The doctor put me on antibiotics for 10 days', '2026-12-30'],
    ['My kids are with their dad for a week', '2026-12-27'],
    ["Leo can't play football for 6 weeks", '2027-01-31'],
    ["We're without a kitchen for about a month", '2027-01-20'],
    ['I have to wear a brace for another 4 weeks', '2027-01-17'],
    ["she's not allowed to swim for two weeks", '2027-01-03'],
    ["I shouldn't lift anything for six weeks because of the surgery", '2027-01-31'],
    ['we have no hot water for a week', '2026-12-27'],
    ['My deputy Ida is on leave from 2 January to next June', '2027-06-30'],
    ['Oskar covers for her from 2 January until mid May', '2027-05-31'],
    ["I'm on parental leave from 1 January until next summer", '2027-07-31'],
    ['We rent the annex from January 4 to the end of March', '2027-03-31'],
    ['from 12 January to 14 January', '2027-01-14'],
  ])('%s: %s', (text, day) => {
    expect(lastDay(text, at)).toBe(day)
  })

  it.each([
    'on Fridays',
    'in May',
    'on February 31',
    'every day',
    "I've lived here for 3 weeks",
    'I was in hospital for 3 weeks',
    'I worked at Bosch for 2 months',
    "I haven't slept for 3 days",
    "I'm in Berlin for 3 months already",
    "I'm on sertraline for 3 weeks now",
    'Quotes are valid for 14 days',
    'We keep logs for 30 days',
    'Backups must be kept for 30 days',
    "Tenants can't sublet for 6 months",
    'The dough must rest for 2 days',
    'I go to Spain for two weeks every summer',
    "I'm going to Japan for 3 weeks in April",
    "When I eat dairy I'm sick for two days",
    "After each infusion I'm off for 3 days",
    "I can't go without coffee for a week",
    "I'm training for a day hike",
    "I'm off dairy, and I lived in Rome for 2 months",
    'I get paid on the 15th',
    'My rent is due before the 5th',
    "My salary doesn't come until the 25th",
    'I live on the 15th floor',
    'I work from home on Wednesdays, rest of the week in the office',
    'We never put up the tree until Christmas',
    'I quit smoking before Christmas',
    'My birthday is on Halloween',
    'My goal is to run 10k by next year',
    'Ida is on leave from 2 January to next year',
  ])('is not in "%s"', (text) => {
    expect(lastDay(text, at)).toBeUndefined()
  })

  it('needs to know when it was said, without a year', () => {
    expect(lastDay('on May 9')).toBeUndefined()
    expect(lastDay('on May 9, 2024')).toBe('2024-05-09')
  })
})

describe('whether a text ends what it states', () => {
  it.each([
    ['every Thursday until the end of May', true],
    ['The race is in three weeks', true],
    ['No lifting for 8 weeks', true],
    ['No new orders before the 15th', true],
    ['Quotes are valid for 14 days', false],
    ['I work there from 5 March to 9 March', true],
    ['from the 5th to the 9th of March', true],
    ['The offer holds through the end of May', true],
    ['every Thursday at six', false],
    ['I fly from Cork to Leeds on 12 March', false],
    ['we drive through Spain on 12 March', false],
    ['from 9 to 5', false],
    ['my birthday is on May 3', false],
  ])('%s: %s', (text, ends) => {
    expect(isEnding(text)).toBe(ends)
  })
})

describe('whether a text lasts beyond the day it names', () => {
  it.each([
    'We hired a senior, Wouter, starts 1 Dec, from Adyen',
    "I'm doing a course at KU Leuven, starts 12 jan, wed evenings",
    'My new job at Bosch starts on 4 January',
    'redis went from 6 to valkey 8 this weekend also',
    "My daughter's starting daycare on monday",
    'start date on payments is 7 dec',
    'My son starts school on 1 September',
    'our new rate kicks in on 1 january',
    'The new timetable takes effect on 4 January',
    'The new rent applies from 1 March',
    'Priya joins us as SRE on 7 December',
    'we go live with the new shop on 1 December',
    'first day at Adyen is 1 dec',
    'My mum moves in on 12 December',
    'our support contract begins in three weeks',
    'The new landlord takes over on 1 January',
    'we promoted Ana to lead this week',
    'from 1 April I go to work for a cold store in Venlo',
    "they're stopping aza and starting me on ustekinumab, first infusion 15 oct",
    'the vet put her on carprofen, check-up on 4 December',
    "Bruno's kidneys got worse and we had to let him go on Friday",
    'We lost Bruno on Friday',
    'We buried my dad on Friday',
    'We signed for the house on Friday',
    'My wife left me on Sunday',
    'my divorce came through on Friday',
    'Dad was discharged on Friday',
    'Our cat ran away on Tuesday',
    'The landlord sold our flat on Thursday',
    'Leo broke his arm on Monday',
    'My visa was approved on Thursday',
  ])('does: %s', (text) => expect(isLasting(text)).toBe(true))

  it.each([
    'My exam starts at 9 on 4 December',
    'the meeting starts tomorrow',
    'The conference starts on 4 December',
    'My holiday starts on 3 December',
    'The match starts on Saturday at 3',
    'the sale starts on 1 December and ends 5 December',
    'my parental leave ends on 7 december',
    'my flight is on 4 january',
    'the deadline moves to 15 May',
    'my parcel arrives on 2 December',
    "I'm going to start the report on Monday",
    'we hired a van this weekend',
    'they put me on antibiotics until 15 December',
    'the vet switched him to tablets for the trip on 4 December',
    'the boiler man comes on Friday at 10',
    'I booked a flight to Rome on Friday',
    'We invited Tom for dinner on Saturday',
    'I signed up for a marathon on Sunday',
    'I agreed to meet Sam on Friday',
    'I went to the cinema on Friday',
    'we watched a film on Saturday',
    'I had a meeting with Tom on Friday',
    'I need the invoice signed on Friday',
    'We buried the cable, the inspection is on Friday',
    'I finished the slides so we can present on Friday',
    'My parcel arrived on Friday',
    'My wedding is on Friday',
    "I've booked and I'll be there on Friday",
  ])('does not: %s', (text) => expect(isLasting(text)).toBe(false))
})

describe('whether a part of a text lasts beyond the day of another part', () => {
  it.each([
    "I'm a nurse at St Luke's, on nights this week",
    "I'm a nurse at St Luke's and on nights this week",
    "I'm a nurse at St Luke's (on nights this week)",
    'I work at Bosch in Reutlingen, on the early shift until Friday',
    'I teach year 4 at Oakwood, on a trip with them this week',
    'I run a cafe in Hove, closed this week for repairs',
    'I live in Leeds with my parents, away until Sunday',
    "My boss is Anna Weber, she's on holiday until Sunday",
    'my physio is Dr Lang, off until Sunday',
    'We have two kids, Leo and Mia, both home sick this week',
    'I have two dogs so stuck at home until Sunday',
    'I have a cleaner, Rosa, who is away until 20 January',
    'I drive a Skoda Octavia, in the garage until Thursday',
    'my laptop is a ThinkPad, at the repair shop until Friday',
    'My daughter Ida studies law in Bonn, home until Sunday',
    'My sister lives in Hamburg, with us until Sunday',
    "I'm a freelance translator so swamped this week",
    'My wife is a surgeon at Barts and on call this weekend',
  ])('does: %s', (text) => expect(hasEndlessPart(text, at)).toBe(true))

  it.each([
    "I'm in Leeds, away until Sunday",
    "I'm at work, on call this week",
    "I'm an intern at Bosch and there until Friday",
    'I live in a hostel, in Leeds until Friday',
    'I work from home and on nights this week',
    'I have a meeting, on Friday at 3',
    'I have a dentist appointment and a haircut on Friday',
    'I drive a rental, back on Friday',
    'I have a rental car and a flat until Friday',
    'My sister Ann comes on Friday, here until Sunday',
    'My next stop is Rome, there until Friday',
    "I'm staying with my sister Ana until 20 March, she is a nurse",
    'our venue is Kings Hall, closed until Friday',
    'I run a workshop, on until Friday',
  ])('does not: %s', (text) => expect(hasEndlessPart(text, at)).toBe(false))
})

describe('a milestone', () => {
  it.each([
    'divorce is final',
    'my divorce is final!',
    'got the DTU postdoc!',
    'im VAT registered from today',
    "I'm self-employed now",
    'the wedding is off',
    'our engagement is off',
    'cruise is cancelled',
    'house fell through',
    'mortgage approved!!',
    'handed in the thesis!!',
    'memoir finished!',
    'baby girl born 18 feb!',
    'landed a scholarship',
    'adoption is finalised',
  ])('is: %s', (text) => expect(tellsMilestone(text)).toBe(true))

  it.each([
    'the wedding is off to a great start',
    'the wedding cake is off',
    'the house is off the market',
    'got the job description',
    'got the job posting from Ana',
    'is the wedding off?',
    'my thesis is done loading',
    'handed in the report',
    'lunch is cancelled',
    'the meeting is off',
    'order is cancelled',
    'build is finished',
    'engagement is up this quarter',
    "my sister's divorce is final",
    'their house fell through',
    'if the wedding is off',
    'the divorce is not final',
    'she got the job',
  ])('is not: %s', (text) => expect(tellsMilestone(text)).toBe(false))
})
