import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { generateText, type ModelMessage, streamText } from 'ai'
import { describe, expect, it } from 'vitest'
import { type MemoryMiddlewareOptions, withMemory } from '../../src/index.ts'
import { said, temporaryMemory } from '../temporary-memory.ts'
import { type Body, eventStream, serveLocally } from './local-server.ts'

async function knowing() {
  const memory = await temporaryMemory()
  await memory.facts.append({ text: 'Drinks only Darjeeling tea' })
  await memory.addMessages('earlier', { role: 'user', content: 'Yesterday we painted the kettle blue.' })
  return memory
}

async function* anthropicEvents(): AsyncGenerator<string> {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], usage }
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Bl' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ue.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  for (const event of events) yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

describe('@ai-sdk/anthropic over HTTP', () => {
  async function claude(options?: Partial<MemoryMiddlewareOptions>) {
    const bodies: Body[] = []
    const baseURL = await serveLocally(async (request) => {
      const body: Body = JSON.parse(await request.text())
      bodies.push(body)
      if (body['stream'] === true) return eventStream(anthropicEvents())
      return Response.json({
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        content: [{ type: 'text', text: 'Blue.' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      })
    })
    const memory = await knowing()
    const provider = createAnthropic({ apiKey: 'none', baseURL })
    return { bodies, memory, model: withMemory(provider('claude-opus-4-5'), { memory, session: 's', ...options }) }
  }

  const question = { instructions: 'Be brief.', prompt: 'What colour did we paint the kettle?' }

  it('gets the stable part as the last system block, with the cache breakpoint, and the volatile part in the question', async () => {
    const { bodies, memory, model } = await claude()
    await generateText({ model, ...question })
    expect(bodies[0]).toMatchObject({
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: expect.stringContaining('Darjeeling'), cache_control: { type: 'ephemeral' } },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: question.prompt },
            { type: 'text', text: expect.stringContaining('painted the kettle blue') },
          ],
        },
      ],
    })
    expect(JSON.stringify(bodies[0]).match(/cache_control/g)).toHaveLength(1)
    expect(JSON.stringify(bodies[0])).not.toContain('daybook')
    expect(await said(memory, 's')).toEqual([`user: ${question.prompt}`, 'assistant: Blue.'])
  })

  it('sends no breakpoint when it is switched off', async () => {
    const { bodies, model } = await claude({ cacheBreakpoint: false })
    await generateText({ model, ...question })
    expect(JSON.stringify(bodies[0])).not.toContain('cache_control')
  })

  it('never exceeds the breakpoints that a request may have', async () => {
    const { bodies, model } = await claude()
    const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
    const messages: ModelMessage[] = ['a', 'b'].flatMap((text): ModelMessage[] => [
      { role: 'user', content: text, ...cached },
      { role: 'assistant', content: text, ...cached },
    ])
    const { warnings } = await generateText({ model, messages: [...messages, { role: 'user', content: 'c' }] })
    expect(JSON.stringify(bodies[0]).match(/cache_control/g)).toHaveLength(4)
    expect(JSON.stringify(bodies[0]?.['system'])).not.toContain('cache_control')
    expect(warnings ?? []).toEqual([])
  })

  it('sends the same system blocks for five streamed turns', async () => {
    const { bodies, memory, model } = await claude()
    for (let turn = 0; turn < 5; turn++)
      expect(await streamText({ model, instructions: 'Be brief.', prompt: `Which kettle, time ${turn}?` }).text).toBe(
        'Blue.',
      )
    expect(new Set(bodies.map((body) => JSON.stringify(body['system']))).size).toBe(1)
    expect(await said(memory, 's')).toHaveLength(10)
  })
})

describe('@ai-sdk/google over HTTP', () => {
  it('gets every system message at the beginning, where alone it accepts them', async () => {
    const bodies: Body[] = []
    const baseURL = await serveLocally(async (request) => {
      bodies.push(JSON.parse(await request.text()))
      const content = { role: 'model', parts: [{ text: 'Blue.' }] }
      return Response.json({ candidates: [{ content, finishReason: 'STOP', index: 0 }] })
    })
    const memory = await knowing()
    const provider = createGoogleGenerativeAI({ apiKey: 'none', baseURL })
    const model = withMemory(provider('gemini-2.5-flash'), { memory, session: 's' })
    const messages: ModelMessage[] = []
    for (const content of ['What colour did we paint the kettle?', 'And again, which colour for the kettle?']) {
      messages.push({ role: 'user', content })
      messages.push(...(await generateText({ model, instructions: 'Be brief.', messages })).responseMessages)
    }
    expect(bodies[0]).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }, { text: expect.stringContaining('Darjeeling') }] },
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'What colour did we paint the kettle?' },
            { text: expect.stringContaining('painted the kettle blue') },
          ],
        },
      ],
    })
    expect(bodies[1]).toMatchObject({ contents: [{ role: 'user' }, { role: 'model' }, { role: 'user' }] })
    expect(bodies[1]?.['systemInstruction']).toEqual(bodies[0]?.['systemInstruction'])
    expect(JSON.stringify(bodies)).not.toContain('daybook')
    expect(await said(memory, 's')).toHaveLength(4)
  })
})
