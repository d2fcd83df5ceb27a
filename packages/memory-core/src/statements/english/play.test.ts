import { describe, expect, it } from 'vitest'
import { outsidePlay, playAfter } from './play.ts'

const isPlayAfter = (texts: readonly string[]): boolean =>
  texts.reduce((isPlay, text) => playAfter(isPlay, { role: 'user', text }), false)

describe('a role play', () => {
  it.each([
    'Play the doctor and quiz me for my OSCE.',
    "Let's do a mock interview",
    'Mock interview please, senior dev role.',
    "let's roleplay, you're the landlord.",
    'Pretend to be a customer in my cafe.',
    'Interview me as if I applied at Google.',
    "can you be a grumpy patient and I'm the nurse?",
    "Let's practise a phone call, you're the receptionist.",
    'I want to practice a job interview, you ask the questions',
    "you be the bank clerk and i'm the customer",
    'act as an immigration officer and question me',
  ])('begins with "%s", and goes on', (text) => expect(isPlayAfter([text, 'I have chest pain'])).toBe(true))

  it.each([
    'I play the doctor in our theatre group.',
    'My doctor plays golf.',
    'Play the piano every morning.',
    'I had a mock interview yesterday',
    'Mock interview tomorrow, help me prepare',
    'Interview questions for a nurse?',
    'I want to practise for my interview at Bosch',
    'Act as a senior engineer',
    'Be brief and clear',
    'you are a senior engineer, review this',
    'Quiz me on German nouns',
  ])('does not begin with "%s"', (text) => expect(isPlayAfter([text])).toBe(false))

  it.each([
    "Ok, end of the interview. I'm allergic to nuts.",
    "stop, that's enough.",
    'thanks, that was helpful',
    'How did I do?',
    'ooc: I have a cat',
    'Now write me a shopping list',
    "I'm allergic to nuts, remember that",
  ])('ends with "%s"', (text) => expect(isPlayAfter(["let's roleplay", text])).toBe(false))

  it.each(['Thank you for having me. I am a nurse.', 'Well, I stopped smoking', 'Sure. I live in Hull'])(
    'goes on with "%s"',
    (text) => expect(isPlayAfter(["let's roleplay", text])).toBe(true),
  )

  it.each([
    ['I have an interview at Infineon. practice with me? ask one question', 'I have an interview at Infineon'],
    ['I live in Hull. Can you play the recruiter?', 'I live in Hull'],
    ["I'm a nurse, let's do a mock interview", "I'm a nurse"],
    ["I'm a nurse. She plays the doctor", "I'm a nurse. She plays the doctor"],
    ['My son wants to practice with me', 'My son wants to practice with me'],
    ["Let's roleplay", ''],
  ])('leaves what is said before it: %s', (text, own) => {
    expect(outsidePlay(text, false)).toBe(own)
    expect(playAfter(false, { role: 'user', text })).toBe(own !== text)
    expect(outsidePlay(text, true)).toBe('')
  })

  it('is not begun or ended by a reply', () => {
    expect(playAfter(false, { role: 'assistant', text: "Let's do a mock interview" })).toBe(false)
    expect(playAfter(true, { role: 'assistant', text: 'Stop.' })).toBe(true)
  })
})
