import { MemoryError } from '@daybook/memory-core'

/** A command line that cannot be run, or that a person stopped. */
export class UsageError extends Error {
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The exit code of an error: 2 for wrong usage, 1 for every other failure. */
export function exitCodeOf(error: unknown): 1 | 2 {
  if (error instanceof UsageError) return error.exitCode
  if (!MemoryError.isInstance(error)) return 1
  return error.code === 'bad-input' || error.code === 'bad-option' ? 2 : 1
}

/** The message of an error for a person: one line, never a stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
