import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import type { ReadingOptions } from '../statement.ts'
import { keptWorth } from './worth.ts'

const keptOf = (said: string, options: ReadingOptions = {}): string[] =>
  readStatements(said, options)
    .filter(({ span, worth }) => span === 'lasting' && worth >= keptWorth)
    .map(({ text }) => text)

describe('what others do not eat', () => {
  it.each([
    "My wife doesn't eat pork",
    "Fiachra won't eat mushrooms",
    'Leo hates mushrooms',
    'My kids hate broccoli',
    "My daughter Mia doesn't like fish",
    "Leo and Mia don't eat fish",
    "Dad can't stand garlic",
    'Grandma never eats spicy food',
    'Our son refuses to eat vegetables',
    'my brother doesnt eat fish',
    "Mum won't touch liver",
    "Tunde doesn't drink",
    'Priya avoids dairy',
    "Kaylee doesn't eat meat any more",
    'My wife eats pork again',
    'Leo likes fish now',
  ])('is kept of relatives and persons with a name: %s', (said) => expect(keptOf(said)).toEqual([said]))

  it.each([
    'Nobody eats pork here',
    'Everyone hates mushrooms',
    'He hates mushrooms',
    "Americans don't eat haggis",
    "Muslims don't eat pork",
    "Bears don't eat cheese",
    'The guy next to me hates fish',
    'A man at the bar hates beer',
    'Batman hates mushrooms',
    "My character won't eat meat",
    'Write a story about a boy named Leo. Leo hates mushrooms.',
    'My colleague said Leo hates mushrooms',
    'Maybe Leo hates fish',
    "If Leo doesn't eat meat, what then?",
    "Leo won't eat lunch",
    "My son won't eat anything today",
    "Leo doesn't have a car",
    "Leo can't have visitors",
    'Leo hates Mondays',
    'Leo eats fish',
    'Leo loves his new bike again',
    'My plants hate coffee',
    "Google doesn't eat cookies",
  ])('is not kept: %s', (said) => expect(keptOf(said)).toEqual([]))

  it('is kept beside a request, and not in a chat about a story', () => {
    expect(keptOf('Can you plan dinner for Friday? Leo hates mushrooms.')).toEqual(['Leo hates mushrooms.'])
    const before = { role: 'assistant', text: 'In chapter two, Leo sits at the table.' } as const
    expect(keptOf('Leo hates mushrooms.', { before })).toEqual([])
  })
})
