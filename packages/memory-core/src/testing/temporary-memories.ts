import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memories, openMemories } from '../memories.ts'
import { type Memory, openMemory } from '../memory.ts'
import { type StoredMessage, textOf } from '../message.ts'
import type { BehaviourOptions } from '../options.ts'

/** Memories on disk for tests. */
export interface TemporaryMemories {
  /** A directory that is removed when the test ends. */
  temporaryDirectory(): Promise<string>
  /** A memory in a directory (a temporary one if none is given), closed when the test ends. */
  temporaryMemory(directory?: string, options?: BehaviourOptions): Promise<Memory>
  /** The memories of many users in a temporary directory, closed when the test ends. */
  temporaryMemories(options?: BehaviourOptions): Promise<Memories>
}

/**
 * Makes memories for tests.
 * @param onFinished the test runner's, such as `onTestFinished` of Vitest
 */
export function createTemporaryMemories(onFinished: (end: () => Promise<void>) => void): TemporaryMemories {
  async function temporaryDirectory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
    onFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
    return directory
  }
  return {
    temporaryDirectory,
    async temporaryMemory(directory, options = {}) {
      const memory = await openMemory({ ...options, directory: directory ?? (await temporaryDirectory()) })
      onFinished(() => memory.close())
      return memory
    },
    async temporaryMemories(options = {}) {
      const memories = openMemories({ ...options, directory: await temporaryDirectory() })
      onFinished(() => memories.close())
      return memories
    },
  }
}

/** Every message of a session as `role: text`, with its tool calls; archived messages included. */
export async function saidIn(memory: Memory, session: string): Promise<string[]> {
  return (await memory.sessions.messages(session, { archived: true })).map(line)
}

/** The same for the session's window: without consolidated messages and those that the host abandoned. */
export async function windowIn(memory: Memory, session: string): Promise<string[]> {
  return (await memory.sessions.messages(session)).map(line)
}

function line(message: StoredMessage): string {
  const calls = (message.toolCalls ?? []).map((call) => `[${call.name} ${JSON.stringify(call.input)}]`)
  return `${message.role}: ${[textOf(message), ...calls].filter((text) => text !== '').join(' ')}`
}
