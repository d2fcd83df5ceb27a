import { describe, expect, it } from 'vitest'
import { outsidePlay, playAfter } from './play.ts'

const [at, createdAt] = [Date.parse('2026-03-02T10:00:00Z'), '2026-03-02T10:00:00Z']
const isPlayAfter = (texts: readonly string[]): boolean =>
  texts.reduce((play, text) => playAfter(play, { role: 'user', text, createdAt }), 0) > at

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
    "act as a doctor and I'm the patient",
    'can we do a d&d thing to take my mind off it? ur the dm',
    'can we do the d&d thing again. same char',
    'lets start a text adventure',
    'wanna rp? im a vampire queen',
    'ok can u be my dm again',
    'can you dm for me? im a druid',
    'you are the game master, I am a dwarf',
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
    'I want to be a nurse',
    "I'd like to be a lawyer one day",
    'Be the judge of that yourself',
    'be my guest',
    'can we do d&d on friday or is sunday better?',
    'im the dm of our group',
    "let's play d&d with my kids on Sunday",
    'help me write a text adventure in python',
    'can u dm my brother',
    'Act as a teacher assistant: I teach maths',
    'Act as a lawyer. My landlord kept my deposit',
    'act as a nutritionist and ask me about my diet',
    'Interview me for my book about my childhood',
    "I'm writing my memoirs, interview me about my life",
    'Role play is what my kids love',
    'My mock exam, it was hard',
    'Mock exam: 12 March',
    "Let's try a mock exam tomorrow",
    "Let's simulate a conversation between two services, you're good at this",
    "you be honest, I'm bad at this",
  ])('does not begin with "%s"', (text) => expect(isPlayAfter([text])).toBe(false))

  it.each([
    "Ok, end of the interview. I'm allergic to nuts.",
    "stop, that's enough.",
    'thanks, that was helpful',
    'How did I do?',
    'thx bye',
    "Ok, I'm done. I have a cat",
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
    expect(isPlayAfter([text])).toBe(own !== text)
    expect(outsidePlay(text, true)).toBe('')
  })

  it('is not begun or ended by a reply', () => {
    expect(playAfter(0, { role: 'assistant', text: "Let's do a mock interview", createdAt })).toBe(0)
    expect(playAfter(at + 1, { role: 'assistant', text: 'Stop.', createdAt })).toBeGreaterThan(at)
  })

  it('is over after a pause', () => {
    const play = playAfter(0, { role: 'user', text: "let's roleplay", createdAt })
    expect(playAfter(play, { role: 'user', text: 'I live in Hull', createdAt: '2026-03-03T10:00:00Z' })).toBe(0)
  })
})
