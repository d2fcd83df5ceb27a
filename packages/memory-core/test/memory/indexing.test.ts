import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const sessions = 30
const messages = 1_000

/** A memory whose sessions no index has. */
async function unindexed(): Promise<string> {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, 'sessions'), { recursive: true })
  for (let s = 0; s < sessions; s++) {
    const lines = Array.from({ length: messages }, (_, n) =>
      JSON.stringify({
        role: 'user',
        id: `m${n}`,
        content: `The heron number ${n} of the colony ${s} nests by the river bank.`,
      }),
    )
    await writeFile(join(directory, 'sessions', `colony-${s}.jsonl`), `${lines.join('\n')}\n`)
  }
  return directory
}

it('answers from what is indexed while the rest is not, says so, and is complete in the end', async () => {
  const directory = await unindexed()
  const memory = await openMemory({ directory, capture: { auto: false }, consolidation: { auto: false } })
  onTestFinished(async () => {
    await memory.close()
    await rm(directory, { recursive: true, force: true })
  })
  const context = await memory.buildContext({ session: 'new', query: 'heron 7 of the colony 29' })
  expect(context.degraded).toBe('indexing')
  const early = await memory.recall('heron 7 of the colony 29', { layers: ['sessions'] })
  expect(early.degraded).toBe('indexing')
  expect(early.items.length).toBeGreaterThan(0)
  await memory.flush()
  const late = await memory.recall('heron 7 of the colony 29', { layers: ['sessions'], limit: 1_000 })
  expect(late.degraded).toBeUndefined()
  const first = await memory.recall('colony 0', { sessions: ['colony-0'], limit: 1_000 })
  expect(first.items.length).toBeGreaterThan(0)
})
