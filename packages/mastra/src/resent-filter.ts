import type { InputProcessor } from '@mastra/core/processors'
import type { DaybookStorage } from './daybook-storage.ts'
import type { FindScope } from './run-scope.ts'

export interface ResentOptions {
  findScope: FindScope
  storage: DaybookStorage
  report: (error: unknown) => undefined
}

/**
 * Removes messages of a stored conversation that a client sent again: everything up to the last answer in its input. For
 * versions of the framework without such a filter.
 */
export function resentFilter({ findScope, storage, report }: ResentOptions): InputProcessor {
  return {
    id: 'daybook-resent',
    name: 'DaybookResent',
    processInput: async ({ messageList, requestContext }) => {
      try {
        const input = messageList.get.input.db()
        const answer = input.findLastIndex(({ role }) => role === 'assistant')
        const scope = answer >= 0 && answer < input.length - 1 ? await findScope(requestContext) : undefined
        if (!scope || (await storage.listMessages({ threadId: scope.thread, perPage: 1, orderBy: newest })).total === 0)
          return messageList
        messageList.clear.input.db()
        for (const message of input.slice(answer + 1)) messageList.add(message, 'input')
      } catch (error) {
        report(error)
      }
      return messageList
    },
  }
}

const newest = { field: 'createdAt', direction: 'DESC' } as const
