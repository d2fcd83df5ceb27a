import { within } from '@daybook/memory-core/adapters'
import type { MastraDBMessage, MessageList } from '@mastra/core/agent/message-list'
import type { InputProcessor, ProcessInputArgs, ProcessLLMRequestArgs } from '@mastra/core/processors'
import { speakerOf, textOfMessage } from './convert-messages.ts'
import { idsOf } from './copy-thread.ts'
import type { FindScope, RunScope } from './run-scope.ts'

export interface RecallProcessorOptions {
  findScope: FindScope
  /** Maximum milliseconds that a run waits for recall. */
  timeoutMs: number
  report: (error: unknown) => undefined
}

/** The tags of our own system messages: they are replaced, never stored. */
const stableTag = 'daybook'
const volatileTag = 'daybook-recalled'

/** The volatile half by the state of a run; shared, because the framework makes its processors several times in a run. */
const told = new WeakMap<object, string>()

/**
 * Adds the context to a run once: both halves of the context block as system messages, which are not stored. If the
 * framework lets the request be changed, the volatile half is moved to the end of the last user message: there it has
 * the rank of user content, and leaves the cached beginning of the prompt unchanged.
 */
export function recallProcessor({ findScope, timeoutMs, report }: RecallProcessorOptions): InputProcessor {
  async function processInput({ messageList, requestContext, state }: ProcessInputArgs): Promise<MessageList> {
    try {
      const scope = await findScope(requestContext)
      if (!scope) return messageList
      const { stable, volatile } = await within({ timeoutMs }, (signal) => build(scope, messageList, signal))
      messageList.clearSystemMessages(stableTag)
      messageList.clearSystemMessages(volatileTag)
      if (stable !== '') messageList.addSystem(stable, stableTag)
      if (volatile !== '') messageList.addSystem(volatile, volatileTag)
      told.set(state, volatile)
    } catch (error) {
      report(error)
    }
    return messageList
  }

  return {
    id: 'daybook-recall',
    name: 'DaybookRecall',
    processInput,
    processLLMRequest: ({ prompt, state }) => {
      const volatile = told.get(state)
      return volatile ? { prompt: withVolatile(prompt, volatile) } : undefined
    },
  }
}

async function build(scope: RunScope, messageList: MessageList, signal: AbortSignal) {
  const { memory, thread } = scope
  const query = queryOf(messageList.get.input.db())
  return memory.buildContext({
    session: thread,
    ...(query !== '' && { query }),
    exclude: idsOf(messageList.get.all.db().filter(({ role }) => role !== 'system')),
    signal,
  })
}

function queryOf(input: readonly MastraDBMessage[]): string {
  const message = input.findLast((one) => speakerOf(one) === 'user')
  return message ? textOfMessage(message) : ''
}

type Prompt = ProcessLLMRequestArgs['prompt']

function withVolatile(prompt: Prompt, volatile: string): Prompt {
  const last = prompt.findLastIndex(({ role }) => role === 'user')
  if (last < 0 || !prompt.some(({ role, content }) => role === 'system' && content === volatile)) return prompt
  return prompt.flatMap((message, place) => {
    if (message.role === 'system' && message.content === volatile) return []
    if (place !== last || message.role !== 'user') return [message]
    return [{ ...message, content: [...message.content, { type: 'text' as const, text: volatile }] }]
  })
}
