import { describe, expect, it } from 'vitest'
import { readStatements } from '../read-statements.ts'
import { keptWorth } from './worth.ts'

const rulesOf = (said: string): string[] =>
  readStatements(said, { at: '2026-03-02T09:00:00Z' })
    .filter(({ kind, span, worth }) => kind === 'rule' && span === 'lasting' && worth >= keptWorth)
    .map(({ text }) => text)

describe('a wish put as a question', () => {
  it.each([
    ['could you not call me mate, I hate it', 'could you not call me mate, I hate it'],
    ['can you please not apologise all the time', 'can you please not apologise all the time'],
    ['would you mind not using emojis', 'would you mind not using emojis'],
    ['Can you stop using bullet points? I lose my place.', 'stop using bullet points'],
    ['could u stop suggesting recipes with meat', 'stop suggesting recipes with meat'],
    ['can u talk less formal w me its giving teacher', 'talk less formal w me its giving teacher'],
    ['can you talk to me in plain english pls', 'talk to me in plain english pls'],
    ['could you please keep your answers shorter?', 'keep your answers shorter'],
    ['could u use simpler words please', 'use simpler words please'],
    ['can we stick to metric please', 'stick to metric please'],
    ['can u give me one hint next time, not the solution', 'give me one hint next time, not the solution'],
    ['would you please always round up?', 'always round up'],
  ])('is kept: %s', (said, kept) => expect(rulesOf(said)).toEqual([kept]))

  it.each([
    'can you not see the picture?',
    'can you not do that',
    'could you not just use a list?',
    'can you not open it?',
    'can we not use recursion here',
    'would you mind checking my essay?',
    'can you stop the timer?',
    'could you talk me through it?',
    'can you be more specific?',
    'can you be less vague in this paragraph?',
    'can you use a shorter title for this one?',
    'could you make your answer shorter?',
    'can you always be sure of that?',
    'will you never learn?',
    'can I take 2 pills at a time?',
  ])('is none in "%s"', (said) => expect(rulesOf(said)).toEqual([]))
})

describe('a wish with a reason or an occasion', () => {
  it.each([
    ['dont use american drug names, its paracetamol and adrenaline here'],
    ['sign "C. Bonnet" not Claire, they know me like that'],
    ['dont mention my divorce to clients ever, just say "personal reasons"'],
    ["don't put my name in the drafts ever"],
    ['please dont bring up my weight ever'],
    ["don't make stuff up for me please, even in drafts"],
    ["don't give me the answer even if I beg"],
    ['never use my surname, even in drafts'],
    ['smaller chunks from you please, max 3 things at a time'],
    ['next time give me the formula first'],
    ["next time don't use so many commas"],
    ['next time you explain a proof, use pictures'],
  ])('is kept: %s', (said) => expect(rulesOf(said)).toEqual([said]))

  it.each([
    "don't tell me it's the worst idea ever",
    "don't know if I'll ever go",
    'this is the best cake ever',
    "don't add salt, it's already salted here",
    "don't use it, it's broken",
    "don't go even if it rains",
    'sign today not tomorrow',
    'I take 2 pills at a time',
    "next time I'm in Rome I want pasta",
    'next time we meet bring the book',
    'see you next time',
    "let's do it next time",
  ])('is none in "%s"', (said) => expect(rulesOf(said)).toEqual([]))
})
