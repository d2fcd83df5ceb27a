import fs from 'node:fs'
import { join } from 'node:path'
import { sleep } from '../async.ts'
import { readableEntries } from '../disk/disk.ts'
import { removeLitter } from '../disk/temporary-files.ts'
import { MemoryError } from '../errors.ts'
import { directoriesIn, gitFolder } from './root.ts'

/** A database whose log can be emptied. */
interface Purged {
  file: string
  /** False while other processes read from the log. */
  purge(logsOnly?: boolean): Promise<boolean>
}

interface PurgeOptions {
  /** Only empties the logs; costs no more than their size. */
  logsOnly?: boolean
  /** The number of damaged lines in the journals before. */
  damagedLines?: number
}

const patienceMs = 5_000
const pauseMs = 20

/**
 * Empties the logs of the databases, and removes half-written files of dead processes below `root`. Returns where
 * removed bytes remain: in a log that other processes used for five seconds, in a database that cannot be used, in
 * damaged lines (`damagedLines` counts them).
 */
export async function purge(
  root: string,
  databases: readonly Purged[],
  { logsOnly = false, damagedLines = 0 }: PurgeOptions = {},
): Promise<string[]> {
  const present = databases.filter(({ file }) => fs.existsSync(file))
  const answers = await Promise.all(present.map((database) => purgeOne(database, logsOnly)))
  const left = answers.filter((one) => one !== undefined)
  if (logsOnly) return left
  for (const directory of directoriesBelow(root)) removeLitter(directory)
  return [
    ...left,
    ...(damagedLines === 0 ? [] : [damagedLeft(damagedLines)]),
    ...setAsideBelow(join(root, '.daybook')),
    ...gitAround(root),
  ]
}

/** A path in quotes; unlike `shown`, it does not shorten it. */
function quoted(path: string): string {
  return JSON.stringify(path)
}

/** The git directory around the folder: commits keep what was removed, and rewriting history is not our decision. */
function gitAround(root: string): string[] {
  const git = gitFolder(root)
  if (git === undefined) return []
  return [
    `${quoted(git)} is a git repository: its history keeps what was committed until it is rewritten, here and in every clone`,
  ]
}

function damagedLeft(lines: number): string {
  const them = lines === 1 ? '1 damaged line of the journals was' : `${lines} damaged lines of the journals were`
  return `${them} set aside without being searched: repeat the call`
}

/** Damaged content that was set aside cannot be searched for what was removed. */
function setAsideBelow(directory: string): string[] {
  const names = readableEntries(directory).map(({ name }) => name)
  return names
    .filter((name) => /\.db\.corrupt-[^-.]+(?:-\d+)?(?:\.salvaged)?$/.test(name))
    .map(
      (name) =>
        `${quoted(join(directory, name))} is a damaged database that was set aside: delete it when it is no longer needed`,
    )
}

async function purgeOne({ file, purge }: Purged, logsOnly: boolean): Promise<string | undefined> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      if (await purge(logsOnly)) return undefined
    } catch (error) {
      if (!MemoryError.isInstance(error)) throw error
      return `${quoted(file)} could not be purged: ${error.message}`
    }
    if (performance.now() >= deadline)
      return `${quoted(`${file}-wal`)} still holds removed bytes, because another process reads from it: repeat the call when that process is done`
    await sleep(pauseMs)
  }
}

function directoriesBelow(root: string): string[] {
  const all = [root]
  for (const directory of all) all.push(...directoriesIn(directory))
  return all
}
