import { features, isShortTalk } from './features.ts'
import { phrasesOf, phraseWeights } from './phrases.ts'
import type { Said } from './said-parts.ts'

/**
 * The weights of each feature: that a statement to an assistant is kept, that it is kept or told in the history, and that
 * one in talk between two people is kept. Fitted by `bench/fit-worth.ts`; do not edit by hand.
 */
export const weights: Readonly<Record<string, readonly [kept: number, told: number, betweenPeople: number]>> = {
  bias: [-0.63, -0.62, -1.0],
  my: [0.34, 0.65, 0.36],
  we: [0.19, -0.09, -0.22],
  you: [-0.76, -0.72, -0.6],
  nobody: [-0.8, -0.54, -0.75],
  'points-noun': [-0.63, -0.13, -0.17],
  shows: [-0.3, -0.38, -0.1],
  'named-relation': [1.29, 0.41, 1.12],
  names: [0.09, 0.97, 0.24],
  number: [0.2, 0.84, 0.4],
  age: [1.08, 0.32, 1.1],
  date: [-0.72, 1.13, -0.93],
  rate: [1.46, 0.75, 1.11],
  lasting: [1.3, 0.56, 1.12],
  condition: [1.6, 1.51, 1.45],
  address: [1.28, 1.26, 1.35],
  bare: [-0.27, -0.5, 0.03],
  'i-am': [1.1, 0.6, 0.73],
  present: [0.81, 0.3, 0.41],
  does: [1.44, 0.95, 1.26],
  absolute: [2.04, 2.05, 2.03],
  likens: [-0.62, -0.24, -0.59],
  aim: [1.03, 1.26, 0.97],
  'my-is': [0.64, 0.54, 0.66],
  'been-doing': [0.88, 0.96, 0.88],
  did: [-0.17, 0.62, 0.03],
  recent: [-0.28, 0.92, 0.1],
  'by-the-way': [-0.09, 0.71, 0.14],
  reason: [0.59, 0.32, 0.55],
  trying: [-1.58, 0.5, -1.05],
  wants: [-0.47, -0.17, -0.21],
  will: [-0.35, -0.19, -0.23],
  'makes-sure': [-1.22, -0.33, -0.92],
  reply: [0.22, 0.29, 0.46],
  cheer: [-0.68, -0.47, -0.28],
  opinion: [-0.59, -0.69, -0.5],
  hypothesis: [-0.34, -0.6, -0.59],
  guess: [-1.28, -1.38, -1.24],
  'order-standing': [2.95, 2.24, 2.53],
  phrase: [1.02, 0.24, 0.86],
  mood: [-0.46, -0.08, -0.4],
  joined: [-0.6, -0.58, -0.31],
  'asks-elsewhere': [-0.42, 0.11, -0.28],
  'long-reply': [-1.0, -0.25, -0.42],
  'short-talk': [-1.02, -0.52, -1.02],
  answer: [0.32, 0.3, 0.32],
  gushes: [0.02, -0.27, -0.16],
  'talk-length': [0.81, 0.31, 0.81],
  news: [0.4, 0.44, 0.57],
  exclaims: [-0.09, -0.42, -0.29],
  length: [0.2, 0.36, -0.09],
  short: [-0.87, -1.59, -1.62],
  code: [-0.53, -0.92, -0.27],
  'kind-preference': [0.72, 0.51, 0.53],
  'kind-identity': [1.08, 0.5, 0.92],
  'kind-health': [1.01, 0.79, 0.63],
  'kind-home': [0.69, 0.53, 0.44],
  'kind-person': [0.75, 0.25, 0.46],
  'kind-work': [0.65, 0.56, 0.54],
  'kind-project': [0.35, 0.04, 0.51],
  'kind-decision': [1.38, 0.77, 1.09],
  'kind-possession': [0.44, 0.52, 0.57],
  'kind-routine': [-0.25, 0.29, -0.33],
  'kind-plan': [-0.19, 0.41, -0.22],
  'kind-event': [-0.11, 0.14, -0.04],
}

/** Minimum worth at which a lasting statement is kept. */
export const keptWorth = 0.31
/** Minimum `telling` at which a statement is an episode that is worth a line in the history. */
export const toldWorth = 0.5

/** The probabilities, from 0 to 1, that a clause is worth keeping and that it is worth telling. */
export function scoreOf(said: Said): { worth: number; telling: number } {
  const isBetweenPeople = isShortTalk(said)
  const known = phraseWeights()
  let worth = 0
  for (const phrase of phrasesOf(said)) worth += known.get(phrase) ?? 0
  let telling = 0
  for (const feature of features) {
    const value = feature.of(said)
    if (value === 0) continue
    const [kept = 0, told = 0, betweenPeople = 0] = weights[feature.name] ?? []
    worth += value * (isBetweenPeople ? betweenPeople : kept)
    telling += value * told
  }
  return { worth: logistic(worth), telling: logistic(telling) }
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
