import { describe, expect, it } from 'vitest'
import { didYouMean } from './option-checks.ts'

const names = [
  'directory',
  'storage',
  'model',
  'embed',
  'profile',
  'user',
  'session',
  'query',
  'limit',
  'types',
  'onError',
]

describe('the name that was meant', () => {
  it.each([
    ['dir', 'directory'],
    ['path', 'directory'],
    ['llm', 'model'],
    ['userId', 'user'],
    ['user_id', 'user'],
    ['topK', 'limit'],
    ['threadId', 'session'],
    ['store', 'storage'],
    ['type', 'types'],
    ['Directory', 'directory'],
    ['direcotry', 'directory'],
    ['stroage', 'storage'],
    ['profil', 'profile'],
    ['onerror', 'onError'],
    ['sesion', 'session'],
  ])('is one that is there, for a name that is misspelt or another library has: %s', (name, meant) => {
    expect(didYouMean(name, names)).toBe(`; did you mean "${meant}"?`)
  })

  it.each([['colour'], ['x'], [''], ['constructor'], ['__proto__'], ['embedding-size'], [7], [null]])(
    'is not guessed at where nothing is near: %j',
    (name) => {
      expect(didYouMean(name, names)).toBe('')
    },
  )

  it('is looked for in the names that are there alone', () => {
    expect(didYouMean('dir', ['limit'])).toBe('')
    expect(didYouMean('x'.repeat(1_000_000), names)).toBe('')
  })
})
