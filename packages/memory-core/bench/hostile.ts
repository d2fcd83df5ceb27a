/*
 * What a megabyte of hostile text costs each public call, per megabyte of UTF-8, wherever a call takes text. The goal is 50 ms of the processor; what
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

/** Of all texts in all places of a call the one that costs most for its length; each in a memory of its own. */
async function worstOf(call: string): Promise<Row | undefined> {
  const rows: Row[] = []
  for (const [name, text] of megabytes) {
    const memory = await openMemory({ storage: inMemoryStorage(), ...everything })
    const places = placesOf(call, await furnished(memory)).filter((place) => typeof plainAt(place) === 'string')
    await memory.flush()
    for (const place of places) {
      const { ms } = await callWith(memory, place, text)
      rows.push({ call: `${call} ${place.path.join('.')}`, ms: ms / (Buffer.byteLength(text) / 1_000_000), text: name })
    }
    await memory.close()
  }
  return rows.sort((one, other) => other.ms - one.ms)[0]
}

// `node bench/hostile.ts facts.` looks at the calls of one layer only.
const wanted = process.argv[2] ?? ''
const probe = await openMemory({ storage: inMemoryStorage(), ...everything })
const calls = callsOf(probe).filter((call) => call.startsWith(wanted))
await probe.close()
let within = 0
let measured = 0
for (const call of calls) {
  const row = await worstOf(call)
  if (!row) continue
  measured += 1
  if (row.ms <= goalMs) within += 1
  const warning = row.ms > goalMs ? '  above the goal' : ''
  console.log(`${row.ms.toFixed(1).padStart(8)} ms/MB  ${row.call.padEnd(36)} ${row.text}${warning}`)
}
console.log(`${within} of ${measured} calls within ${goalMs} ms a megabyte`)
