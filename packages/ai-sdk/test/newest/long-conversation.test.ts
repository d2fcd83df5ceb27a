import { APICallError, generateText, type ModelMessage, streamText, tool } from 'ai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withMemory } from '../../src/index.ts'
import { isStepCount, responseMessages } from '../installed-ai.ts'
import { chunksOf, mockedBy, type Script, toolCall } from '../scripted-model.ts'
import { said, temporaryMemory } from '../temporary-memory.ts'

const turns = 100
const look = tool({ inputSchema: z.object({ at: z.number() }), execute: async ({ at }) => `Seen ${at}` })
const options = { tools: { look }, stopWhen: isStepCount(5) }
const overloaded = (isRetryable: boolean) =>
  new APICallError({
    message: 'overloaded',
    url: 'https://example.com',
    requestBodyValues: {},
    isRetryable,
    responseHeaders: { 'retry-after-ms': '1' },
  })

/** What happens in a turn: what the model answers, call by call, and what must have been stored in the end. */
interface Turn {
  way: 'generate' | 'stream' | 'abort' | 'fail'
  question: string
  answers: Script[]
  stored: string[]
}

const threeSteps = (turn: number): Pick<Turn, 'answers' | 'stored'> => ({
  answers: [
    [{ type: 'text', text: `Looking ${turn}.` }, toolCall(`a${turn}`, 'look', { at: turn })],
    [toolCall(`b${turn}`, 'look', { at: 1 }), toolCall(`c${turn}`, 'look', { at: 2 })],
    `Answer ${turn}.`,
  ],
  stored: [
    `assistant: Looking ${turn}. [look {"at":${turn}}]`,
    `tool: Seen ${turn}`,
    'assistant: [look {"at":1}] [look {"at":2}]',
    'tool: Seen 1',
    'tool: Seen 2',
    `assistant: Answer ${turn}.`,
  ],
})

/** The kinds of turns, one after the other; seven of them, so that the host's window meets them in every position. */
const kinds: readonly ((turn: number) => Turn)[] = [
  (turn) => ({ way: 'generate', question: `Question ${turn}?`, ...threeSteps(turn) }),
  () => ({ way: 'generate', question: 'yes', answers: ['Good.'], stored: ['assistant: Good.'] }),
  () => ({ way: 'stream', question: 'yes', answers: ['Good.'], stored: ['assistant: Good.'] }),
  (turn) => ({ way: 'stream', question: `Question ${turn}?`, ...threeSteps(turn) }),
  (turn) => ({
    way: 'abort',
    question: `Tell me ${turn}`,
    answers: [`Once ${turn} upon `],
    stored: [`assistant: Once ${turn} upon `],
  }),
  (turn) => {
    const steps = threeSteps(turn)
    const error = overloaded(true)
    return { way: 'generate', question: `Question ${turn}?`, ...steps, answers: [error, ...steps.answers] }
  },
  (turn) => ({ way: 'fail', question: `Question ${turn}?`, answers: [overloaded(false)], stored: [] }),
]

describe('a conversation of 100 turns', () => {
  it('leaves each message once, with tool loops, aborts, retries, errors and a host that sends its last ten messages', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    let answers: Script[] = []
    const inner = mockedBy(() => answers.shift() ?? 'Nothing left to say.', brokenOff)
    const model = withMemory(inner, { memory, session: 's', timeoutMs: 60_000, onError: (error) => errors.push(error) })
    const messages: ModelMessage[] = []
    const expected: string[] = []
    for (let place = 0; place < turns; place++) {
      const turn = kinds[place % kinds.length]?.(place)
      if (!turn) throw new Error('there is a turn')
      answers = [...turn.answers]
      messages.push({ role: 'user', content: turn.question })
      messages.push(...(await takeTurn(model, turn, messages.slice(-10))))
      expected.push(`user: ${turn.question}`, ...turn.stored)
    }
    expect(await said(memory, 's')).toEqual(expected)
    expect(errors).toEqual([])
    expect(expected.length).toBeGreaterThan(400)
  })
})

/** A stream that stops in the middle of a story and waits. */
function brokenOff(content: Parameters<typeof chunksOf>[0]) {
  const chunks = chunksOf(content)
  const [first] = content
  const isStory = first?.type === 'text' && first.text.startsWith('Once')
  return isStory ? chunks.slice(0, -2) : undefined
}

async function takeTurn(model: ReturnType<typeof withMemory>, turn: Turn, messages: ModelMessage[]) {
  switch (turn.way) {
    case 'generate':
      return responseMessages(await generateText({ model, ...options, messages, maxRetries: 1 }))
    case 'stream':
      return responseMessages(streamText({ model, ...options, messages }))
    case 'fail':
      await expect(generateText({ model, ...options, messages, maxRetries: 0 })).rejects.toThrow('overloaded')
      return []
    case 'abort': {
      const abort = new AbortController()
      const { textStream } = streamText({ model, ...options, messages, abortSignal: abort.signal })
      let text = ''
      for await (const chunk of textStream) {
        text += chunk
        if (text.endsWith('upon ')) abort.abort()
      }
      // What the host has shown is what it sends the next time.
      return [{ role: 'assistant' as const, content: text }]
    }
  }
}
