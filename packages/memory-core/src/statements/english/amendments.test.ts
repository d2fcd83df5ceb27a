import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../../test/cpu-clock.ts'
import { readStatements } from '../read-statements.ts'
import { amended, amendmentsIn } from './amendments.ts'
import { timesIn } from './times-said.ts'

/** What becomes of a statement by all that a later message amends. */
function after(known: string, said: string): string | undefined {
  const found = amendmentsIn(said, readStatements(said, { at: '2026-03-04T10:00:00Z' }))
  const text = found.reduce((text, { amendment }) => amended(text, amendment) ?? text, known)
  return text === known ? undefined : text
}

describe('a later message', () => {
  it.each([
    [
      "We've booked Whinfell from 3 April to 6 April",
      "I meant to say the other week, it's not Whinfell, it's Sherwood. And it's the 4th to the 7th.",
      "We've booked Sherwood from 4 April to 7 April",
    ],
    [
      'I have an appointment at the eye clinic on Thursday 26 March at 2.20',
      'I beg your pardon, the eye clinic is on the 25th, not the 26th.',
      'I have an appointment at the eye clinic on 25 March at 2.20',
    ],
    [
      'my exam are: ML 9 may, statistics 16 may, databases 20 may',
      'sry database exam is 23 not 20',
      'my exam are: ML 9 may, statistics 16 may, databases 23 may',
    ],
    [
      "My nephew's name is Elliott and he plays the cello",
      "Correction: it's Elliot, not Elliott.",
      "My nephew's name is Elliot and he plays the cello",
    ],
    ['My sister lives in Oslo', "I was wrong: it's not Oslo, it's Bergen", 'My sister lives in Bergen'],
    [
      'Caterer is Spice Route, 28 a head',
      "I was wrong about the caterer, it's not 28 a head, it's 31 now with the drinks",
      'Caterer is Spice Route, 31 a head',
    ],
    [
      "I'm growing Carolus next year",
      "it's not Carolus I'm growing next year it's Sarpo Mira",
      "I'm growing Sarpo Mira next year",
    ],
    ['We fly from Gatwick on 2 August', 'Sorry, I meant Stansted, not Gatwick.', 'We fly from Stansted on 2 August'],
    ['we fly from Gatwick', "oops, it's not gatwick, it's stansted", 'we fly from Stansted'],
    ['Our wedding is in October', 'The wedding is not in October but in September.', 'Our wedding is in September'],
    [
      'Our neighbour Bernadette has a key',
      'sorry, my mistake the other day: our neighbour is Bernadine, not Bernadette',
      'Our neighbour Bernadine has a key',
    ],
    ['My brother is a nurse', 'I meant my sister, not my brother.', 'my sister is a nurse'],
    ['I see my therapist at 16:00', 'I meant 15:00, not 16:00, for the therapist', 'I see my therapist at 15:00'],
    ['I take 20 mg of it', 'I meant 10 mg, not 20 mg.', 'I take 10 mg of it'],
  ])('says the right word: %s | %s', (known, said, better) => expect(after(known, said)).toBe(better))

  it.each([
    [
      'I am due to have the new knee on 8 June',
      'They have put the knee back to 29 June',
      'I am due to have the new knee on 29 June',
    ],
    ['Swimming is Mondays at 5', "they've moved swimming to Wednesdays at 4", 'Swimming is Wednesdays at 4'],
    [
      'Our wedding is on 12 September',
      'they double booked us so the wedding is 3 October now',
      'Our wedding is on 3 October',
    ],
    [
      "My sister's wedding is on 20 June in Whitby",
      "wedding's been pushed, Greg's dad is in hospital. now 11 July. same place.",
      "My sister's wedding is on 11 July in Whitby",
    ],
    ['I take german B1 on tue and thu 18:00', 'german moved to mon and wed', 'I take german B1 on mon and wed 18:00'],
    ['The book club is on the first Monday', "Book club's shifted to Wednesdays.", 'The book club is on Wednesdays'],
    ['I have yoga every Tuesday at 7pm', 'yoga switched to Thursdays at 6pm', 'I have yoga on Thursdays at 6pm'],
    ['Ife has choir on Tuesdays till 4.30', "No wait, choir's Mondays.", 'Ife has choir on Mondays till 4.30'],
    ["My son's swimming is on Saturdays at 9", "Swimming's now on Sundays", "My son's swimming is on Sundays at 9"],
    ['My flight is on 5 May at 10:40', 'They moved the flight to 11:15', 'My flight is on 5 May at 11:15'],
    ['My flight is on 5 May at 10:40', 'They moved the flight to 6 May at noon', 'My flight is on 6 May at noon'],
    ['My viva is in June', 'My viva has been pushed to 3 September', 'My viva is on 3 September'],
    ['My viva is on 3 June', 'My viva has been pushed to September', 'My viva is in September'],
    [
      'My contract runs until 30 June',
      "my contract's been extended to 31 December",
      'My contract runs until 31 December',
    ],
    ['The trip is from 10 to 17 May', "the trip's moved to the 12th to the 19th", 'The trip is from 12 to 19 May'],
    [
      'The call is on Tuesday at 3',
      "the call's been pushed back a day, now Wednesday",
      'The call is on Wednesday at 3',
    ],
    [
      "Mum's hip operation is on 3 May",
      "mum's operation is postponed. It's the 17th of May now.",
      "Mum's hip operation is on 17th of May",
    ],
  ])('says the new time: %s | %s', (known, said, better) => expect(after(known, said)).toBe(better))

  it.each([
    // Tasks, questions, stories and what may be.
    ["My sister's wedding is on 20 June", 'Can you move the wedding to 11 July in the table?'],
    ['My flight is on 5 May', 'What if they moved the flight to 6 May?'],
    ['My flight is on 5 May', "They might have moved the flight to 6 May, I'm not sure."],
    ['My exam is on 16 May', 'In my story the exam is moved to 23 May at the last moment.'],
    ['My exam is on 16 May', "Someone told me the exam was moved to 23 May but that's wrong."],
    ['The workshop is on 3 June', "If the workshop is moved to 10 June I can't come."],
    ['My lease ends on 31 July', 'Translate: the lease has been extended to 31 December'],
    // Other things, and those of others.
    ["My sister's wedding is on 20 June", "My brother's wedding has been moved to 11 July."],
    ["My sister's wedding is on 20 June", 'My wedding has been moved to 11 July.'],
    ['The release of Harbor is on 15 May', 'The release of iOS was pushed to 2 June'],
    ['My standup is at 9:30', 'standup comedy moved to 10:00 on BBC2'],
    ['I have lessons on wed', "the wedding's moved to 11 July"],
    ['My boss is Anna', "My colleague's boss is Tom, not Anna"],
    ['I live in Hamburg', 'The company is based in Berlin, not Hamburg'],
    ['My sister Jo lives in Bath', 'Bath is the town, not Bristol.'],
    ['My exam is on 16 May', 'In the US, the exam has been moved to 23 May.'],
    ['My exam is on 16 May', "At Tom's school, the exam has been moved to 23 May."],
    ['My exam is on 16 May', 'The exam has been moved to 23 May for the other class.'],
    ['My exam is on 16 May', "The exam has been moved to 23 May at Tom's school."],
    ['My exam is on 16 May', 'My daughter: the exam has been moved to 23 May.'],
    ['My exam is on 16 May', 'The exam has been moved to 23 May, just kidding.'],
    // No time, or not one of the kind, or only for once.
    ['I go to the gym on Mondays', 'The gym moved to Dorset Street on Friday.'],
    ['I play chess on Mondays', 'chess moved to Thursday'],
    ['I play chess on Mondays', 'chess moved to 4 June'],
    ['I play chess on Monday 4 May', 'chess is moved to Tuesday'],
    ['I play chess on Mondays', 'chess is now on Tuesdays this week'],
    ['My exams are: maths 3 June, biology 10 June', 'the exam has been moved to 12 June'],
    ['The trip is from 10 to 17 May', 'the trip has been moved to 12 May'],
    // Words that are no names, numbers or days, and what is in the talk of the moment.
    ['I live in Leeds and have long hair', 'I meant short, not long hair'],
    ['My rent is 900', "I was wrong about the deposit, it's not 900, it's 800"],
    ['I live in Oslo', "I was wrong about the capital, it's not Oslo, it's Bern"],
    ['Rehearsal is Monday at 7', 'they moved rehearsal videos to Dropbox on 3 May'],
    ['I use Python at work', "Sorry, it's not Python, it's Go."],
    ['I live in York', "It's not York, it's Bath."],
    ['My cat Miso is 12', 'I meant 9, not 12'],
    ["I'm allergic to Ibuprofen", 'I meant Paracetamol, not Ibuprofen.'],
    ['I take 20 mg of it', 'I meant 20 lines, not 20 mg'],
    ['I read Anna Karenina to Anna', 'Sorry, I meant Ana, not Anna'],
    ["I'm not giving up chess on Mondays", "chess is not on Mondays, it's fun"],
  ])('leaves what it may not mean: %s | %s', (known, said) => expect(after(known, said)).toBeUndefined())

  it.each([['not '], ['the choir moved to '], ["it's not A, it's "], ['4th to the '], ['now on ']])(
    'is read in linear time: %s',
    (part) => {
      const text = part.repeat(20_000)
      const spentMs = startCpuClock()
      expect(amendmentsIn(text, readStatements(text))).toBeInstanceOf(Array)
      timesIn(text)
      expect(spentMs()).toBeLessThan(5_000)
    },
  )
})
