import { features } from './features.ts'
import type { Said } from './said.ts'
import { weights } from './worth-weights.ts'

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
