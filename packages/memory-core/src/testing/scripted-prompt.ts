import type { PromptFunction, PromptRequest } from '../model.ts'

/** A text to answer, an error to throw, or a function that makes the answer out of the request. */
export type ScriptedReply = string | Error | ((request: PromptRequest) => string | Promise<string>)

/** A model whose answers were written beforehand. */
export interface ScriptedPrompt extends PromptFunction {
  /** Every request so far, the answered ones and the failed ones. */
  readonly requests: readonly PromptRequest[]
}

/** A prompt function for tests: gives the replies in their order, and throws when it is asked once too often. */
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
