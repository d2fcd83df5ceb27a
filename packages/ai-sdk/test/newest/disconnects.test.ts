import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Memory } from '@daybook/memory-core'
import { convertToModelMessages, streamText, type UIMessage } from 'ai'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../../src/index.ts'
import { said, temporaryMemory } from '../temporary-memory.ts'
import { type Handler, serveCompletions, serveLocally } from './local-server.ts'

const words = ['Once ', 'upon ', 'a ', 'time.']

/** A model server that says two words and the rest only after `goOn`. */
async function slowModel(memory: Memory, goOn: Promise<void>) {
  const { url, bodies } = await serveCompletions(() => ({
    words,
    next: async (place) => {
      if (place === 2) await goOn
    },
  }))
  const provider = createOpenAICompatible({ name: 'local', baseURL: url })
  return { model: withMemory(provider('llama'), { memory }), bodies }
}

type Model = Awaited<ReturnType<typeof slowModel>>['model']

/** A route handler as one writes it for Next.js: `app/api/chat/route.ts`. */
function routeHandler(model: Model): Handler {
  return async function POST(request: Request): Promise<Response> {
    const { id, messages }: { id: string; messages: UIMessage[] } = JSON.parse(await request.text())
    const result = streamText({
      model,
      messages: await convertToModelMessages(messages),
      providerOptions: memoryOptions({ session: id }),
      abortSignal: request.signal,
    })
    return result.toUIMessageStreamResponse({ originalMessages: messages })
  }
}

function honoServer(model: Model): Handler {
  const app = new Hono()
  app.post('/chat', async (context) => {
    const { id, messages }: { id: string; messages: UIMessage[] } = await context.req.json()
    const result = streamText({
      model,
      messages: await convertToModelMessages(messages),
      providerOptions: memoryOptions({ session: id }),
      abortSignal: context.req.raw.signal,
    })
    return result.toTextStreamResponse()
  })
  return app.fetch
}

const bodyOf = (id: string) => {
  const messages: UIMessage[] = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Tell me a story' }] }]
  return { method: 'POST', body: JSON.stringify({ id, messages }), headers: { 'content-type': 'application/json' } }
}

/** Calls a server, and leaves once it has said `until`. */
async function callAndLeave(url: string, id: string, until: string): Promise<void> {
  const client = new AbortController()
  const response = await fetch(url, { ...bodyOf(id), signal: client.signal })
  let text = ''
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  while (reader && !text.includes(until)) text += decoder.decode((await reader.read()).value)
  client.abort()
}

const servers = { 'a route handler in the style of Next.js': routeHandler, 'a Hono server': honoServer }

describe('a client that disconnects in the middle of a reply of', () => {
  for (const [name, serverOf] of Object.entries(servers)) {
    it(`${name} leaves the partial reply, and the server goes on`, async () => {
      const unhandled: unknown[] = []
      const listener = (error: unknown) => unhandled.push(error)
      process.on('unhandledRejection', listener)
      const memory = await temporaryMemory()
      const going = Promise.withResolvers<void>()
      const { model } = await slowModel(memory, going.promise)
      const url = `${await serveLocally(serverOf(model))}/chat`
      await callAndLeave(url, 'left', 'upon')
      await expect.poll(() => said(memory, 'left')).toEqual(['user: Tell me a story', 'assistant: Once upon '])
      const stored = await memory.sessions.messages('left')
      expect(stored.at(-1)?.metadata).toMatchObject({ partial: true, finishReason: 'abort' })
      going.resolve()
      const whole = await (await fetch(url, bodyOf('stayed'))).text()
      expect(whole).toContain('time.')
      expect(await said(memory, 'stayed')).toEqual(['user: Tell me a story', 'assistant: Once upon a time.'])
      process.off('unhandledRejection', listener)
      expect(unhandled).toEqual([])
    })
  }

  it('a server that reads the reply to its end all the same has all of it stored', async () => {
    const memory = await temporaryMemory()
    const going = Promise.withResolvers<void>()
    const { model } = await slowModel(memory, going.promise)
    const url = await serveLocally(() => {
      const result = streamText({ model, prompt: 'Tell me a story', providerOptions: memoryOptions({ session: 's' }) })
      void result.consumeStream()
      return result.toTextStreamResponse()
    })
    await callAndLeave(url, 's', 'upon')
    going.resolve()
    await expect.poll(() => said(memory, 's')).toEqual(['user: Tell me a story', `assistant: ${words.join('')}`])
  })
})
