import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode, readableEntries } from './disk.ts'

/** What is in the name of a half-written file or folder: the machine and process that write it, and a random part. */
const tagPattern = /^\.?([0-9a-f]{8})-([0-9]{1,10})-[0-9a-f]{12}(?:\.tmp)?$/
const longestWriteMs = 60_000

/** A new name for a half-written file, which contains the process and the machine. */
export function temporaryName(): string {
  return `.${writerTag()}.tmp`
}

export function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith('.tmp') && tagPattern.test(name)
}

/** A new name for a half-written folder beside `name`. Not hidden, because it may contain a whole memory. */
export function partialName(name: string): string {
  return `${name}.partial-${writerTag()}`
}

/** Removes the half-written folders for `name` that dead processes of this machine left in a directory. */
export function removePartials(directory: string, name: string): void {
  const prefix = `${name}.partial-`
  for (const { name: found } of readableEntries(directory)) {
    if (found.startsWith(prefix) && isAbandoned(found.slice(prefix.length)))
      fs.rmSync(join(directory, found), { recursive: true, force: true })
  }
}

function writerTag(): string {
  return `${hostTag()}-${process.pid}-${randomBytes(6).toString('hex')}`
}

/** Removes half-written files that are older than a minute or whose process is dead. Where it may not look, they stay. */
export function removeLitter(directory: string): void {
  for (const { name } of readableEntries(directory)) {
    if (isTemporary(name) && isLitter(join(directory, name), name)) fs.rmSync(join(directory, name), { force: true })
  }
}

function isLitter(file: string, name: string): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  return stat !== undefined && (Date.now() - stat.mtimeMs > longestWriteMs || isAbandoned(name))
}

/** Whether the name was made by a process of this machine that is dead. */
function isAbandoned(name: string): boolean {
  const [, host, pid] = tagPattern.exec(name) ?? []
  return host === hostTag() && !isAlive(Number(pid))
}

/** Whether a process of this machine runs. A reused pid counts as running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

function hostTag(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}
