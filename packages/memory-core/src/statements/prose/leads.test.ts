import { describe, expect, it } from 'vitest'
import { proseLines } from './prose.ts'

const textsOf = (text: string): string[] => proseLines(text).map((line) => line.text)

describe('the words of another', () => {
  it.each([
    "here's the customer's mail:",
    'mail from Moira:',
    'slack from Rafał:',
    "Moira's answer:",
    'her reply:',
    'his text about the party:',
    'the ticket:',
    'this is from the vendor pdf:',
    'from their docs:',
    'from the API guide:',
    'the spec:',
    'the contract:',
    'requirements from Paola:',
    'CONTRIBUTING.md:',
    'PR description:',
    'reply from the landlord:',
    "a customer's complaint:",
    "Okan's feedback:",
    'customer message below',
  ])('are left out below "%s"', (line) =>
    expect(textsOf(`${line}\n\nI never eat meat\nalways call us\n\nmine`)).toEqual([line, 'mine']),
  )

  it('go on below their greeting', () =>
    expect(textsOf('mail from Moira:\n\nHi Okan,\n\nI live in Bergen\n\nmine')).toEqual(['mail from Moira:', 'mine']))

  it.each([
    'got this from Moira: ',
    "from the vendor's manual: ",
    'review comment from Dominika: ',
    'letter from my bank: ',
    "my landlord's answer: ",
  ])('are left out behind "%s"', (lead) => expect(textsOf(`${lead}never call us`)).toEqual([lead.trim()]))

  it.each(['can you answer this one?', 'what do I reply to this?', 'how should I respond to this mail?'])(
    'are left out below a question for an answer to them: %s',
    (line) => expect(textsOf(`${line}\n\nI live in Bergen\n\nI moved`)).toEqual([line]),
  )

  it('are left out of a diff', () => expect(textsOf('+// we use Vitest\n-# we use Jest\nmine')).toEqual(['mine']))

  it.each([
    'my notes:',
    'our spec:',
    'our rules:',
    "here's my answer:",
    'answer to your question:',
    'answers below:',
    'notes for you:',
    'a few facts:',
    "my doctor's advice:",
    'letter from my doctor:',
    'can you help me?',
    'can you answer this question?',
    'what should I cook?',
    'what do I say to her?',
    "My wife's email: ann@x.de",
    "Tom's review: 14 May",
    'requirements from the client: Italian and German',
    '- #general is our channel',
  ])('are not seen in what one says oneself: %s', (line) =>
    expect(textsOf(`${line}\n\nmine`)).toEqual([line.replace('- ', ''), 'mine']),
  )
})
