#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { type Memories, type Memory, openMemories, openMemory } from '@daybook/memory-core'
import { serveHttp, serveStdio } from './serve.ts'

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

async function main(): Promise<number> {
  const { directory, user, port, help, 'read-only': readOnly = false } = readArguments()
  if (help) return say(usage, 0)
  if (!directory) return say(`--directory is missing\n${usage}`, 2)
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return say(`--port is "${port}", expected a number`, 2)
  const options = { directory, consolidation: { auto: false }, maintenance: { auto: false } }
  const memory: Memory | Memories = user === undefined ? await openMemory(options) : openMemories(options)
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

// Node.js 22 warns that its SQLite is experimental, which hosts would show as an error of the server.
const [warn] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.message.startsWith('SQLite is') || warn?.(warning))

/** Prints to stderr, because stdout belongs to the protocol. */
function say(text: string, code: number): number {
  process.stderr.write(`${text}\n`)
  return code
}

process.exitCode = await main().catch((error: unknown) =>
  say(`daybook-mcp: ${error instanceof Error ? error.message : String(error)}`, 1),
)
