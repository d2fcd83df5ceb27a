import { parseArgs } from 'node:util'
import {
  type BehaviourOptions,
  type Memories,
  type Memory,
  MemoryError,
  openMemories,
  openMemory,
} from '@daybook/memory-core'
import { serveHttp, serveStdio } from './serve.ts'

const mostPort = 65_535
const usage = `daybook-mcp --directory DIR [--user ID] [--port N] [--read-only]
Serves the memory in DIR to an MCP host: over stdio, or with --port over HTTP on 127.0.0.1.
With --user, DIR holds the memories of many, and this serves that user's.`

/** Reads the arguments in a host's configuration. */
function readArguments() {
  return parseArgs({
    options: {
      directory: { type: 'string', short: 'd' },
      user: { type: 'string', short: 'u' },
      port: { type: 'string' },
      'read-only': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values
}

/** Opens the memory, or those of many users and the one of `user`, so that what is wrong is said at the start. */
async function open(options: { directory: string } & BehaviourOptions, user?: string): Promise<Memory | Memories> {
  if (user === undefined) return caughtUp(await openMemory(options))
  const memories = openMemories(options)
  await caughtUp(await memories.for({ user }))
  return memories
}

/** Reads MEMORY.md once, which catches up for a second at most, so that no change after a subscription is missed. */
async function caughtUp(memory: Memory): Promise<Memory> {
  if (memory.layers.includes('facts')) await memory.facts.read()
  return memory
}

async function serve(): Promise<number> {
  const { directory, user, port, help, 'read-only': readOnly = false } = readArguments()
  if (help) return say(usage, 0)
  if (!directory) return say(`daybook-mcp: --directory is missing\n${usage}`, 2)
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= mostPort))
    return say(`daybook-mcp: --port is "${port}", expected a number from 0 to ${mostPort}`, 2)
  if (user === '') return say('daybook-mcp: --user is empty, expected whose memory to serve', 2)
  const memory = await open({ directory, consolidation: { auto: false }, maintenance: { auto: false } }, user)
  const serving = { user, readOnly }
  try {
    const running =
      port === undefined
        ? await serveStdio(memory, serving)
        : await serveHttp(memory, { ...serving, port: Number(port) })
    if (port !== undefined) say(`serving ${running.url}`, 0)
    else if (process.stdin.isTTY) say(`serving ${directory} to an MCP host that starts this program; Ctrl+C ends it`, 0)
    await running.closed
    return 0
  } finally {
    await memory.close()
  }
}

/** Prints to stderr, because stdout belongs to the protocol. */
function say(text: string, code: number): number {
  process.stderr.write(`${text}\n`)
  return code
}

/** The exit code of an error: 2 for wrong usage, as with `daybook`, 1 for every other failure. */
function exitCodeOf(error: unknown): 1 | 2 {
  if (MemoryError.isInstance(error)) return error.code === 'bad-option' || error.code === 'bad-input' ? 2 : 1
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS') ? 2 : 1
}

/** Serves the memory that the arguments name. Returns the exit code, and never throws. */
export function runServer(): Promise<number> {
  return serve().catch((error: unknown) => {
    const [message] = (error instanceof Error ? error.message : String(error)).split('\n')
    return say(`daybook-mcp: ${message}`, exitCodeOf(error))
  })
}
