import { join } from 'node:path'
import { Memory } from 'mem0ai/oss'
import type { Driver } from './driver.ts'
import { hashDimensions } from './hash-embedder.ts'
import { HashEmbeddings } from './langchain-embeddings.ts'

/** A limit that every list stays below. The default of 20 would look like a loss. */
const everything = 1_000_000

/**
 * A model that gives only this answer. Not a LangChain message: this version mistakes messages with a list of tool
 * calls, even an empty one, for messages without text, and then stores nothing of good answers either.
 */
const answering = (content: string): { invoke: () => Promise<{ content: string }> } => ({
  invoke: async () => ({ content }),
})

const openMem0 = (directory: string, answer: string): Memory =>
  new Memory({
    embedder: { provider: 'langchain', config: { model: new HashEmbeddings(), embeddingDims: hashDimensions } },
    llm: { provider: 'langchain', config: { model: answering(answer) } },
    vectorStore: { provider: 'memory', config: { dbPath: join(directory, 'vectors.db'), dimension: hashDimensions } },
    historyDbPath: join(directory, 'history.db'),
  })

const listOf = async (memory: Memory, user: string): Promise<string[]> =>
  (await memory.getAll({ filters: { user_id: user }, topK: everything })).results.map((found) => found.memory)

/** mem0's open-source library with its own vector store, a SQLite file. */
export const mem0: Driver = {
  packages: ['mem0ai'],
  settings: 'vector store `memory` (SQLite), history on, `infer: false`, stub embedder of 256 dimensions',
  leavesOut: { search: 'one vector scan', disk: 'no archive, no capture' },
  async open(directory) {
    const memory = openMem0(directory, '')
    return {
      async add(text, { user }) {
        await memory.add(text, { userId: user, infer: false })
      },
      async search(query, limit, user) {
        const { results } = await memory.search(query, { filters: { user_id: user }, topK: limit })
        return results.map((found) => found.memory)
      },
      all: (user) => listOf(memory, user),
      close: async () => {},
    }
  },
  async withModel(directory, statement, answer) {
    const memory = openMem0(directory, answer)
    const told: string[] = []
    try {
      await memory.add(statement, { userId: 'ada', infer: true })
    } catch (error) {
      told.push(String(error))
    }
    return { kept: await listOf(memory, 'ada'), told }
  },
}
