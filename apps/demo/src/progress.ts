import cliProgress from 'cli-progress'

/** Shows how far the playing has come. */
export interface Progress {
  /** One more turn is on disk. */
  turn(session: string): void
  stop(): void
}

/** A bar on a terminal, a line for every tenth of the turns elsewhere, nothing when quiet. */
export function createProgress(name: string, total: number, isQuiet: boolean): Progress {
  if (isQuiet) return { turn: () => undefined, stop: () => undefined }
  return process.stdout.isTTY ? createBar(name, total) : createLines(name, total)
}

function createBar(name: string, total: number): Progress {
  const format = `${name} [{bar}] {value}/{total} turns, session {session}`
  const bar = new cliProgress.SingleBar({ format, hideCursor: true }, cliProgress.Presets.legacy)
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
