import { features } from './features.ts'
import { phrasesOf, phraseWeights } from './phrases.ts'
import type { Said } from './said-parts.ts'

/**
 * The weights of each feature: that a statement to an assistant is kept, that it is kept or told in the history, and that
 * one in talk between two people is kept. Fitted by `bench/fit-worth.ts`; do not edit by hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number, betweenPeople: number]>> = {
  bias: [-0.63, -0.62, 0.21],
  my: [0.34, 0.65, 0.88],
  we: [0.18, -0.09, -0.28],
  you: [-0.75, -0.72, -1.15],
  nobody: [-0.86, -0.54, -1.49],
  'points-noun': [-0.61, -0.13, -0.25],
  shows: [-0.31, -0.38, -0.11],
  'named-relation': [1.32, 0.41, 1.24],
  names: [0.04, 0.97, 0.38],
  number: [0.19, 0.84, 0.27],
  age: [0.97, 0.32, 1.1],
  date: [-0.71, 1.13, -0.83],
  rate: [1.4, 0.75, 1.04],
  lasting: [1.32, 0.56, 1.31],
  condition: [1.58, 1.51, 1.4],
  address: [1.29, 1.26, 1.35],
  bare: [-0.26, -0.5, 0.03],
  'i-am': [1.08, 0.6, 0.78],
  present: [0.79, 0.3, 0.55],
  does: [1.47, 0.95, 1.38],
  absolute: [2.05, 2.05, 1.9],
  likens: [-0.64, -0.24, -0.55],
  aim: [0.98, 1.26, 1.14],
  'my-is': [0.64, 0.54, 0.78],
  'been-doing': [0.89, 0.96, 0.81],
  did: [-0.15, 0.62, -0.23],
  recent: [-0.27, 0.92, -0.3],
  'by-the-way': [-0.06, 0.71, 0.1],
  reason: [0.56, 0.32, 0.21],
  trying: [-1.53, 0.5, -1.04],
  wants: [-0.44, -0.17, -0.08],
  will: [-0.33, -0.19, -0.48],
  'makes-sure': [-1.27, -0.33, -0.96],
  reply: [0.19, 0.29, 0.52],
  cheer: [-0.66, -0.47, -0.51],
  opinion: [-0.58, -0.69, -0.96],
  hypothesis: [-0.35, -0.6, -0.64],
  guess: [-1.3, -1.38, -1.29],
  'order-standing': [2.99, 2.24, 2.53],
  phrase: [0.97, 0.24, 0.86],
  mood: [-0.45, -0.08, -0.44],
  joined: [-0.66, -0.58, -0.54],
  'asks-elsewhere': [-0.37, 0.11, -0.39],
  'long-reply': [-0.95, -0.25, -0.42],
  'short-talk': [-1.02, -0.52, -1.02],
  answer: [0.32, 0.3, -0.4],
  gushes: [0.0, -0.27, 0.08],
  'talk-length': [0.81, 0.31, 0.32],
  news: [0.4, 0.44, 0.67],
  exclaims: [-0.21, -0.42, -0.28],
  length: [0.17, 0.36, -0.58],
  short: [-0.89, -1.59, -1.27],
  code: [-0.49, -0.92, -0.19],
  'kind-preference': [0.71, 0.51, 1.52],
  'kind-identity': [1.06, 0.5, 1.18],
  'kind-health': [1.11, 0.79, 0.83],
  'kind-home': [0.66, 0.53, 0.57],
  'kind-person': [0.78, 0.25, 0.67],
  'kind-work': [0.69, 0.56, 0.83],
  'kind-project': [0.38, 0.04, 0.48],
  'kind-decision': [1.39, 0.77, 0.79],
  'kind-possession': [0.52, 0.52, 0.4],
  'kind-routine': [-0.25, 0.29, 0.01],
  'kind-plan': [-0.22, 0.41, -0.59],
  'kind-event': [-0.1, 0.14, 0.1],
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
