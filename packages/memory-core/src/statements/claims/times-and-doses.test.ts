import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { saysMore } from '../stated-sentences.ts'
import { claimsOf } from './claims-of.ts'
import { changeBetween } from './compare-claims.ts'

const changeOf = (known: string, said: string) => changeBetween(claimsOf(known), claimsOf(said))
const isOver = (known: string, said: string): boolean => /^(?:supersedes|ends)$/.test(changeOf(known, said) ?? '')

describe('another time of the same thing', () => {
  it.each([
    ['I have physio every thursday in 17:30 now', 'Physio is now on Wednesday in same hour'],
    ['I have piano on Tuesdays at 5', 'Piano is on Fridays now'],
    ['My yoga class is Monday evenings', 'Yoga moved to Thursday evenings'],
    ['Public beta is 15 june', 'Beta slips 2 weeks, so 29 june'],
    ['Meeting at sacco 3 july 9 am', 'Sacco moved to 10 july, manager travel'],
    ['IELTS on 27 june', 'They pushed my IELTS to 4 july'],
    ['Control blood test for him 23 june at 08:40', 'The blood test is moved to 30 june'],
    ['My dissertation is due on 12 May', 'Dissertation deadline is 2 June instead'],
    ['Our wedding is on 14 September', "The wedding's off"],
  ])('%s. %s', (known, said) => expect(isOver(known, said)).toBe(true))

  it('follows a time that has changed before', () => {
    expect(isOver('Physio is now on Wednesday', 'Physio moved to Friday')).toBe(true)
    expect(changeOf('Physio is now on Wednesday', 'I have physio on Wednesdays')).not.toBe('supersedes')
  })

  it.each([
    ['I have yoga on Mondays', 'Pilates is now on Fridays'],
    ['I have yoga on Mondays', 'I have yoga on Fridays'],
    ['I have yoga on Mondays', 'Is yoga now on Fridays?'],
    ['I have yoga on Mondays', 'Maybe yoga is now on Fridays'],
    ['I have yoga on Mondays', 'If yoga moved to Fridays I would go'],
    ['I do yoga on Mondays', 'Yoga is called off'],
    ['The physics exam is on 3 June', 'The maths exam moved to 10 June'],
    ['Meeting with Anna is on 3 May', 'Meeting with Ben moved to 9 May'],
    ['My flight to Oslo is on 3 May', 'My flight to Rome moved to 9 May'],
    ['I have a dentist appointment on 3 May', 'My eye appointment is now on 9 May'],
    ['Deadline for the paper is 3 May', 'The grant deadline moved to 9 May'],
    ['We meet on Mondays', 'The shop is now open on Fridays'],
    ['The concert is on 5 July', 'The concert tickets now go on sale on 3 June'],
    ['Course starts 3 May', 'Course exam moved to 9 June'],
    ['My birthday is 3 May', 'My birthday party is now on 9 May'],
    ['Physio is on Tuesdays', 'I moved house on Friday'],
    ['The market is on Saturdays', 'The market is now open'],
    ['Ollie has football on Mondays', "Ben's football is now on Fridays"],
    ['Invoice 12 is due 3 May', 'Invoice 13 moved to 9 May'],
  ])('leaves it: %s. %s', (known, said) => expect(isOver(known, said)).toBe(false))
})

describe('another dose of the same medicine', () => {
  it.each([
    ['He has me on metoprolol 25 mg twice a day', 'Dr. Lindqvist has put my metoprolol up, it is 50 mg now'],
    ["Doctor's started mum on memantine 5 mg", "Memantine's at 20 mg now by the way"],
    ['Mum takes memantine 5 mg', "Mum's memantine is 10 mg now"],
    ['Started levothyroxine 50 mcg in March', 'Levothyroxine went up to 75'],
    ["He's on 20 mg of omeprazole", 'His omeprazole is down to 10 mg'],
    ['My dose of warfarin is 3 mg', 'Warfarin changed to 4 mg'],
    ['I take 50 mg of sertraline every morning', 'Saw the doctor today and she put my sertraline up to 100 mg'],
    ['My cardiologist has me on bisoprolol 2.5', 'Bisoprolol was halved to 1.25'],
    ['Lantus is 6 units at bedtime', 'So no more Lantus after that'],
    ['I take 10 units of insulin at night', 'Insulin is 14 units at night now'],
    ['I take 10 units of insulin at night', 'My insulin is 14 units now'],
    ['I take metformin 500 in the morning', 'They upped my metformin to 1000'],
    ['I take metformin 500 at night', 'They upped my metformin to 1000 at night'],
  ])('%s. %s', (known, said) => expect(isOver(known, said)).toBe(true))

  it.each([
    ["I'm on ramipril 5 mg", "My mum's ramipril is 10 mg now"],
    ['Mum takes ramipril 5 mg', "I'm now on ramipril 10 mg"],
    ["I'm on ramipril 5 mg", 'Mum told me her ramipril is 10 mg now'],
    ["I'm on ramipril 5 mg", 'His ramipril is 10 mg now'],
    ['I give my son omeprazole 5 mg', 'My omeprazole is 10 mg now'],
    ['The trial gave ramipril 5 mg', 'They raised my ramipril to 20 mg'],
    ['I take 10 mg of ramipril', 'Can ramipril be raised to 20 mg?'],
    ['I take ramipril 10 mg', 'They may not put my ramipril up to 20 mg'],
    ['I take ramipril 10 mg', 'Lisinopril is 20 mg now'],
    ['Insulin 10 units at breakfast', 'Insulin is 14 units at night now'],
    ['I take 10 units of insulin at breakfast', 'Insulin is 14 units at night now'],
    ['I take metformin 500 in the morning', 'They upped my metformin to 1000 at night'],
    ['Lantus is 6 units at bedtime', 'Is there no more Lantus in the shops?'],
    ['Lantus is 6 units at bedtime', 'My friend takes no more Lantus'],
  ])('leaves it: %s. %s', (known, said) => expect(isOver(known, said)).toBe(false))
})

describe('what else replaces a statement', () => {
  it.each([
    ['My supervising partner is Mr. Haddad', 'My new supervising partner is Ms. Okonedo'],
    ['Our carer is Comfort', 'Our new carer is called Agnieszka'],
    ['My boss Darren is ok', 'Boss is Kasia now'],
    ['My manager Deb', 'my manager is Ferdinand now'],
    ["We're on go 1.21", 'go 1.24 now, finally'],
    ['Use bullet points', "Don't bother with bullet points"],
    ['We host on Heroku', 'Moved off Heroku to Render'],
    ["We're on AWS", 'We moved to GCP'],
    ["I'm a junior data analyst", 'I got bumped to senior analyst!!'],
    ["I'm a junior accountant at a logistics firm", 'They made me senior accountant on Friday'],
    ["I'm vegetarian", "I've started eating fish and chicken again"],
    ["I'm married", 'The divorce got finalized in November'],
    ['I live in Leeds with two flatmates', "I've moved to York and have a kitchen to stock from zero"],
    ["I'm allergic to penicillin", "Had the allergy test and turns out i'm not allergic to penicillin after all"],
    ["I don't drink alcohol", "I'm having the odd glass of wine again"],
    ['I quit smoking in January', "I'm back on the cigarettes"],
    ["We're a team of four devs", "We're up to eleven engineers"],
    ['I have an iPhone 11', 'Just got the Pixel 9'],
    ['My phone is a Samsung Galaxy S20', 'I got an iPhone 15'],
    ['We have a budget of £8,000 for the bathroom renovation', "We've pushed the bathroom budget up to £11,500"],
  ])('%s. %s', (known, said) => expect(isOver(known, said)).toBe(true))

  it.each([
    ["I'm a junior accountant", 'They made me laugh on Friday'],
    ["I'm a junior accountant", 'They made me redo the accounts'],
    ["I'm vegetarian", 'My son eats fish and chicken'],
    ["I'm married", "My sister's divorce got finalized"],
    ["I don't drink alcohol", 'My dad is having the odd glass of wine again'],
    ['I quit smoking in January', "I'm back on the train"],
    ['Our carer is Comfort', 'We need a new carer'],
    ['My boss Darren is ok', 'My boss is in Leeds now'],
    ['My boss Darren is ok', "My sister's boss is Kasia now"],
    ["We're on go 1.21", 'python 3.12 now'],
    ["We're on go 1.21", 'on page 1.24 now'],
    ['I live in Leeds', 'I have a kitchen to stock'],
    ['I have an iPhone 11', 'I got a MacBook Air 13'],
    ['I have an iPhone 11', 'My son got the Pixel 9'],
    ['We have a budget of £8,000 for the bathroom renovation', "We've pushed the garden budget up to £11,500"],
  ])('leaves it: %s. %s', (known, said) => expect(isOver(known, said)).toBe(false))
})

it('ends the visit that led to a dose with it', () => {
  expect(saysMore('I saw Dr. Lindqvist on Tuesday. He has me on metoprolol 25 mg twice a day')).toBe(false)
  expect(saysMore('I saw Dr. Lindqvist on Tuesday. He has me on metoprolol 25 mg. I live in Bergen.')).toBe(true)
})

it.each(['physio is on monday and ', 'my metoprolol 25 mg up to ', "the wedding's off now "])(
  'reads 2,000 characters of "%s" in a moment',
  (part) => {
    const text = part.repeat(200).slice(0, 2_000)
    const clock = startCpuClock()
    for (let times = 0; times < 10; times++) claimsOf(`${text}${times}`)
    expect(clock()).toBeLessThan(500)
  },
)
