import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BehaviourOptions, type Memory, openMemory } from '@daybook/memory-core'
import { onTestFinished } from 'vitest'

/** A directory that is removed when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-inspector-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
  return directory
}

/** A memory in a temporary directory, closed when the test ends. */
export async function temporaryMemory(options: BehaviourOptions = {}): Promise<{ memory: Memory; directory: string }> {
  const directory = join(await temporaryDirectory(), 'memory')
  const memory = await openMemory({ directory, consolidation: { auto: false }, ...options })
  onTestFinished(() => memory.close())
  return { memory, directory }
}
