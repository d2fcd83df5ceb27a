import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { tokenize } from './analyse.ts'

describe('tokenize', () => {
  it('G13 lower-cases words and leaves stop words out', () => {
    expect(tokenize('The User prefers user_preference over JavaScript')).toEqual([
      'user',
      'prefers',
      'user_preference',
      'javascript',
    ])
  })

  it('G13 finds terms of two letters', () => {
    expect(tokenize('CI on Go with UI')).toEqual(['ci', 'go', 'ui'])
  })

  it('G13 finds letters of every script, with their marks', () => {
    expect(tokenize('Größe Москва हिन्दी')).toEqual(['größe', 'москва', 'हिन्दी'])
  })

  it('G13 divides scripts without spaces into pairs of characters', () => {
    expect(tokenize('北京大学 猫 한국어')).toEqual(['北京', '京大', '大学', '猫', '한국', '국어'])
  })

  it('keeps negations, contracted ones as "not"', () => {
    expect(tokenize('does not, never, no; doesn’t; without')).toEqual(['not', 'never', 'no', 'not', 'without'])
  })

  it('reads a hostile megabyte in linear time', () => {
    const spentMs = startCpuClock()
    tokenize("n't".repeat(300_000))
    tokenize('漢'.repeat(1_000_000))
    expect(spentMs()).toBeLessThan(5000)
  })
})
