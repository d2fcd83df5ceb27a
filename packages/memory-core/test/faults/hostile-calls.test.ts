import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  callsOf,
  callWith,
  everything,
  furnished,
  isTyped,
  type Place,
  placesOf,
  strangers,
  tricks,
} from '../../bench/hostile/calls.ts'
import { inMemoryStorage, type Memory, openMemory } from '../../src/index.ts'
import { type LayerCall, layerCalls } from '../../src/memory/layer-calls.ts'
import { troublesWith } from './growing-cost.ts'
import { isLong, note, workplace } from './run-length.ts'

const probe = await openMemory({ storage: inMemoryStorage(), ...everything })
const calls = callsOf(probe)
await probe.close()
/** Only against hanging. Of the processor, so that a busy machine fails nothing. */
const longestMs = 20_000

/** The calls that store what they are given. */
const storing = calls.filter((call) => {
  const [layer = '', method = ''] = call.split('.')
  const layers: Readonly<Record<string, Readonly<Record<string, LayerCall>>>> = layerCalls
  return call === 'addMessages' || layers[layer]?.[method]?.stores !== undefined
})

/**
 * What to put into a place. The long form uses all of it. The short form uses each `step`th, starting at a different one
 * for each place and call, and fewer behind the last argument, where a call expects nothing.
 */
function sampleFor<T>(all: readonly T[], step: number, { call, path, arguments: given }: Place, number: number): T[] {
  const every = isLong ? 1 : path[0] === given.length ? step * 3 : step
  return all.filter((_, at) => (at + number + calls.indexOf(call)) % every === 0)
}

interface OnDisk {
  directory: string
  memory: Memory
}

/** One directory for the calls of each layer, each of which finds it as the one before has left it. */
const onDisk = new Map<string, Promise<OnDisk>>()

async function openOnDisk(): Promise<OnDisk> {
  const directory = join(await mkdtemp(join(tmpdir(), 'daybook-')), 'memory')
  await writeFile(join(dirname(directory), 'neighbour'), 'untouched')
  return { directory, memory: await openMemory({ directory, ...everything }) }
}

function onDiskFor(call: string): Promise<OnDisk> {
  const layer = call.includes('.') ? call.replace(/\..*$/s, '') : 'memory'
  const opened = onDisk.get(layer) ?? openOnDisk()
  onDisk.set(layer, opened)
  return opened
}

afterAll(async () => {
  for (const opened of onDisk.values()) {
    const { directory, memory } = await opened
    await memory.close()
    await rm(dirname(directory), { recursive: true })
  }
})

async function expectUnharmed(memory: Memory, directory: string): Promise<void> {
  expect((await readdir(dirname(directory))).sort()).toEqual(['memory', 'neighbour'])
  expect((await readdir('/tmp')).filter((name) => name === 'daybook-escape')).toEqual([])
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).filter((name) => !/^[\p{L}\p{N}._@+~-]{1,120}$/u.test(name))).toEqual([])
  expect(globalThis).not.toHaveProperty('pwned')
  expect({}).not.toHaveProperty('polluted')
  const [stored] = await memory.addMessages('afterwards', { role: 'user', content: 'still here' })
  expect((await memory.sessions.messages('afterwards')).map(({ id }) => id)).toContain(stored?.id)
}

it('knows arguments for every call that there is', async () => {
  expect(calls.length).toBeGreaterThan(70)
  const failed: string[] = []
  const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
  for (const call of calls) {
    const plain = await furnished(memory)
    if (call === calls[0]) expect(Object.keys(plain).filter((name) => !calls.includes(name))).toEqual([])
    const { error } = await callWith(memory, { call, arguments: plain[call] ?? [], path: [9] }, undefined)
    if (error !== undefined) failed.push(`${call}: ${String(error)}`)
  }
  await memory.close()
  // There is no version yet.
  expect(failed).toEqual([expect.stringMatching(/^facts\.restore: MemoryError: /)])
})

describe.each(calls)('%s', (call) => {
  it('fault 20: answers or throws a MemoryError, whatever stands in whichever place of its arguments', async () => {
    const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
    const plain = await furnished(memory)
    const bad: string[] = []
    for (const [number, place] of placesOf(call, plain).entries())
      for (const [name, value] of sampleFor(strangers, 3, place, number)) {
        const { error, ms } = await callWith(memory, place, value)
        if (!isTyped(error)) bad.push(`${place.path.join('.')} = ${name}: ${String(error)}`)
        if (ms > longestMs) bad.push(`${place.path.join('.')} = ${name}: ${ms} ms`)
      }
    expect(bad).toEqual([])
    expect({}).not.toHaveProperty('polluted')
    await memory.close()
  })

  it('fault 18, 19, 21: executes nothing and leaves the directory alone, whatever the text', async () => {
    const { directory, memory } = await onDiskFor(call)
    const plain = await furnished(memory)
    const bad: string[] = []
    for (const [number, place] of placesOf(call, plain).entries())
      for (const trick of sampleFor(tricks, 6, place, number)) {
        const { error } = await callWith(memory, place, trick)
        if (!isTyped(error)) bad.push(`${place.path.join('.')} = ${JSON.stringify(trick)}: ${String(error)}`)
      }
    expect(bad).toEqual([])
    await expectUnharmed(memory, directory)
  })
})

describe('a long text', { timeout: isLong ? 3_600_000 : 600_000 }, () => {
  it('fault 20: no call takes long over a megabyte of anything: the cost grows with the text, not faster', async () => {
    const opening = (): Promise<Memory> => openMemory({ storage: inMemoryStorage(), ...everything })
    const { troubles, count } = await troublesWith(opening, calls, 1)
    note(`${count} calls with a long text`)
    expect(troubles).toEqual([])
  })

  it('fault 20: no call takes long over a megabyte of anything that it writes into files', async () => {
    const opening = async (): Promise<Memory> => openMemory({ directory: await workplace(), ...everything })
    const { troubles, count } = await troublesWith(opening, storing, 1)
    note(`${count} calls that write a long text into files`)
    expect(troubles).toEqual([])
  })
})
