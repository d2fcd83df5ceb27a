import { expect, it } from 'vitest'
import { questionOf } from './question.ts'

it('calls the words vague with which a question is put, and no others', () => {
  const { terms, vague } = questionOf('Do you remember back when I listed the activities at the harbour?', 0)
  const english = terms.filter((term) => /^[a-z]+$/.test(term))
  expect(english.filter((term) => vague.has(term))).toEqual(['rememb', 'back', 'list', 'activ'])
  expect(english.filter((term) => !vague.has(term))).toEqual(['harbour'])
})
