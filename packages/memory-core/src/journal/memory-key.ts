import { isConflict } from '../storage/file-checks.ts'
import type { FileStore } from '../storage/files.ts'
import { contentHash } from '../text/content-hash.ts'

/** The memory's secret key: a text file inside the memory's folder, so that it moves with it. */
const keyPath = '.daybook/key'

/** The purpose of a hash: the same text has a different hash for each purpose, and in each memory. */
type Purpose = 'session' | 'question' | 'line' | 'text'

/** Makes hashes from which nothing can be learned without the memory's key. */
export type SaltedHash = (purpose: Purpose, text: string, digits?: number) => string

/** The salted hash of this memory. Without a key: creates one if `mayMake`, else undefined. */
export async function openSaltedHash(files: FileStore, mayMake: boolean): Promise<SaltedHash | undefined> {
  const key = (await readKey(files)) ?? (mayMake ? await makeKey(files) : undefined)
  return key === undefined
    ? undefined
    : (purpose, text, digits = 16) => contentHash(`${key}\n${purpose}\n${text}`).slice(0, digits)
}

async function readKey(files: FileStore): Promise<string | undefined> {
  const key = (await files.read(keyPath))?.text.trim()
  return key === undefined || key === '' ? undefined : key
}

async function makeKey(files: FileStore): Promise<string | undefined> {
  const made = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0'))
  try {
    await files.write(keyPath, `${made.join('')}\n`, { ifVersion: (await files.stat(keyPath))?.version ?? null })
  } catch (error) {
    if (!isConflict(error)) throw error
  }
  // Another process may have created it first.
  return readKey(files)
}
