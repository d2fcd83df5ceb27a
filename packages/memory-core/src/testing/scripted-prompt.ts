import type { PromptFunction, PromptRequest } from '../model.ts'

/** A reply: a text, an error to throw, or a function from the request to the text. */
export type ScriptedReply = string | Error | ((request: PromptRequest) => string | Promise<string>)

/** A model with prepared replies. */
export interface ScriptedPrompt extends PromptFunction {
  /** Every request so far, failed ones included. */
  readonly requests: readonly PromptRequest[]
}

/** A prompt function for tests that returns the replies in order, and throws when none is left. */
export function scriptedPrompt(replies: readonly ScriptedReply[]): ScriptedPrompt {
  const requests: PromptRequest[] = []

  async function answer(request: PromptRequest): Promise<string> {
    const reply = replies[requests.length]
    requests.push(request)
    if (reply === undefined)
      throw new Error(`the scripted prompt has ${replies.length} replies and was asked ${requests.length} times`)
    if (reply instanceof Error) throw reply
    return typeof reply === 'string' ? reply : reply(request)
  }

  return Object.assign(answer, { requests })
}
