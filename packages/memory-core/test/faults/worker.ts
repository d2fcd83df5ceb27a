import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { MemoryError, openMemory } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { learningModel } from '../processes/learning-model.ts'
import { isJob, type JobName, jobs } from './jobs.ts'
import { workerSetting } from './worker-setting.ts'

/**
 * A process of its own that works in a memory: `node worker.ts <directory> <name> <jobs> <count> <attempts>`. Says
 * `ready`, waits for a line, opens the memory, says `opened`, does the jobs in turns, and says of each `ok <job> <number>` once it is
 * acknowledged, or `no <job> <number> <code> <message>`. A job that failed is tried again, up to so many attempts. Count
 * 0 goes on until a second line comes.
 */
const [directory = '', name = '', list = '', count = '0', attempts = '1'] = process.argv.slice(2)
const patienceMs = 300_000
const chosen = list.split(',').filter(isJob)
let isStopped = false

/** Synchronous, so that what was said stands outside when the process is killed. */
function say(line: string): void {
  try {
    fs.writeSync(1, `${line}\n`)
  } catch {
    // The fault may hit this write too, or the pipe may be full: what is not said is not acknowledged.
  }
}

function codeOf(error: unknown): string {
  if (MemoryError.isInstance(error)) return error.code
  return `UNTYPED ${error instanceof Error ? error.stack : String(error)}`.replaceAll('\n', ' ')
}

const input = createInterface(process.stdin)
const lines = input[Symbol.asyncIterator]()
say('ready')
if ((await lines.next()).done === true) process.exit()
void lines.next().then(() => {
  isStopped = true
})

async function attempt(job: string, number: number, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    say(`ok ${job} ${number}`)
    return true
  } catch (error) {
    say(`no ${job} ${number} ${codeOf(error)} ${error instanceof Error ? error.message.slice(0, 300) : ''}`)
    return false
  }
}

async function insist(job: string, number: number, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < Number(attempts); tries++) if (await attempt(job, number, work)) return
}

async function run(): Promise<void> {
  // On a busy machine a process may not get its turn for long: that is no fault.
  const storage = await localStorage({ directory, lockTimeoutMs: patienceMs, leaseMs: patienceMs })
  const memory = await openMemory({
    ...workerSetting,
    // The patterns of capture are half of what a life costs.
    capture: { auto: chosen.includes('capture') },
    storage,
    model: learningModel(`${directory}.log`, name),
  })
  say('opened')
  for (let turn = 0; Number(count) === 0 ? !isStopped : turn < Number(count); turn++) {
    const job: JobName = chosen[turn % chosen.length] ?? 'append'
    await insist(job, turn, () => jobs[job](memory, { name, number: turn, directory }))
    if (Number(count) === 0) await pause(1)
  }
  await insist('flush', 0, memory.flush)
  await insist('close', 0, memory.close)
}

for (let tries = 0; tries < Number(attempts); tries++) if (await attempt('run', tries, run)) break
input.close()
process.stdin.destroy()
say('end')
