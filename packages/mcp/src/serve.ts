import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Memories, type Memory, MemoryError } from '@daybook/memory-core'
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { serveStdio as serveFactory } from '@modelcontextprotocol/server/stdio'
import { createMemoryServer, type MemoryServerOptions } from './memory-server.ts'

/** A running server. */
export interface Serving {
  /** Its address; "stdio" for stdio. */
  url: string
  /** Resolves when the server has ended: by `close`, by its client, or by a signal to the process. */
  closed: Promise<void>
  close(): Promise<void>
}

/** Options for serving over HTTP. */
export interface HttpOptions extends MemoryServerOptions {
  /** 0 chooses a free one. */
  port: number
}

const path = '/mcp'

/** Serves a memory on this process's stdin and stdout. No other code may write to stdout. */
export async function serveStdio(memory: Memory | Memories, options: MemoryServerOptions = {}): Promise<Serving> {
  const handle = serveFactory(createMemoryServer(memory, options))
  // A file or /dev/null ends without closing.
  const ends = ['close', 'end'].map((name) => once(process.stdin, name))
  return servingOf('stdio', ends, () => handle.close())
}

/**
 * Serves a memory over HTTP on 127.0.0.1, at `/mcp`. Requests that name another host or origin, such as those of a page
 * in a browser, are refused.
 * @throws MemoryError `storage-failed` if the port is in use
 */
export async function serveHttp(memory: Memory | Memories, { port, ...options }: HttpOptions): Promise<Serving> {
  const factory = createMemoryServer(memory, options)
  const handler = createMcpHandler(factory)
  const answer = toNodeHandler(handler)
  const [isHost, isOrigin] = [localhostHostValidation(), localhostOriginValidation()]
  const server = createServer((request, response) => {
    if (!isHost(request, response) || !isOrigin(request, response)) return
    const asked = Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' })
    if (asked.url.split('?')[0] === path) void answer(asked, response)
    else response.writeHead(404).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((cause: unknown) => {
    throw new MemoryError('storage-failed', `port ${port} cannot be used: ${String(cause)}; choose another one`, {
      cause,
    })
  })
  const stop = factory.onChange((uri) => handler.notify.resourceUpdated(uri))
  const address = server.address()
  const at = typeof address === 'object' && address !== null ? address.port : port
  return servingOf(`http://127.0.0.1:${at}${path}`, [], async () => {
    stop()
    await handler.close()
    server.closeAllConnections()
    server.close()
  })
}

function servingOf(url: string, ends: readonly Promise<unknown>[], end: () => Promise<void>): Serving {
  const signals = ['SIGINT', 'SIGTERM'] as const
  let closing: Promise<void> | undefined
  let ended: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    ended = resolve
  })
  const close = (): Promise<void> => {
    closing ??= end().finally(() => {
      for (const signal of signals) process.removeListener(signal, onSignal)
      ended()
    })
    return closing
  }
  const onSignal = (): void => void close()
  for (const signal of signals) process.once(signal, onSignal)
  for (const one of ends) void one.then(close, close)
  return { url, closed, close }
}
