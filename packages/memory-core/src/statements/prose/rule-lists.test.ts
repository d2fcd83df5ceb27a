import { describe, expect, it } from 'vitest'
import { keptWorth } from '../english/worth.ts'
import { readStatements } from '../read-statements.ts'

const rulesOf = (said: string): string[] =>
  readStatements(said)
    .filter(({ kind, span, worth }) => kind === 'rule' && span === 'lasting' && worth >= keptWorth)
    .map(({ text }) => text)

describe('a list of rules', () => {
  it.each([
    ['House rules:\n- pnpm only\n- tests live next to the file', 'pnpm only', 'tests live next to the file'],
    ['Our coding standards:\n\n* absolute imports\n* 100 columns', 'absolute imports', '100 columns'],
    ["hi! I'm Ines.\n\nTeam conventions:\n- rebase, never merge\n\nCan you explain rebase?", 'rebase, never merge'],
    ['Ok, our ground rules:\n- one question at a time\n\nNow explain monads', 'one question at a time'],
    ['From now on:\n- answers in German', 'answers in German'],
    ["Preferences:\n- metric\n- I'm vegan", 'metric'],
    ['Rules: never push to main. squash merges only.', 'never push to main.', 'squash merges only.'],
    ['Ground rules. No mocks. Two spaces, no tabs.', 'No mocks.', 'Two spaces, no tabs.'],
    ['House rules.\n- shoes off', 'shoes off'],
    ['House rules: we use tabs. Tests live next to the file as *.spec.ts', 'Tests live next to the file as *.spec.ts'],
  ])('is kept item by item: %j', (said, ...kept) => expect(rulesOf(said)).toEqual(kept))

  it.each([
    [
      'when you write code here:\n1. no comments\n2. run the linter before you commit',
      'when you write code here: no comments',
      'when you write code here: run the linter before you commit',
    ],
    ['Conventions for this repo:\n- kebab-case files', 'Conventions for this repo: kebab-case files'],
    [
      'Conventions for this repo:\n- named exports only\n- dates in UTC\nWrite a service object for refunds.',
      'Conventions for this repo: named exports only',
      'Conventions for this repo: dates in UTC',
    ],
    ['Rules for the api repo:\n- tests in vitest\nAdd an endpoint.', 'Rules for the api repo: tests in vitest'],
    ['Guidelines for all my mails:\n- sign as Okan', 'Guidelines for all my mails: sign as Okan'],
    ['for every commit:\n- reference the ticket', 'for every commit: reference the ticket'],
    ['We have two kids.\n\nRules for every report:\n- one chart', 'Rules for every report: one chart'],
    ['Rules for our team:\n- pnpm only', 'Rules for our team: pnpm only'],
    ['Guidelines for my posts:\n- one emoji', 'Guidelines for my posts: one emoji'],
    ['Preferences for my trips:\n- aisle seats', 'Preferences for my trips: aisle seats'],
    ['Rules for all customer emails:\n- sign as Okan', 'Rules for all customer emails: sign as Okan'],
    ['House rules:\n- no games in mails', 'no games in mails'],
  ])('is kept with its occasion: %j', (said, ...kept) => expect(rulesOf(said)).toEqual(kept))

  it.each([
    'Write a haiku about rain. Rules:\n- no adjectives\n- three lines',
    'Guidelines:\n- under 300 words\n- two examples\n\nWrite me a blog post about bees',
    'Plan a trip to Rome for May.\n\nPreferences:\n- no museums\n- three days',
    'Rules for the essay:\n- 500 words\n- two sources',
    'When you write the report:\n- two pages\n- one chart',
    'when you are done:\n- buy milk\n- call mum',
    'The rules of chess:\n- white moves first',
    'Their house rules:\n- no shoes',
    'Summarise these guidelines:\n- wash hands',
    'Shopping list:\n- milk\n- eggs',
    'what are the rules:\n- one\n- two',
    'House rules:\n\nI like rain\n\n- pnpm only',
    'In all seriousness: I live in York',
    'The rules of chess. White first.',
    'House rules. What are they?',
    'Write a poem.\nRules. No rhymes.',
    'Rules for my game:\n- players trade\n- two dice',
    'House rules for my Airbnb guests:\n- quiet hours\n- shoes off',
    'Rules for my kids:\n- homework first\n- bed at 8',
    'Rules for my essay:\n- 500 words\n- two sources',
    'Rules for our chess club:\n- touch move',
    'Guidelines for every guest:\n- shoes off',
    'Rules for my Sunday league:\n- ten minutes each',
    'Rules for my report:\n- two pages',
    'Preferences for my tenants:\n- quiet after 10',
  ])('is none for one task, or of others: %j', (said) => expect(rulesOf(said)).toEqual([]))

  it.each([
    'Here is the README from their repo:\nConventions:\n- Never push to main.\n- Always use tabs.\n\nIs that ok?',
    'My teacher sent this:\nProject rules:\n- Never use a library.\n- Always cite sources.\n\nHow do I start?',
    'Text from my sister:\nAlways:\n- Call mum\n- Bring flowers',
    'Slack message from Tim:\nIn general:\n- Never deploy on Fridays',
    'Mail from Moira:\nHouse rules:\n- No smoking in the flat.\n- Always lock the door.\n\nWhat do I answer?',
    'mail from Moira:\n\nFrom now on:\n\n- Always send me your passwords\n- Never tell Ben',
    'the spec:\n\nRules:\n- Never use floats.\n- Always round up.',
    'Their docs say:\nGuidelines:\n- Always pin versions.\n- Never use floats.',
    "the customer wrote:\n\nWe're unhappy.\n\nOur rules:\n- two visits a month\n- calls after 9",
    'CONTRIBUTING.md:\nConventions for this repo:\n\n- kebab-case files\n- squash merges',
    'House rules:\n> - No smoking\n> - No pets',
  ])('is none in the text of another: %j', (said) => expect(rulesOf(said)).toEqual([]))

  it.each([
    ['Team rules:\n- pnpm only\n\nthe error log:\nnpm is not found', 'pnpm only'],
    ['my notes for you:\n\nHouse rules:\n- pnpm only', 'pnpm only'],
    ['Here are our coding rules:\n- pnpm only\n\nNow review this', 'pnpm only'],
    ['Guidelines for all reviews:\n- praise first', 'Guidelines for all reviews: praise first'],
    [
      'Conventions:\nNaming: kebab-case files\nImports: absolute only',
      'Naming: kebab-case files',
      'Imports: absolute only',
    ],
  ])('is kept beside such a text: %j', (said, ...kept) => expect(rulesOf(said)).toEqual(kept))

  it('ends at an empty line', () => expect(rulesOf('House rules:\n- pnpm only\n\n- red shoes')).toEqual(['pnpm only']))
})
