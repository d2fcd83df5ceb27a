import type { Memory } from '@daybook/memory-core'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { createAgent, fakeModel, tool } from 'langchain'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { memoryMiddleware } from '../src/middleware.ts'
import { answering, calling, remembering } from './agents.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

describe('a run that fails', () => {
  it('keeps what the user said when the model fails', async () => {
    const memory = await temporaryMemory()
    const { say } = remembering(fakeModel().alwaysThrow(new Error('model down')), { memory })
    await expect(say('I live in Oslo.')).rejects.toThrow('model down')
    expect(await said(memory, 't1')).toEqual(['user: I live in Oslo.'])
  })

  it('keeps what was said so far when a tool fails', async () => {
    const memory = await temporaryMemory()
    const failing = tool(
      () => {
        throw new Error('tool down')
      },
      { name: 'fail', description: 'Fails', schema: z.object({}) },
    )
    const model = fakeModel()
      .respond(calling('fail', {}, 'c1'))
      .respond(new Error('gave up'))
    const agent = createAgent({ model, tools: [failing], middleware: [memoryMiddleware({ memory })] })
    const run = agent.invoke({ messages: [new HumanMessage('Try it.')] }, { context: { session: 's' } })
    await expect(run).rejects.toThrow()
    expect((await said(memory, 's')).slice(0, 2)).toEqual(['user: Try it.', 'assistant: [fail {}]'])
  })

  it('keeps what the user said when the run is aborted, and does not report that', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const controller = new AbortController()
    const model = fakeModel().respond(() => {
      controller.abort(new Error('enough'))
      return new AIMessage('Too late.')
    })
    const agent = createAgent({
      model,
      middleware: [memoryMiddleware({ memory, onError: (error) => errors.push(error) })],
    })
    const run = { context: { session: 's' }, signal: controller.signal }
    await expect(agent.invoke({ messages: [new HumanMessage('I live in Oslo.')] }, run)).rejects.toThrow()
    await expect.poll(() => said(memory, 's')).toContain('user: I live in Oslo.')
    expect(errors).toEqual([])
  })

  it('keeps what the user said when it was aborted before the recall was over, and asks no model then', async () => {
    const memory = await temporaryMemory()
    const controller = new AbortController()
    const errors: unknown[] = []
    const slow: Memory = {
      ...memory,
      buildContext: async () => {
        controller.abort(new Error('enough'))
        return new Promise(() => undefined)
      },
    }
    const model = answering('Never.')
    const options = { memory: slow, onError: (error: unknown) => errors.push(error) }
    const agent = createAgent({ model, middleware: [memoryMiddleware(options)] })
    const run = { context: { session: 's' }, signal: controller.signal }
    await expect(agent.invoke({ messages: [new HumanMessage('I live in Oslo.')] }, run)).rejects.toThrow()
    expect(await said(memory, 's')).toEqual(['user: I live in Oslo.'])
    await memory.flush()
    expect(errors).toEqual([])
    expect(model.callCount).toBe(0)
  })
})

describe('a memory that fails', () => {
  it('costs the run nothing but the memory when it is closed', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const { say } = remembering(answering('Hello.'), { memory, onError: (error) => errors.push(error) })
    await memory.close()
    const messages = await say('Hi')
    expect(messages.at(-1)?.text).toBe('Hello.')
    expect(errors).toContainEqual(expect.objectContaining({ code: 'closed' }))
  })

  it('is waited for no longer than the timeout', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const hanging: Memory = { ...memory, buildContext: () => new Promise(() => undefined) }
    const options = { memory: hanging, timeoutMs: 500, onError: (error: unknown) => errors.push(error) }
    const messages = await remembering(answering('Hello.'), options).say('Hi')
    expect(messages.at(-1)?.text).toBe('Hello.')
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('longer than 500 ms') })])
    expect(await said(memory, 't1')).toEqual(['user: Hi', 'assistant: Hello.'])
  })

  it('fails once in a turn of several steps', async () => {
    const memory = await temporaryMemory()
    let built = 0
    const failing: Memory = {
      ...memory,
      buildContext: async () => {
        built += 1
        throw new Error('broken')
      },
    }
    const model = fakeModel()
      .respond(calling('add', { a: 1, b: 2 }, 'c1'))
      .respond(calling('add', { a: 1, b: 2 }, 'c2'))
      .respond(new AIMessage('3.'))
    await remembering(model, { memory: failing, onError: () => undefined }).say('1 + 2?')
    expect(built).toBe(1)
  })

  it('does not store an answer whose question it could not store', async () => {
    const memory = await temporaryMemory()
    const disk: { isFull: boolean } = { isFull: true }
    const sessions: Memory['sessions'] = {
      ...memory.sessions,
      align: async (...given) => {
        if (disk.isFull) throw new Error('disk full')
        return memory.sessions.align(...given)
      },
    }
    const { say } = remembering(answering('One.', 'Two.'), {
      memory: { ...memory, sessions },
      onError: () => undefined,
    })
    await say('First?')
    expect(await said(memory, 't1')).toEqual([])
    disk.isFull = false
    await say('Second?')
    expect(await said(memory, 't1')).toEqual(['user: First?', 'assistant: One.', 'user: Second?', 'assistant: Two.'])
  })

  it('warns once for each error when nobody listens, and a listener that throws harms nobody', async () => {
    const memory = await temporaryMemory()
    await memory.close()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { say } = remembering(answering('One.', 'Two.'), { memory })
    await say('a')
    const warnings = warn.mock.calls.length
    await say('b')
    expect(warnings).toBeGreaterThan(0)
    expect(warn.mock.calls.length).toBe(warnings)
    warn.mockRestore()
    const listener = (): never => {
      throw new Error('listener')
    }
    const messages = await remembering(answering('Three.'), { memory, onError: listener }).say('c')
    expect(messages.at(-1)?.text).toBe('Three.')
  })
})
