import cliProgress from 'cli-progress'
import type { Arguments } from './arguments.ts'

/** Shows how far the playing has come. */
export interface Progress {
  /** One more turn is on disk. */
  turn(session: string): void
  stop(): void
}

/** A bar on a terminal; elsewhere a line for every tenth of the turns when verbose; nothing when quiet. */
export function createProgress(
  name: string,
  total: number,
  { quiet, verbose }: Pick<Arguments, 'quiet' | 'verbose'>,
): Progress {
  if (!quiet && process.stdout.isTTY) return createBar(name, total)
  return quiet || !verbose ? { turn: () => undefined, stop: () => undefined } : createLines(name, total)
}

function createBar(name: string, total: number): Progress {
  const format = `${name} [{bar}] {value}/{total} turns, session {session}`
  const bar = new cliProgress.SingleBar({ format, hideCursor: true, clearOnComplete: true }, cliProgress.Presets.legacy)
  bar.start(total, 0, { session: '' })
  return {
    turn: (session) => bar.increment(1, { session }),
    stop: () => bar.stop(),
  }
}

function createLines(name: string, total: number): Progress {
  let count = 0
  return {
    turn: (session) => {
      count++
      const isTenth = Math.floor((count * 10) / total) > Math.floor(((count - 1) * 10) / total)
      if (isTenth) console.log(`${name}: ${count} of ${total} turns, session ${session}`)
    },
    stop: () => undefined,
  }
}
