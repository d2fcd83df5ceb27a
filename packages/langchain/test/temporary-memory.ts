import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BehaviourOptions,
  type Memories,
  type Memory,
  openMemories,
  openMemory,
  type StoredMessage,
  textOf,
} from '@daybook/memory-core'
import { onTestFinished } from 'vitest'

/** A directory that is removed when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-langchain-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
  return directory
}

/** A memory in a directory (a temporary one if none is given), closed when the test ends. */
export async function temporaryMemory(directory?: string, options: BehaviourOptions = {}): Promise<Memory> {
  const memory = await openMemory({ ...options, directory: directory ?? (await temporaryDirectory()) })
  onTestFinished(() => memory.close())
  return memory
}

export async function temporaryMemories(): Promise<Memories> {
  const memories = openMemories({ directory: await temporaryDirectory() })
  onTestFinished(() => memories.close())
  return memories
}

/** All that was ever said in a session, as `role: text` with the tools that were called. */
export async function said(memory: Memory, session: string): Promise<string[]> {
  return (await memory.sessions.messages(session, { archived: true })).map(line)
}

/** The same without what the host has abandoned and what was consolidated. */
export async function windowOf(memory: Memory, session: string): Promise<string[]> {
  return (await memory.sessions.messages(session)).map(line)
}

function line(message: StoredMessage): string {
  const calls = (message.toolCalls ?? []).map((call) => `[${call.name} ${JSON.stringify(call.input)}]`)
  return `${message.role}: ${[textOf(message), ...calls].filter((text) => text !== '').join(' ')}`
}
