import assert from 'node:assert/strict'
import { MemoryError, type MemoryErrorCode } from '../errors.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * One thing that every storage does. Works with any test runner:
 * `for (const one of fileStoreCases) it(one.name, () => one.run(open))`.
 */
export interface ConformanceCase {
  /** What is true of the storage. */
  name: string
  /** Opens an empty storage, tries it, and closes it; throws an AssertionError where it differs. */
  run(open: () => Promise<Storage>): Promise<void>
}

/** A case that gets an open storage, which is closed after it. */
export function storageCase(name: string, check: (storage: Storage) => Promise<void>): ConformanceCase {
  return {
    name,
    async run(open) {
      const storage = await open()
      try {
        await check(storage)
      } finally {
        await storage.close()
      }
    },
  }
}

/** Asserts that a call fails with a MemoryError of that code. */
export async function assertFails(code: MemoryErrorCode, call: Promise<unknown>, what: string): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(MemoryError.isInstance(error), `${what}: expected a MemoryError, got ${String(error)}`)
    assert.equal(error.code, code, `${what}: ${error.message}`)
    return true
  })
}
