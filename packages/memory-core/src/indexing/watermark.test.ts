import { describe, expect, it } from 'vitest'
import {
  hasOnlyGrown,
  isRewritten,
  isUnchanged,
  parseWatermark,
  printWatermark,
  type Watermark,
} from './marked-index.ts'

const mark: Watermark = { version: 'v1', generation: 'g1', offset: 10, lines: 2, key: 's', window: ['a', 'b'] }

describe('a watermark', () => {
  it('is read as it was printed', () => {
    expect(parseWatermark(printWatermark(mark))).toEqual(mark)
  })

  it('is printed without the ids of a long window', () => {
    const long = { ...mark, window: Array.from({ length: 501 }, (_, n) => `m${n}`) }
    const { window: _, ...rest } = mark
    expect(parseWatermark(printWatermark(long))).toEqual(rest)
  })

  it.each([
    [undefined],
    [''],
    ['1'],
    ['null'],
    ['{}'],
    ['{"version":"v"}'],
    ['{"version":1}'],
    ['[]'],
    ['{broken'],
    ['{"version":"v","generation":"g","offset":1,"lines":1,"window":"abc"}'],
  ])('is none when the text is %j', (text) => {
    expect(parseWatermark(text)).toBeUndefined()
  })

  it('tells a file that has grown from one that was rewritten', () => {
    const same = { version: 'v1', generation: 'g1', size: 10 }
    const grown = { version: 'v2', generation: 'g1', size: 20 }
    const replaced = { version: 'v3', generation: 'g2', size: 20 }
    const cut = { version: 'v4', generation: 'g1', size: 5 }
    expect([same, grown, replaced, cut].map((file) => isUnchanged(mark, file))).toEqual([true, false, false, false])
    expect([same, grown, replaced, cut].map((file) => hasOnlyGrown(mark, file))).toEqual([true, true, false, false])
    expect([same, grown, replaced, cut].map((file) => isRewritten(mark, file))).toEqual([false, false, true, true])
    expect(hasOnlyGrown({ ...mark, offset: -1 }, grown)).toBe(false)
    expect([isUnchanged(undefined, same), isRewritten(undefined, same)]).toEqual([false, false])
  })
})
