import fs from 'node:fs'
import { join } from 'node:path'
import { sleep } from '../async.ts'
import { readableEntries } from '../disk/disk.ts'
import { removeLitter } from '../disk/temporary-files.ts'
import { MemoryError } from '../errors.ts'
import { directoriesIn, gitFolder } from './root.ts'

interface Purged {
  file: string
  /** False while other processes read from the log. */
  purge(logsOnly: boolean): Promise<boolean>
}

const patienceMs = 5_000
const pauseMs = 20

/**
 * Empties the logs of the databases and, unless `logsOnly`, removes half-written files of dead processes below `root`.
 * Returns where removed bytes remain.
 */
export async function purge(
  root: string,
  databases: readonly Purged[],
  { logsOnly, damagedLines }: { logsOnly: boolean; damagedLines: number },
): Promise<string[]> {
  const present = databases.filter(({ file }) => fs.existsSync(file))
  const answers = await Promise.all(present.map((database) => purgeOne(database, logsOnly)))
  const left = answers.filter((one) => one !== undefined)
  if (logsOnly) return left
  const directories = [root]
  for (const directory of directories) {
    removeLitter(directory)
    directories.push(...directoriesIn(directory))
  }
  const lines =
    damagedLines === 1 ? '1 damaged line of the journals was' : `${damagedLines} damaged lines of the journals were`
  if (damagedLines > 0) left.push(`${lines} set aside without being searched: repeat the call`)
  left.push(...setAsideBelow(join(root, '.daybook')))
  // Rewriting history is not our decision.
  const git = gitFolder(root)
  if (git !== undefined)
    left.push(
      `${JSON.stringify(git)} is a git repository: its history keeps what was committed until it is rewritten, here and in every clone`,
    )
  return left
}

/** Damaged content that was set aside cannot be searched for what was removed. */
function setAsideBelow(directory: string): string[] {
  const isSetAside = /\.db\.corrupt-[^-.]+(?:-\d+)?(?:\.salvaged)?$/
  const files = readableEntries(directory).filter(({ name }) => isSetAside.test(name))
  const problem = 'is a damaged database that was set aside: delete it when it is no longer needed'
  return files.map(({ name }) => `${JSON.stringify(join(directory, name))} ${problem}`)
}

async function purgeOne({ file, purge }: Purged, logsOnly: boolean): Promise<string | undefined> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      if (await purge(logsOnly)) return undefined
    } catch (error) {
      if (!MemoryError.isInstance(error)) throw error
      return `${JSON.stringify(file)} could not be purged: ${error.message}`
    }
    if (performance.now() >= deadline)
      return `${JSON.stringify(`${file}-wal`)} still holds removed bytes, because another process reads from it: repeat the call when that process is done`
    await sleep(pauseMs)
  }
}
