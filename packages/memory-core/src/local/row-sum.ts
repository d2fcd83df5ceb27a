import { crc32 } from 'node:zlib'

/**
 * The checksum that a row keeps of itself (CRC-32): SQLite has none, and answers a flipped bit as if it had been written.
 * @param parts what the row says, in an order that never changes; about 1 µs for a kilobyte
 */
export function rowSum(...parts: readonly (string | number | null)[]): number {
  let sum = 0
  // The kind and the length of each part tell ('a', 'b') from ('ab', '') and null from 'null'.
  for (const part of parts) sum = crc32(`${String(part)}\u0000${typeof part}${String(part).length}`, sum)
  return sum
}
