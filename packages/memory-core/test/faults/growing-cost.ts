import { callWith, furnished, isTyped, lures, type Place, placesOf, plainAt } from '../../bench/hostile/calls.ts'
import type { Memory } from '../../src/index.ts'
import { isLong } from './run-length.ts'

/** Of the long texts; the short form is content with a twentieth of a megabyte. */
const longLength = isLong ? 1_000_000 : 50_000
const shorter = 4
/** For four times the length: what is linear costs 4 times as much, what is quadratic 16 times. */
const mostGrowth = 9
/** What costs less is not compared: it is mostly the collector's. */
const worthComparingMs = 60
/** A linear call may meet the collector once, not each time. */
const attempts = 4

type Opening = () => Promise<Memory>
type Lure = (typeof lures)[number]

interface Cost {
  /** Of the processor. */
  ms: number
  error: unknown
}

/** What a call costs, with all that follows from it by itself. */
async function costOf(memory: Memory, place: Place, text: string): Promise<Cost> {
  const { ms, error } = await callWith(memory, place, text)
  const flushed = await callWith(memory, { call: 'flush', arguments: [], path: [0] }, undefined)
  return { ms: ms + flushed.ms, error: error ?? flushed.error }
}

/** How the cost of a call grew in each attempt; "" when it grew with the text once. Each in a memory of its own. */
async function growthOf(opening: Opening, { call, path }: Place, make: Lure[1]): Promise<string> {
  const seen: string[] = []
  while (seen.length < attempts) {
    const memory = await opening()
    const place = { call, path, arguments: (await furnished(memory))[call] ?? [] }
    await memory.flush()
    const short = await costOf(memory, place, make(longLength / shorter))
    const long = await costOf(memory, place, make(longLength))
    await memory.close()
    if (long.ms < worthComparingMs || long.ms <= short.ms * mostGrowth) return ''
    seen.push(`${Math.round(short.ms)} → ${Math.round(long.ms)} ms`)
  }
  return seen.join(', ')
}

/**
 * Puts long texts into every place of these calls that holds a text, and answers what is wrong: an error without a type,
 * a cost that grows much faster than the text. In the short form a call meets `sample` of the texts, and every text some
 * of the calls.
 */
export async function troublesWith(
  opening: Opening,
  calls: readonly string[],
  sample: number,
): Promise<{ troubles: string[]; count: number }> {
  const troubles: string[] = []
  let count = 0
  for (const [at, call] of calls.entries())
    for (const [name, make] of lures.filter((_, n) => isLong || (n + at) % (lures.length / sample) === 0)) {
      // A new one for each text: among megabytes of those before, a call costs what they do.
      const memory = await opening()
      const places = placesOf(call, await furnished(memory)).filter((place) => typeof plainAt(place) === 'string')
      await memory.flush()
      for (const place of places) {
        count += 1
        const { ms, error } = await costOf(memory, place, make(longLength))
        const growth = ms < worthComparingMs ? '' : await growthOf(opening, place, make)
        const trouble = isTyped(error) ? growth : String(error)
        if (trouble !== '') troubles.push(`${call} ${place.path.join('.')} = ${name}: ${trouble}`)
      }
      await memory.close()
    }
  return { troubles, count }
}
