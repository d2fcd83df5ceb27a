import { claimsOf } from './claims-of.ts'
import { changeBetween } from './compare-claims.ts'

/** What is known, what ends it, and what only looks like it. */
export interface News {
  known: string
  over: readonly string[]
  kept: readonly string[]
}

/** Each known statement with one of those that `over` or `kept` lists. */
export function pairsOf(news: readonly News[], list: 'over' | 'kept'): [known: string, said: string][] {
  return news.flatMap(({ known, [list]: all }) => all.map((said): [string, string] => [known, said]))
}

/** Whether a statement ends one that is known. */
export function isOverBy(known: string, said: string): boolean {
  const change = changeBetween(claimsOf(known), claimsOf(said))
  return change === 'supersedes' || change === 'ends'
}
