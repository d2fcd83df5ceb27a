import { features } from '../../src/statements/english/features.ts'
import { phrasesOf } from '../../src/statements/english/phrases.ts'
import type { Said } from '../../src/statements/english/said-parts.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'

/** A clause as the fit sees it. */
export interface ClauseVector {
  /** In the order of the table of features. */
  features: Float64Array
  phrases: ReadonlySet<string>
}

/** A labelled text as the fit sees it: each clause that keeps it, and whether it should be kept. */
export interface Example {
  clauses: readonly ClauseVector[]
  isWanted: boolean
  /** How much it counts. */
  weight: number
  /** Whether its phrases get weights; the others learn only with phrases that these have. */
  teachesPhrases: boolean
}

/** A weight for each feature and for each phrase that is frequent enough. */
export interface Weights {
  features: Float64Array
  phrases: ReadonlyMap<string, number>
}

/** How the weights are fitted. */
export interface FitOptions {
  /** Weights that those of the features start from and are drawn towards. */
  priors: Float64Array
  /** How strongly a feature is drawn to its prior, and a phrase to 0. */
  penalty: number
  phrasePenalty: number
  /** Phrases in fewer clauses have no weight; undefined for no phrases at all. */
  leastClauses: number | undefined
}

const steps = 600
const rate = 0.05

/** The features and the phrases of a clause. */
export function vectorOf(said: Said): ClauseVector {
  return { features: Float64Array.from(features, (feature) => feature.of(said)), phrases: phrasesOf(said) }
}

/** A clause as the numbers of its weights: features with their values, then phrases with 1. */
interface Row {
  at: Int32Array
  values: Float64Array
}

/**
 * Logistic regression with a penalty on the squares of how far the weights (not the bias) are from their priors, by
 * gradient descent with adaptive steps. A text is worth as much as its best clause, so that only that clause learns from it.
 */
export function fitWeights(examples: readonly Example[], options: FitOptions): Weights {
  const { priors, penalty, phrasePenalty, leastClauses } = options
  const numbers = numbersOf(examples, leastClauses)
  const rows = examples.map(({ clauses }) => clauses.map((one) => rowOf(one, numbers)))
  const size = priors.length + numbers.size
  const starts = new Float64Array(size)
  starts.set(priors)
  const weights = starts.slice()
  const mean = new Float64Array(size)
  const square = new Float64Array(size)
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(size)
    for (let at = 1; at < size; at++)
      gradient[at] =
        ((at < priors.length ? penalty : phrasePenalty) * ((weights[at] ?? 0) - (starts[at] ?? 0))) / rows.length
    for (const [index, { isWanted, weight }] of examples.entries()) {
      const best = bestOf(rows[index] ?? [], weights)
      if (best === undefined) continue
      const error = (weight * (logistic(dot(best, weights)) - Number(isWanted))) / rows.length
      for (const [place, at] of best.at.entries())
        gradient[at] = (gradient[at] ?? 0) + error * (best.values[place] ?? 0)
    }
    for (let at = 0; at < size; at++) {
      const slope = gradient[at] ?? 0
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      const first = (mean[at] ?? 0) / (1 - 0.9 ** step)
      const second = (square[at] ?? 0) / (1 - 0.999 ** step)
      weights[at] = (weights[at] ?? 0) - (rate * first) / (Math.sqrt(second) + 1e-8)
    }
  }
  return {
    features: weights.slice(0, priors.length),
    phrases: new Map([...numbers].map(([phrase, at]) => [phrase, weights[at] ?? 0])),
  }
}

/** The numbers of the weights of the phrases, which follow those of the features. */
function numbersOf(examples: readonly Example[], least: number | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { clauses, teachesPhrases } of least === undefined ? [] : examples)
    for (const { phrases } of teachesPhrases ? clauses : [])
      for (const one of phrases) counts.set(one, (counts.get(one) ?? 0) + 1)
  const frequent = [...counts].filter(([, count]) => count >= (least ?? 0)).map(([phrase]) => phrase)
  return new Map(frequent.sort(compareTexts).map((phrase, at) => [phrase, features.length + at]))
}

function rowOf({ features: values, phrases }: ClauseVector, numbers: ReadonlyMap<string, number>): Row {
  const known = [...phrases].flatMap((phrase) => numbers.get(phrase) ?? [])
  const firing = [...values.keys()].filter((at) => values[at] !== 0)
  return {
    at: Int32Array.from([...firing, ...known]),
    values: Float64Array.from([...firing.map((at) => values[at] ?? 0), ...known.map(() => 1)]),
  }
}

function bestOf(rows: readonly Row[], weights: Float64Array): Row | undefined {
  let best: Row | undefined
  for (const one of rows) if (best === undefined || dot(one, weights) > dot(best, weights)) best = one
  return best
}

/** What a text is worth with these weights: as much as its best clause, nothing without one. */
export function worthOf({ clauses }: Pick<Example, 'clauses'>, weights: Weights): number {
  const scores = clauses.map(({ features: values, phrases }) => {
    const ofFeatures = values.reduce((sum, value, at) => sum + value * (weights.features[at] ?? 0), 0)
    return [...phrases].reduce((sum, phrase) => sum + (weights.phrases.get(phrase) ?? 0), ofFeatures)
  })
  return scores.length === 0 ? 0 : logistic(Math.max(...scores))
}

function dot({ at, values }: Row, weights: Float64Array): number {
  let sum = 0
  for (let place = 0; place < at.length; place++) sum += (values[place] ?? 0) * (weights[at[place] ?? 0] ?? 0)
  return sum
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
