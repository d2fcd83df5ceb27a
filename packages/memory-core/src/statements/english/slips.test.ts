import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import type { ReadingOptions } from '../statement.ts'
import { keptWorth } from './worth.ts'

const keptOf = (said: string, options: ReadingOptions = {}): string[] =>
  readStatements(said, { at: '2026-09-01T09:00:00Z', ...options })
    .filter(({ span, worth }) => span === 'lasting' && worth >= keptWorth)
    .map(({ text }) => text)

describe('a slip that the next sentence corrects in a few words', () => {
  it.each([
    ['My budget is 500 euros. No wait, 600 euros.', 'My budget is 600 euros.'],
    ["My sister's birthday is on 3 March - wait, no, 5 March.", "My sister's birthday is on 5 March."],
    ["I'm 34 - I mean 35.", "I'm 35."],
    ['The budget is 8000 – scratch that, 9000 euros.', 'The budget is 9000 euros.'],
    ['I take 20 mg, no wait, 40 mg of citalopram.', 'I take 40 mg of citalopram.'],
    ['My flight leaves at 7:40, no, 8:40 from Gate 12.', 'My flight leaves at 8:40 from Gate 12.'],
    ['My exam is on the 18th, no sorry, the 19th of May at 3pm.', 'My exam is on the 19th of May at 3pm.'],
    ['The number of guests is 40 (sorry, 45).', 'The number of guests is 45.'],
    ['I have two sons, no, three.', 'I have three sons.'],
    ['We live in Leeds, I mean Sheffield.', 'We live in Sheffield.'],
    ['My son Leo, sorry, Lee, starts school on 4 September.', 'My son Lee starts school on 4 September.'],
    ["The party is at ours - no wait, at Tom's place.", "The party is at ours, no wait, at Tom's place."],
    ['My flight is on 3 December. Sorry, 4 December.', 'My flight is on 4 December.'],
    [
      'We only shop at Aldi, budget of 120 a week. I mean 140, I forgot about the lunches',
      'We only shop at Aldi, budget of 140 a week.',
    ],
    ['I have 28 pupils in 5th year. Actually 27, one dropped out', 'I have 27 pupils in 5th year.'],
    ['I teach 2nd years this year. Oh wait no, 3rd years', 'I teach 3rd years this year.'],
    ['My sister is called Ann. I mean Anna.', 'My sister is called Anna.'],
    ['I work at Siemens. Actually Bosch.', 'I work at Bosch.'],
    ['We have 28 employees. Make that 27.', 'We have 27 employees.'],
    ['My landlord is Mr Gray. Correction: Mr Grey.', 'My landlord is Mr Grey.'],
    ['My daughter is 12. Well, 13 actually.', 'My daughter is 13.'],
    ['I weigh 82 kg. Typo, 72.', 'I weigh 72 kg.'],
    [
      'My meeting with Anna is on Tuesday 8 December. Scratch that, Wednesday 9 December.',
      'My meeting with Anna is on Wednesday 9 December.',
    ],
    ['I take 20 mg of lisinopril. Oops, 10 mg.', 'I take 10 mg of lisinopril.'],
    ['I live in Leeds. Sorry, I meant Bradford.', 'I live in Bradford.'],
    ['We have 28 employees. Sorry 27 not 28.', 'We have 27 employees.'],
    ['We have 28 employees. 27, not 28.', 'We have 27 employees.'],
    ['I live in Leeds. *Bradford', 'I live in Bradford.'],
    ['I train every Tuesday. Sorry, Wednesday.', 'I train every Wednesday.'],
    ['My birthday is in May. I mean June.', 'My birthday is in June.'],
    ['I get up at 7:30. No, 6:30.', 'I get up at 6:30.'],
    ["My daughter is 12. Wait, she's 13.", 'My daughter is 13.'],
    ['I have two kids. Sorry, three.', 'I have three kids.'],
    ['My boss is Anna Weber and my coach is Tom. Sorry, Tim.', 'My boss is Anna Weber and my coach is Tim.'],
    ['I take 20mg of lisinopril. Should be 10mg.', 'I take 10mg of lisinopril.'],
    ['I have 3 cats and 2 dogs. Sorry, 4 cats.', 'I have 4 cats and 2 dogs.'],
    ['My manager is Sara Klein, she approves holidays. *Klien', 'My manager is Sara Klien, she approves holidays.'],
    ['My sister is Catherine. Sorry, Cathrine.', 'My sister is Cathrine.'],
    [
      "Ife has choir on Tuesdays till 4.30 and Leo plays chess. No wait, choir's Mondays.",
      'Ife has choir on Mondays till 4.30 and Leo plays chess.',
    ],
    [
      'My dentist appointment is on Monday at 9. Actually it is Tuesday not Monday for the dentist.',
      'My dentist appointment is on Tuesday at 9.',
    ],
    [
      'The party is in Leeds on 4 May. I have two dogs. Sorry, the party is on the 5th, not the 4th.',
      'The party is in Leeds on 5 May. and I have two dogs.',
    ],
  ])('is kept with the right word where it is plain which: %s', (said, kept) =>
    expect(keptOf(said).join(' and ')).toBe(kept),
  )

  it.each([
    ['I live in Leeds. Or rather, near Bradford.'],
    ['I like tea. I mean coffee.'],
    ['My brother works in Porto and my sister in Rome. I meant Lisbon.'],
    ['My flight is on Tuesday 8 December. Sorry, Wednesday.'],
    ['My flight is on 3 December. Scratch that.'],
    ['My budget is 500. No wait, 600 euros.'],
    ['I have 3 cats and 2 dogs. Sorry, 4.'],
  ])('is kept with its correction where it is not: %s', (said) =>
    expect(keptOf(said).map((text) => text.replace(/\.$/, ''))).toEqual([said.replace(/\.$/, '')]),
  )

  it.each([
    ['My sister Anna is getting married in Madrid.', "Don't tell anyone."],
    ['I live in Berlin.', 'Scratch that.'],
  ])('is put behind its sentence once: %s %s', (own, said) => {
    expect(keptOf(`${own} ${said} ${said} ${said}`)).toEqual([`${own} ${said}`])
    expect(keptOf(own + ` ${said}`.repeat(190))).toEqual([`${own} ${said}`])
  })

  it('keeps what else the correction says', () => {
    expect(keptOf('My flight is on 3 December. Sorry, 4 December, my sister Ann lives in Porto')).toContain(
      'my sister Ann lives in Porto',
    )
  })

  it.each([
    ['I have 2 dogs, no cats.'],
    ['I have 3 kids, sorry, 2 are at school.'],
    ['My daughter is 12, sorry for the late reply, 3 days is long.'],
    ["I'm free on Monday, no, Leo works too."],
    ['He is 5 – no, 6 feet tall people scare him.'],
    ['I work at Siemens, I mean 3 days a week.'],
    ['I have two dogs. Actually, we have three cats too.'],
    ['I live in Leeds. Sorry, what was your question?'],
    ['I live in Leeds. Sorry, Anna is my sister.'],
    ['I work at Siemens. Actually, great place.'],
    ['I have 2 kids. No, really.'],
    ['I love Rome. I mean wow.'],
    ["My flight is on 3 December. It's 4 hours long."],
    ['My daughter is 12. Well, 5 kilos more than last year.'],
    ['I live in Leeds. Actually I want 3 ideas for dinner'],
    ['I have two dogs. No problem.'],
    ['I live in Leeds. Well, thanks.'],
    ['I live in Leeds. Ok, give me 5 tips.'],
    ['I work at Siemens. Oh, and my sister is Anna.'],
    ['My wife is Anna. Sorry for the typos.'],
    ['I live in Leeds. Wait a minute.'],
    ['My dog is 12. No idea why.'],
    ['I live in Leeds. Hold on, let me check.'],
    ['I have two dogs. Correction of essays is my job.'],
    ['I have two dogs. Make it short.'],
    ['I live in Leeds. That should be fine.'],
    ['I have two dogs. Make that a table.'],
    ['My daughter Emma is 6. Actually Emily, my niece, starts too'],
    ["My cat Miso is 9. Sorry, Max, our neighbour's dog, barked"],
    ['My cat Miso is 9. Sorry, Max.'],
    ["My son Ben starts school on 1 September. Actually it's Bea, my daughter, who said so"],
    ['My manager is Sara. Sorry Sam, wrong window'],
    ['My manager is Sara. Sorry Sam'],
    ['My sister is Anna. Sorry, Tom.'],
    ['My daughter is 7. make it 10 pages'],
    ["I'm 34 and I play chess. actually 12 moves in"],
    ['I have worked at Bosch for 12 years. Oh, 20 minutes left!'],
    ['I have 2 dogs. Oh, 3 more things.'],
    ['I run 10 km every day. Actually, 5 minutes is enough.'],
    ['My appointment is on Tuesday. Actually, Monday works too.'],
    ['My appointment is on Tuesday. Actually Wednesday is the dentist.'],
    ['My shift starts at 6 am. ugh, 5 am alarm again'],
    ['I have 2 dogs. Well, three cats too.'],
  ])('is none: %s', (said) => {
    const alone = keptOf(said.replace(/(?<=\.) .*/, ''))
    expect(keptOf(said).slice(0, alone.length)).toEqual(alone)
  })
})

describe('a message that changes what the one before it says', () => {
  it.each([
    ['My budget is 500 euros.', 'no wait, 600', 'My budget is 600 euros.'],
    ['We have 28 employees.', 'sorry 27 not 28', 'We have 27 employees.'],
    ['My landlord is Mr Gray.', 'I mean Mr Grey', 'My landlord is Mr Grey.'],
    ['I take 20 mg of lisinopril.', 'oops, 10 mg', 'I take 10 mg of lisinopril.'],
    ['I like tea.', 'I mean coffee', 'I like tea. I mean coffee'],
    ['Ife has choir on Tuesdays.', "no wait, choir's Mondays", 'Ife has choir on Mondays.'],
    ['I have HIV.', "don't tell anyone", "I have HIV. don't tell anyone"],
    ["I'm vegan and I live in Leeds", '*Bradford', 'I live in Bradford'],
  ])('is read with it: %s | %s', (own, said, kept) => {
    const [found] = readStatements(said, { own, before: { role: 'assistant', text: 'Noted.' } })
    expect(found).toMatchObject({ text: kept, sentence: said })
    expect(found?.replaces?.text.replace(/\.$/, '')).toBe(
      readStatements(own)
        .find(({ text }) => text !== "I'm vegan")
        ?.text.replace(/\.$/, ''),
    )
  })

  it.each([
    ['I live in Leeds.', 'No.'],
    ['I live in Leeds.', 'no, 4'],
    ['I live in Leeds.', 'Ok, thanks'],
    ['My budget is 500 euros.', 'sorry, what did you say?'],
    ['My budget is 500 euros.', 'Actually I have two dogs'],
    ['My budget is 500 euros.', 'wait a minute'],
    ['My cat Miso is 9.', 'I meant 9 lines, not 12'],
    ['I live in Leeds.', 'I meant short, not long.'],
  ])('is not: %s | %s', (own, said) => {
    expect(readStatements(said, { own }).every(({ replaces }) => replaces === undefined)).toBe(true)
  })

  it('may answer a question that stands between, unless it is surely a correction', () => {
    const before = { role: 'assistant', text: 'Noted! How many nights do you stay?' } as const
    const own = 'My budget is 500 euros.'
    expect(keptOf('no, 4', { own, before })).toEqual([])
    expect(keptOf('well, 4', { own, before })).toEqual([])
    expect(keptOf('no wait, 600', { own, before })).toEqual(['My budget is 600 euros.'])
    expect(keptOf('sorry, 600 not 500', { own, before })).toEqual(['My budget is 600 euros.'])
  })

  it.each([
    ["I'm 34 and need a workout plan", 'Here is a 30 minute plan', 'make it 20'],
    ['My son Leo is 7 and allergic to eggs.', 'A cake for 8 guests: …', 'make it 12'],
    ['I have 2 kids and need a quiz', 'Here are 10 questions.', 'make that 20'],
    ['I live in Kiel and need a day trip', 'Lübeck is one hour away', 'Actually, Berlin'],
    ["I'm from Leeds", 'Leeds won the cup in 1972', 'no, Arsenal'],
    ['I run 30 minutes a day.', 'Here is a 45 minute plan', 'sorry, 20 minutes'],
    ['I live in Kiel.', 'How about a trip to Hamburg', 'I mean Berlin'],
    ['My son is 8.', 'The answer is 8.', "No, it's not 8, it's 9."],
    ['I live in Rome.', 'The capital of Spain is Rome.', 'Madrid, not Rome.'],
    ['My flight is on 3 June.', 'The battle was on 3 June.', "It's not 3 June, it's 6 June."],
  ])('corrects the reply between rather than it: %s | %s | %s', (own, text, said) => {
    const found = readStatements(said, { own, before: { role: 'assistant', text } })
    expect(found.every(({ replaces }) => replaces === undefined)).toBe(true)
  })

  it.each([
    ['My budget is 500 euros.', 'OK, 500 euros.', 'sorry, 600', 'My budget is 600 euros.'],
    ['I live in Rome.', 'You live in Rome, then.', "No, it's not Rome, it's Madrid.", 'I live in Madrid.'],
    ['I live in Rome.', 'It is warm in Rome.', "Sorry, it's not Rome, it's Madrid.", 'I live in Madrid.'],
    ['I live in Leeds.', 'Noted. Leeds it is.', 'sorry, I meant Bradford', 'I live in Bradford.'],
  ])('corrects it where the reply has no other such word: %s | %s | %s', (own, text, said, kept) =>
    expect(keptOf(said, { own, before: { role: 'assistant', text } })).toEqual([kept]),
  )
})
