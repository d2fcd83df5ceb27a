import { expect, it } from 'vitest'
import { hasNoFacts } from './propose.ts'

it.each([
  ['No new facts.', true],
  ['**no NEW facts** here', true],
  ['  \n', true],
  ['- Ada prefers pnpm', false],
  ['- There are new facts', false],
])('G33 takes %j for no facts: %s', (reply, none) => {
  expect(hasNoFacts(reply)).toBe(none)
})
