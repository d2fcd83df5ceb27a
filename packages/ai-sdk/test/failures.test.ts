import { rm, writeFile } from 'node:fs/promises'
import { MemoryError } from '@daybook/memory-core'
import { generateText, type ModelMessage, streamText } from 'ai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryMiddleware, memoryOptions, withMemory } from '../src/index.ts'
import { responseMessages } from './installed-ai.ts'
import { scriptedModel } from './scripted-model.ts'
import { said, temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

const call = { prompt: 'Hello', providerOptions: memoryOptions({ session: 's' }) }

describe('a memory that fails', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('because it is closed leaves the chat as it is, and says so', async () => {
    const memory = await temporaryMemory()
    await memory.close()
    const errors: unknown[] = []
    const inner = scriptedModel(['Hi.'])
    const model = withMemory(inner, { memory, onError: (error) => errors.push(error) })
    expect((await generateText({ model, ...call })).text).toBe('Hi.')
    expect(await streamText({ model, ...call }).text).toBe('Hi.')
    expect(inner.doGenerateCalls[0]?.prompt).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }])
    expect(errors[0]).toMatchObject({ code: 'closed' })
  })

  it('because a file stands where its directory was leaves the chat as it is, and says so', async () => {
    const directory = await temporaryDirectory()
    const memory = await temporaryMemory(`${directory}/memory`)
    const errors: unknown[] = []
    const model = withMemory(scriptedModel(['Hi.']), { memory, onError: (error) => errors.push(error) })
    await rm(`${directory}/memory`, { recursive: true })
    await writeFile(`${directory}/memory`, '')
    expect((await generateText({ model, ...call })).text).toBe('Hi.')
    expect(await streamText({ model, ...call }).text).toBe('Hi.')
    expect(errors.length).toBeGreaterThan(0)
  })

  it('to store gives its context all the same, and the reply is not stored without its question', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('earlier', { role: 'user', content: 'Hello, I am Ada.' })
    // A first index may take longer than a context waits for it.
    await memory.flush()
    memory.sessions.align = async () => {
      throw new Error('disk full')
    }
    const errors: unknown[] = []
    const inner = scriptedModel(['Hi.'])
    const model = withMemory(inner, { memory, timeoutMs: 60_000, onError: (error) => errors.push(error) })
    await generateText({ model, ...call })
    expect(JSON.stringify(inner.doGenerateCalls[0]?.prompt)).toContain('I am Ada')
    expect(errors).toEqual([new Error('disk full')])
    expect(await said(memory, 's')).toEqual([])
  })

  it('to store once has nothing lost and nothing doubled by a host that sends all of it', async () => {
    const memory = await temporaryMemory()
    const { align } = memory.sessions
    memory.sessions.align = async () => {
      throw new Error('disk full')
    }
    const model = withMemory(scriptedModel(['Hi.']), { memory, session: 's', onError: () => {} })
    const question: ModelMessage = { role: 'user', content: 'Hello' }
    const answer = await responseMessages(await generateText({ model, messages: [question] }))
    memory.sessions.align = align
    await generateText({ model, messages: [question, ...answer, { role: 'user', content: 'Again' }] })
    expect(await said(memory, 's')).toEqual(['user: Hello', 'assistant: Hi.', 'user: Again', 'assistant: Hi.'])
  })

  it('to store a reply does not fail the call', async () => {
    const memory = await temporaryMemory()
    memory.addMessages = async () => {
      throw new Error('disk full')
    }
    const errors: unknown[] = []
    const model = withMemory(scriptedModel(['Hi.']), { memory, onError: (error) => errors.push(error) })
    expect((await generateText({ model, ...call })).text).toBe('Hi.')
    expect(await streamText({ model, ...call }).text).toBe('Hi.')
    expect(errors).toEqual([new Error('disk full'), new Error('disk full')])
  })

  it('to recall in time is not waited for', async () => {
    const memory = await temporaryMemory()
    memory.buildContext = () => new Promise(() => {})
    const errors: unknown[] = []
    const model = withMemory(scriptedModel(['Hi.']), { memory, timeoutMs: 50, onError: (error) => errors.push(error) })
    expect((await generateText({ model, ...call })).text).toBe('Hi.')
    // On a busy machine, what is stored may take as long.
    expect(errors[0]).toMatchObject({ message: expect.stringContaining('50 ms') })
    await expect.poll(() => said(memory, 's')).toEqual(['user: Hello', 'assistant: Hi.'])
  })

  it('to store in time is not waited for, but stores in the right order', async () => {
    const memory = await temporaryMemory()
    const { align } = memory.sessions
    const disk = Promise.withResolvers<void>()
    memory.sessions.align = async (...given) => {
      await disk.promise
      return align(...given)
    }
    const errors: unknown[] = []
    const model = withMemory(scriptedModel(['Hi.']), { memory, timeoutMs: 50, onError: (error) => errors.push(error) })
    expect((await generateText({ model, ...call })).text).toBe('Hi.')
    expect(errors).toHaveLength(2)
    disk.resolve()
    await expect.poll(() => said(memory, 's')).toEqual(['user: Hello', 'assistant: Hi.'])
  })

  it('in its listener does not fail the call either', async () => {
    const memory = await temporaryMemory()
    await memory.close()
    const onError = () => {
      throw new Error('the log is full')
    }
    const model = withMemory(scriptedModel(['Hi.']), { memory, onError })
    expect((await generateText({ model, ...call })).text).toBe('Hi.')
  })

  it('is written to the console once, when nobody listens', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const memory = await temporaryMemory()
    await memory.close()
    const model = withMemory(scriptedModel(['Hi.']), { memory })
    await generateText({ model, ...call })
    await generateText({ model, ...call })
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('in different ways is written to the console once for each, also with the same code', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const memory = await temporaryMemory()
    const faults = ['the disk is full', 'the file is read-only', 'the disk is full']
    const model = withMemory(scriptedModel(['Hi.']), { memory })
    for (const fault of faults) {
      memory.buildContext = async () => {
        throw new MemoryError('storage-failed', fault)
      }
      await generateText({ model, prompt: fault, providerOptions: memoryOptions({ session: 's' }) })
    }
    expect(warn.mock.calls.map(([, error]) => error.message)).toEqual(faults.slice(0, 2))
  })

  it('in ever new ways is written to the console each time, and the warnings that are remembered are bounded', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const memory = await temporaryMemory()
    const model = withMemory(scriptedModel(['Hi.']), { memory })
    const fail = async (fault: string) => {
      memory.buildContext = async () => {
        throw new Error(fault)
      }
      await generateText({ model, prompt: fault, providerOptions: memoryOptions({ session: 's', readOnly: true }) })
    }
    for (let fault = 0; fault <= 100; fault++) await fail(`fault ${fault}`)
    await fail('fault 100')
    expect(warn).toHaveBeenCalledTimes(101)
    await fail('fault 0')
    expect(warn).toHaveBeenCalledTimes(102)
  })
})

describe('options', () => {
  it.each([
    [{}, 'memory'],
    [{ memory: Promise.resolve({}) }, 'memory'],
    [{ memory: { sessions: {} }, session: '' }, 'session'],
    [{ memory: { sessions: {} }, user: 7 }, 'user'],
    [{ memory: { for: {} }, user: 'ada' }, 'user'],
    [{ memory: { sessions: {} }, timeoutMs: -1 }, 'timeoutMs'],
    [{ memory: { sessions: {} }, timeoutMs: Number.NaN }, 'timeoutMs'],
    [{ memory: { sessions: {} }, identify: 'ada' }, 'identify'],
    [{ memory: { sessions: {} }, onError: console }, 'onError'],
  ])('%o are refused, naming %s', (options, name) => {
    expect(() => Reflect.apply(memoryMiddleware, undefined, [options])).toThrow(
      expect.objectContaining({ code: 'bad-option', message: expect.stringContaining(`memoryMiddleware.${name} `) }),
    )
    expect(() => Reflect.apply(withMemory, undefined, [scriptedModel([]), options])).toThrow(`withMemory.${name} `)
  })

  it('with a misspelt name are refused with the right one', () => {
    const options = { memory: { sessions: {} }, sesion: 's' }
    expect(() => Reflect.apply(memoryMiddleware, undefined, [options])).toThrow(
      expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('did you mean "session"?') }),
    )
    expect(() => Reflect.apply(withMemory, undefined, [scriptedModel([]), options])).toThrow(
      'withMemory has no option "sesion"',
    )
  })

  it('that are a memory itself are refused with what to write', async () => {
    const memory = await temporaryMemory()
    expect(() => Reflect.apply(withMemory, undefined, [scriptedModel([]), memory])).toThrow(
      'withMemory: pass { memory }',
    )
  })

  it.each([[undefined], [null], [{}], [5]])('are of no use without a model: %j', async (model) => {
    const memory = await temporaryMemory()
    expect(() => Reflect.apply(withMemory, undefined, [model, { memory }])).toThrow(
      expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('withMemory: the model is ') }),
    )
  })

  it.each([[undefined], [null], ['memory']])('%j instead of any are refused', (options) => {
    const refusal = expect.objectContaining({
      code: 'bad-option',
      message: expect.stringMatching(/options of \w+ are .*, expected an object .*\w+\((?:model, )?{ memory }\)/),
    })
    expect(() => Reflect.apply(memoryMiddleware, undefined, [options])).toThrow(refusal)
    expect(() => Reflect.apply(withMemory, undefined, [scriptedModel([]), options])).toThrow(refusal)
  })

  it('that are refused show the value and what was expected', () => {
    const options = { memory: { sessions: {} }, timeoutMs: 'soon' }
    expect(() => Reflect.apply(memoryMiddleware, undefined, [options])).toThrow(
      'memoryMiddleware.timeoutMs is "soon", expected a number of milliseconds above 0',
    )
  })
})
