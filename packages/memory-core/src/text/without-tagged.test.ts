import { expect, it } from 'vitest'
import { withoutTagged } from '../statements/prose/pasted.ts'

const left = (text: string): string[] => withoutTagged(text.split('\n'))

it('empties what stands between two tags on lines of their own', () => {
  expect(left('a\n<memory>\nb\n\nc\n</memory>\nd')).toEqual(['a', '', '', '', '', '', 'd'])
  expect(left('<page id="1">\na\n</PAGE >\nb')).toEqual(['', '', '', 'b'])
  expect(left('<a>\nb\n</a>\nc\n</a>\nd')).toEqual(['', '', '', '', '', 'd'])
})

it('leaves tags within a line, and those that nothing closes', () => {
  for (const text of ['a <b>\nc\n</b>', '<b>\nc', '</b>\nc\n<b>', '<b>\nc\n</d>'])
    expect(left(text)).toEqual(text.split('\n'))
})
