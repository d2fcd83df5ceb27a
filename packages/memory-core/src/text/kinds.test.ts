import { expect, it } from 'vitest'
import { analyse } from './analyse.ts'
import { instancesOf } from './kinds.ts'

function instances(question: string): string[] {
  return [...instancesOf(analyse(question)).keys()]
}

it.each([
  ['Which instruments do I play?', 'guitar'],
  ['What pets do I have?', 'dog'],
  ['Which countries have I been to?', 'itali'],
  ['What phone do I have?', 'iphon'],
  ['Do I take any medication?', 'metformin'],
  ['Who came to our last evening meal?', 'dinner'],
  ['Which devices do I own?', 'laptop'],
  ['What is my relationship status?', 'singl'],
  ['How long did the repair take?', 'week'],
])('%s: %s', (question, instance) => {
  expect(instances(question)).toContain(instance)
})

it('leaves out what the question says itself, and tells the kind of each', () => {
  const words = analyse('Is the guitar my only instrument?')
  const found = instancesOf(words)
  expect(found.has('guitar')).toBe(false)
  expect(found.get('piano')).toBe('instrument')
})

it.each(['When did I move?', 'guitar', ''])('finds none in "%s"', (question) => {
  expect(instances(question)).toEqual([])
})

it('finds none in a long text, which names enough itself', () => {
  const text = Array.from({ length: 70 }, (_, at) => `word${at}`)
  expect(instances(text.slice(0, 60).join(' ').concat(' instrument'))).not.toEqual([])
  expect(instances([...text, 'instrument'].join(' '))).toEqual([])
})
