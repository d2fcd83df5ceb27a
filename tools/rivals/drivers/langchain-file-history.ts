import { join } from 'node:path'
import { FileSystemChatMessageHistory } from '@langchain/community/stores/message/file_system'
import { HumanMessage } from '@langchain/core/messages'
import type { Driver } from './driver.ts'

/** LangChain's history in one JSON file, which its documentation recommends for demonstrations and development only. */
export const langchainFileHistory: Driver = {
  packages: ['@langchain/community'],
  settings:
    '`FileSystemChatMessageHistory` with `filePath`, `userId` and `sessionId`; "for demo and development purposes only"',
  searches: false,
  leavesOut: { add: 'no sync', cold: 'no search', memory: 'no index', disk: 'no index' },
  async open(directory) {
    const filePath = join(directory, 'history.json')
    const history = (userId: string, sessionId: string): FileSystemChatMessageHistory =>
      new FileSystemChatMessageHistory({ filePath, userId, sessionId })
    return {
      add: (text, { user, session }) => history(user, session).addMessage(new HumanMessage(text)),
      search: async () => [],
      async all(user) {
        const texts: string[] = []
        for (const { id } of await history(user, '').getAllSessions())
          for (const { content } of await history(user, id).getMessages()) texts.push(String(content))
        return texts
      },
      close: async () => {},
    }
  },
}
