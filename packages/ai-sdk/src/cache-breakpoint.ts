import type { CallOptions, PromptMessage } from './model-call.ts'

/** Options by provider. */
export type ProviderOptions = NonNullable<PromptMessage['providerOptions']>

/** The parts of a call that a breakpoint depends on. */
export interface BreakpointCall {
  model: { provider: string; modelId: string }
  params: Pick<CallOptions, 'prompt' | 'tools' | 'providerOptions'>
}

const anthropic: ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
/** Providers ignore breakpoints beyond this number. */
const mostBreakpoints = 4

/**
 * The provider options that end the cached beginning of a prompt after the stable part; undefined if the provider needs
 * none (most cache automatically), or the host has used up the available breakpoints.
 */
export function cacheBreakpoint({ model, params }: BreakpointCall): ProviderOptions | undefined {
  if (!/anthropic|claude/i.test(`${model.provider} ${model.modelId}`)) return undefined
  return countBreakpoints(params) < mostBreakpoints ? anthropic : undefined
}

function countBreakpoints({ prompt, tools = [], providerOptions }: BreakpointCall['params']): number {
  const parts = prompt.flatMap((message) => (typeof message.content === 'string' ? [] : [...message.content]))
  return [{ providerOptions }, ...tools, ...prompt, ...parts].filter(isBreakpoint).length
}

function isBreakpoint(carrier: { type?: string } | { providerOptions?: CallOptions['providerOptions'] }): boolean {
  const options = 'providerOptions' in carrier ? carrier.providerOptions?.['anthropic'] : undefined
  return options !== undefined && ('cacheControl' in options || 'cache_control' in options)
}
