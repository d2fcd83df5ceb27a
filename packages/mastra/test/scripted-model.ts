import type { AgentConfig } from '@mastra/core/agent'
import { MockLanguageModelV3, simulateReadableStream } from 'ai6/test'

type CallOptions = Parameters<MockLanguageModelV3['doGenerate']>[0]
type Prompt = CallOptions['prompt']

/** What a model answers: a text, or a tool that it asks for. */
export type Reply = string | { tool: string; input: unknown } | Error

/** A model that answers by rule, and what it was sent. */
export interface ScriptedModel {
  model: AgentConfig['model']
  prompts: Prompt[]
  /** The names of the tools that it was offered, call by call. */
  offered: string[][]
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that answers what `answer` says, to generate and to stream. */
export function scriptedModel(
  answer: (prompt: Prompt) => Reply,
  options: { chunkDelayMs?: number; supportedUrls?: Record<string, RegExp[]> } = {},
): ScriptedModel {
  const prompts: Prompt[] = []
  const offered: string[][] = []
  let calls = 0

  function reply({ prompt, tools = [] }: CallOptions) {
    prompts.push(prompt)
    offered.push(tools.map(({ name }) => name))
    const given = answer(prompt)
    if (given instanceof Error) throw given
    calls += 1
    const unified = typeof given === 'string' ? ('stop' as const) : ('tool-calls' as const)
    const call =
      typeof given === 'string'
        ? undefined
        : { toolCallId: `call-${calls}`, toolName: given.tool, input: JSON.stringify(given.input) }
    return { text: typeof given === 'string' ? given : '', call, finishReason: { unified, raw: unified } }
  }

  const model = new MockLanguageModelV3({
    ...(options.supportedUrls && { supportedUrls: options.supportedUrls }),
    doGenerate: async (call) => {
      const { text, call: asked, finishReason } = reply(call)
      const content = asked ? { type: 'tool-call' as const, ...asked } : { type: 'text' as const, text }
      return { content: [content], finishReason, usage, warnings: [] }
    },
    doStream: async (call) => {
      const { text, call: asked, finishReason } = reply(call)
      const deltas = text.split(/(?<= )/).map((delta) => ({ type: 'text-delta' as const, id: '1', delta }))
      const said = [{ type: 'text-start' as const, id: '1' }, ...deltas, { type: 'text-end' as const, id: '1' }]
      const chunks = [
        { type: 'stream-start' as const, warnings: [] },
        ...(asked ? [{ type: 'tool-call' as const, ...asked }] : said),
        { type: 'finish' as const, finishReason, usage },
      ]
      return { stream: simulateReadableStream({ chunks, chunkDelayInMs: options.chunkDelayMs ?? null }) }
    },
  })
  return { model: model as unknown as AgentConfig['model'], prompts, offered } // of another copy of the same specification
}

/** The text of one message of a prompt. */
export function textIn({ content }: Prompt[number]): string {
  return typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** What stands in a prompt, as `role: text`, without system messages. */
export function conversationIn(prompt: Prompt | undefined): string[] {
  return (prompt ?? []).filter(({ role }) => role !== 'system').map((message) => `${message.role}: ${textIn(message)}`)
}

/** Everything that a prompt says. */
export function allText(prompt: Prompt | undefined): string {
  return (prompt ?? []).map(textIn).join('\n')
}
