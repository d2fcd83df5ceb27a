import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, isStepCount, streamText, ToolLoopAgent, tool } from 'ai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memoryOptions, withMemory } from '../../src/index.ts'
import { said, temporaryMemory } from '../temporary-memory.ts'
import { type Body, type Completion, serveCompletions } from './local-server.ts'

async function rememberingModel(answer: (body: Body) => Completion) {
  const server = await serveCompletions(answer)
  const memory = await temporaryMemory()
  const provider = createOpenAICompatible({ name: 'local', baseURL: server.url })
  return { ...server, memory, model: withMemory(provider('llama'), { memory }) }
}

const session = (name: string) => ({ providerOptions: memoryOptions({ session: name }) })

describe('@ai-sdk/openai-compatible over HTTP', () => {
  it('sends what is remembered where it belongs, and nothing that names the memory', async () => {
    const { memory, model, bodies } = await rememberingModel(() => ({ words: ['Noted.'] }))
    await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
    await generateText({ model, prompt: 'Yesterday we painted the kettle blue.', ...session('monday') })
    await generateText({
      model,
      instructions: 'Be brief.',
      prompt: 'What colour did we paint the kettle?',
      ...session('tuesday'),
    })
    expect(bodies[1]?.['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: expect.stringContaining('Darjeeling') },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What colour did we paint the kettle?' },
          { type: 'text', text: expect.stringContaining('painted the kettle blue') },
        ],
      },
    ])
    expect(JSON.stringify(bodies)).not.toContain('daybook')
    expect(await said(memory, 'tuesday')).toEqual(['user: What colour did we paint the kettle?', 'assistant: Noted.'])
  })

  it('stores what it streams', async () => {
    const { memory, model } = await rememberingModel(() => ({ words: ['Once ', 'upon ', 'a time.'] }))
    const { text } = streamText({ model, prompt: 'Tell me a story', ...session('s') })
    expect(await text).toBe('Once upon a time.')
    expect(await said(memory, 's')).toEqual(['user: Tell me a story', 'assistant: Once upon a time.'])
  })

  it('stores the steps of an agent that uses tools', async () => {
    const completions: Completion[] = [
      { words: ['Looking.'], toolCalls: [{ id: 'c1', name: 'weather', input: { city: 'Oslo' } }] },
      { words: ['Clear.'] },
    ]
    const { memory, model, bodies } = await rememberingModel(() => completions.shift() ?? { words: [] })
    const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: async () => 'clear' })
    const agent = new ToolLoopAgent({ model, tools: { weather }, stopWhen: isStepCount(3), ...session('s') })
    const result = await agent.stream({ prompt: 'How is Oslo?' })
    expect(await result.text).toBe('Clear.')
    expect(bodies).toHaveLength(2)
    expect(await said(memory, 's')).toEqual([
      'user: How is Oslo?',
      'assistant: Looking. [weather {"city":"Oslo"}]',
      'tool: clear',
      'assistant: Clear.',
    ])
  })
})
