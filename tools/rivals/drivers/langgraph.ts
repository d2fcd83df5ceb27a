import { randomUUID } from 'node:crypto'
import { InMemoryStore } from '@langchain/langgraph-checkpoint'
import type { Driver } from './driver.ts'
import { hashDimensions } from './hash-embedder.ts'
import { HashEmbeddings } from './langchain-embeddings.ts'

/** LangGraph's store in RAM, with an index over the text. */
export const langgraph: Driver = {
  packages: ['@langchain/langgraph-checkpoint'],
  settings: '`InMemoryStore` with `index: { dims: 256, fields: ["text"] }`, stub embedder; a namespace for each user',
  durable: false,
  leavesOut: { add: 'writes nothing', search: 'vectors in RAM' },
  async open() {
    const store = new InMemoryStore({
      index: { dims: hashDimensions, embeddings: new HashEmbeddings(), fields: ['text'] },
    })
    const texts = (items: readonly { value: Record<string, unknown> }[]): string[] =>
      items.map(({ value }) => String(value['text']))
    return {
      add: (text, { user, session }) => store.put([user, session], randomUUID(), { text }),
      search: async (query, limit, user) => texts(await store.search([user], { query, limit })),
      all: async (user) => texts(await store.search([user], { limit: 1_000_000 })),
      close: async () => {},
    }
  },
}
