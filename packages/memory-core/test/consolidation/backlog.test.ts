import { describe, expect, it } from 'vitest'
import type { MemoryOptions, PromptFunction } from '../../src/index.ts'
import { historyTexts, ids, reply, talk, type Workspace, windowIds, workspace } from './workspace.ts'

const wordsIn = (text: string): string[] => text.match(/word\d+/g) ?? []

/** Makes a fact of each word that it is told, as a model may that is thorough; `counts` says of how many it was told. */
function thorough(counts: number[] = []): PromptFunction {
  return async ({ prompt }) => {
    const [known = '', said = ''] = prompt.split('## Conversation to Process').slice(-2)
    const words = wordsIn(said)
    counts.push(words.length)
    const facts = [...wordsIn(known), ...words].map((word) => `- ${word}`)
    return reply(`They said ${words.join(' ')}.`, facts.join('\n'))
  }
}

const away: PromptFunction = () => Promise.reject(new Error('the model is away'))
const numbers = (from: number, to: number): string[] => ids(from, to).map((id) => id.replace('m', 'word'))

async function consolidated({ ledger }: Workspace): Promise<string[]> {
  return (await ledger()).filter((line) => !line.failed).flatMap(({ messages }) => messages)
}

describe('what has piled up', () => {
  const options: Omit<MemoryOptions, 'directory'> = { capture: { auto: false }, consolidation: { auto: false } }

  it('fault 14: is told to the model a hundred messages at a time, and nothing of it is too much', async () => {
    const place = await workspace()
    const told: number[] = []
    const memory = await place.open({ ...options, model: thorough(told) })
    await memory.addMessages('chat', talk(430))
    expect(await memory.consolidate('chat')).toEqual({ messages: 430, facts: true })
    expect(told).toEqual([100, 100, 100, 100, 30])
    expect(wordsIn(await memory.facts.read())).toEqual(numbers(1, 430))
    expect((await historyTexts(memory)).flatMap(wordsIn)).toEqual(numbers(1, 430))
    expect(await consolidated(place)).toEqual(ids(1, 430))
    expect(place.events.filter(({ level }) => level !== 'info')).toEqual([])
    expect(await memory.consolidate('chat')).toEqual({ messages: 0, facts: false })
  })

  it('is quoted at once where there is no model', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.addMessages('chat', talk(430))
    expect(await memory.consolidate('chat')).toMatchObject({ messages: 430 })
    expect(await historyTexts(memory)).toHaveLength(1)
  })

  it('fault 14: stays due from the batch on that failed', async () => {
    const place = await workspace()
    const model = thorough()
    let left = 2
    const memory = await place.open({ ...options, model: (request) => (left-- > 0 ? model(request) : away(request)) })
    await memory.addMessages('chat', talk(430))
    expect(await memory.consolidate('chat')).toMatchObject({ messages: 200, facts: true, error: expect.any(Error) })
    expect(await consolidated(place)).toEqual(ids(1, 200))
    expect(await windowIds(memory)).toEqual(ids(201, 430))
    left = 9
    expect(await memory.consolidate('chat')).toEqual({ messages: 230, facts: true })
    expect(await consolidated(place)).toEqual(ids(1, 430))
  })

  it('fault 14: stays due when a reset fails in the middle of it, and is taken up where it was', async () => {
    const place = await workspace()
    const retryMs = 30_000
    const first = await place.open({ ...options, model: away })
    await first.addMessages('chat', talk(250))
    await first.resetSession('chat')
    await first.close()
    const failure = async () => JSON.parse(await place.text('.daybook/consolidation/chat.failure.json'))
    expect(await failure()).toMatchObject({ due: ids(1, 250) })
    place.clock.advance(retryMs)
    const model = thorough()
    let left = 1
    const memory = await place.open({
      model: (request) => (left-- > 0 ? model(request) : away(request)),
    })
    await memory.flush()
    expect(await consolidated(place)).toEqual(ids(1, 100))
    expect(await failure()).toMatchObject({ due: ids(101, 250), count: 1 })
    place.clock.advance(retryMs)
    left = 9
    await memory.addMessages('chat', talk(20, 251))
    await memory.resetSession('chat')
    expect(await consolidated(place)).toEqual(ids(1, 270))
    expect(await windowIds(memory)).toEqual([])
    expect(await place.text('.daybook/consolidation/chat.failure.json')).toBe('')
    expect(wordsIn(await memory.facts.read())).toEqual(numbers(1, 270))
  })

  it('does not keep a memory from closing: the rest is taken up at the next open', async () => {
    const place = await workspace()
    const told: number[] = []
    const model = thorough(told)
    const writer = await place.open(options)
    await writer.addMessages('chat', talk(430))
    await writer.close()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: closing, resolve: answer } = Promise.withResolvers<void>()
    const memory = await place.open({
      async model(request) {
        ask()
        await closing
        return model(request)
      },
    })
    // It may be cut short by the closing.
    void memory.flush().catch(() => undefined)
    await asked
    const closed = memory.close()
    answer()
    await closed
    expect(told).toEqual([100])
    const again = await place.open({ model })
    await again.flush()
    expect(await consolidated(place)).toEqual(ids(1, 400))
    expect(await windowIds(again)).toEqual(ids(401, 430))
  })
})
