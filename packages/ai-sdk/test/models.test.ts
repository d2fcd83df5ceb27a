import { openMemory } from '@daybook/memory-core'
import { customProvider, generateText } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { promptFunctionFrom, withMemory } from '../src/index.ts'
import { scriptedModel } from './scripted-model.ts'
import { said, temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

describe('withMemory', () => {
  afterEach(() => {
    globalThis.AI_SDK_DEFAULT_PROVIDER = undefined
  })

  it('finds a model by its id in the default provider', async () => {
    const memory = await temporaryMemory()
    globalThis.AI_SDK_DEFAULT_PROVIDER = customProvider({ languageModels: { small: scriptedModel(['Hi.']) } })
    await generateText({ model: withMemory('small', { memory, session: 's' }), prompt: 'Hello' })
    expect(await said(memory, 's')).toEqual(['user: Hello', 'assistant: Hi.'])
  })

  it('takes an id without a default provider to the gateway', async () => {
    const memory = await temporaryMemory()
    const model = withMemory('openai/gpt-5', { memory })
    expect([model.provider, model.modelId]).toEqual(['gateway', 'openai/gpt-5'])
  })

  it('keeps the name of the model', async () => {
    const memory = await temporaryMemory()
    const model = withMemory(scriptedModel([]), { memory })
    expect([model.provider, model.modelId]).toEqual(['mock-provider', 'mock-model-id'])
  })
})

describe('promptFunctionFrom', () => {
  it('asks the model with all that the request says', async () => {
    const inner = scriptedModel(['An answer'])
    const { signal } = new AbortController()
    const ask = promptFunctionFrom(inner)
    expect(await ask({ system: 'Be brief', prompt: 'Why?', maxTokens: 7, temperature: 0.5, signal })).toBe('An answer')
    expect(inner.doGenerateCalls[0]).toMatchObject({
      prompt: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: [{ type: 'text', text: 'Why?' }] },
      ],
      maxOutputTokens: 7,
      temperature: 0.5,
    })
  })

  it('throws what the model throws', async () => {
    await expect(promptFunctionFrom(scriptedModel([new Error('no quota')]))({ prompt: 'Why?' })).rejects.toThrow(
      'no quota',
    )
  })

  it('does not go through the memory of its model', async () => {
    const memory = await temporaryMemory()
    const ask = promptFunctionFrom(withMemory(scriptedModel(['An answer']), { memory, session: 's' }))
    await ask({ prompt: 'Why?' })
    expect(await memory.sessions.list()).toEqual([])
  })

  it('makes a model consolidate', async () => {
    const reply = JSON.stringify({
      history_entry: '[2026-01-01 10:00] Tea was spoken of.',
      memory_update: '- Likes tea',
    })
    const inner = scriptedModel([reply])
    const memory = await openMemory({ directory: await temporaryDirectory(), model: promptFunctionFrom(inner) })
    await memory.addMessages('s', { role: 'user', content: 'I like tea.' })
    await memory.resetSession('s')
    expect(inner.doGenerateCalls.length).toBeGreaterThan(0)
    expect(await memory.facts.read()).toContain('Likes tea')
    await memory.close()
  })
})
