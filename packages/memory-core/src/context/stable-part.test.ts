import { expect, it } from 'vitest'
import { lineKey } from '../documents/placed-lines.ts'
import { statementKey } from '../text/comparison.ts'
import { estimateTokens } from '../text/count-tokens.ts'
import { stablePart } from './stable-part.ts'

it('tells the facts of the highest rank, and gives back the others by quarters of rank, in each the newest first', () => {
  const dayOf = (n: number): string => `2026-0${1 + (n % 3)}-01`
  const facts = Array.from({ length: 40 }, (_, n) => `The boat in berth ${n} belongs to the club (${dayOf(n)})`)
  // Neither the order of the lines nor its reverse.
  const rankOf = (n: number): number => ((n * 17) % 40) / 40
  const ranks = new Map(facts.map((text, n) => [lineKey(statementKey(text)), rankOf(n)]))
  const page = facts.map((text) => `- ${text}`).join('\n')
  const content = { facts: page, ranks, knowledge: '', notes: '', summary: '', protocol: [], isAlone: false }
  const { items, left } = stablePart(content, 1_100, estimateTokens)
  const byRank = [...facts].sort((a, b) => rankOf(facts.indexOf(b)) - rankOf(facts.indexOf(a)))
  expect(items.length).toBeGreaterThan(3)
  expect(new Set(items.map(({ text }) => text))).toEqual(new Set(byRank.slice(0, items.length)))
  const day = (text: string): string => text.slice(-11)
  const stepOf = (text: string): number => Math.round(rankOf(facts.indexOf(text)) * 4)
  const byDay = byRank
    .slice(items.length)
    .sort((a, b) => stepOf(b) - stepOf(a) || Number(day(a) < day(b)) - Number(day(a) > day(b)))
  expect(left.map(({ text }) => text)).toEqual(byDay)
})

it('tells a page whole that fits in three tenths of the budget, and else the highest ranks in two tenths', () => {
  const facts = Array.from({ length: 20 }, (_, n) => `- The boat in berth ${n} belongs to the club`).join('\n')
  const ranks = new Map([[lineKey(statementKey('The boat in berth 3 belongs to the club')), 1]])
  const content = { facts, ranks, knowledge: '', notes: '', summary: '', protocol: [], isAlone: false }
  const size = estimateTokens(facts)
  expect(stablePart(content, Math.ceil(size / 0.29), estimateTokens).items).toHaveLength(20)
  const { items, tokens } = stablePart(content, Math.floor(size / 0.31), estimateTokens)
  expect(items.length).toBeLessThan(20)
  expect(tokens).toBeLessThan(size)
})

it('leaves a small budget to the question, but for lines that a person wrote', () => {
  const learned = Array.from({ length: 40 }, (_, n) => `The boat in berth ${n} belongs to the club`)
  const own = 'The harbour office is closed on Sundays'
  const ranks = new Map(learned.map((text) => [lineKey(statementKey(text)), 1.5]))
  const facts = [...learned, own].map((text) => `- ${text}`).join('\n')
  const content = { facts, ranks, knowledge: '', notes: '', summary: '', protocol: [], isAlone: false }
  const told = (budget: number): string[] => stablePart(content, budget, estimateTokens).items.map(({ text }) => text)
  expect(told(500)).toEqual([own])
  expect(told(1_000).length).toBeGreaterThan(4)
  expect(stablePart({ ...content, facts: facts.replace(own, '') }, 500, estimateTokens).text).toBe('')
})
