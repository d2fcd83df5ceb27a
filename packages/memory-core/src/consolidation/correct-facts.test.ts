import { describe, expect, it } from 'vitest'
import { type Correction, correctFacts, printCorrections, withoutCorrected } from './correct-facts.ts'

const moved: Correction = { fact: 'Lives in Berlin', text: 'I moved to Munich.', day: '2026-03-01' }

describe('correcting facts', () => {
  it('quotes the newer statement in the place of the fact, in its category, and leaves the rest as it is', () => {
    const facts = '# Me\n\n- [user_info] Lives in Berlin\r\n- Prefers tea  \n\nLives in Berlin, as prose.'
    expect(correctFacts(facts, [{ ...moved, speaker: 'Ada (A)' }])).toEqual({
      text: '# Me\n\n- [user_info] "I moved to Munich." (Ada A, 2026-03-01)\r\n- Prefers tea  \n\nLives in Berlin, as prose.',
      moved: ['- [user_info] Lives in Berlin'],
    })
  })

  it('changes nothing without corrections, and nothing that is not there', () => {
    const facts = '- Lives in Rome\n- Lives in Berlin, Germany\n```\n- Lives in Berlin\n```\n'
    expect(correctFacts(facts, [])).toEqual({ text: facts, moved: [] })
    expect(correctFacts(facts, [moved])).toEqual({ text: facts, moved: [] })
  })

  it('says what replaces two facts once', () => {
    const both = [moved, { ...moved, fact: 'Home: Berlin' }]
    const { text, moved: gone } = correctFacts('- Lives in Berlin\n- Home: Berlin\n', both)
    expect(text).toBe('- "I moved to Munich." (2026-03-01)\n')
    expect(gone).toEqual(['- Lives in Berlin', '- Home: Berlin'])
  })

  it('takes the line away where the user asked to forget it', () => {
    const forget = { ...moved, text: 'Forget that I live in Berlin' }
    expect(correctFacts('- Lives in Berlin\n- Tea\n', [forget]).text).toBe('- Tea\n')
  })

  it('leaves a fact with lines of its own below it to people', () => {
    const facts = '- Lives in Berlin\n  - in the third floor\n'
    expect(correctFacts(facts, [moved])).toEqual({ text: facts, moved: [] })
  })

  it('does not count a corrected fact among those that a rewrite has to keep', () => {
    expect(withoutCorrected('# A\n- Lives in Berlin\n- Tea\n', [moved])).toBe('# A\n- Tea\n')
  })

  it('is told to a model on a line each, whatever was said', () => {
    const text = 'two\nlines "quoted"'
    expect(printCorrections([{ ...moved, text }])).toBe('- "Lives in Berlin" → "two\\nlines \\"quoted\\"" (2026-03-01)')
  })

  it('puts the newer statement below a fact that says more, once, and keeps the line', () => {
    const part = { ...moved, fact: 'Lives in Berlin, allergic to nuts', isPart: true } as const
    const once = correctFacts('- Lives in Berlin, allergic to nuts\n- Tea\n', [part])
    expect(once).toEqual({
      text: '- Lives in Berlin, allergic to nuts\n- "I moved to Munich." (2026-03-01)\n- Tea\n',
      moved: [],
    })
    expect(correctFacts(once.text, [part])).toEqual(once)
    expect(correctFacts('- Lives in Berlin, allergic to nuts', [part]).text).toBe(once.text.split('\n- Tea')[0])
    expect(withoutCorrected(once.text, [part])).toBe(once.text)
    expect(printCorrections([part])).toMatch(/; what else the line says still holds$/)
  })
})
