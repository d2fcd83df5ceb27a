import { features } from './features.ts'
import type { Said } from './said.ts'

/**
 * The weights of each feature, for being kept and for being kept or told. Fitted by `bench/fit-worth.ts`; do not edit by
 * hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number]>> = {
  bias: [-1.08, -0.65],
  my: [0.61, 0.96],
  we: [-0.32, -0.02],
  you: [-0.62, -0.53],
  nobody: [-0.77, -0.53],
  'points-noun': [-0.32, -0.21],
  shows: [-0.36, -0.67],
  'named-relation': [0.92, 0.49],
  names: [0.34, 1.05],
  number: [0.38, 0.69],
  age: [1.03, 0.22],
  date: [-1.03, 1.09],
  rate: [1.17, 0.86],
  lasting: [1.0, 0.23],
  condition: [1.49, 1.42],
  address: [1.34, 1.27],
  bare: [0.12, -0.34],
  'i-am': [0.45, 0.34],
  present: [0.34, 0.41],
  does: [1.36, 1.12],
  absolute: [2.03, 2.04],
  likens: [-0.38, -0.24],
  aim: [0.96, 1.19],
  'my-is': [0.64, 0.66],
  'been-doing': [0.93, 1.12],
  did: [0.31, 0.31],
  recent: [0.04, 0.84],
  'by-the-way': [0.12, 0.74],
  reason: [0.65, 0.64],
  trying: [-1.32, 0.28],
  wants: [-0.16, -0.1],
  will: [-0.22, -0.26],
  'makes-sure': [-1.11, -0.41],
  reply: [0.02, 0.13],
  cheer: [-0.03, -0.24],
  opinion: [-0.52, -0.74],
  hypothesis: [-0.54, -0.51],
  guess: [-1.24, -1.37],
  'order-standing': [2.42, 2.13],
  phrase: [0.65, 0.2],
  mood: [-0.24, -0.02],
  joined: [-0.47, -0.58],
  'asks-elsewhere': [-0.41, 0.04],
  'long-reply': [-0.68, -0.62],
  'short-talk': [-0.95, -0.53],
  answer: [0.52, 0.45],
  gushes: [-0.24, -0.29],
  'talk-length': [0.64, 0.11],
  news: [0.64, 0.35],
  exclaims: [-0.47, -0.56],
  length: [0.18, 0.58],
  short: [-1.64, -1.58],
  code: [-0.42, -0.96],
  'kind-health': [0.63, 0.68],
  'kind-identity': [0.68, 0.27],
  'kind-home': [0.43, 0.62],
  'kind-person': [0.48, 0.15],
  'kind-work': [0.61, 0.82],
  'kind-project': [0.39, -0.02],
  'kind-decision': [1.11, 0.63],
  'kind-possession': [0.37, 0.66],
  'kind-routine': [-0.13, 0.39],
  'kind-plan': [-0.33, 0.4],
  'kind-event': [-0.09, 0.58],
  'kind-preference': [0.41, 0.58],
}

/** From this worth on, a lasting statement is kept. */
export const keptWorth = 0.37
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
