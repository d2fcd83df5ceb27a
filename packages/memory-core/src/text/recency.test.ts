import { expect, it } from 'vitest'
import { hyperbolicDecay } from './recency.ts'

it('G26 halves the weight after 1,000 hours at a rate of 0.001', () => {
  expect(hyperbolicDecay(1000, 0.001)).toBe(0.5)
  expect(hyperbolicDecay(0, 0.001)).toBe(1)
})

it('takes the future for new, and a rate of 0 for no fading', () => {
  expect(hyperbolicDecay(-5000, 0.001)).toBe(1)
  expect(hyperbolicDecay(5000, 0)).toBe(1)
})
