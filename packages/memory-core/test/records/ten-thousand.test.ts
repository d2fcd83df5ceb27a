import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inMemoryStorage, type Memory, openMemory } from '../../src/index.ts'
import { estimateTokens } from '../../src/text/count-tokens.ts'
import { whatMatters } from './what-matters.ts'

const verbs = ['prefer', 'like', 'love']
const things = 'lamps carpets novels bicycles gardens curtains cakes kettles mirrors candles notebooks pillows'.split(
  ' ',
)
const colours = 'red green grey yellow brown purple orange white black silver golden turquoise'.split(' ')
const makers = 'Aalto Brandt Castell Duval Eriksen Fontana Gruber Hansen Ibsen Jansen Keller Lindqvist'.split(' ')
const crowd = 10_000

/** Different every time, and about nothing that anybody asks for. */
function filler(n: number): string {
  const pick = (words: readonly string[], by: number): string => words[Math.floor(n / by) % words.length] ?? ''
  const colour = pick(colours, things.length)
  const maker = pick(makers, things.length * colours.length)
  return `I ${pick(verbs, 7)} ${colour} ${pick(things, 1)} made by ${maker} in ${1900 + (n % 97)} number ${n}.`
}

describe('a memory with 10,000 captured records', () => {
  let memory: Memory

  beforeAll(async () => {
    memory = await openMemory({ storage: inMemoryStorage(), consolidation: { auto: false } })
    const said = Array.from({ length: crowd }, (_, n) => filler(n))
    for (const [i, [statement]] of whatMatters.entries()) said.splice(150 * (i + 1), 0, statement)
    for (let at = 0; at < said.length; at += 500)
      await memory.addMessages(
        `talk-${at}`,
        said.slice(at, at + 500).map((content) => ({ role: 'user' as const, content })),
      )
    await memory.flush()
  }, 120_000)
  afterAll(() => memory.close())

  it('has captured them', async () => {
    expect((await memory.records.stats()).active).toBeGreaterThanOrEqual(crowd)
  })

  it.each(whatMatters)('puts what matters into the context, within the budget: %s', async (said, query) => {
    const context = await memory.buildContext({ session: 'new', query })
    const told = context.items.filter(({ layer }) => layer === 'records' || layer === 'facts')
    expect(told.map(({ text }) => text.toLowerCase()).join('\n')).toContain(core(said))
    expect(context.tokens).toBeLessThanOrEqual(3_000)
    expect(estimateTokens(`${context.stable}${context.volatile}`)).toBeLessThanOrEqual(3_000)
    const printed = context.volatile.slice(context.volatile.indexOf('## Records')).split('\n## ')[0] ?? ''
    expect(estimateTokens(printed)).toBeLessThanOrEqual(820)
  })
})

/** A lead-in is left out when a statement is captured. */
function core(said: string): string {
  return said
    .toLowerCase()
    .replace(/^(?:actually, |correction: )/, '')
    .replace(/[.!]$/, '')
}
