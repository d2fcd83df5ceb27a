import { expect, it } from 'vitest'
import { added, compare, firstError, listed } from './case.ts'

it('counts what was acknowledged and is not there', () => {
  expect(compare(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual({ cell: 'all 3 kept', verdict: 'fine' })
  expect(compare(['a', 'b', 'c'], ['c'])).toEqual({ cell: '**lost 2 of 3**', verdict: 'loss' })
  expect(compare(['a', 'b'], undefined)).toEqual({ cell: '**unreadable** (2 lost)', verdict: 'loss' })
})

it('says what is there twice, and does not mind what was never acknowledged', () => {
  expect(compare(['a'], ['a', 'a', 'b']).cell).toBe('all 1 kept, 1 twice')
})

it('reads the lists, the acknowledgements and the first error out of a run', () => {
  const reports = [
    { kind: 'added', text: 'a' },
    { kind: 'refused', text: 'b', error: 'no\nmore' },
    { kind: 'texts', texts: ['a'] },
    { kind: 'texts', texts: [] },
  ] as const
  expect(added(reports)).toEqual(['a'])
  expect(firstError(reports)).toBe('no')
  expect(listed(reports, 1)).toEqual([])
  expect(listed(reports, 2)).toBeUndefined()
})
