import { describe, expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import { createWithRebuild } from './marked-index.ts'

/** A read of an index that answers what it contains, and begins anew as `during` says. */
function indexOf(during: (index: { life: string | undefined; texts: string[] }) => void) {
  const index: { life: string | undefined; texts: string[] } = { life: 'first', texts: ['heron'] }
  let reads = 0
  const catchUp = {
    lost: () => undefined,
    async inTime() {
      index.texts = ['heron']
      return true
    },
  }
  const withRebuild = createWithRebuild(catchUp, { life: () => index.life })
  const read = (): Promise<string[]> =>
    withRebuild(async () => {
      if (reads++ === 0) during(index)
      return index.texts
    })
  return { read, reads: () => reads }
}

describe('withRebuild', () => {
  it('reads once while the index stays the same', async () => {
    const { read, reads } = indexOf(() => undefined)
    expect(await read()).toEqual(['heron'])
    expect(reads()).toBe(1)
  })

  it('reads again if the index began anew during the read, although no error says so', async () => {
    const { read, reads } = indexOf((index) => Object.assign(index, { life: 'second', texts: [] }))
    expect(await read()).toEqual(['heron'])
    expect(reads()).toBe(2)
  })

  it('reads again after damage', async () => {
    const { read, reads } = indexOf(() => {
      throw new MemoryError('corrupt', 'the index is damaged')
    })
    expect(await read()).toEqual(['heron'])
    expect(reads()).toBe(2)
  })
})
