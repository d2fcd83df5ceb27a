import { features } from './features.ts'
import type { Said } from './said.ts'

/**
 * The weights of each feature for two probabilities: that a statement is kept, and that it is kept or told in the
 * history. Fitted by `bench/fit-worth.ts`; do not edit by hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number]>> = {
  bias: [-1.0, -0.62],
  my: [0.36, 0.65],
  we: [-0.22, -0.09],
  you: [-0.6, -0.72],
  nobody: [-0.75, -0.54],
  'points-noun': [-0.17, -0.13],
  shows: [-0.1, -0.38],
  'named-relation': [1.12, 0.41],
  names: [0.24, 0.97],
  number: [0.4, 0.84],
  age: [1.1, 0.32],
  date: [-0.93, 1.13],
  rate: [1.11, 0.75],
  lasting: [1.12, 0.56],
  condition: [1.45, 1.51],
  address: [1.35, 1.26],
  bare: [0.03, -0.5],
  'i-am': [0.73, 0.6],
  present: [0.41, 0.3],
  does: [1.26, 0.95],
  absolute: [2.03, 2.05],
  likens: [-0.59, -0.24],
  aim: [0.97, 1.26],
  'my-is': [0.66, 0.54],
  'been-doing': [0.88, 0.96],
  did: [0.03, 0.62],
  recent: [0.1, 0.92],
  'by-the-way': [0.14, 0.71],
  reason: [0.55, 0.32],
  trying: [-1.05, 0.5],
  wants: [-0.21, -0.17],
  will: [-0.23, -0.19],
  'makes-sure': [-0.92, -0.33],
  reply: [0.46, 0.29],
  cheer: [-0.28, -0.47],
  opinion: [-0.5, -0.69],
  hypothesis: [-0.59, -0.6],
  guess: [-1.24, -1.38],
  'order-standing': [2.53, 2.24],
  phrase: [0.86, 0.24],
  mood: [-0.4, -0.08],
  joined: [-0.31, -0.58],
  'asks-elsewhere': [-0.28, 0.11],
  'long-reply': [-0.42, -0.25],
  'short-talk': [-1.02, -0.52],
  answer: [0.32, 0.3],
  gushes: [-0.16, -0.27],
  'talk-length': [0.81, 0.31],
  news: [0.57, 0.44],
  exclaims: [-0.29, -0.42],
  length: [-0.09, 0.36],
  short: [-1.62, -1.59],
  code: [-0.27, -0.92],
  'kind-preference': [0.53, 0.51],
  'kind-identity': [0.92, 0.5],
  'kind-health': [0.63, 0.79],
  'kind-home': [0.44, 0.53],
  'kind-person': [0.46, 0.25],
  'kind-work': [0.54, 0.56],
  'kind-project': [0.51, 0.04],
  'kind-decision': [1.09, 0.77],
  'kind-possession': [0.57, 0.52],
  'kind-routine': [-0.33, 0.29],
  'kind-plan': [-0.22, 0.41],
  'kind-event': [-0.04, 0.14],
}

/** Minimum worth at which a lasting statement is kept. */
export const keptWorth = 0.31
/** Minimum `telling` at which a statement is an episode that is worth a line in the history. */
export const toldWorth = 0.5

/** The probabilities, from 0 to 1, that a clause is worth keeping and that it is worth telling. */
export function scoreOf(said: Said): { worth: number; telling: number } {
  let worth = 0
  let telling = 0
  for (const feature of features) {
    const value = feature.of(said)
    if (value === 0) continue
    const [kept = 0, told = 0] = weights[feature.name] ?? []
    worth += value * kept
    telling += value * told
  }
  return { worth: logistic(worth), telling: logistic(telling) }
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
