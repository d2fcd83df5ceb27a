import { expect, it } from 'vitest'
import { searchedLayers } from '../storage/passages.ts'
import { documents, kinds, nameOfCode } from './stored-receipt.ts'

it.each([searchedLayers, documents, kinds])('names %j by their first letters, which differ', (...names) => {
  expect(names.map((name) => nameOfCode(names, name.charAt(0)))).toEqual(names)
  expect(nameOfCode(names, 'z')).toBeUndefined()
})
