import type { Memory } from '@daybook/memory-core'
import { UsageError } from './exit-codes.ts'
import type { Io } from './run-daybook.ts'

const needed = [22, 19] as const

/** Serves a memory over stdio, or over HTTP on a port of this machine, until it is stopped. */
export async function serveMemory(memory: Memory, { port }: { port?: number }, { stdin, stderr }: Io): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < needed[0] || (major === needed[0] && minor < needed[1]))
    throw new UsageError(`daybook mcp needs Node.js ${needed.join('.')} or newer, this is ${process.versions.node}`, 1)
  const { serveHttp, serveStdio } = await import('@daybook/mcp')
  if (port === undefined) {
    const running = await serveStdio(memory)
    if (stdin.isTTY) stderr.write('serving to an MCP host that starts this program; Ctrl+C ends it\n')
    return running.closed
  }
  const server = await serveHttp(memory, { port })
  stderr.write(`serving ${server.url}\n`)
  return server.closed
}
