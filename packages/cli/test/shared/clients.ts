import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const cli = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const server = fileURLToPath(import.meta.resolve('@daybook/mcp')).replace(/index\.js$/, 'main.js')
const app = fileURLToPath(new URL('./app.ts', import.meta.url))

/** Somebody who writes into the folder, by whatever door. */
export interface Writer {
  /** Answers the id of what was learnt. */
  learn(text: string): Promise<string>
  forget(id: string): Promise<void>
  /** Kills the process behind the door, at once. */
  kill(): void
  close(): Promise<void>
}

/** Opens a door; after a kill it is opened anew. */
export type Door = (directory: string) => Promise<Writer>

function overMcp(client: Client, kill: () => void, close: () => Promise<void>): Writer {
  const call = async (name: string, input: Record<string, unknown>): Promise<unknown> => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: input })
    if (isError) throw new Error(JSON.stringify(content))
    return structuredContent
  }
  return {
    learn: async (text) => idOf(await call('memory_learn', { text })),
    forget: async (id) => void (await call('memory_forget', { ids: [id] })),
    kill,
    close,
  }
}

const newClient = () => new Client({ name: 'shared', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })

/** An MCP server of its own over stdio. */
export const stdioDoor: Door = async (directory) => {
  const client = newClient()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, '--directory', directory],
    stderr: 'ignore',
  })
  await client.connect(transport)
  return overMcp(
    client,
    () => transport.pid !== null && transport.pid !== undefined && process.kill(transport.pid, 'SIGKILL'),
    () => client.close(),
  )
}

/** An MCP server over HTTP that its clients share, and start again when it was killed. */
export function httpDoor(): Door {
  let running: Promise<{ child: ChildProcess; url: string }> | undefined

  async function start(directory: string): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, [server, '--directory', directory, '--port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.once('exit', () => {
      running = undefined
    })
    for await (const line of createInterface({ input: child.stderr }))
      if (line.startsWith('serving ')) return { child, url: line.slice('serving '.length) }
    throw new Error('the server did not start')
  }

  return async (directory) => {
    running ??= start(directory)
    const { child, url } = await running
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    return overMcp(
      client,
      () => child.kill('SIGKILL'),
      async () => {
        await client.close()
        child.kill('SIGTERM')
      },
    )
  }
}

/** The command line, a process for each call. */
export const cliDoor: Door = async (directory) => {
  let running: ChildProcess | undefined
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const started = promisify(execFile)(process.execPath, [cli, ...args, '--json', '-d', directory])
    running = started.child
    return JSON.parse((await started).stdout)
  }
  return {
    learn: async (text) => idOf(await run('remember', text)),
    forget: async (id) => void (await run('forget', id, '--yes')),
    kill: () => running?.kill('SIGKILL'),
    close: async () => undefined,
  }
}

/** An app that has the memory open in its own process. */
export const appDoor: Door = async (directory) => {
  const child = spawn(process.execPath, [app, directory], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the app was killed')
    return JSON.parse(value)
  }
  await next()
  const ask = (line: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(line)}\n`)
    return next()
  }
  return {
    learn: async (text) => idOf(await ask({ text })),
    forget: async (id) => void (await ask({ id })),
    kill: () => child.kill('SIGKILL'),
    async close() {
      child.stdin.end()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

function idOf(answer: unknown): string {
  const id: unknown = Reflect.get(Object(answer), 'id')
  if (typeof id !== 'string') throw new Error(`no id in ${JSON.stringify(answer)}`)
  return id
}
