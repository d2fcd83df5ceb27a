import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { questionIn, seenContext } from './seen-context.ts'

/** A language model without a network: answers what `answer` makes of the prompt. */
export function offlineModel(name: string, answer: (prompt: LanguageModelV4Prompt) => string): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'offline',
    modelId: name,
    supportedUrls: {},
    doGenerate: async ({ prompt }) => ({
      content: [{ type: 'text', text: answer(prompt) }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: {
        inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      },
      warnings: [],
    }),
    doStream: () => Promise.reject(new Error('the offline model does not stream; call generateText')),
  }
}

/** A model that knows nothing but what memory put into its prompt, and answers by quoting one line of that. */
export function quotingModel(): LanguageModelV4 {
  return offlineModel('quotes', (prompt) => {
    const { stable, volatile } = seenContext(prompt)
    return bestLine(`${stable}\n${volatile}`, questionIn(prompt)) ?? 'I do not remember.'
  })
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
