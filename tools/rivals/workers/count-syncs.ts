import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorker } from './run-worker.ts'
import type { Step } from './steps.ts'

const adds = 50

async function syncsOf(driver: string, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-rivals-syncs-'))
  try {
    const log = join(folder, 'strace.log')
    const texts = Array.from({ length: count }, (_, number) => `Message ${number} of those that are counted.`)
    const step: Step = { do: 'add', texts, place: { user: 'ada', session: 'main' } }
    const under = ['strace', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', log]
    await startWorker(driver, folder, [step], { under }).reports
    return readFileSync(log, 'utf8').match(/\bf(?:data)?sync\(/gu)?.length ?? 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Disk syncs per add, including those of the store's server; undefined without strace. */
export async function countSyncs(driver: string): Promise<number | undefined> {
  if (spawnSync('strace', ['-qq', 'true']).status !== 0) return undefined
  const one = await syncsOf(driver, 1)
  // The difference excludes the syncs of creating, opening and closing a store.
  return ((await syncsOf(driver, adds + 1)) - one) / adds
}
