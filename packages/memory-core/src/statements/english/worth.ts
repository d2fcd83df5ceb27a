import { features } from './features.ts'
import { phrasesOf, phraseWeights } from './phrases.ts'
import type { Said } from './said-parts.ts'

/**
 * The weights of each feature: that a statement to an assistant is kept, that it is kept or told in the history, and that
 * one in talk between two people is kept. Fitted by `bench/fit-worth.ts`; do not edit by hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number, betweenPeople: number]>> = {
  bias: [-1.15, -0.62, 0.19],
  my: [0.3, 0.65, 0.8],
  we: [0.16, -0.09, -0.2],
  you: [-0.71, -0.72, -0.88],
  nobody: [-0.8, -0.54, -1.24],
  'points-noun': [-0.59, -0.13, -0.01],
  shows: [-0.3, -0.38, -0.12],
  'named-relation': [1.31, 0.41, 1.24],
  names: [-0.08, 0.97, 0.18],
  number: [0.31, 0.84, 0.27],
  age: [0.9, 0.32, 1.1],
  date: [-0.43, 1.13, -0.84],
  rate: [1.4, 0.75, 0.94],
  lasting: [1.35, 0.56, 1.24],
  condition: [1.51, 1.51, 1.29],
  address: [1.28, 1.26, 1.35],
  bare: [-0.34, -0.5, 0.03],
  'i-am': [1.05, 0.6, 0.7],
  present: [0.77, 0.3, 0.43],
  does: [1.46, 0.95, 1.28],
  absolute: [1.96, 2.05, 1.89],
  likens: [-0.66, -0.24, -0.54],
  aim: [0.94, 1.26, 1.08],
  'my-is': [0.61, 0.54, 0.59],
  'been-doing': [0.98, 0.96, 0.71],
  did: [-0.14, 0.62, -0.05],
  change: [0.24, 0.0, 0.05],
  recent: [-0.15, 0.92, -0.02],
  'by-the-way': [-0.03, 0.71, 0.16],
  reason: [0.52, 0.32, 0.24],
  trying: [-1.38, 0.5, -0.8],
  wants: [-0.4, -0.17, 0.05],
  will: [-0.35, -0.19, -0.37],
  'makes-sure': [-1.26, -0.33, -0.74],
  reply: [-0.03, 0.29, 0.63],
  cheer: [-0.67, -0.47, -0.12],
  opinion: [-0.58, -0.69, -0.75],
  hypothesis: [-0.3, -0.6, -0.75],
  guess: [-1.24, -1.38, -1.27],
  'order-standing': [2.87, 2.24, 2.5],
  phrase: [0.98, 0.24, 0.86],
  mood: [-0.54, -0.08, -0.27],
  joined: [-0.66, -0.58, -0.5],
  'asks-elsewhere': [-0.34, 0.11, -0.35],
  'long-reply': [-0.68, -0.25, -0.42],
  'short-talk': [-1.02, -0.52, -1.02],
  answer: [0.32, 0.3, 0.02],
  gushes: [-0.08, -0.27, 0.13],
  'talk-length': [0.81, 0.31, 0.22],
  news: [0.4, 0.44, 0.5],
  exclaims: [-0.22, -0.42, -0.14],
  length: [0.55, 0.36, -0.68],
  short: [-0.86, -1.59, -0.98],
  code: [-0.61, -0.92, -0.18],
  'kind-preference': [0.72, 0.51, 1.17],
  'kind-identity': [1.05, 0.5, 1.2],
  'kind-health': [1.09, 0.79, 0.89],
  'kind-home': [0.69, 0.53, 0.45],
  'kind-person': [0.64, 0.25, 0.59],
  'kind-work': [0.61, 0.56, 0.95],
  'kind-project': [0.32, 0.04, 0.58],
  'kind-decision': [1.31, 0.77, 0.69],
  'kind-possession': [0.58, 0.52, 0.42],
  'kind-routine': [-0.23, 0.29, 0.04],
  'kind-plan': [-0.25, 0.41, -0.43],
  'kind-event': [-0.09, 0.14, 0.23],
}

/** Minimum worth at which a lasting statement is kept. */
export const keptWorth = 0.31
/** Minimum `telling` at which a statement is an episode that is worth a line in the history. */
export const toldWorth = 0.5

/** The probabilities, from 0 to 1, that a clause is worth keeping and that it is worth telling. */
export function scoreOf(said: Said): { worth: number; telling: number } {
  const known = phraseWeights()
  let worth = 0
  for (const phrase of phrasesOf(said)) worth += known.get(phrase) ?? 0
  let telling = 0
  for (const feature of features) {
    const value = feature.of(said)
    if (value === 0) continue
    const [kept = 0, told = 0, betweenPeople = 0] = weights[feature.name] ?? []
    worth += value * (said.isTalk ? betweenPeople : kept)
    telling += value * told
  }
  return { worth: logistic(worth), telling: logistic(telling) }
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
