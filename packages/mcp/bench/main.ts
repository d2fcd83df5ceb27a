import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '@daybook/memory-core'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { createMemoryServer, serveHttp } from '../src/index.ts'
import { overHttp, overStdio } from '../test/clients.ts'

// What the protocol adds to a call of the core of a running server: medians of the same question, asked each way in
// blocks that take turns, after the first blocks of each.
const blocks = Number(process.argv[2] ?? 50)
const warmBlocks = 15
const blockSize = 20
const root = await mkdtemp(join(tmpdir(), 'daybook-mcp-'))
const directory = join(root, 'memory')
const memory = await openMemory({ directory })
for (let at = 0; at < 200; at++)
  await memory.addMessages(`day-${at % 10}`, {
    role: 'user',
    content: `We talked about the ${at}th deploy of billing.`,
  })
await memory.flush()
const serving = await serveHttp(memory, { port: 0, watchMs: 60_000 })
const http = await overHttp(serving.url, '2026-07-28')
const { client: stdio } = await overStdio(directory, '2026-07-28')
const ask = { name: 'memory_recall', arguments: { query: 'billing deploy' } }
const handler = createMcpHandler(createMemoryServer(memory))
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: ask })
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
// What the SDK and HTTP cost by themselves, with both ends in this process as those of the `http` way are.
const idle = createMcpHandler(() => {
  const server = new McpServer({ name: 'idle', version: '1.0.0' })
  server.registerTool('memory_recall', {}, () => ({ content: [{ type: 'text', text: 'nothing' }] }))
  return server
})
const answer = toNodeHandler(idle)
const idleServer = createServer((request, response) => {
  const asked = Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' })
  void answer(asked, response)
}).listen(0, '127.0.0.1')
await once(idleServer, 'listening')
const address = idleServer.address()
const sdk = await overHttp(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`, '2026-07-28')
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  core: () => memory.recall('billing deploy'),
  // The protocol alone: no socket, no other process that a busy machine keeps waiting.
  handler: async () =>
    (await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text(),
  stdio: () => stdio.callTool(ask),
  http: () => http.callTool(ask),
  sdk: () => sdk.callTool(ask),
}
const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
for (let block = 0; block < warmBlocks + blocks; block++)
  for (const [name, way] of Object.entries(ways))
    for (let round = 0; round < blockSize; round++) {
      const startedAt = performance.now()
      await way()
      if (block >= warmBlocks) times.get(name)?.push(performance.now() - startedAt)
    }
const median = (name: string): number => times.get(name)?.toSorted((a, b) => a - b)[(blocks * blockSize) / 2] ?? 0
const core = median('core')
for (const name of times.keys()) {
  const ms = median(name)
  if (name === 'sdk') {
    console.log(`${name.padEnd(8)} p50 ${ms.toFixed(2)} ms: a tool over HTTP that does nothing, of what \`http\` adds`)
    continue
  }
  console.log(
    `${name.padEnd(8)} p50 ${ms.toFixed(2)} ms, adds ${(ms - core).toFixed(2)} ms, ratio ${(ms / core).toFixed(2)}`,
  )
}
await Promise.all([http.close(), stdio.close(), sdk.close()])
idleServer.close()
idleServer.closeAllConnections()
await idle.close()
await handler.close()
await serving.close()
await memory.close()
await rm(root, { recursive: true })
