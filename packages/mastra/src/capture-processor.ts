import { within } from '@daybook/memory-core/adapters'
import type { MastraDBMessage, MessageList } from '@mastra/core/agent/message-list'
import type { OutputProcessor } from '@mastra/core/processors'
import { speakerOf, textOfMessage, toMessages } from './convert-messages.ts'
import type { FindScope, RunScope } from './run-scope.ts'

export type Store = (scope: RunScope, messages: readonly MastraDBMessage[]) => Promise<void>

export interface CaptureProcessorOptions {
  findScope: FindScope
  store: Store
  /** Maximum milliseconds that a run waits for storing. */
  timeoutMs: number
  report: (error: unknown) => undefined
}

/**
 * Stores the user's messages and the model's answer as far as it came; nothing of a run that failed before the model
 * said anything.
 */
export function captureProcessor({ findScope, store, timeoutMs, report }: CaptureProcessorOptions): OutputProcessor {
  return {
    id: 'daybook-capture',
    name: 'DaybookCapture',
    async processOutputResult({ messageList, requestContext }) {
      try {
        const scope = await findScope(requestContext)
        const messages = saidIn(messageList)
        if (scope && !scope.readOnly && messages.length > 0) await within({ timeoutMs }, () => store(scope, messages))
      } catch (error) {
        report(error)
      }
      return messageList
    },
  }
}

/** Aligns the run with the stored conversation, for hosts that keep messages elsewhere and may send all of them again. */
export const alignRun: Store = async ({ memory, thread }, messages) => {
  await memory.sessions.align(
    thread,
    messages.flatMap((message) => toMessages(message, message.createdAt)),
  )
}

function saidIn(messageList: MessageList): MastraDBMessage[] {
  const answers = messageList.get.response.db().filter(isSaid)
  const input = messageList.get.input.db().filter(isSaid)
  return [...input, ...answers]
}

/** Leaves out messages of the host, our own, and answers that are only an error. */
function isSaid(message: MastraDBMessage): boolean {
  if (speakerOf(message) === 'system') return false
  return (
    textOfMessage(message) !== '' ||
    message.content.parts.some(({ type }) => type === 'tool-invocation' || type === 'file')
  )
}
