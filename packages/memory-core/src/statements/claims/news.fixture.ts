import { expect, it } from 'vitest'
import { claimsOf } from './claims-of.ts'
import { changeBetween } from './compare-claims.ts'

const change = (known: string, said: string): string => changeBetween(claimsOf(known), claimsOf(said)) ?? 'unrelated'

/** What is known, what ends it, and what only looks like it. */
export interface News {
  known: string
  over: readonly string[]
  kept: readonly string[]
}

/** Tests that each statement ends what is known, or leaves it as it is. */
export function itReads(news: readonly News[]): void {
  it.each(news.flatMap(({ known, over }) => over.map((said) => [known, said] as const)))(
    'ends "%s": %s',
    (known, said) => expect(change(known, said)).toMatch(/^(?:supersedes|ends)$/),
  )

  it.each(news.flatMap(({ known, kept }) => kept.map((said) => [known, said] as const)))(
    'leaves "%s" as it is: %s',
    (known, said) => expect(change(known, said)).not.toMatch(/^(?:supersedes|ends)$/),
  )
}
