import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRecap } from './recap.ts'

const createdAt = '2026-01-01T00:00:00.000Z'
const cost = (line: string): number => line.length

it('keeps in a larger room every message of a smaller one, and whole what is whole there', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 12 })
  fc.assert(
    fc.property(lengths, fc.nat(3_000), fc.nat(3_000), (lengths, share, more) => {
      const messages = lengths.map((length, i) => {
        const role = i % 2 === 0 ? ('user' as const) : ('assistant' as const)
        return { id: `${i}`, role, content: 'x'.repeat(length), createdAt }
      })
      const recap = createRecap(messages, () => true, cost)
      const [small, large] = [recap(share), recap(share, share + more)]
      expect(large.tokens).toBeLessThanOrEqual(share + more)
      expect(large.tokens).toBe(large.lines.reduce((sum, { line }) => sum + cost(line), 0))
      for (const { lines, cut } of [small, large]) {
        const taken = messages.slice(messages.length - lines.length).map(({ id }) => id)
        expect(lines.map(({ item }) => item.id)).toEqual(taken)
        expect(cut?.id).toBe(messages.at(-1 - lines.length)?.id)
      }
      const whole = large.lines.flatMap(({ part, item }) => (part === undefined ? [item.id] : []))
      for (const { part, item } of small.lines) {
        expect(large.lines.map((line) => line.item.id)).toContain(item.id)
        if (part === undefined) expect(whole).toContain(item.id)
      }
    }),
  )
})

it('has every message whole where there is room for all', () => {
  const messages = Array.from({ length: 6 }, (_, i) => ({
    id: `${i}`,
    role: 'user' as const,
    content: 'x'.repeat(900),
    createdAt,
  }))
  const { lines } = createRecap(messages, () => true, cost)(1_000, 20_000)
  expect(lines.map(({ part }) => part)).toEqual(messages.map(() => undefined))
})
