import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Whether the long form of the tests was asked for: `npm run test:faults`. */
export const isLong: boolean = process.env['DAYBOOK_FAULTS'] === 'long'

/**
 * How often a property is tried, and from which seed: in the long form as often as wanted and with other values each time,
 * in the short form a few times, with the same values. The seed is said.
 */
export function runs(long: number, short: number): { numRuns: number; seed: number } {
  const seed = isLong ? randomInt(2 ** 31) : 20_261_122
  note(`${long} runs with the seed ${seed}`)
  return { numRuns: isLong ? long : short, seed }
}

/** Says what was run; only the long form does. */
export function note(text: string): void {
  if (isLong) console.log(text)
}

/** Reproducible: the same numbers in every run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The directory of a memory, not there yet; its parent is gone after the test. */
export async function workplace(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  return join(parent, 'memory')
}

/** Why a command cannot be used here, for the title of a skipped test; "" when it can. */
export function without(command: string, ...args: string[]): string {
  const { status } = spawnSync(command, args, { stdio: 'ignore' })
  return status === 0 ? '' : ` (skipped: ${[command, ...args].join(' ')} cannot be used here)`
}
