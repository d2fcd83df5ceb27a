import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { simulateReadableStream } from 'ai'
import { questionIn, seenContext } from './seen-context.ts'
import type { ToolUse } from './write-down.ts'

/** What an offline model does: says something, or asks for tools. */
export type OfflineAnswer = string | readonly ToolUse[]

const usage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

/** A language model without a network: answers what `answer` makes of the prompt, at once or piece by piece. */
export function offlineModel(name: string, answer: (prompt: LanguageModelV4Prompt) => OfflineAnswer): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'offline',
    modelId: name,
    supportedUrls: {},
    doGenerate: async ({ prompt }) => {
      const said = answer(prompt)
      return {
        content: typeof said === 'string' ? [{ type: 'text', text: said }] : said.map(toToolCall),
        finishReason: finishReasonOf(said),
        usage,
        warnings: [],
      }
    },
    doStream: async ({ prompt }) => ({
      stream: simulateReadableStream({
        chunks: chunksOf(answer(prompt)),
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  }
}

function finishReasonOf(said: OfflineAnswer): LanguageModelV4FinishReason {
  return { unified: typeof said === 'string' ? 'stop' : 'tool-calls', raw: undefined }
}

function chunksOf(said: OfflineAnswer): LanguageModelV4StreamPart[] {
  const id = '0'
  const pieces = typeof said === 'string' ? (said.match(/.{1,200}/gsu) ?? []) : []
  const text: LanguageModelV4StreamPart[] = [
    { type: 'text-start', id },
    ...pieces.map((delta): LanguageModelV4StreamPart => ({ type: 'text-delta', id, delta })),
    { type: 'text-end', id },
  ]
  return [
    { type: 'stream-start', warnings: [] },
    ...(typeof said === 'string' ? text : said.map(toToolCall)),
    { type: 'finish', finishReason: finishReasonOf(said), usage },
  ]
}

function toToolCall({ id, name, input }: ToolUse): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(input) }
}

/** A model that knows nothing but what memory put into its prompt, and answers by quoting one line of that. */
export function quotingModel(): LanguageModelV4 {
  return offlineModel('quotes', (prompt) => {
    const { stable, volatile } = seenContext(prompt)
    return quoteFrom(`${stable}\n${volatile}`, questionIn(prompt))
  })
}

/** What can be quoted of a context in answer to a question. */
export function quoteFrom(context: string, question: string): string {
  return bestLine(context, question) ?? 'I do not remember.'
}

/** Words of questions that say nothing about their subject. */
const emptyWords: ReadonlySet<string> = new Set(
  'the and for are was were what when where which who whom whose why how did does has have had its this that with from into not'.split(
    ' ',
  ),
)

/** The remembered line that shares most words with the question, rare ones counting more; of equals the first. */
function bestLine(context: string, question: string): string | undefined {
  const lines = context
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => ({ text: line.slice(2), words: wordsOf(line) }))
  const rarity = [...wordsOf(question)].map((word) => {
    const holders = lines.filter((line) => line.words.has(word)).length
    return { word, weight: holders === 0 ? 0 : Math.log(1 + lines.length / holders) }
  })
  let best: { text: string; score: number } | undefined
  for (const { text, words } of lines) {
    const score = rarity.reduce((sum, { word, weight }) => sum + (words.has(word) ? weight : 0), 0)
    if (score > (best?.score ?? 0)) best = { text, score }
  }
  return best?.text
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 2 && !emptyWords.has(word)))
}
