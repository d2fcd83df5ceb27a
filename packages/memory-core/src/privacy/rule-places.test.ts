import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formRules } from './form-rules.ts'
import { namedRules } from './named-rules.ts'
import { createPlaces, eachMatch } from './rule-places.ts'
import { secretExamples, secretLookAlikes } from './secret-examples.fixture.ts'
import type { KnownRule } from './secret-rule.ts'
import { issuedRules, prefixedRules } from './token-rules.ts'

const rules = [...prefixedRules, ...issuedRules, ...formRules, ...namedRules]
const look = createPlaces(rules)
const halves = ['tuning', 'held-out'] as const
const examples = halves.flatMap((half) => [...secretExamples(half).map(({ text }) => text), ...secretLookAlikes(half)])
const cut = fc
  .tuple(fc.constantFrom(...examples), fc.nat(40), fc.nat(80))
  .map(([text, from, length]) => text.slice(from, from + length))
const texts = fc
  .array(fc.oneof(fc.constantFrom(...examples), cut, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 5 })
  .map((parts) => parts.join(''))

const everywhere = ({ pattern }: KnownRule, text: string): number[] =>
  Array.from(text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`)), ({ index }) => index)

describe('the places of rules', () => {
  it('are all where their patterns fit', () => {
    for (const text of examples)
      for (const rule of rules) {
        const places = look(text).due.find((due) => due.rule === rule)?.places ?? []
        expect(places, `${rule.name} in ${text}`).toEqual(expect.arrayContaining(everywhere(rule, text)))
      }
  })

  it('are tried one by one to the same end as a search through any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { rule, places } of look(text).due) {
          const tried: number[] = []
          eachMatch(rule.pattern, places, text, ({ index }) => tried.push(index))
          expect(tried).toEqual(everywhere(rule, text))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('ascend, and are told apart by what stands before them', () => {
    const rule: KnownRule = { name: 'own', pattern: /ab/i, starts: [{ text: 'ab', isAnyCase: true, notAfter: 'x' }] }
    expect(createPlaces([rule])('ab xab Ab aB ßAB').due).toEqual([{ rule, places: [0, 7, 10, 14] }])
    expect(createPlaces([rule])('a').due).toEqual([])
  })
})
