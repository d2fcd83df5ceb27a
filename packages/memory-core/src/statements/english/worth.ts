import { features } from './features.ts'
import type { Said } from './said.ts'

/**
 * The weights of each feature, for being kept and for being kept or told. Fitted by `bench/fit-worth.ts`; do not edit by
 * hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number]>> = {
  bias: [-1.03, -0.53],
  my: [0.42, 0.67],
  we: [-0.22, -0.07],
  you: [-0.61, -0.64],
  nobody: [-0.74, -0.53],
  'points-noun': [-0.13, -0.13],
  shows: [-0.1, -0.39],
  'named-relation': [1.06, 0.37],
  names: [0.31, 0.97],
  number: [0.4, 0.82],
  age: [1.1, 0.32],
  date: [-0.93, 1.18],
  rate: [1.05, 0.72],
  lasting: [1.02, 0.43],
  condition: [1.55, 1.53],
  address: [1.35, 1.25],
  bare: [0.04, -0.48],
  'i-am': [0.74, 0.59],
  present: [0.46, 0.34],
  does: [1.27, 0.94],
  absolute: [2.03, 2.04],
  likens: [-0.59, -0.23],
  aim: [0.96, 1.24],
  'my-is': [0.62, 0.51],
  'been-doing': [0.88, 0.89],
  did: [0.03, 0.54],
  recent: [0.1, 0.94],
  'by-the-way': [0.13, 0.75],
  reason: [0.56, 0.31],
  trying: [-1.08, 0.5],
  wants: [-0.24, -0.23],
  will: [-0.2, -0.24],
  'makes-sure': [-0.88, -0.3],
  reply: [0.46, 0.28],
  cheer: [-0.27, -0.63],
  opinion: [-0.52, -0.7],
  hypothesis: [-0.54, -0.59],
  guess: [-1.24, -1.38],
  'order-standing': [2.55, 2.23],
  phrase: [0.92, 0.23],
  mood: [-0.32, -0.08],
  joined: [-0.32, -0.58],
  'asks-elsewhere': [-0.28, 0.08],
  'long-reply': [-0.46, -0.26],
  'short-talk': [-1.04, -0.48],
  answer: [0.32, 0.3],
  gushes: [-0.18, -0.28],
  'talk-length': [0.81, 0.27],
  news: [0.51, 0.46],
  exclaims: [-0.28, -0.39],
  length: [-0.07, 0.29],
  short: [-1.61, -1.6],
  code: [-0.26, -0.89],
  'kind-preference': [0.49, 0.49],
  'kind-identity': [0.91, 0.51],
  'kind-health': [0.58, 0.75],
  'kind-home': [0.19, 0.33],
  'kind-person': [0.59, 0.34],
  'kind-work': [0.53, 0.62],
  'kind-project': [0.54, 0.23],
  'kind-decision': [1.11, 0.79],
  'kind-possession': [0.42, 0.41],
  'kind-routine': [-0.23, 0.39],
  'kind-plan': [-0.29, 0.37],
  'kind-event': [0.04, 0.23],
}

/** From this worth on, a lasting statement is kept. */
export const keptWorth = 0.32
/** From this telling on, a statement is an episode that is worth a line in the history. */
export const toldWorth = 0.5

/** What a clause is worth, and how telling it is: probabilities from 0 to 1. */
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
