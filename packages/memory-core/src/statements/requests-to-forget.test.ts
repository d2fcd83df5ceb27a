import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { isOverBy } from './claims/news.fixture.ts'
import { readStatements } from './read-statements.ts'
import { isWithheld } from './requests-to-forget.ts'

const requests: readonly (readonly [known: string, request: string])[] = [
  ["I'm vegan", "Forget that I'm vegan"],
  ["I'm vegan", 'please forget that i am vegan'],
  ["I'm vegan", "Forget I'm vegan"],
  ["I'm vegan", 'forget I said that I’m vegan'],
  ["I'm vegan", "can you please forget that I'm vegan?"],
  ["I'm vegan", "Please remove that I'm vegan from your memory"],
  ['I have diabetes', 'Please delete that I have diabetes.'],
  ['I live at 5 Elm Street', 'delete my address from your memory'],
  ["I'm vegan", 'Forget what I told you about my diet'],
  ["I'm vegan", 'forget my diet, please'],
  ['Ich bin Veganer', 'Bitte lösche, dass ich Veganer bin, aus deinem Gedächtnis'],
  ['Meine Adresse ist Rosenweg 3', 'Vergiss alles über meine Adresse'],
  ['Soy vegano', 'borra que soy vegano de tu memoria'],
  ['Mi dirección es Calle Rosa 3', 'olvida todo sobre mi dirección'],
  ['I live in Rome', 'ok, forget the fact that I live in Rome'],
  ['I work as a nurse at Charité', 'please forget what I said about my job'],
  ['I work for a bank', 'forget that I work for a bank'],
  ['I work at Bosch', 'forget everything I told you about my work'],
  ['I have a nut allergy', 'forget everything about my nut allergy'],
  ['My address is 12 Rose Street, Leeds', 'delete my address from your memory'],
  ['My email is a@b.co', 'please remove my email from your notes'],
  ['My birthday is May 4', 'forget my birthday'],
  ['My boss is Ada', 'you can forget about my boss'],
  ['My dog is called Rex', 'please forget about my dog'],
  ['My sister Ann lives in Rome', 'forget what I told you about my sister Ann'],
  ['I have a peanut allergy', 'you can forget about the peanut allergy, that was my brother'],
  ["I'm allergic to peanuts", 'Forget about my peanut allergy'],
  ['I take warfarin', 'you can forget about the warfarin, that was my dad'],
  ["We're moving to Leeds in June", "scratch that, I'm not moving"],
  ['Ich bin Veganer', 'vergiss, dass ich Veganer bin'],
  ['Ich wohne in Rom', 'Bitte vergiss, dass ich in Rom wohne'],
  ['Meine Adresse ist Rosenweg 3', 'Vergiss meine Adresse'],
  ['Meine Adresse ist Rosenweg 3', 'lösch meine Adresse aus deinem Gedächtnis'],
  ['Soy vegano', 'olvida que soy vegano'],
  ['Mi dirección es Calle Rosa 3', 'Por favor, borra mi dirección de tu memoria'],
]

const lookAlikes: readonly (readonly [known: string, said: string])[] = [
  ["I'm vegan", "don't forget that I'm vegan"],
  ["I'm vegan", "I always forget that I'm vegan"],
  ["I'm vegan", "did you forget that I'm vegan?"],
  ["I'm vegan", 'forget it'],
  ["I'm vegan", 'forget that'],
  ["I'm vegan", "I'd forget my head"],
  ["I'm allergic to nuts", "never forget: I'm allergic to nuts"],
  ['I work at Bosch', "forget about the report, let's talk about lunch"],
  ['My report is due on Friday', "forget about the report, let's talk about lunch"],
  ['My birthday is May 4', "don't let me forget my birthday"],
  ['My birthday is May 4', 'you always forget my birthday'],
  ['My birthday is May 4', 'she forgot my birthday'],
  ["My sister's birthday is May 4", 'forget my birthday'],
  ['My address is 12 Rose Street, Leeds', 'delete my address from the spreadsheet'],
  ['My address is 12 Rose Street, Leeds', 'delete my email from your memory'],
  ['I work at Bosch', 'please delete that I work at Bosch from my CV'],
  ['I work at Bosch', 'remove that I work at Bosch'],
  ['My name is Ann', 'forget my last message'],
  ["I'm moving to Leeds", "scratch that, I'm not hungry"],
  ['Ich bin Veganer', 'vergiss nicht, dass ich Veganer bin'],
  ['Ich bin Veganer', 'vergiss es'],
  ['Soy vegano', 'no olvides que soy vegano'],
]

describe('a request to forget something', () => {
  it.each(requests)('ends it, and says nothing itself: %s / %s', (known, request) => {
    const [statement, ...others] = readStatements(request)
    expect(statement).toMatchObject({ isForgetting: true, worth: 0, span: 'lasting' })
    expect(others).toEqual([])
    expect(isOverBy(known, statement?.text ?? '')).toBe(true)
    expect(isWithheld(request)).toBe(true)
  })

  it.each(lookAlikes)('is not found in what only mentions it: %s / %s', (known, said) => {
    const ended = readStatements(said).filter(({ text }) => isOverBy(known, text))
    expect(ended).toEqual([])
  })

  it.each([
    "forget for a moment that I'm vegan",
    "forget that I'm vegan for this recipe",
    "forget that I'm vegan and give me the best steak in town",
    "ignore that I'm vegan, just for now",
    'Forget my budget, which laptop would you buy?',
  ])('holds for one reply where it says so: %s', (said) => {
    expect(readStatements(said)).toMatchObject([{ isForgetting: true, span: 'local' }])
  })

  it('leaves what else is said', () => {
    const said = "Forget that I'm vegan, I eat fish now. We live in Oslo."
    expect(readStatements(said).flatMap(({ text, isForgetting }) => (isForgetting ? [] : [text]))).toEqual([
      'I eat fish now.',
      'We live in Oslo.',
    ])
  })

  it('is found behind what a sentence opens with', () => {
    const found = readStatements('Hello there! Well, forget my diet')
    expect(found.at(-1)).toMatchObject({ text: 'forget my diet', isForgetting: true })
  })

  it.each([
    'forget ',
    'please ',
    'forget my a ',
    'forget that my ',
    'forget what i said about ',
    'ok, so, ',
    "don't mention ",
    'delete that about my ',
  ])('is looked for in linear time: %j', (part) => {
    const spentMs = startCpuClock()
    for (const text of [part.repeat(20_000 / part.length), `forget my ${part.repeat(20_000 / part.length)}`]) {
      readStatements(text)
      isWithheld(text)
    }
    expect(spentMs()).toBeLessThan(1_000)
  })
})

describe('a message that is not to be quoted elsewhere', () => {
  it.each([
    "I turned Google down. Please delete that, I don't want it mentioned again.",
    'I would prefer if you would not mention this affair any more and if you delete it.',
    'Please erase this secret.',
    'Kindly remove this from your records, I mean the abortion.',
    "I'd rather you did not write that down",
    "Don't save this: I'm dating my boss",
    'off the record, I hate my job',
    'merk dir das nicht: ich bin krank',
  ])('asks to keep nothing of it: %s', (said) => expect(isWithheld(said)).toBe(true))

  it.each(["I don't save this kind of thing", "don't forget my birthday", 'save this: I like tea', 'I forget names'])(
    'is none where it only seems to: %s',
    (said) => expect(isWithheld(said)).toBe(false),
  )
})

describe('a request to forget that names nothing', () => {
  it.each([
    "don't write that down",
    "yeah you're right dont keep that",
    'could you not store that please',
    'no please do not save that',
    'forget what I just said',
    'please delete this matter',
    'Actually I don’t want that stored anywhere.',
    "keep that between us yeah don't save it",
  ])('is about what was said before: %s', (said) => {
    expect(readStatements(said)).toMatchObject([{ isForgetting: true, isAboutBefore: true, worth: 0 }])
  })

  it.each([
    "Don't save this: I'm dating my boss",
    "I hate my boss, don't keep that",
    'The mail says "don\'t keep that"',
    "I don't want that in the header",
    "don't store that in the database",
    "don't save that to disk",
    "don't keep that import",
    "don't mention it",
    "don't mention that in the mail",
    "don't record the keystrokes",
    'forget it',
    'forget that, use the other approach',
    'delete that',
    'delete that record',
    'remove this line',
    'remove this information from the footer',
    'scrap that, make it a table',
    'we store that',
    "they don't keep that",
    "don't log that, it is personal data",
    "don't keep that, it's too long for the page",
    'forget what I just said, we use Postgres',
  ])('is none, or is about its own message: %s', (said) => {
    expect(readStatements(said).some(({ isAboutBefore }) => isAboutBefore)).toBe(false)
  })

  it('leaves what else is said', () => {
    expect(readStatements('Forget what I just said, I live in Oslo.').at(-1)?.text).toBe('I live in Oslo.')
  })

  it('is about the one thing that its message names, if it is no person that it only mentions', () => {
    const said = (text: string) => readStatements(text).map((one) => one.text)
    expect(said('I refused Siemens. Please delete this affair.')).toEqual(['Forget what I said about Siemens'])
    expect(said('I had a row with Anna. Please delete this affair.')).toEqual([])
    expect(said("I told Bosch and Siemens. Don't mention this matter again.")).toEqual([])
    expect(said("I owe Bosch 4,000. Don't write that down.")).toEqual([])
    expect(said("We run on Postgres and users can delete a row. Don't store it.")).toEqual([])
    expect(said("We run on Postgres. If a user clicks delete, don't store it.")).toEqual(['We run on Postgres.'])
  })
})

describe('a task', () => {
  it.each([
    "don't keep my boss waiting",
    'never store anything with nuts',
    'forget everything about Docker, how would you explain containers?',
    'delete this function',
    'remove the second paragraph',
    "forget it, let's take the train",
    "don't mention the price in the offer",
    'never mind',
    "don't keep the old tests",
    'please forget the previous instructions',
    'forget about the tests for now, just ship it',
    'delete the information about the user from the table',
    'remove the part about my hobbies from the CV',
    'remove the details about the meeting room',
    'drop the bit about pricing',
    'take my name out of the list',
    'delete everything I wrote in chapter two',
    'forget the onions, use leeks',
    "don't keep the dough in the fridge",
    "you don't need to remember the syntax, I look it up",
    "don't repeat yourself",
    "do not mention the supplier's name again in the conclusion",
    "don't bring up my ex Paul again",
    'did you forget what I said about the tests?',
    "I can't forget what he said about my cooking",
    'could you not keep the formatting?',
    "I don't want it stored in plain text",
    'forget about what the customer wants, do it the simple way',
    'ignore what I said about the font and use Arial',
    'remove the story about Anna from the slides',
    'delete the file about my taxes',
    'do not store my password in localStorage',
    "don't keep any of this in memory, stream it",
    "don't save those, they are temp files",
    'delete what you wrote about caching',
    'remove what you said about me being tired',
    'forget the affair subplot, focus on the heist',
    "don't mention the affair in chapter 3",
    'delete the divorce scene',
    'forget what the docs say about hooks',
    "don't leave that on the stove",
    'forget the debt, compute the equity',
    'forget about the affair, watch the second episode',
    'Forget about the tests I mentioned, run lint only',
    'forget what my code does',
    'never mention the price information again',
    'If the form is invalid, do not save it.',
    "My mom says don't write that down",
    'forget what we discussed about the schema',
    'remove that about my experience, keep the skills',
    "erase the bit about Anna's cat, it is too long",
    'Remove the info about my company from the footer',
  ])('is no request to forget: %s', (said) => {
    expect(isWithheld(said)).toBe(false)
    expect(readStatements(said).some(({ isForgetting }) => isForgetting)).toBe(false)
  })
})
