import type { Clock } from '@daybook/memory-core'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { MessageHistory, OutputProcessor } from '@mastra/core/processors'
import type { Guard } from './guarded.ts'

/** What storing a run needs. */
export interface HistoryOptions extends Guard {
  clock: Clock
}

/** The longest that is waited for the clock; it is as long as Mastra's own pause. */
const longestPauseMs = 10

/**
 * Stores a run as the framework's own history does, and as the other guarded processors never throws. Mastra waits 10 ms
 * after storing, so that what is said next has a later time: a run orders its messages by the millisecond, and takes two
 * equal ones of one millisecond for the same. Here it is waited until the clock has passed the times that were stored, and
 * it mostly has.
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
        // What was asked and never answered would stand in the thread as an orphan.
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
