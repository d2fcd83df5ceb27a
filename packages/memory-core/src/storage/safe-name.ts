import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { MemoryError, shown } from '../errors.ts'

const safePattern = /^[a-z0-9_@+-][a-z0-9._@+-]*$/
const devicePattern = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/
const longestKey = 16_384
const longestSafeName = 80
const longestPrefix = 40

/**
 * An id of the outside (a session key, a user id) → a file name that is safe on Linux, macOS and Windows.
 * Harmless lower-case keys are their own name; every other key becomes a readable prefix, `~` and 16 hex digits of its
 * SHA-256. `~` is not in the safe alphabet and every name is lower-case, so different keys never share a name, not even
 * where the file system ignores case. At most 80 characters: an extension still fits.
 * @param what the kind of key, for the error message
 * @throws MemoryError `bad-input` for an empty key, one over 16,384 characters, or one with a lone surrogate
 */
export function safeName(key: string, what = 'session'): string {
  if (typeof key !== 'string' || key === '' || key.length > longestKey || !key.isWellFormed())
    throw new MemoryError('bad-input', `${what} is ${shown(key)}, expected 1 to 16,384 characters of well-formed text`)
  if (isSafe(key)) return key
  return `${readablePrefix(key)}~${bytesToHex(sha256(utf8ToBytes(key)).subarray(0, 8))}`
}

/** Whether some key has this safe name: a copy that a sync tool made (`s (1)`, `s.sync-conflict-20260301-0900-ABCDEFG`) has none. */
export function isSafeName(name: string): boolean {
  return isSafe(name) || /^[a-z0-9_@+-]*~[0-9a-f]{16}$/.test(name)
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

/** Without dots: `con.txt~…` would still be a device on Windows, `con-txt~…` is none. */
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
