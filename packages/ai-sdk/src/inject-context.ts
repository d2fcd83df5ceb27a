import type { ContextText } from '@daybook/memory-core/adapters'
import type { ProviderOptions } from './cache-breakpoint.ts'
import type { Prompt, PromptMessage } from './model-call.ts'

/**
 * The prompt with the context: the stable half as a system message directly after the leading ones (some providers
 * accept system messages nowhere else), the volatile half as a text part at the end of the last user message, where it
 * leaves the cached beginning of the prompt unchanged. An empty half is left out, and a volatile one without a user
 * message. The given prompt is not modified.
 * @param breakpoint provider options for the message of the stable half
 */
export function injectContext(prompt: Prompt, { stable, volatile }: ContextText, breakpoint?: ProviderOptions): Prompt {
  const leading = prompt.findIndex((message) => message.role !== 'system')
  const start = leading === -1 ? prompt.length : leading
  const lastUser = volatile === '' ? -1 : prompt.findLastIndex((message) => message.role === 'user')
  const rest = prompt.slice(start).map((message, place) => {
    if (place + start !== lastUser || message.role !== 'user') return message
    return { ...message, content: [...message.content, { type: 'text' as const, text: volatile }] }
  })
  const told: PromptMessage = { role: 'system', content: stable, ...(breakpoint && { providerOptions: breakpoint }) }
  return [...prompt.slice(0, start), ...(stable === '' ? [] : [told]), ...rest]
}
