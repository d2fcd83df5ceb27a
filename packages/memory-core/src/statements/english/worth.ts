import { features } from './features.ts'
import type { Said } from './said.ts'

/**
 * The weights of each feature, for being kept and for being kept or told. Fitted by `bench/fit-worth.ts`; do not edit by
 * hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number]>> = {
  bias: [-1.04, -0.53],
  my: [0.42, 0.68],
  we: [-0.22, -0.07],
  you: [-0.59, -0.64],
  nobody: [-0.75, -0.53],
  'points-noun': [-0.16, -0.13],
  shows: [-0.09, -0.39],
  'named-relation': [1.06, 0.37],
  names: [0.35, 0.97],
  number: [0.4, 0.83],
  age: [1.11, 0.32],
  date: [-0.9, 1.17],
  rate: [1.06, 0.72],
  lasting: [0.89, 0.45],
  condition: [1.55, 1.53],
  address: [1.35, 1.25],
  bare: [0.07, -0.48],
  'i-am': [0.74, 0.59],
  present: [0.46, 0.34],
  does: [1.27, 0.94],
  absolute: [2.03, 2.04],
  likens: [-0.59, -0.23],
  aim: [0.97, 1.24],
  'my-is': [0.62, 0.51],
  'been-doing': [0.91, 0.88],
  did: [0.05, 0.55],
  recent: [0.1, 0.94],
  'by-the-way': [0.12, 0.73],
  reason: [0.6, 0.31],
  trying: [-1.08, 0.49],
  wants: [-0.23, -0.21],
  will: [-0.2, -0.24],
  'makes-sure': [-0.85, -0.29],
  reply: [0.46, 0.28],
  cheer: [-0.28, -0.63],
  opinion: [-0.52, -0.69],
  hypothesis: [-0.55, -0.59],
  guess: [-1.24, -1.37],
  'order-standing': [2.54, 2.23],
  phrase: [0.92, 0.23],
  mood: [-0.28, -0.09],
  joined: [-0.33, -0.59],
  'asks-elsewhere': [-0.28, 0.09],
  'long-reply': [-0.46, -0.26],
  'short-talk': [-1.02, -0.48],
  answer: [0.32, 0.3],
  gushes: [-0.18, -0.28],
  'talk-length': [0.82, 0.27],
  news: [0.48, 0.46],
  exclaims: [-0.28, -0.39],
  length: [-0.07, 0.29],
  short: [-1.61, -1.6],
  code: [-0.24, -0.89],
  'kind-preference': [0.48, 0.49],
  'kind-identity': [0.92, 0.5],
  'kind-health': [0.57, 0.75],
  'kind-home': [0.2, 0.33],
  'kind-person': [0.59, 0.34],
  'kind-work': [0.52, 0.62],
  'kind-project': [0.54, 0.23],
  'kind-decision': [1.1, 0.79],
  'kind-possession': [0.42, 0.44],
  'kind-routine': [-0.25, 0.39],
  'kind-plan': [-0.29, 0.37],
  'kind-event': [0.0, 0.22],
}

/** From this worth on, a lasting statement is kept. */
export const keptWorth = 0.33
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
