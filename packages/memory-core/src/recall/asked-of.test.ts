import { expect, it } from 'vitest'
import { askedOf } from './asked-of.ts'

it.each([
  ['What did you recommend for my back?', 'assistant'],
  ['You mentioned a website with free exercises, which one was it?', 'assistant'],
  ['Can you remind me of the ratio?', 'assistant'],
  ["I'm trying to recall which file number the guide named", 'assistant'],
  ['Do you still remember what we called the boat?', 'assistant'],
  ['Was hast du mir für den Rücken empfohlen?', 'assistant'],
  ['What tools would you suggest?', 'advice'],
  ['How should I structure my week?', 'advice'],
  ['Can you summarize how my plans have changed?', 'summary'],
] as const)('%s asks for %s', (question, what) => {
  expect(askedOf(question)[what]).toBe(true)
})

it.each([
  ['What tools would you suggest?', 'assistant'],
  ['How many books did I buy?', 'assistant'],
  ['I have to remember the milk', 'assistant'],
  ['How many books did I buy?', 'advice'],
  ['Where do I live?', 'summary'],
] as const)('%s does not ask for %s', (question, what) => {
  expect(askedOf(question)[what]).toBe(false)
})
