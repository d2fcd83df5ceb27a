import type { Alignment } from '@daybook/memory-core'
import type { CallScope } from '@daybook/memory-core/adapters'
import type { Prompt, PromptMessage } from './model-call.ts'

/** A prompt whose conversation is stored. */
export interface Captured {
  /** Its stored messages; only the last ones if the first have no counterpart. */
  alignment: Alignment
  /** For each aligned message, the index of the message of the prompt that it comes from. */
  places: readonly number[]
}

/**
 * The id of the first message of a prompt that is in the session's window; undefined if none is. Earlier messages were
 * consolidated; consolidation leaves the newest in the window, so that the conversation continues smoothly.
 */
export async function firstInWindow(scope: CallScope, alignment: Alignment): Promise<string | undefined> {
  const window = await scope.memory.sessions.messages(scope.session)
  const ids = new Set(window.map((message) => message.id))
  return alignment.stored.find((message) => ids.has(message.id))?.id
}

/** The rest of a prompt, and the ids of the stored messages that it still shows. */
export interface TrimmedPrompt {
  prompt: Prompt
  ids: readonly string[]
}

/**
 * Leaves out everything before a message. The rest begins with a user message, which some providers require, and
 * contains the call of each tool result; so it may begin earlier. System messages always stay. A prompt without that
 * message is returned unchanged.
 */
export function trimPrompt(prompt: Prompt, { alignment, places }: Captured, from: string | undefined): TrimmedPrompt {
  const { stored } = alignment
  const unmatched = places.length - stored.length
  const at = stored.findIndex((message) => message.id === from)
  const start = at === -1 ? undefined : wholeTurnAt(prompt, places[unmatched + at] ?? 0)
  if (start === undefined) return { prompt, ids: stored.map((message) => message.id) }
  return {
    prompt: prompt.filter((message, place) => place >= start || message.role === 'system'),
    ids: stored.filter((_, place) => (places[unmatched + place] ?? 0) >= start).map((message) => message.id),
  }
}

/**
 * The last user message at or before a position after which every tool result has its call; undefined if there is none.
 */
function wholeTurnAt(prompt: Prompt, place: number): number | undefined {
  const calls = earliestCalls(prompt)
  let at = place
  for (;;) {
    const start = prompt.findLastIndex((message, index) => index <= at && message.role === 'user')
    if (start === -1) return undefined
    const call = calls[start] ?? start
    if (call >= start) return start
    at = call
  }
}

/** For each position of a prompt, the position of the earliest call whose result is at or after it. */
function earliestCalls(prompt: Prompt): number[] {
  const called = new Map<string, number>()
  const earliest = prompt.map((message, place) => {
    for (const id of toolIds(message, 'tool-call')) called.set(id, place)
    return Math.min(...toolIds(message, 'tool-result').map((id) => called.get(id) ?? place), place)
  })
  for (let place = earliest.length - 2; place >= 0; place--)
    earliest[place] = Math.min(earliest[place] ?? place, earliest[place + 1] ?? place)
  return earliest
}

function toolIds(message: PromptMessage, type: 'tool-call' | 'tool-result'): string[] {
  if (message.role !== 'assistant' && message.role !== 'tool') return []
  return message.content.flatMap((part) => (part.type === type ? [part.toolCallId] : []))
}
