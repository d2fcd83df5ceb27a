import { sha256 } from '@noble/hashes/sha2.js'

/**
 * The SHA-256 of a text's UTF-8 bytes, as 64 hex digits. Synchronous and without `node:`, so that it works in workers.
 * A lone surrogate counts as U+FFFD, as it does on disk.
 */
export function contentHash(text: string): string {
  const digest = sha256(new TextEncoder().encode(text))
  let hex = ''
  for (const byte of digest) hex += byte.toString(16).padStart(2, '0')
  return hex
}
