import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import { keptWorth } from './worth.ts'

function kept(before: string, text: string): string[] {
  const found = readStatements(text, { before: { role: 'assistant', text: before } })
  return found.filter(({ worth }) => worth >= keptWorth).map((one) => one.text)
}

describe('a short answer', () => {
  it.each([
    ['Do you have any allergies?', 'yes, peanuts', "I'm allergic to peanuts"],
    ['Before I suggest recipes: are you allergic to anything?', 'Yes, shellfish.', "I'm allergic to shellfish"],
    ['Any dietary restrictions?', 'gluten free and no pork', 'My dietary restrictions: gluten free and no pork'],
    ['Do you take any medication?', 'ramipril 5mg', 'I take ramipril 5mg'],
    ['Where do you live?', 'porto', 'I live in porto'],
    ["Nice to meet you! What's your name?", 'Lena', 'My name is Lena'],
    ['What should I call you?', 'Max', 'Call me Max'],
    ['How old are you?', '34', "I'm 34 years old"],
    ['What do you do for a living?', 'nurse', 'I work as nurse'],
    ["What's your budget for the trip?", '500 euros', 'My budget for the trip is 500 euros'],
    ['Thanks, Max! So, where do you live?', 'in Leeds', 'I live in Leeds'],
    ['Great, Captain America fans unite. What is your name?', 'Tom', 'My name is Tom'],
    ['**Step 1: allergies** Do you have any allergies?', 'eggs', "I'm allergic to eggs"],
    ['Are you vegetarian?', 'yes', "I'm vegetarian"],
    ['Are you vegetarian?', 'yep, since 2015', "I'm vegetarian since 2015"],
    ['Do you have any pets?', 'a cat named Miso', 'I have a cat named Miso'],
    ['Should I keep answers short from now on?', 'yes please', 'keep answers short from now on'],
    ['Any allergies in the family?', 'my wife, shellfish', 'my wife is allergic to shellfish'],
    ['Do you have any allergies?', 'my son, eggs', 'my son is allergic to eggs'],
    ['Any allergies in the family?', 'yes, sesame and celery', 'In our family we are allergic to sesame and celery'],
  ])('says with its question what it does not say alone: %s %s', (before, text, statement) => {
    expect(kept(before, text)).toEqual([statement])
  })

  it.each([
    ['Do you have any allergies?', 'no'],
    ['Do you have any allergies?', 'not that I know of'],
    ['Do you have any allergies?', 'yes'],
    ['Are you vegetarian?', 'no'],
    ['Are you vegetarian?', 'why do you ask'],
    ['Where do you live?', 'why?'],
    ['Would you like me to write it?', 'yes please'],
    ['Should I explain that again?', 'yes'],
    ['Do you want more ideas?', 'sure'],
    ['How old are you?', 'older than you'],
    ["What's your name? And where do you live?", 'porto'],
    ['Where do they live?', 'porto'],
    ['Does your wife have any allergies?', 'peanuts'],
    ['Do your kids have any food allergies?', 'eggs'],
    ['Are any of the guests allergic to anything?', 'shellfish'],
    ['They may ask you "where do you live?" Practise an answer.', 'porto'],
    ['Traveller, where do you live?', 'in a cave'],
    ['Halt! Tell me, brave knight, where are you from?', 'Elvandar'],
    ['And what is your name, stranger?', 'Kael'],
    ['*The innkeeper leans over the bar.* Where are you from?', 'the north'],
    ['You enter the tavern.\n*looks up* What do you do for a living?', 'hunter'],
    ['Where do you live?', 'forget that'],
    ['Where do you live?', 'prefer not to say'],
    ['Where do you live?', "I'd rather not say"],
    ['Do you have any allergies?', 'lots'],
    ['Do you have any allergies?', 'only in spring'],
  ])('says nothing about the user: %s %s', (before, text) => {
    expect(kept(before, text)).toEqual([])
  })

  it('is read alone after words of another user, and where it says what it means', () => {
    const before = { role: 'user', text: 'Do you have any allergies?' } as const
    expect(readStatements('yes, peanuts', { before }).filter(({ worth }) => worth >= keptWorth)).toEqual([])
    expect(kept('Do you have any allergies?', "I'm allergic to dust.")).toEqual(["I'm allergic to dust."])
  })

  it('has the answer as its sentence', () => {
    const before = { role: 'assistant', text: 'Where do you live?' } as const
    expect(readStatements('porto', { before })).toMatchObject([{ text: 'I live in porto', sentence: 'porto' }])
  })
})

describe('a danger that points back', () => {
  const bound = (own: string, reply: string, text: string): string[] =>
    readStatements(text, { own, before: { role: 'assistant', text: reply } })
      .filter(({ worth, isBinding }) => worth >= keptWorth && isBinding)
      .map((one) => one.text)

  it.each([
    ['May I have ibuprofen?', 'It raises the risk.', 'I must never have it.', 'I must never have ibuprofen.'],
    ['Any dessert with almonds?', 'Marzipan cake.', "I'm allergic to those.", "I'm allergic to almonds."],
    ['Is kiwi fine in this salad?', 'Yes.', "I can't eat that, my throat swells up.", "I can't eat kiwi"],
    [
      'Can I take aspirin with this?',
      'Not with warfarin.',
      'My doctor said never to take it.',
      'My doctor said never to take aspirin.',
    ],
    [
      'Suggest a painkiller.',
      'Ibuprofen 400.',
      'That gives me terrible stomach bleeds.',
      'ibuprofen gives me terrible stomach bleeds.',
    ],
  ])('is told with what it is: %s %s %s', (own, reply, text, danger) => {
    expect(bound(own, reply, text).join()).toContain(danger)
  })

  it.each([
    ['May I have the keys?', 'Sure.', 'I must never lose them.'],
    ['Is kiwi fine in this salad?', 'Yes.', "I can't eat that much."],
    ['Can you suggest a book about gluten?', 'Wheat Belly.', "I can't have that, I read it."],
    ['Is it milk or soy?', 'Soy.', "I'll have it."],
    ['Do nuts or eggs keep longer?', 'Nuts.', "I'm allergic to those."],
  ])('is none, or could mean several things: %s %s %s', (own, reply, text) => {
    expect(bound(own, reply, text).join()).not.toMatch(/kiwi|gluten|milk|soy|nuts|eggs|keys/)
  })
})
