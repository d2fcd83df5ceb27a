import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '@daybook/memory-core'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMemoryServer, serveHttp } from '../src/index.ts'
import { overHttp, overStdio } from '../test/clients.ts'

// What the protocol adds to a call of the core: medians of the same question, asked in turns.
const rounds = Number(process.argv[2] ?? 200)
const warm = 20
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
// What HTTP costs by itself, with both ends in this process as those of the `http` way are.
const bare = createServer((request, response) => {
  request.resume().once('end', () => response.end('{}'))
}).listen(0, '127.0.0.1')
await once(bare, 'listening')
const address = bare.address()
const bareUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  core: () => memory.recall('billing deploy'),
  // The protocol alone: no socket, no other process that a busy machine keeps waiting.
  handler: async () =>
    (await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text(),
  stdio: () => stdio.callTool(ask),
  http: () => http.callTool(ask),
  bare: async () => (await fetch(bareUrl, { method: 'POST', headers, body })).text(),
}
const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
for (let round = 0; round < rounds + warm; round++)
  for (const [name, way] of Object.entries(ways)) {
    const startedAt = performance.now()
    await way()
    if (round >= warm) times.get(name)?.push(performance.now() - startedAt)
  }
const median = (name: string): number => times.get(name)?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
const core = median('core')
for (const name of times.keys()) {
  const ms = median(name)
  if (name === 'bare') {
    console.log(`${name.padEnd(8)} p50 ${ms.toFixed(2)} ms: an HTTP request that asks nothing, of what \`http\` adds`)
    continue
  }
  console.log(
    `${name.padEnd(8)} p50 ${ms.toFixed(2)} ms, adds ${(ms - core).toFixed(2)} ms, ratio ${(ms / core).toFixed(2)}`,
  )
}
await Promise.all([http.close(), stdio.close()])
bare.close()
bare.closeAllConnections()
await handler.close()
await serving.close()
await memory.close()
await rm(root, { recursive: true })
