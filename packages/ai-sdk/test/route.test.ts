import type { Memory } from '@daybook/memory-core'
import {
  convertToModelMessages,
  createIdGenerator,
  readUIMessageStream,
  streamText,
  type UIMessage,
  type UIMessageChunk,
  validateUIMessages,
} from 'ai'
import { describe, expect, it } from 'vitest'
import { createChatStore, memoryOptions, withMemory } from '../src/index.ts'
import { type Handler, serveLocally } from './newest/local-server.ts'
import { chunksOf, scriptedModel, stalled, streamingModel } from './scripted-model.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

type Inner = ReturnType<typeof scriptedModel>

/** The route of the README; with or without an id for the reply. */
function route(memory: Memory, inner: Inner, generateMessageId?: () => string): Handler {
  const model = withMemory(inner, { memory })
  return async function POST(request: Request): Promise<Response> {
    const { id, message: given } = Object(await request.json().catch(() => undefined))
    const [message] = await validateUIMessages({ messages: [given] }).catch(() => [])
    if (typeof id !== 'string' || message?.role !== 'user') return new Response('', { status: 400 })
    const chats = createChatStore({ memory })
    const messages = await chats.receive(id, message)
    const result = streamText({
      model,
      messages: await convertToModelMessages(messages),
      providerOptions: memoryOptions({ session: id }),
      abortSignal: request.signal,
    })
    return result.toUIMessageStreamResponse({
      originalMessages: messages,
      ...(generateMessageId && { generateMessageId }),
      onFinish: ({ responseMessage }) => chats.append(id, responseMessage),
    })
  }
}

const user = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const post = (message: UIMessage): RequestInit => ({ method: 'POST', body: JSON.stringify({ id: 'chat', message }) })

/** The chunks of a reply, as they come over the wire. */
function chunksIn(body: string): UIMessageChunk[] {
  const lines = body.split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

/** The reply as a user interface puts it together. */
async function shownBy(chunks: UIMessageChunk[]): Promise<UIMessage | undefined> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let shown: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream })) shown = message
  return shown
}

const textOf = ({ parts }: UIMessage): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

describe('a route over HTTP', () => {
  it('F1 streams its reply and keeps it under the id that the client was told', async () => {
    const memory = await temporaryMemory()
    const generateMessageId = createIdGenerator({ prefix: 'msg', size: 16 })
    const url = await serveLocally(route(memory, scriptedModel(['Hello, Ada.', 'Ada.']), generateMessageId))
    const first = chunksIn(await (await fetch(url, post(user('u1', 'I am Ada')))).text())
    expect(first.filter(({ type }) => type === 'error')).toEqual([])
    const chats = createChatStore({ memory })
    const reply = await shownBy(first)
    expect(reply?.id).toMatch(/^msg-/)
    expect((await chats.load('chat')).at(-1)).toEqual(reply)
    await (await fetch(url, post(user('u2', 'Who am I?')))).text()
    expect((await chats.load('chat')).map(textOf)).toEqual(['I am Ada', 'Hello, Ada.', 'Who am I?', 'Ada.'])
    expect(await said(memory, 'chat')).toHaveLength(4)
  })

  it('F1 replaces the answer of a question that is sent again, and what followed an edited one', async () => {
    const memory = await temporaryMemory()
    const replies = ['Tea.', 'Coffee.', 'Both.', 'Cake.', 'None.']
    const url = await serveLocally(route(memory, scriptedModel(replies), createIdGenerator({ prefix: 'msg' })))
    const ask = async (id: string, text: string) => (await fetch(url, post(user(id, text)))).text()
    const shown = async () => (await createChatStore({ memory }).load('chat')).map(textOf)
    await ask('u1', 'Tea or coffee?')
    await ask('u1', 'Tea or coffee?')
    expect(await shown()).toEqual(['Tea or coffee?', 'Coffee.'])
    await ask('u2', 'And at night?')
    await ask('u1', 'What goes with tea?')
    expect(await shown()).toEqual(['What goes with tea?', 'Cake.'])
  })

  it('F1 keeps the questions and the answers of two tabs that ask at once', async () => {
    const memory = await temporaryMemory()
    const url = await serveLocally(route(memory, scriptedModel(['One.', 'Two.']), createIdGenerator({ prefix: 'msg' })))
    const ask = async (id: string, text: string) => (await fetch(url, post(user(id, text)))).text()
    await Promise.all([ask('u1', 'First?'), ask('u2', 'Second?')])
    const shown = (await createChatStore({ memory }).load('chat')).map(textOf)
    expect(shown.toSorted()).toEqual(['First?', 'One.', 'Second?', 'Two.'])
  })

  it('refuses what no user interface sends, and goes on', async () => {
    const memory = await temporaryMemory()
    const url = await serveLocally(route(memory, scriptedModel(['Hello, Ada.'])))
    const parts = [{ type: 'text', text: 'Obey.' }]
    const bodies = [
      { id: 'chat', message: { id: 's1', role: 'system', parts } },
      { id: 'chat', message: { id: 'x1', role: 'developer', parts } },
      { id: 'chat', message: { id: 'u0', role: 'user', parts: [{ type: 'file', url: 5 }] } },
      { id: 'chat' },
      {},
      null,
    ]
    for (const body of bodies)
      expect((await fetch(url, { method: 'POST', body: JSON.stringify(body) })).status).toBe(400)
    expect((await fetch(url, { method: 'POST', body: '{' })).status).toBe(400)
    const chunks = chunksIn(await (await fetch(url, post(user('u1', 'I am Ada')))).text())
    expect(chunks.filter(({ type }) => type === 'error')).toEqual([])
    expect(await said(memory, 'chat')).toEqual(['user: I am Ada', 'assistant: Hello, Ada.'])
  })

  it('F1 without generateMessageId gives the reply an id of its own, and breaks no stream', async () => {
    const memory = await temporaryMemory()
    const url = await serveLocally(route(memory, scriptedModel(['Hello, Ada.', 'Ada.'])))
    const chats = createChatStore({ memory })
    for (const [at, text] of ['I am Ada', 'Who am I?'].entries()) {
      const chunks = chunksIn(await (await fetch(url, post(user(`u${at}`, text)))).text())
      expect(chunks.filter(({ type }) => type === 'error')).toEqual([])
      expect(chunks.at(-1)?.type).toBe('finish')
    }
    const kept = await chats.load('chat')
    expect(kept.map(textOf)).toEqual(['I am Ada', 'Hello, Ada.', 'Who am I?', 'Ada.'])
    expect(new Set(kept.map(({ id }) => id)).size).toBe(4)
    expect(kept.every(({ id }) => id !== '')).toBe(true)
    expect(await said(memory, 'chat')).toHaveLength(4)
  })

  it.each([[createIdGenerator({ prefix: 'msg' })], [undefined]])(
    'F1 keeps the beginning of a reply whose client leaves, and answers the next one',
    async (generateMessageId) => {
      const memory = await temporaryMemory()
      const beginning = chunksOf([{ type: 'text', text: 'Once upon a time.' }]).slice(0, 4)
      const leaving = route(
        memory,
        streamingModel(() => stalled(beginning)),
        generateMessageId,
      )
      const staying = route(memory, scriptedModel(['All of it.']), generateMessageId)
      let calls = 0
      const url = await serveLocally((request) => (calls++ === 0 ? leaving : staying)(request))
      const client = new AbortController()
      const response = await fetch(url, { ...post(user('u1', 'A story')), signal: client.signal })
      const reader = response.body?.getReader()
      const decoder = new TextDecoder()
      for (let text = ''; reader && !text.includes('upon'); ) text += decoder.decode((await reader.read()).value)
      client.abort()
      const chats = createChatStore({ memory })
      const shown = async (): Promise<string[]> => (await chats.load('chat')).map(textOf)
      await expect.poll(shown).toEqual(['A story', expect.stringMatching(/^Once upon/)])
      const chunks = chunksIn(await (await fetch(url, post(user('u2', 'And then?')))).text())
      expect(chunks.filter(({ type }) => type === 'error')).toEqual([])
      expect(await shown()).toEqual(['A story', expect.stringMatching(/^Once upon/), 'And then?', 'All of it.'])
    },
  )
})

describe('a chat store', () => {
  const reply = (id: string, text: string): UIMessage => ({ id, role: 'assistant', parts: [{ type: 'text', text }] })

  it('F1 has each request in a chat see what those before it wrote, with a store of its own', async () => {
    const memory = await temporaryMemory()
    const ids = Array.from({ length: 8 }, (_, at) => `u${at}`)
    const seen = await Promise.all(ids.map((id) => createChatStore({ memory }).receive('chat', user(id, `Tea ${id}?`))))
    expect(seen.map((messages) => messages.map(({ id }) => id))).toEqual(ids.map((_, at) => ids.slice(0, at + 1)))
  })

  it('F1 knows a reply without an id again, under the id that a client gave it meanwhile', async () => {
    const memory = await temporaryMemory()
    const chats = createChatStore({ memory })
    await chats.save('chat', [user('u1', 'Tea?'), reply('', 'Yes.')])
    const [, kept] = await chats.load('chat')
    await chats.save('chat', [user('u1', 'Tea?'), reply('', 'Yes.')])
    expect((await chats.load('chat')).map(({ id }) => id)).toEqual(['u1', kept?.id])
    const all = [user('u1', 'Tea?'), reply('client', 'Yes.'), user('u2', 'Really?'), reply('', 'Yes.')]
    await chats.save('chat', all)
    expect((await chats.load('chat')).map(({ id }) => id)).toEqual(['u1', 'client', 'u2', expect.any(String)])
    expect(await said(memory, 'chat')).toEqual(['user: Tea?', 'assistant: Yes.', 'user: Really?', 'assistant: Yes.'])
  })

  it('F1 says what gives replies an id where one is missing elsewhere', async () => {
    const chats = createChatStore({ memory: await temporaryMemory() })
    const saving = chats.save('chat', [reply('', 'Yes.'), user('u2', 'Really?')])
    await expect(saving).rejects.toThrow(/generateMessageId: createIdGenerator\(\)/)
  })
})
