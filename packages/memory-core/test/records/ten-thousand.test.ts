import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inMemoryStorage, type Memory, openMemory } from '../../src/index.ts'
import { estimateTokens } from '../../src/text/count-tokens.ts'
import { isLong } from '../faults/run-length.ts'
import { whatMatters } from './what-matters.ts'

const verbs = ['prefer', 'like', 'love']
const things = 'lamps carpets novels bicycles gardens curtains cakes kettles mirrors candles notebooks pillows'.split(
  ' ',
)
const colours = 'red green grey yellow brown purple orange white black silver golden turquoise'.split(' ')
const makers = 'Aalto Brandt Castell Duval Eriksen Fontana Gruber Hansen Ibsen Jansen Keller Lindqvist'.split(' ')
/** How many records no question asks for. */
const crowd = isLong ? 10_000 : 1_500
const type = 'preference'

/** Different every time, and about nothing that anybody asks for. */
function filler(n: number): string {
  const pick = (words: readonly string[], by: number): string => words[Math.floor(n / by) % words.length] ?? ''
  const colour = pick(colours, things.length)
  const maker = pick(makers, things.length * colours.length)
  return `I ${pick(verbs, 7)} ${colour} ${pick(things, 1)} made by ${maker} in ${1900 + (n % 97)} number ${n}.`
}

describe(`a memory with ${crowd} records`, () => {
  let memory: Memory

  beforeAll(async () => {
    memory = await openMemory({ storage: inMemoryStorage(), consolidation: { auto: false } })
    for (const [i, [content]] of whatMatters.entries()) {
      const length = crowd / whatMatters.length
      await memory.records.learn(Array.from({ length }, (_, n) => ({ text: filler(i * length + n), type })))
      await memory.addMessages(`talk-${i}`, { role: 'user', content })
    }
    await memory.flush()
  })
  afterAll(() => memory.close())

  it('has them all', async () => {
    expect((await memory.records.stats()).active).toBe(crowd + whatMatters.length)
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
