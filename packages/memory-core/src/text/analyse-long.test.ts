import { describe, expect, it } from 'vitest'
import { analyse, analysedLength } from './analyse.ts'
import { analyseLong } from './analyse-long.ts'

const filler = (length: number): string =>
  'the river was cold and wide. '.repeat(Math.ceil(length / 29)).slice(0, length)

describe('analyseLong', () => {
  it('is analyse for what counts in full', () => {
    for (const text of ['', 'two words words', filler(analysedLength)]) expect(analyseLong(text)).toEqual(analyse(text))
  })

  it('gives each further word of what follows once, wherever a piece ends', () => {
    for (const before of [analysedLength - 3, analysedLength, analysedLength + 7, 2 * analysedLength - 4, 150_000]) {
      const text = `${filler(before)} zeppelin zeppelin river ${filler(30_000)}`
      expect(analyseLong(text).filter((token) => token === 'zeppelin')).toEqual(['zeppelin'])
      expect(analyseLong(text).slice(0, analyse(text).length)).toEqual(analyse(text))
    }
  })

  it('ends after 200,000 characters, and after 20,000 words', () => {
    expect(analyseLong(`${filler(200_000)} zeppelin`)).not.toContain('zeppelin')
    const words = Array.from({ length: 60_000 }, (_, i) => `w${i.toString(36)}`).join(' ')
    const tokens = analyseLong(`${filler(analysedLength)} ${words}`)
    expect(tokens.length - analyse(filler(analysedLength)).length).toBe(20_000)
  })

  it.each(['a'.repeat(1_000_000), '漢字'.repeat(500_000), '\ud800'.repeat(1_000_000), ' '.repeat(1_000_000)])(
    'does not hang on a long text (%#)',
    (text) => {
      const started = performance.now()
      analyseLong(text)
      expect(performance.now() - started).toBeLessThan(5_000)
    },
  )
})
