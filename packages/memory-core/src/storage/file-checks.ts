import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import type { StoredText } from './files.ts'
import type { Setting } from './storage.ts'

/**
 * Splits a path of the {@link FileStore} into its segments. @throws MemoryError `bad-input` for a path that is absolute
 * or empty, has a `..`, `.` or empty segment, a backslash, a NUL or a lone surrogate
 */
export function pathSegments(path: string): string[] {
  const segments = typeof path === 'string' ? path.split('/') : []
  const plain = segments.length > 0 && segments.every((name) => name !== '' && name !== '.' && name !== '..')
  if (plain && !path.includes('\\') && !path.includes('\0') && path.isWellFormed()) return segments
  const message = `path is ${shown(path)}, expected a relative path of plain names such as "memory/MEMORY.md"; make names out of ids with safeName`
  throw new MemoryError('bad-input', message)
}

/** Sorts listings by code unit, which is the same on every machine. */
export function comparePaths(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

const safePattern = /^[a-z0-9_@+-][a-z0-9._@+-]*$/
const devicePattern = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/
const longestKey = 16_384
const longestSafeName = 80
const longestPrefix = 40

/**
 * Turns an external id (a session key, a user id) into a file name that is safe on Linux, macOS and Windows. Harmless
 * lower-case keys are their own name; every other key becomes a readable prefix, `~` and 16 hex digits of its SHA-256.
 * `~` is not in the safe alphabet and every name is lower-case, so different keys never share a name, even where the
 * file system ignores case. At most 80 characters, which leaves room for an extension.
 * @param what the kind of key, for the error message
 * @throws MemoryError `bad-input` for an empty key, one over 16,384 characters, or one with a lone surrogate
 */
export function safeName(key: string, what = 'session'): string {
  if (typeof key !== 'string' || key === '' || key.length > longestKey || !key.isWellFormed())
    throw new MemoryError('bad-input', `${what} is ${shown(key)}, expected 1 to 16,384 characters of well-formed text`)
  if (isSafe(key)) return key
  return `${readablePrefix(key)}~${bytesToHex(sha256(utf8ToBytes(key)).subarray(0, 8))}`
}

/** Whether {@link safeName} can return this name. It never returns those of copies by sync tools (`s (1)`). */
export function isSafeName(name: string): boolean {
  return isSafe(name) || /^[a-z0-9_@+-]*~[0-9a-f]{16}$/.test(name)
}

/** Whether a name is {@link safeName} of a key. A key that has none is no error. */
export function isSafeNameOf(name: string, key: string): boolean {
  try {
    return safeName(key) === name
  } catch {
    return false
  }
}

function isSafe(key: string): boolean {
  return (
    key.length <= longestSafeName &&
    safePattern.test(key) &&
    !key.endsWith('.') &&
    !key.includes('..') &&
    !devicePattern.test(key)
  )
}

/** Without dots: `con.txt~…` would still be a device on Windows, `con-txt~…` is not. */
function readablePrefix(key: string): string {
  return key
    .slice(0, 4 * longestPrefix)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_@+-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longestPrefix)
    .replace(/-$/, '')
}

const copyName = /^(?<stem>.+?)(?: \([^/]+\)| \d+|\.sync-conflict-[^/]+)(?<end>\.\w+)$/s

/** The path that a file may be a copy of, by the suffixes that sync tools and people add to names of copies. */
export function originalOf(path: string): string | undefined {
  const { stem, end } = copyName.exec(path)?.groups ?? {}
  return stem === undefined || end === undefined ? undefined : `${stem}${end}`
}

/** The origin of the passages of a file: its path, that of the session for a file of a session or its archive. */
export function originOfPath(path: string): string {
  const archive = path.lastIndexOf('.archive/')
  return archive >= 0 ? path.slice(0, archive) : path.replace(/\.jsonl$/, '')
}

/** Compares a file's version with the one a writer expects. @throws MemoryError `version-conflict` */
export function refuseOtherVersion(path: string, found: string | undefined, expected: string | null | undefined): void {
  if (expected === undefined || expected === (found ?? null)) return
  const message = `${shown(path)} ${found === undefined ? 'is gone' : expected === null ? 'exists already' : 'has changed since it was read'}: read it again and repeat the change`
  throw new MemoryError('version-conflict', message)
}

/** Whether an error says that a file has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return MemoryError.isInstance(error) && error.code === 'version-conflict'
}

/** Runs `work`, which reads and writes a file, again if another writer came in between. */
export async function retryOnConflict<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error
    }
  }
}

/** UTF-16 without a mark at its beginning, or what a crash of the machine leaves of a file that was not synced. */
const nulBytes = /\0[^\0\n]\0|^\0+$/

/** Whether a file has bytes that are no UTF-8. U+FFFD alone does not show it: a text may contain that character. */
export function isDamaged({ text, size }: Pick<StoredText, 'text' | 'size'>): boolean {
  return nulBytes.test(text) || (text.includes('\uFFFD') && utf8ToBytes(text).length !== size)
}

/** Milliseconds after which an editor that writes in place has finished. */
export const secondLookMs = 250

/** Renames a file that cannot be read beside itself, to a free name, which is returned. */
export async function setAside({ storage: { files }, clock }: Setting, path: string): Promise<string> {
  const first = `${path}.corrupt-${isoTime(clock()).replace(/[-:.]/g, '')}`
  let aside = first
  for (let turn = 2; await files.stat(aside); turn++) aside = `${first}-${turn}`
  await files.rename(path, aside)
  return aside
}

/** Renames a file that has bytes that are no UTF-8, because they cannot be written again. `left` says what is left. */
export async function setAsideDamaged(setting: Setting, path: string, left: string): Promise<void> {
  const aside = await setAside(setting, path)
  const message = `${path} has bytes that are no UTF-8: it is kept as ${aside}, and ${left}`
  setting.report({ type: 'file-quarantined', level: 'error', message, path: aside })
}

/** The version over which a file is written again, null if there is none. A damaged file is set aside first. */
export async function versionToReplace(setting: Setting, path: string, before?: StoredText): Promise<string | null> {
  if (!before || !isDamaged(before)) return before?.version ?? null
  await setAsideDamaged(
    setting,
    path,
    `${path} has U+FFFD in place of each. To have them back, save that file in UTF-8`,
  )
  return null
}

/** The error of a rename whose file does not exist. */
export function missingError(path: string): MemoryError {
  return new MemoryError('not-found', `cannot rename ${shown(path)}: there is no such file`)
}
