import { AIMessage, HumanMessage } from '@langchain/core/messages'
import type { ChatGeneration } from '@langchain/core/outputs'
import { FakeListChatModel, FakeLLM } from '@langchain/core/utils/testing'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../memory-core/test/cpu-clock.ts'
import { temporaryDirectory, temporaryMemory } from '../test/temporary-memory.ts'
import { DaybookCache } from './cache.ts'
import { mayHideFiles } from './daybook-cache.ts'

const picture = (data: string): HumanMessage =>
  new HumanMessage({
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    ],
  })

/** What a chat model gives to its cache. */
const answer = (text: string, message: AIMessage): ChatGeneration => ({ text, message })

describe('a cache', () => {
  it('answers the same prompt of the same model again, in another process too', async () => {
    const directory = await temporaryDirectory()
    const first = await temporaryMemory(directory)
    const model = new FakeListChatModel({ responses: ['one', 'two'], cache: new DaybookCache({ memory: first }) })
    expect((await model.invoke('Hello')).text).toBe('one')
    expect((await model.invoke('Hello')).text).toBe('one')
    expect((await model.invoke('Hello!')).text).toBe('two')
    await first.close()
    const second = await temporaryMemory(directory)
    const again = new FakeListChatModel({ responses: ['three'], cache: new DaybookCache({ memory: second }) })
    const cached = await again.invoke('Hello')
    expect([cached.text, AIMessage.isInstance(cached)]).toEqual(['one', true])
    expect(await second.responses.stats()).toMatchObject({ size: 2, hits: 1 })
  })

  it('answers with objects of its own each time', async () => {
    const memory = await temporaryMemory()
    const cache = new DaybookCache({ memory })
    const message = new AIMessage({ content: 'one', id: 'run-1', response_metadata: { tokens: 3 } })
    await cache.update('Human: hi', 'model', [answer('one', message)])
    const [a] = (await cache.lookup('Human: hi', 'model')) ?? []
    const [b] = (await cache.lookup('Human: hi', 'model')) ?? []
    expect(a).toEqual(b)
    expect(a).not.toBe(b)
    expect(a).toMatchObject({ text: 'one', message: { id: 'run-1', response_metadata: { tokens: 3 } } })
  })

  it('works for models of plain text', async () => {
    const memory = await temporaryMemory()
    const cache = new DaybookCache({ memory })
    const model = new FakeLLM({ response: 'text', cache })
    expect([await model.invoke('Hello'), await model.invoke('Hello')]).toEqual(['text', 'text'])
    expect(await memory.responses.stats()).toMatchObject({ hits: 1, misses: 1 })
  })

  it('never answers one image with what was said of another', async () => {
    const memory = await temporaryMemory()
    const model = new FakeListChatModel({ responses: ['a cat', 'a dog', 'a cat'], cache: new DaybookCache({ memory }) })
    expect((await model.invoke([picture('Y2F0')])).text).toBe('a cat')
    expect((await model.invoke([picture('ZG9n')])).text).toBe('a dog')
    expect(await memory.responses.stats()).toMatchObject({ size: 0 })
    const prompt = 'Human: What is this?[image]'
    await memory.responses.put(memory.responses.key({ model: 'm', message: prompt }), [{ text: 'a cat' }])
    expect(await new DaybookCache({ memory }).lookup(prompt, 'm')).toBeNull()
  })

  it.each(['[image]', '[audio]', '[video]', '[file]', '[document]', '[text-plain file]', '[search_result]'])(
    'takes %s in a prompt for a file',
    (mark) => {
      expect(mayHideFiles(`Human: look${mark}`)).toBe(true)
    },
  )

  it.each([
    'Human: hi',
    'AI: [{"name":"f","args":{}}]',
    'see [1] and [2]',
    'list[0] = []',
    'an [ open bracket',
    '[\n]',
  ])('takes %j for text alone', (prompt) => {
    expect(mayHideFiles(prompt)).toBe(false)
  })

  it('looks through a million brackets in no time', () => {
    const spentMs = startCpuClock()
    expect(mayHideFiles('[a'.repeat(500_000))).toBe(false)
    expect(mayHideFiles(`[${'a'.repeat(1_000_000)}`)).toBe(false)
    expect(spentMs()).toBeLessThan(2_000)
  })

  it('does not keep an answer with tool calls, unless the memory says so', async () => {
    const message = new AIMessage({ content: '', tool_calls: [{ name: 'f', args: {}, id: 'c1', type: 'tool_call' }] })
    const kept = async (toolCalls: 'skip' | 'store'): Promise<unknown> => {
      const cache = new DaybookCache({ memory: await temporaryMemory(undefined, { responses: { toolCalls } }) })
      await cache.update('p', 'm', [answer('', message)])
      return cache.lookup('p', 'm')
    }
    expect(await kept('skip')).toBeNull()
    expect(await kept('store')).toMatchObject([{ message: { tool_calls: [{ name: 'f' }] } }])
  })

  it('keeps the answers of users apart', async () => {
    const memory = await temporaryMemory()
    await new DaybookCache({ memory, user: 'ada' }).update('p', 'm', [{ text: 'for ada' }])
    expect(await new DaybookCache({ memory, user: 'bob' }).lookup('p', 'm')).toBeNull()
    expect(await new DaybookCache({ memory, user: 'ada' }).lookup('p', 'm')).toEqual([{ text: 'for ada' }])
    expect(await new DaybookCache({ memory, user: 'ada' }).lookup('p', 'm2')).toBeNull()
  })

  it('is no cache when the memory fails, or holds what no answer is', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown): void => void errors.push(error)
    const memory = await temporaryMemory()
    const cache = new DaybookCache({ memory, onError })
    await memory.responses.put(memory.responses.key({ model: 'm', message: 'p' }), 'not of LangChain')
    expect(await cache.lookup('p', 'm')).toBeNull()
    await memory.close()
    const model = new FakeListChatModel({ responses: ['one'], cache })
    expect((await model.invoke('Hello')).text).toBe('one')
    expect(errors).toEqual([
      expect.objectContaining({ code: 'corrupt' }),
      expect.objectContaining({ code: 'closed' }),
      expect.objectContaining({ code: 'closed' }),
    ])
  })
})
