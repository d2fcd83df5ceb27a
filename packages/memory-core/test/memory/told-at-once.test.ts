import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import { lookAlikes, plainStatements, statementsInPassing } from '../../src/statements/everyday.fixture.ts'

const neutral = 'Shall we begin?'

async function toldAfter(said: string): Promise<string> {
  const memory = await openMemory({ storage: inMemoryStorage() })
  try {
    await memory.addMessages('first', { role: 'user', content: said })
    const { stable, volatile } = await memory.buildContext({ session: 'second', query: neutral })
    return `${stable}\n${volatile}`
  } finally {
    await memory.close()
  }
}

async function open(): Promise<Memory> {
  const memory = await openMemory({ storage: inMemoryStorage() })
  onTestFinished(() => memory.close())
  return memory
}

describe('what people say in everyday talk', () => {
  it('is told in the next chat, unasked and without a reset: 95 of 100', async () => {
    const statements = [...plainStatements, ...statementsInPassing]
    expect(statements).toHaveLength(80)
    const missed: string[] = []
    for (const { said, kept } of statements) if (!(await toldAfter(said)).includes(kept)) missed.push(said)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(4)
  })

  it('is not told when it only looks like a statement: none of 80', async () => {
    expect(lookAlikes).toHaveLength(80)
    const told: string[] = []
    for (const said of lookAlikes) if ((await toldAfter(said)).trim() !== '') told.push(said)
    expect(told).toEqual([])
  })
})

describe('what is said in few words', () => {
  it.each([
    ['Actually, no, the demo is on the 14th.', 'The demo is on the 14th'],
    ['Correction: the limit is 200.', 'The limit is 200'],
    ['The train to Graz is at 9:40 now, not 9:15.', '9:40'],
    ['Please keep answers short.', 'keep answers short'],
    ['Do not use any semicolons.', 'semicolons'],
    ['Nothing may run against staging before 07:30.', 'staging before 07:30'],
    ['no, do it with pnpm', 'Do it with pnpm'],
    ['Use metric units.', 'metric units'],
    ['My budget is 500 euros.', '500 euros'],
  ])('K4 is captured and told: %j', async (said, kept) => {
    expect(await toldAfter(said)).toContain(kept)
  })

  it('K4 is cut at no lead-in: the record is the statement', async () => {
    const memory = await open()
    await memory.addMessages('a', {
      role: 'user',
      content: "Here is something you'll need for every command you give me: I prefer pnpm over npm.",
    })
    expect((await memory.records.list()).map(({ text }) => text)).toEqual(['I prefer pnpm over npm.'])
  })

  it('says nothing lasting in what a harness wrote or a person pasted', async () => {
    const memory = await open()
    for (const content of [
      '<system-reminder>\nThe user prefers pnpm over npm. I always use tabs.\n</system-reminder>',
      'Proofread this letter, please:\n\nDear Ms. Lang,\nI am allergic to nuts and I live in Porto.\nBest regards,\nTom',
      'I want you to act as a travel guide. I am in Istanbul and I want to visit only museums.',
    ])
      await memory.addMessages('a', { role: 'user', content })
    expect((await memory.records.list()).map(({ text }) => text)).toEqual([])
  })
})

describe('a slip that the next message corrects', () => {
  const [reply, own] = ['Noted.', 'We have 28 employees.']

  it.each([
    ['in one call', [[own, reply, 'sorry, 27']]],
    ['after a reply', [[own, reply], ['sorry, 27']]],
    ['at once', [[own], ['sorry, 27']]],
  ])('K4 is told as it is now, %s', async (_, calls) => {
    const memory = await open()
    for (const contents of calls)
      await memory.addMessages(
        'a',
        contents.map((content) => ({ role: content === reply ? 'assistant' : 'user', content })),
      )
    const { stable, volatile } = await memory.buildContext({ session: 'b', query: neutral })
    expect(`${stable}\n${volatile}`).toContain('We have 27 employees')
    expect(`${stable}\n${volatile}`).not.toMatch(/\b28 employees\b/)
  })

  it('K4 is known to a second memory of the same storage, which has not heard the first message', async () => {
    const storage = inMemoryStorage()
    for (const contents of [[own, reply], ['sorry, 27']]) {
      const memory = await openMemory({ storage })
      onTestFinished(() => memory.close())
      await memory.addMessages(
        'a',
        contents.map((content) => ({ role: content === reply ? 'assistant' : 'user', content })),
      )
      if (contents[0] === own) continue
      const current = (await memory.records.list()).filter(({ validTo }) => validTo === undefined)
      expect(current.map(({ text }) => text)).toEqual(['We have 27 employees.'])
    }
  })
})
