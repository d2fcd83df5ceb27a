import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { LibSQLStore, LibSQLVector } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import type { Driver, Place } from './driver.ts'
import { hashEmbed } from './hash-embedder.ts'

const embedder = {
  specificationVersion: 'v2' as const,
  provider: 'stub',
  modelId: 'hash',
  maxEmbeddingsPerCall: 1_000,
  supportsParallelCalls: true,
  doEmbed: async ({ values }: { values: string[] }): Promise<{ embeddings: number[][] }> => ({
    embeddings: values.map(hashEmbed),
  }),
}

/** The parts of a stored message that are text. */
const textOf = ({ content }: { content: { parts: readonly { type: string; text?: string }[] } }): string =>
  content.parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')

/** Mastra's memory on libSQL with semantic recall over all threads of a resource. */
export const mastra: Driver = {
  packages: ['@mastra/memory', '@mastra/libsql'],
  settings: 'one file; `semanticRecall: { topK, messageRange: 0, scope: "resource" }`, stub embedder of 256 dimensions',
  leavesOut: { search: 'one vector scan' },
  async open(directory) {
    const url = `file:${join(directory, 'memory.db')}`
    const storage = new LibSQLStore({ id: 'storage', url })
    const vector = new LibSQLVector({ id: 'vector', url })
    const semanticRecall = { topK: 10, messageRange: 0, scope: 'resource' as const }
    const memory = new Memory({ storage, vector, embedder, options: { semanticRecall } })
    const threads = new Map<string, Promise<unknown>>()
    const threadOf = async ({ user, session }: Place): Promise<string> => {
      const threadId = `${user}/${session}`
      const made = threads.get(threadId) ?? memory.createThread({ threadId, resourceId: user })
      threads.set(threadId, made)
      await made
      return threadId
    }
    return {
      async add(text, place) {
        const threadId = await threadOf(place)
        await memory.saveMessages({
          messages: [
            {
              id: randomUUID(),
              role: 'user',
              createdAt: new Date(),
              threadId,
              resourceId: place.user,
              content: { format: 2, parts: [{ type: 'text', text }] },
            },
          ],
        })
      },
      async search(query, limit, user) {
        const { messages } = await memory.recall({
          threadId: await threadOf({ user, session: 'questions' }),
          resourceId: user,
          vectorSearchString: query,
          perPage: 0,
          threadConfig: { semanticRecall: { ...semanticRecall, topK: limit } },
        })
        return messages.map(textOf)
      },
      async all(user) {
        const { threads: listed } = await memory.listThreads({ filter: { resourceId: user }, perPage: false })
        const pages = await Promise.all(
          listed.map(({ id }) => memory.recall({ threadId: id, resourceId: user, perPage: false })),
        )
        return pages.flatMap(({ messages }) => messages.map(textOf))
      },
      close: async () => {
        await memory.settled()
      },
    }
  },
}
