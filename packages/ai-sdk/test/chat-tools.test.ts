import { convertToModelMessages, createIdGenerator, streamText, type ToolSet, tool, type UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createChatStore, memoryOptions, withMemory } from '../src/index.ts'
import type { ReplyPart } from '../src/model-call.ts'
import { isStepCount, version } from './installed-ai.ts'
import { type Script, scriptedModel, toolCall } from './scripted-model.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

const user = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })

/** The models take no URLs, so `ai` downloads files. */
const download = async (files: readonly unknown[]) =>
  files.map(() => ({ data: new Uint8Array([1, 2, 3]), mediaType: 'image/png' }))
const downloading = { download, experimental_download: download }

/** A chat as the route of the README leads it. */
async function chatWith(tools: ToolSet, scripts: readonly Script[]) {
  const memory = await temporaryMemory()
  const chats = createChatStore({ memory })
  const inner = scriptedModel(scripts)
  const model = withMemory(inner, { memory })
  const generateMessageId = createIdGenerator({ prefix: 'msg', size: 16 })
  return {
    memory,
    load: () => chats.load('chat'),
    /** The number of messages in the last prompt, without the memory's own. */
    prompted: () => inner.doStreamCalls.at(-1)?.prompt.filter(({ role }) => role !== 'system').length,
    async post(message: UIMessage) {
      const messages = await chats.receive('chat', message)
      const result = streamText({
        model,
        tools,
        stopWhen: isStepCount(5),
        messages: await convertToModelMessages(messages, { tools }),
        providerOptions: memoryOptions({ session: 'chat' }),
        ...downloading,
      })
      const response = result.toUIMessageStreamResponse({
        originalMessages: messages,
        generateMessageId,
        onFinish: ({ responseMessage }) => chats.append('chat', responseMessage),
      })
      await response.text()
    },
  }
}

const inputSchema = z.object({ q: z.string() })
/** A tool that its provider runs. */
const search = tool({ inputSchema, outputSchema: z.object({ hits: z.number() }) })
const searched = (id: string): ReplyPart => ({ ...toolCall(id, 'search', { q: id }), providerExecuted: true })
const found = (toolCallId: string): ReplyPart =>
  Object.assign(
    { type: 'tool-result' as const, toolCallId, toolName: 'search', result: { hits: 2 } },
    { providerExecuted: true }, // as providers give it to `ai` 5
  )
const text = (value: string): ReplyPart => ({ type: 'text', text: value })

const looks = {
  look: tool({
    inputSchema,
    execute: async () => ({ rows: [1, 2, 3] }),
    toModelOutput: () => ({ type: 'text', value: '3 rows' }),
  }),
}

const cases: { name: string; tools: ToolSet; scripts: Script[]; steps: number }[] = [
  {
    name: 'a tool with toModelOutput',
    tools: looks,
    scripts: [[toolCall('c1', 'look', { q: 'x' })], 'Three.'],
    steps: 3,
  },
  {
    name: 'a tool that the provider runs',
    tools: { search },
    scripts: [[text('Searching.'), searched('c1'), found('c1'), text('Two.')]],
    steps: 3,
  },
  {
    name: 'two tools that the provider runs, one after the other',
    tools: { search },
    scripts: [[searched('c1'), found('c1'), searched('c2'), found('c2'), text('Four.')]],
    steps: 5,
  },
  {
    name: 'two tools that the provider runs at once',
    tools: { search },
    scripts: [[searched('c1'), searched('c2'), found('c1'), found('c2'), text('Four.')]],
    steps: 5,
  },
  {
    name: 'a tool of the host beside one of the provider',
    tools: { ...looks, search },
    scripts: [[toolCall('c1', 'look', { q: 'x' }), searched('c2'), found('c2')], 'Both.'],
    steps: 4,
  },
]

describe('the route of a chat', () => {
  it.each(cases)('stores each message once, turn after turn, with $name', async ({ tools, scripts, steps }) => {
    const { memory, load, post, prompted } = await chatWith(tools, [...scripts, 'Yes.'])
    for (const turn of [1, 2, 3, 4]) {
      await post(user(`u${turn}`, `Question ${turn}?`))
      expect(await load()).toHaveLength(2 * turn)
    }
    const stored = await said(memory, 'chat')
    expect(stored).toHaveLength(1 + steps + 3 * 2)
    expect(prompted()).toBeLessThan(stored.length)
  })

  it.skipIf(version === 5)('stores each message once after a tool was not allowed', async () => {
    const send = tool({ inputSchema, needsApproval: true, execute: async () => 'sent' })
    const scripts: Script[] = [[text('I will.'), toolCall('c1', 'send', { q: 'x' })], 'Then not.', 'Welcome.', 'Bye.']
    const { memory, load, post } = await chatWith({ send }, scripts)
    await post(user('u1', 'Mail it'))
    const asked = (await load()).at(-1)
    const parts = asked?.parts.map((part) =>
      'approval' in part && part.approval
        ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved: false } }
        : part,
    )
    await post(JSON.parse(JSON.stringify({ ...asked, parts })))
    await post(user('u2', 'Thanks'))
    await post(user('u3', 'Ciao'))
    expect((await load()).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    expect(await said(memory, 'chat')).toEqual([
      'user: Mail it',
      'assistant: I will. [send {"q":"x"}]',
      'tool: The user did not allow it.',
      'assistant: Then not.',
      'user: Thanks',
      'assistant: Welcome.',
      'user: Ciao',
      'assistant: Bye.',
    ])
  })

  it('stores a message once whose picture is downloaded for the model', async () => {
    const { memory, load, post } = await chatWith({}, ['A dot.', 'Red.', 'Yes.'])
    const picture = { type: 'file' as const, mediaType: 'image/png', url: 'https://example.com/a.png' }
    const question = user('u1', 'What is this?')
    await post({ ...question, parts: [...question.parts, picture] })
    await post(user('u2', 'Which colour?'))
    await post(user('u3', 'Sure?'))
    expect((await load()).map(({ role }) => role)).toEqual(
      Array.from({ length: 3 }, () => ['user', 'assistant']).flat(),
    )
    expect(await memory.sessions.messages('chat')).toHaveLength(6)
    expect((await load())[0]?.parts).toContainEqual(picture)
  })
})
