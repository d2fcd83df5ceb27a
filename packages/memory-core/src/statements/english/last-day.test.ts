import { describe, expect, it } from 'vitest'
import { isEnding, isLasting, lastDay } from './last-day.ts'

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
  ])('%s: %s', (text, day) => {
    expect(lastDay(text, at)).toBe(day)
  })

  it.each(['on Fridays', 'in May', 'on February 31', 'every day'])('is not in "%s"', (text) => {
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
    "they're stopping aza and starting me on ustekinumab, first infusion 15 oct",
    'the vet put her on carprofen, check-up on 4 December',
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
  ])('does not: %s', (text) => expect(isLasting(text)).toBe(false))
})
