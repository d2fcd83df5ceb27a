import { describe, expect, it } from 'vitest'
import { isAmongPeople, talkAfter } from './play.ts'

function isTalkAfter(replies: readonly string[], role: 'assistant' | 'user' = 'assistant'): boolean {
  return isAmongPeople(replies.reduce((signs, text) => talkAfter(signs, { role, text }), 0))
}

/** What assistants write, many of a kind in one conversation. */
const ofAssistants = [
  'Noted.',
  "I've made the changes.",
  "I've just updated the table. Anything else?",
  'Have you a deadline?',
  'Did you get a quote already?',
  'What do you have so far?',
  'Understood. What else should I know?',
  'I was unable to open the file.',
  'I made a short list below.',
  'We have three options here.',
  'My pick would be the second one.',
  'My lips are sealed.',
  'I never store passwords.',
  'I always recommend 10 tags.',
  'I love that idea!',
  'I went through the log and got a 404.',
  'I went with the second approach, and took the liberty of renaming it.',
  'I met all the requirements, then had a look at our build.',
  'This is the key I used to sign the release.',
  'I played around with the settings and tried to install it.',
  'I visited the page and watched the build.',
  'You made my day!',
  "I'm glad it helped. How are you today?",
  'How was your interview?',
  'Congrats!',
  'You could say: "My sister and I went to Rome last summer, lol."',
  'Dear Kate,\nmy daughter and I loved our trip last summer.\nKim',
  'My job is to help you.',
  "Wish your sister a happy birthday from me. How is your dog's leg?",
]
/** What friends write. */
const ofFriends = [
  ['Haha, so true!', 'I just got home from the gym.'],
  ['My kids are ill again.', 'We went hiking last weekend.'],
  ['Me too!', 'My dog ate the sofa.'],
  ["I'm so tired, I'm at work until nine.", 'What about you?'],
  ['I grew up in a small town.', 'Yeah.', 'My parents still live there.'],
  ['I bought a bike.', 'Wow!', 'My husband thinks I am crazy.'],
  ['Last weekend I was ill.', 'omg, my hair'],
]

describe('talk between people', () => {
  it.each(ofAssistants)('is not what an assistant says, however often: %s', (text) => {
    expect(isTalkAfter(Array.from({ length: 9 }, () => text))).toBe(false)
  })
  it('is not what assistants say one after another', () => expect(isTalkAfter(ofAssistants)).toBe(false))

  it.each(ofFriends)('is what friends say of their own lives: %s, %s', (...said) => {
    expect(isTalkAfter(said)).toBe(true)
  })
  it.each(ofFriends.map(([first = '']) => first))('needs more than one sign in one reply: %s', (text) => {
    expect(isTalkAfter([text])).toBe(false)
  })

  it('is what the user asks of the life of the other', () => {
    expect(isTalkAfter(['Congratulations! How are your kids?'], 'user')).toBe(true)
    expect(isTalkAfter(['Your table has a mistake.', 'What is your plan?', 'How are you?'], 'user')).toBe(false)
  })

  it('is what one user says to another, until assistants reply', () => {
    const [ana, ben] = [
      { role: 'user', name: 'Ana', text: 'The plan is done.' },
      { role: 'user', name: 'Ben', text: 'Thanks, Ana.' },
    ] as const
    expect(isAmongPeople(talkAfter(0, ben, ana))).toBe(true)
    expect(isAmongPeople(talkAfter(0, ben, { ...ana, name: 'Ben' }))).toBe(false)
    expect(isAmongPeople(talkAfter(0, ben, { role: 'assistant' }))).toBe(false)
    expect(isAmongPeople(talkAfter(talkAfter(0, ben, ana), { role: 'assistant', text: 'Noted.' }, ben))).toBe(false)
  })

  it('ends with replies as assistants write them', () => {
    const letter = 'My daughter and I loved the garden last summer.'
    expect(isTalkAfter([letter])).toBe(true)
    expect(isTalkAfter([letter, "I've updated it."])).toBe(false)
    expect(isTalkAfter([letter, letter, letter, letter, ...Array.from({ length: 4 }, () => '1. Rest\n2. Drink')])).toBe(
      false,
    )
  })
})
