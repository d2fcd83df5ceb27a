import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isMissing } from './disk.ts'
import { isTemporary, temporaryPattern } from './paths.ts'

const tagPattern = /^([0-9a-f]{8})-([0-9]{1,10})-[0-9a-f]{12}$/
const longestWriteMs = 60_000
const litterErrors: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** A new name for a half-written file: says which process of which machine writes it. */
export function temporaryName(): string {
  return `.${writerTag()}.tmp`
}

/** A new name for a folder that is half-written, beside `name`. Not a hidden one: it may hold all that a memory says. */
export function partialName(name: string): string {
  return `${name}.partial-${writerTag()}`
}

/** Removes the half-written folders for `name` that dead writers of this machine left in a directory. */
export function removePartials(directory: string, name: string): void {
  const prefix = `${name}.partial-`
  for (const found of namesIn(directory)) {
    const [, host, pid] = (found.startsWith(prefix) && tagPattern.exec(found.slice(prefix.length))) || []
    if (host === hostTag() && !isAlive(Number(pid))) fs.rmSync(join(directory, found), { recursive: true, force: true })
  }
}

function writerTag(): string {
  return `${hostTag()}-${process.pid}-${randomBytes(6).toString('hex')}`
}

/** Removes what dead writers left in a directory: files of a minute ago, and of processes that are gone. */
export function removeLitter(directory: string): void {
  for (const name of namesIn(directory)) {
    if (isTemporary(name) && isLitter(join(directory, name), name)) fs.rmSync(join(directory, name), { force: true })
  }
}

function namesIn(directory: string): string[] {
  try {
    return fs.readdirSync(directory)
  } catch (error) {
    // Litter harms nobody: where we may not look, we need not clean.
    if (isMissing(error) || (error instanceof Error && 'code' in error && litterErrors.has(String(error.code))))
      return []
    throw error
  }
}

function isLitter(file: string, name: string): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (!stat) return false
  if (Date.now() - stat.mtimeMs > longestWriteMs) return true
  const [, host, pid] = temporaryPattern.exec(name) ?? []
  return host === hostTag() && !isAlive(Number(pid))
}

/** Whether a process of this machine runs. A number that was given to another process since counts as running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function hostTag(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}
