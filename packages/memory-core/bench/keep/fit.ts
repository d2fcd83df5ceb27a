import { features } from '../../src/statements/english/features.ts'
import type { SaidClause } from '../../src/statements/english/said-clauses.ts'

/** A labelled sentence as the fit sees it: the features of each clause that keeps it, and whether it should be kept. */
export interface Example {
  clauses: readonly Float64Array[]
  isWanted: boolean
  /** How much it counts. */
  weight: number
}

/**
 * Weights that the fit starts from and is drawn towards, instead of 0. They are for features that matter in general but
 * are rare in the labelled talk, where few people tell an assistant plainly who they are.
 */
const priors: Readonly<Record<string, number>> = {
  condition: 1,
  'i-am': 0.7,
  present: 1,
  aim: 1.2,
  'my-is': 0.5,
  'order-standing': 1.5,
  guess: -1,
  joined: -0.7,
  hypothesis: -0.5,
  absolute: 2,
  does: 0.7,
  address: 1.2,
  likens: -1,
  'points-noun': -0.5,
  shows: -0.5,
  mood: -1,
}

const steps = 800
const rate = 0.05
const starts = Float64Array.from(features, ({ name }) => priors[name] ?? 0)

/** The features of a clause, in the order of their table. */
export function vectorOf(said: SaidClause): Float64Array {
  return Float64Array.from(features, (feature) => feature.of(said))
}

/**
 * Logistic regression with a penalty on the squares of how far the weights (not the bias) are from their priors, by
 * gradient descent with adaptive steps. A sentence is worth as much as its best clause, so that only that clause learns from it.
 */
export function fitWeights(examples: readonly Example[], penalty: number): Float64Array {
  const size = starts.length
  const weights = starts.slice()
  const mean = new Float64Array(size)
  const square = new Float64Array(size)
  for (let step = 1; step <= steps; step++) {
    const gradient = gradientOf(examples, weights, penalty)
    for (let at = 0; at < size; at++) {
      const slope = gradient[at] ?? 0
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      const first = (mean[at] ?? 0) / (1 - 0.9 ** step)
      const second = (square[at] ?? 0) / (1 - 0.999 ** step)
      weights[at] = (weights[at] ?? 0) - (rate * first) / (Math.sqrt(second) + 1e-8)
    }
  }
  return weights
}

function gradientOf(examples: readonly Example[], weights: Float64Array, penalty: number): Float64Array {
  const gradient = Float64Array.from(weights, (weight, at) =>
    at === 0 ? 0 : (penalty * (weight - (starts[at] ?? 0))) / examples.length,
  )
  for (const { clauses, isWanted, weight } of examples) {
    const best = bestOf(clauses, weights)
    if (best === undefined) continue
    const error = (weight * (logistic(dot(best, weights)) - Number(isWanted))) / examples.length
    for (let at = 0; at < best.length; at++) gradient[at] = (gradient[at] ?? 0) + error * (best[at] ?? 0)
  }
  return gradient
}

function bestOf(clauses: readonly Float64Array[], weights: Float64Array): Float64Array | undefined {
  let best: Float64Array | undefined
  for (const one of clauses) if (best === undefined || dot(one, weights) > dot(best, weights)) best = one
  return best
}

/** What a sentence is worth with these weights: as much as its best clause, nothing without one. */
export function worthOf({ clauses }: Pick<Example, 'clauses'>, weights: Float64Array): number {
  const best = bestOf(clauses, weights)
  return best === undefined ? 0 : logistic(dot(best, weights))
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
