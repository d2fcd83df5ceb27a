import type { Clock } from '@daybook/memory-core'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { MessageHistory, OutputProcessor } from '@mastra/core/processors'
import type { Guard } from './guarded.ts'

export interface HistoryOptions extends Guard {
  clock: Clock
}

/** Maximum milliseconds to wait for the clock: as long as Mastra's own pause. */
const longestPauseMs = 10

/**
 * Stores a run like the framework's own history, and never throws. Mastra waits 10 ms after storing, so that the next
 * message has a later time: a run orders messages by the millisecond, and treats two equal ones of one millisecond as
 * the same. This one waits only until the clock has passed the stored times.
 */
export function storedHistory(history: MessageHistory, { findScope, report, clock }: HistoryOptions): OutputProcessor {
  const { id, name } = history
  return {
    id,
    name,
    processOutputResult: async ({ messageList, requestContext, result }) => {
      try {
        const scope = await findScope(requestContext)
        const answers = messageList.get.response.db()
        const messages = [...messageList.get.input.db(), ...answers]
        // A question without an answer would stay in the thread as an orphan.
        const hasFailed = result?.finishReason === 'error' && answers.length === 0
        if (!scope || scope.readOnly || hasFailed || messages.length === 0) return messageList
        await history.persistMessages({ messages, threadId: scope.thread, resourceId: scope.resource })
        await untilAfter(messages, clock)
      } catch (error) {
        report(error)
      }
      return messageList
    },
  }
}

async function untilAfter(messages: readonly MastraDBMessage[], clock: Clock): Promise<void> {
  const newest = Math.max(...messages.map(({ createdAt }) => createdAt.getTime()))
  for (let waited = 0; clock() <= newest && waited < longestPauseMs; waited++)
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
}
