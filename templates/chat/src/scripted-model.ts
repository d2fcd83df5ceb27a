import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider'

// Stands in for a model, so that this chat runs without a key. Delete it when you have one.

const unknown = 'Noted. (I am a script without a key: I can only quote what I have been told.)'

const textsOf = (prompt: LanguageModelV4Prompt, role: 'system' | 'user'): readonly string[] =>
  prompt.flatMap((message) => {
    if (message.role !== role) return []
    if (message.role === 'system') return [message.content]
    return message.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : []
  })

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])

/** The remembered line that shares most words with the question; of a question without any, the first line. */
const answerTo = (prompt: LanguageModelV4Prompt): string => {
  const said = textsOf(prompt, 'user').filter((text) => !text.startsWith('<recalled>'))
  const question = said.at(-1) ?? ''
  if (!question.trim().endsWith('?')) return unknown
  const words = wordsOf(question)
  const lines = [...textsOf(prompt, 'system'), ...textsOf(prompt, 'user')]
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith('- '))
    .map((line) => ({ line: line.slice(2), shared: [...wordsOf(line)].filter((word) => words.has(word)).length }))
  const [best] = lines.toSorted((a, b) => b.shared - a.shared)
  return best === undefined ? unknown : `You told me: ${best.line}`
}

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}
const finishReason = { unified: 'stop', raw: 'stop' } as const

export const scriptedModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'daybook-chat',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async ({ prompt }) => ({
    content: [{ type: 'text', text: answerTo(prompt) }],
    finishReason,
    usage,
    warnings: [],
  }),
  doStream: async ({ prompt }) => ({
    stream: new ReadableStream<LanguageModelV4StreamPart>({
      async start(controller) {
        controller.enqueue({ type: 'stream-start', warnings: [] })
        controller.enqueue({ type: 'text-start', id: '0' })
        for (const delta of answerTo(prompt).match(/\S+\s*/g) ?? []) {
          controller.enqueue({ type: 'text-delta', id: '0', delta })
          await new Promise((resolve) => setTimeout(resolve, 20)) // as if it thought
        }
        controller.enqueue({ type: 'text-end', id: '0' })
        controller.enqueue({ type: 'finish', finishReason, usage })
        controller.close()
      },
    }),
  }),
}
