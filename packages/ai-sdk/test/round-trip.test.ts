import { dynamicTool, generateText, jsonSchema } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withMemory } from '../src/index.ts'
import type { ReplyPart } from '../src/model-call.ts'
import { responseMessages, version } from './installed-ai.ts'
import { scriptedModel, toolCall } from './scripted-model.ts'
import { said, temporaryMemory } from './temporary-memory.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('yes'), fc.constant(' \n'))

/** The parts of a reply; each tool call gets an id of its own. */
const replyParts = fc
  .array(
    fc.oneof(
      text.map((value): ReplyPart => ({ type: 'text', text: value })),
      text.map((value): ReplyPart => ({ type: 'reasoning', text: value })),
      fc.jsonValue().map((input): ReplyPart => toolCall('', 'echo', { input })),
      fc
        .uint8Array({ minLength: 1, maxLength: 9 })
        .map((data): ReplyPart => ({ type: 'file', mediaType: 'image/png', data: { type: 'data', data } })),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.map((part, place) => (part.type === 'tool-call' ? { ...part, toolCallId: `c${place}` } : part)))

const echo = dynamicTool({
  inputSchema: jsonSchema({ type: 'object' }),
  execute: async (input) => input,
})

describe('a reply of any parts', () => {
  it('is stored once: the next prompt shows it as it was stored', async () => {
    await fc.assert(
      fc.asyncProperty(replyParts, fc.nat(999_999), async (parts, seed) => {
        const memory = await temporaryMemory()
        const session = `s${seed}`
        const errors: unknown[] = []
        const inner = scriptedModel([parts, 'Done.'])
        const model = withMemory(inner, { memory, session, onError: (error) => errors.push(error) })
        const question = { role: 'user' as const, content: 'Go' }
        const first = await generateText({ model, messages: [question], tools: { echo } })
        const before = await said(memory, session)
        const messages = [question, ...(await responseMessages(first)), { role: 'user' as const, content: 'On' }]
        await generateText({ model, messages, tools: { echo } })
        const after = await said(memory, session)
        const results = parts.filter((part) => part.type === 'tool-call').length
        expect(errors).toEqual([])
        expect(after.slice(0, before.length)).toEqual(before)
        expect(after).toHaveLength(before.length + results + 2)
        await memory.close()
      }),
      { numRuns: version === 7 ? 15 : 8 },
    )
  })
})
