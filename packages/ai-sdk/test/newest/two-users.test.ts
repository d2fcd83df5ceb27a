import { generateText, streamText } from 'ai'
import { describe, expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../../src/index.ts'
import { scriptedModel, userTexts } from '../scripted-model.ts'
import { said, temporaryMemories } from '../temporary-memory.ts'

const calls = process.env['DAYBOOK_FAULTS'] === 'long' ? 5_000 : 60
const atOnce = 20
/** No call takes this long, whatever the load: one that did would be told nothing, and `onError` would say so. */
const timeoutMs = 3_600_000

/** Words that only this user's memory has. */
const secrets = { ada: 'Darjeeling', bob: 'Assam' }
type User = keyof typeof secrets

describe('two users of one wrapped model', () => {
  it('have no fact cross in many interleaved calls', async () => {
    const memories = await temporaryMemories()
    for (const [user, tea] of Object.entries(secrets)) {
      const memory = await memories.for({ user })
      await memory.facts.append({ text: `The favourite tea is ${tea}` })
      await memory.addMessages('before', { role: 'user', content: `I drink ${tea} tea every morning.` })
    }
    const inner = scriptedModel((call) => {
      // Says what it knows of the other one, if it does: then it would be stored, too.
      const told = JSON.stringify(call.prompt)
      return `For you it is ${[...Object.values(secrets)].filter((tea) => told.includes(tea)).join(' and ')}.`
    })
    const errors: unknown[] = []
    const model = withMemory(inner, { memory: memories, timeoutMs, onError: (error) => errors.push(error) })
    const replies: Record<User, Set<string>> = { ada: new Set(), bob: new Set() }

    async function ask(place: number): Promise<void> {
      const user: User = place % 2 === 0 ? 'ada' : 'bob'
      const session = `chat-${place % 14}`
      const request = {
        model,
        prompt: `Which tea do I drink in the morning, asked ${place} times?`,
        providerOptions: memoryOptions({ user, session, readOnly: place % 10 > 3 }),
      }
      const answer = place % 3 === 0 ? await streamText(request).text : (await generateText(request)).text
      replies[user].add(answer)
    }
    const places = Array.from({ length: calls }, (_, place) => place)
    const worker = async (): Promise<void> => {
      for (let place = places.shift(); place !== undefined; place = places.shift()) await ask(place)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))

    expect(errors).toEqual([])
    expect(replies).toEqual({ ada: new Set(['For you it is Darjeeling.']), bob: new Set(['For you it is Assam.']) })
    expect(inner.doGenerateCalls.length + inner.doStreamCalls.length).toBe(calls)
    for (const { prompt } of inner.doGenerateCalls) expect(userTexts(prompt).length).toBeGreaterThan(0)
    for (const [user, other] of [
      ['ada', 'Assam'],
      ['bob', 'Darjeeling'],
    ] as const) {
      const memory = await memories.for({ user })
      const all = await Promise.all((await memory.sessions.list()).map(({ key }) => said(memory, key)))
      expect(all.flat().join('\n')).not.toContain(other)
      expect(all.flat().length).toBeGreaterThan(calls / 5)
    }
  })
})
