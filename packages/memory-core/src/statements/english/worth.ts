import { features } from './features.ts'
import { phrasesOf, phraseWeights } from './phrases.ts'
import type { Said } from './said-parts.ts'

/**
 * The weights of each feature: that a statement to an assistant is kept, that it is kept or told in the history, and that
 * one in talk between two people is kept. Fitted by `bench/fit-worth.ts`; do not edit by hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number, betweenPeople: number]>> = {
  bias: [-1.7, -0.62, 0.21],
  my: [0.25, 0.65, 0.79],
  we: [0.14, -0.09, -0.2],
  you: [-0.66, -0.72, -0.89],
  nobody: [-0.74, -0.54, -1.29],
  'points-noun': [-0.48, -0.13, 0.01],
  reflects: [-2.1, -1.0, -1.96],
  shows: [-0.28, -0.38, -0.13],
  'named-relation': [1.21, 0.41, 1.24],
  names: [-0.08, 0.97, 0.18],
  number: [0.15, 0.84, 0.24],
  age: [0.86, 0.32, 1.1],
  date: [-0.64, 1.13, -0.88],
  rate: [1.44, 0.75, 0.95],
  lasting: [1.27, 0.56, 1.25],
  condition: [1.45, 1.51, 1.29],
  address: [1.31, 1.26, 1.35],
  bare: [-0.37, -0.5, 0.03],
  'i-am': [0.98, 0.6, 0.7],
  present: [0.78, 0.3, 0.43],
  does: [1.37, 0.95, 1.27],
  absolute: [1.96, 2.05, 1.89],
  likens: [-0.63, -0.24, -0.54],
  aim: [0.88, 1.26, 1.09],
  'my-is': [0.66, 0.54, 0.59],
  'been-doing': [0.94, 0.96, 0.69],
  did: [-0.02, 0.62, -0.04],
  narrated: [-1.96, 0.0, -1.39],
  'among-deeds': [-0.71, 0.0, -0.39],
  change: [0.28, 0.0, 0.06],
  norm: [0.8, 0.0, 0.71],
  contrast: [0.62, 0.0, 0.44],
  spec: [0.93, 0.0, 0.5],
  vents: [-0.62, 0.0, -0.56],
  universal: [0.32, 0.0, 0.38],
  limit: [0.6, 0.0, 0.25],
  dated: [1.2, 0.0, 1.05],
  'names-others': [0.72, 0.0, 0.42],
  recent: [-0.17, 0.92, -0.02],
  'by-the-way': [0.14, 0.71, 0.16],
  reason: [0.49, 0.32, 0.21],
  trying: [-1.34, 0.5, -0.8],
  wants: [-0.36, -0.17, 0.06],
  will: [-0.37, -0.19, -0.35],
  'makes-sure': [-1.23, -0.33, -0.74],
  reply: [-0.1, 0.29, 0.63],
  cheer: [-0.74, -0.47, -0.1],
  opinion: [-0.64, -0.69, -0.73],
  hypothesis: [-0.46, -0.6, -0.74],
  guess: [-1.14, -1.38, -1.33],
  'order-standing': [2.71, 2.24, 2.48],
  phrase: [0.95, 0.24, 0.86],
  mood: [-0.64, -0.08, -0.27],
  joined: [-0.6, -0.58, -0.5],
  'asks-elsewhere': [-0.37, 0.11, -0.32],
  'long-reply': [-0.46, -0.25, -0.42],
  'short-talk': [-1.02, -0.52, -1.02],
  answer: [0.32, 0.3, 0.02],
  gushes: [-0.11, -0.27, 0.13],
  'talk-length': [0.81, 0.31, 0.2],
  news: [0.39, 0.44, 0.5],
  exclaims: [-0.19, -0.42, -0.15],
  length: [0.97, 0.36, -0.7],
  short: [-0.74, -1.59, -0.97],
  code: [-0.48, -0.92, -0.18],
  'kind-preference': [0.74, 0.51, 1.16],
  'kind-identity': [0.97, 0.5, 1.2],
  'kind-health': [1.03, 0.79, 0.9],
  'kind-home': [0.7, 0.53, 0.45],
  'kind-person': [0.55, 0.25, 0.58],
  'kind-work': [0.6, 0.56, 0.96],
  'kind-project': [0.33, 0.04, 0.58],
  'kind-decision': [1.28, 0.77, 0.74],
  'kind-possession': [0.55, 0.52, 0.4],
  'kind-routine': [-0.32, 0.29, 0.02],
  'kind-plan': [-0.27, 0.41, -0.43],
  'kind-event': [-0.08, 0.14, 0.22],
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
