import { expect, it } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const filler = 'The meeting was about the budget of the department and nothing was decided by anyone who came. '
const long = `${filler.repeat(10)}\n\nThe heron nests on the old chimney of the paper mill.\n\n${filler.repeat(10)}`

async function opened() {
  const memory = await openMemory({ directory: await temporaryDirectory(), consolidation: { auto: false } })
  await memory.addMessages('one', [
    { role: 'user', id: 'long', content: long },
    { role: 'user', id: 'short', content: 'The mill is closed on Sundays.' },
  ])
  // A call waits a second at most for the index.
  await memory.flush()
  return memory
}

it('answers a long message once, by the passage that fits best, and says where that stands', async () => {
  const memory = await opened()
  const { items } = await memory.recall('where does the heron nest? the budget meeting', { layers: ['sessions'] })
  const found = items.filter(({ source }) => 'messageId' in source && source.messageId === 'long')
  expect(found).toHaveLength(1)
  expect(found[0]?.text).toContain('The heron nests on the old chimney')
  const { start = 0, end = 0 } = found[0]?.passage ?? {}
  expect(long.slice(start, end)).toBe(found[0]?.text)
  expect(items.find(({ text }) => text.startsWith('The mill'))?.passage).toBeUndefined()
  await memory.close()
})

it('answers whole messages where they are asked for', async () => {
  const memory = await opened()
  const { items } = await memory.recall('where does the heron nest?', { whole: true })
  expect(items[0]?.text).toBe(long)
  expect(items[0]?.passage).toBeUndefined()
  await memory.close()
})

it('finds what stands far behind in a message, and leaves it out by its id', async () => {
  const memory = await opened()
  const pasted = `${filler.repeat(2_000)} The password is kept in the vault of Andorra.`
  await memory.addMessages('one', { role: 'user', id: 'pasted', content: pasted })
  await memory.flush()
  const [found] = (await memory.recall('vault of Andorra')).items
  expect(found?.text).toContain('the vault of Andorra')
  const without = await memory.recall('vault of Andorra', { exclude: [found?.id ?? ''] })
  expect(without.items.every(({ text }) => !text.includes('Andorra'))).toBe(true)
  await memory.forget({ ids: [found?.id ?? ''] })
  expect((await memory.recall('vault of Andorra')).items.some(({ text }) => text.includes('Andorra'))).toBe(false)
  await memory.close()
})

it('puts what the user said before what the assistant repeats, unless its words are asked for', async () => {
  const memory = await openMemory({ directory: await temporaryDirectory(), consolidation: { auto: false } })
  await memory.addMessages('one', [
    { role: 'user', id: 'said', content: 'My budget for the kitchen is 5,000 euros.' },
    { role: 'assistant', id: 'told', content: 'For a kitchen budget of 5,000 euros I recommend oak for the kitchen.' },
  ])
  const roles = async (query: string) =>
    (await memory.recall(query, { layers: ['sessions'] })).items.map(({ source }) => 'role' in source && source.role)
  expect((await roles('what is the budget for the kitchen?'))[0]).toBe('user')
  expect((await roles('what did you recommend for the kitchen budget?'))[0]).toBe('assistant')
  await memory.close()
})

it('finds a word by another form of it', async () => {
  const memory = await openMemory({ directory: await temporaryDirectory() })
  await memory.addMessages('one', { role: 'user', content: 'I got another rejection today.' })
  expect((await memory.recall('rejected')).items[0]?.text).toContain('rejection')
  await memory.close()
})
