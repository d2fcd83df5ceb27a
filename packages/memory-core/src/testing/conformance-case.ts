import assert from 'node:assert/strict'
import { MemoryError, type MemoryErrorCode } from '../errors.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * One requirement of every storage. Works with any test runner: `for (const one of fileStoreCases) it(one.name, () =>
 * one.run(open))`.
 */
export interface ConformanceCase {
  /** The requirement, as a statement about the storage. */
  name: string
  /** Opens an empty storage, checks it, and closes it. Throws an AssertionError if the requirement is not met. */
  run(open: () => Promise<Storage>): Promise<void>
}

/** A case that receives an open storage, which is closed afterwards. */
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

/** Asserts that a call fails with a MemoryError that has this code. */
export async function assertFails(code: MemoryErrorCode, call: Promise<unknown>, what: string): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(MemoryError.isInstance(error), `${what}: expected a MemoryError, got ${String(error)}`)
    assert.equal(error.code, code, `${what}: ${error.message}`)
    return true
  })
}
