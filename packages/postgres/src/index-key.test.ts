import { packedKeys } from '@daybook/memory-core/storage'
import { describe, expect, it } from 'vitest'
import { indexKey, isCut, wholeKey } from './index-key.ts'

describe('index keys', () => {
  it('cut what is too long for an index, and tell different texts apart all the same', () => {
    const [one, other] = ['é'.repeat(1_000_000), `${'é'.repeat(999_999)}x`]
    expect(Buffer.byteLength(indexKey(one))).toBeLessThan(800)
    expect(indexKey(one)).not.toBe(indexKey(other))
    expect(isCut(indexKey(one))).toBe(true)
    expect(packedKeys.unpackKey(wholeKey(one) ?? '')).toBe(one)
    const owls = indexKey(`a${'🦉'.repeat(1_000)}`)
    expect(owls.isWellFormed()).toBe(true)
  })

  it('leave alone what fits', () => {
    const fitting = 'é'.repeat(400)
    expect(indexKey(fitting)).toBe(fitting)
    expect(wholeKey(fitting)).toBeNull()
    expect(isCut(indexKey('\u0001\u0004'))).toBe(false)
    expect(isCut(indexKey('é'.repeat(401)))).toBe(true)
  })
})
