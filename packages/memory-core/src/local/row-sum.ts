import { crc32 } from 'node:zlib'

/**
 * The checksum that a row keeps of itself (CRC-32): SQLite has none, and answers a flipped bit as if it had been written.
 * One call, because each costs as much as a kilobyte does: about as long as parsing the row's JSON.
 * @param parts what the row says, in an order that never changes. No text in a database of ours has a NUL, see `packText`
 */
export function rowSum(...parts: readonly (string | number | null)[]): number {
  // Nothing reads like a missing text: null and '' are told apart.
  return crc32(parts.map((part) => (part === null ? '\u0001' : part)).join('\u0000'))
}
