import { beforeEach, describe, expect, it } from 'vitest'
import { createInMemoryPassages } from '../in-memory/passages.ts'
import type { PassageIndex } from '../storage/passages.ts'
import {
  createMarkedIndex,
  hasOnlyGrown,
  type IndexChange,
  isRewritten,
  isUnchanged,
  type MarkedIndex,
  parseWatermark,
  printWatermark,
  type Watermark,
} from './marked-index.ts'
import { passagesOfFacts } from './passages-of.ts'

const path = 'memory/MEMORY.md'
const conflict = { code: 'version-conflict' }

let passages: PassageIndex
let index: MarkedIndex
let other: MarkedIndex
beforeEach(() => {
  passages = createInMemoryPassages().passages
  index = createMarkedIndex(passages, () => undefined)
  other = createMarkedIndex(passages, () => undefined)
})

function reading(version: string, ...facts: readonly string[]): IndexChange {
  const upsert = passagesOfFacts(path, facts.map((fact) => `- ${fact}\n`).join(''))
  return { upsert, remove: [], marks: new Map([[path, { version, generation: version, offset: 0, lines: 0 }]]) }
}

const gone: IndexChange = { upsert: [], remove: [], marks: new Map([[path, undefined]]) }

describe('a marked index', () => {
  it('takes what was read since the watermarks were', async () => {
    await index.marks()
    await index.apply(reading('1', 'Likes tea'))
    expect((await other.marksOf(path)).get(path)).toMatchObject({ version: '1' })
    expect(await other.ids(path)).toHaveLength(1)
  })

  it('refuses what was read before the readings were ended, although its watermark is what it was', async () => {
    await index.marks()
    await other.marks()
    await other.apply(reading('1', 'Likes tea'))
    await other.apply({ ...gone, remove: await other.ids(path) })
    await other.endReadings()
    await expect(index.apply(reading('1', 'Likes tea'))).rejects.toMatchObject(conflict)
    expect(await index.ids(path)).toEqual([])
    index.forget()
    expect((await index.marks()).size).toBe(0)
    await index.apply(reading('2', 'Likes jam'))
    expect(await index.ids(path)).toHaveLength(1)
  })

  it('refuses what was read of the sources before the index was emptied', async () => {
    await index.marks()
    await other.clear()
    await other.marks()
    await expect(index.apply(reading('1', 'Likes tea'))).rejects.toMatchObject(conflict)
  })

  it('refuses what was read before it was said to be another: who reads on asks for the watermarks first', async () => {
    await index.marks()
    index.forget()
    await expect(index.apply(reading('1', 'Likes tea'))).rejects.toMatchObject(conflict)
    await index.marks()
    await index.apply(reading('1', 'Likes tea'))
  })

  it('is begun by one of two that find it new, and the other looks again', async () => {
    const both = await Promise.allSettled([index.marks(), other.marks()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [loser] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(loser).toMatchObject(conflict)
    for (const one of [index, other]) await one.marks()
  })

  it('has another watermark after each piece of a long change, and the right one after the last', async () => {
    const facts = Array.from({ length: 2_100 }, (_, at) => `Fact ${at}`)
    const seen: (string | undefined)[] = []
    const watched: PassageIndex = {
      ...passages,
      async update(change) {
        await passages.update(change)
        seen.push(change.watermarks?.[path])
      },
    }
    const slow = createMarkedIndex(watched, () => undefined)
    await slow.marks()
    await slow.apply(reading('1', ...facts))
    expect(new Set(seen.slice(1)).size).toBe(3)
    expect((await other.marksOf(path)).get(path)).toMatchObject({ version: '1', offset: 0 })
    expect(await other.ids(path)).toHaveLength(2_100)
  })

  it('removes before it adds, in a long change as well', async () => {
    const long = reading('1', ...Array.from({ length: 1_500 }, (_, at) => `Fact ${at}`))
    await index.marks()
    await index.apply(long)
    await index.apply({ ...long, remove: long.upsert.slice(0, 800).map(({ id }) => id) })
    expect(await index.ids(path)).toHaveLength(1_500)
  })
})

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
