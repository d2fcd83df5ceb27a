import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { estimateTokens } from '@daybook/memory-core'

/** What memory put into a prompt. */
export interface SeenContext {
  stable: string
  volatile: string
}

/** The tokens of both parts, counted as the memory counts them. */
export function contextTokens({ stable, volatile }: SeenContext): number {
  return estimateTokens(stable) + estimateTokens(volatile)
}

/** Finds the memory's text in a prompt as a model receives it. */
export function seenContext(prompt: LanguageModelV4Prompt): SeenContext {
  const system = prompt.filter((message) => message.role === 'system').map((message) => message.content)
  return {
    stable: system.find((text) => isBlock(text, 'memory')) ?? '',
    volatile: lastUserTexts(prompt).findLast((text) => isBlock(text, 'recalled')) ?? '',
  }
}

/** What the user asks in a prompt, without what memory added to it. */
export function questionIn(prompt: LanguageModelV4Prompt): string {
  return lastUserTexts(prompt)
    .filter((text) => !isBlock(text, 'recalled'))
    .join('\n')
}

function lastUserTexts(prompt: LanguageModelV4Prompt): string[] {
  const last = prompt.findLast((message) => message.role === 'user')
  return (last?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

const protocol = /^<memory-protocol>.*?<\/memory-protocol>\n/s

/** Whether a text is one half of a context, what the host says before it included. */
function isBlock(text: string, tag: string): boolean {
  return text.replace(protocol, '').startsWith(`<${tag}>`) && text.endsWith(`</${tag}>`)
}
