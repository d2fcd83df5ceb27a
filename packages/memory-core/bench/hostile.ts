/*
 * What a megabyte of hostile text costs each public call, per megabyte, wherever a call takes text. The goal is 50 ms; what
 * is above it is printed with the text that did it. The memory is in RAM, so that no disk is measured.
 */
import { inMemoryStorage, openMemory } from '../src/index.ts'
import { callsOf, callWith, everything, furnished, megabytes, placesOf, plainAt } from './hostile/calls.ts'

const goalMs = 50

interface Row {
  call: string
  ms: number
  text: string
}

async function timeOf(call: string, path: readonly (string | number)[], text: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
    const plain = await furnished(memory)
    await memory.flush()
    times.push((await callWith(memory, { call, arguments: plain[call] ?? ['chat', 'tea'], path }, text)).ms)
    await memory.close()
  }
  return Math.min(...times) / (text.length / 1_000_000)
}

async function worstOf(call: string): Promise<Row | undefined> {
  const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
  const plain = await furnished(memory)
  await memory.close()
  const places = placesOf(call, plain).filter((place) => typeof plainAt(place) === 'string')
  const rows: Row[] = []
  for (const { path } of places)
    for (const [name, text] of megabytes)
      rows.push({ call: `${call} ${path.join('.')}`, ms: await timeOf(call, path, text), text: name })
  return rows.sort((one, other) => other.ms - one.ms)[0]
}

const probe = await openMemory({ storage: inMemoryStorage(), ...everything })
const rows: Row[] = []
for (const call of callsOf(probe)) {
  const row = await worstOf(call)
  if (row) rows.push(row)
}
await probe.close()
for (const { call, ms, text } of rows.sort((one, other) => other.ms - one.ms))
  console.log(`${ms.toFixed(1).padStart(8)} ms/MB  ${call.padEnd(36)} ${text}${ms > goalMs ? '  above the goal' : ''}`)
console.log(`${rows.filter(({ ms }) => ms <= goalMs).length} of ${rows.length} calls within ${goalMs} ms a megabyte`)
