import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Memories,
  type MemoriesOptions,
  type Memory,
  openMemories,
  openMemory,
  textOf,
} from '@daybook/memory-core'
import { onTestFinished } from 'vitest'

/** A directory that is removed when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-mastra-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
  return directory
}

/** A memory in a directory (a temporary one if none is given), closed when the test ends. */
export async function temporaryMemory(directory?: string): Promise<Memory> {
  const memory = await openMemory({ directory: directory ?? (await temporaryDirectory()) })
  onTestFinished(() => memory.close())
  return memory
}

/** The memories of many users in a temporary directory, closed when the test ends. */
export async function temporaryMemories(options: Partial<MemoriesOptions> = {}): Promise<Memories> {
  const memories = openMemories({ directory: await temporaryDirectory(), ...options })
  onTestFinished(() => memories.close())
  return memories
}

/** All that was ever said in a session, as `role: text` with the tools that were called. */
export async function said(memory: Memory, session: string): Promise<string[]> {
  return (await memory.sessions.messages(session, { archived: true })).map((message) => {
    const calls = (message.toolCalls ?? []).map((call) => `[${call.name} ${JSON.stringify(call.input)}]`)
    return `${message.role}: ${[textOf(message), ...calls].filter((text) => text !== '').join(' ')}`
  })
}
