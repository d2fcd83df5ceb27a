import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Driver } from './driver.ts'

const server = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'))

interface Graph {
  entities: readonly { observations: readonly string[] }[]
}

/** The reference memory server, over stdio as hosts run it: one entity for each text. */
export const mcpServerMemory: Driver = {
  packages: ['@modelcontextprotocol/server-memory'],
  settings: 'over stdio with `MEMORY_FILE_PATH`; `create_entities` with one observation, `search_nodes`, `read_graph`',
  users: false,
  leavesOut: { add: 'no sync', search: 'no ranking', disk: 'no index' },
  async open(directory) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [server],
      env: { MEMORY_FILE_PATH: join(directory, 'memory.jsonl') },
      stderr: 'ignore',
    })
    const client = new Client({ name: 'rivals', version: '0.0.0' })
    await client.connect(transport)
    const call = async (name: string, given: Record<string, unknown>): Promise<readonly string[]> => {
      const answer = await client.callTool({ name, arguments: given })
      if (answer.isError) throw new Error(JSON.stringify(answer.content))
      const { entities } = answer.structuredContent as unknown as Graph
      return entities.flatMap(({ observations }) => observations)
    }
    return {
      async add(text) {
        const entity = { name: randomUUID(), entityType: 'message', observations: [text] }
        await call('create_entities', { entities: [entity] })
      },
      search: async (query, limit) => (await call('search_nodes', { query })).slice(0, limit),
      all: () => call('read_graph', {}),
      serverPid: transport.pid,
      close: () => client.close(),
    }
  },
}
