import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The SHA-256 of a text's UTF-8 bytes, as 64 hex digits. Synchronous and without `node:`, so that it works in workers.
 * A lone surrogate counts as U+FFFD, as it does on disk.
 */
export function contentHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
