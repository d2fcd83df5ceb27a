import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  callsOf,
  callWith,
  everything,
  furnished,
  isTyped,
  megabytes,
  placesOf,
  plainAt,
  strangers,
  tricks,
} from '../../bench/hostile/calls.ts'
import { inMemoryStorage, type Memory, openMemory } from '../../src/index.ts'
import { isLong, note, workplace } from './run-length.ts'

const probe = await openMemory({ storage: inMemoryStorage(), ...everything })
const calls = callsOf(probe)
await probe.close()
/** Far above the goal of 50 ms a megabyte: what is quadratic takes minutes. Of the processor, so that a busy machine fails nothing. */
const longestMs = 2_000

async function onDisk(): Promise<{ directory: string; memory: Memory }> {
  const directory = await workplace()
  await writeFile(join(dirname(directory), 'neighbour'), 'untouched')
  const memory = await openMemory({ directory, ...everything })
  onTestFinished(() => memory.close())
  return { directory, memory }
}

async function expectUnharmed(memory: Memory, directory: string): Promise<void> {
  expect((await readdir(dirname(directory))).sort()).toEqual(['memory', 'neighbour'])
  expect((await readdir('/tmp')).filter((name) => name === 'daybook-escape')).toEqual([])
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).filter((name) => !/^[\p{L}\p{N}._@+~-]{1,120}$/u.test(name))).toEqual([])
  expect(globalThis).not.toHaveProperty('pwned')
  expect({}).not.toHaveProperty('polluted')
  const [stored] = await memory.addMessages('afterwards', { role: 'user', content: 'still here' })
  expect((await memory.sessions.messages('afterwards')).map(({ id }) => id)).toEqual([stored?.id])
}

it('knows arguments for every call that there is', async () => {
  expect(calls.length).toBeGreaterThan(70)
  const failed: string[] = []
  for (const call of calls) {
    const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
    const plain = await furnished(memory)
    if (call === calls[0]) expect(Object.keys(plain).filter((name) => !calls.includes(name))).toEqual([])
    const { error } = await callWith(memory, { call, arguments: plain[call] ?? [], path: [9] }, undefined)
    if (error !== undefined) failed.push(`${call}: ${String(error)}`)
    await memory.close()
  }
  // There is no version yet.
  expect(failed).toEqual([expect.stringMatching(/^facts\.restore: MemoryError: /)])
})

describe.each(calls)('%s', (call) => {
  it('fault 20: answers or throws a MemoryError, whatever stands in whichever place of its arguments', async () => {
    const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
    const plain = await furnished(memory)
    const bad: string[] = []
    for (const place of placesOf(call, plain))
      for (const [name, value] of strangers) {
        const { error, ms } = await callWith(memory, place, value)
        if (!isTyped(error)) bad.push(`${place.path.join('.')} = ${name}: ${String(error)}`)
        if (ms > longestMs) bad.push(`${place.path.join('.')} = ${name}: ${ms} ms`)
      }
    expect(bad).toEqual([])
    expect({}).not.toHaveProperty('polluted')
    await memory.close()
  })

  it('fault 18, 19, 21: executes nothing and leaves the directory alone, whatever the text', async () => {
    const { directory, memory } = await onDisk()
    const plain = await furnished(memory)
    const bad: string[] = []
    for (const place of placesOf(call, plain))
      for (const trick of tricks) {
        const { error } = await callWith(memory, place, trick)
        if (!isTyped(error)) bad.push(`${place.path.join('.')} = ${JSON.stringify(trick)}: ${String(error)}`)
      }
    expect(bad).toEqual([])
    await expectUnharmed(memory, directory)
  })
})

it('fault 20: no call takes long over a megabyte of anything', { timeout: isLong ? 1_200_000 : 600_000 }, async () => {
  const slow: string[] = []
  let count = 0
  // In the short form each call meets two of the texts, and every text some of the calls.
  for (const [at, call] of calls.entries())
    for (const [name, text] of megabytes.filter((_, n) => isLong || (n + at) % 8 === 0)) {
      const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
      const plain = await furnished(memory)
      for (const place of placesOf(call, plain)) {
        if (typeof plainAt(place) !== 'string') continue
        count++
        const { error, ms } = await callWith(memory, place, text)
        if (ms > longestMs || !isTyped(error)) slow.push(`${call} ${place.path.join('.')} = ${name}: ${ms} ms ${error}`)
      }
      await memory.flush()
      await memory.close()
    }
  note(`${count} calls with a megabyte`)
  expect(slow).toEqual([])
})
