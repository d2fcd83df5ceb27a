import { generateText } from 'ai'
import { describe, expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../src/index.ts'
import { scriptedModel } from './scripted-model.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

const call = { prompt: 'Hello', providerOptions: memoryOptions({ session: 's' }) }

describe('a call that is aborted', () => {
  it('while the memory recalls ends with its own reason, and nothing is reported', async () => {
    const memory = await temporaryMemory()
    const abort = new AbortController()
    const reason = new Error('the user left')
    memory.buildContext = () => {
      abort.abort(reason)
      return new Promise(() => {})
    }
    const errors: unknown[] = []
    const model = withMemory(scriptedModel(['Hi.']), { memory, onError: (error) => errors.push(error) })
    await expect(generateText({ model, ...call, abortSignal: abort.signal })).rejects.toBe(reason)
    expect(errors).toEqual([])
    expect(await said(memory, 's')).toEqual(['user: Hello'])
  })

  it('gives its signal to the recall', async () => {
    const memory = await temporaryMemory()
    const { buildContext } = memory
    const abort = new AbortController()
    let isAborted: boolean | undefined
    memory.buildContext = (request) => {
      abort.abort()
      isAborted = request.signal?.aborted
      return buildContext(request)
    }
    const model = withMemory(scriptedModel(['Hi.']), { memory })
    await expect(generateText({ model, ...call, abortSignal: abort.signal })).rejects.toThrow()
    expect(isAborted).toBe(true)
  })

  it('recalls when it is made again', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('earlier', { role: 'user', content: 'Hello, I am Ada.' })
    const { buildContext } = memory
    const abort = new AbortController()
    memory.buildContext = () => {
      abort.abort()
      return new Promise(() => {})
    }
    const inner = scriptedModel(['Hi.'])
    const model = withMemory(inner, { memory, timeoutMs: 60_000 })
    await expect(generateText({ model, ...call, abortSignal: abort.signal })).rejects.toThrow()
    memory.buildContext = buildContext
    await generateText({ model, ...call })
    expect(JSON.stringify(inner.doGenerateCalls[0]?.prompt)).toContain('I am Ada')
    expect(await said(memory, 's')).toEqual(['user: Hello', 'assistant: Hi.'])
  })
})
