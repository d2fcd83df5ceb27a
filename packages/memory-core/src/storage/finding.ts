import { MemoryError } from '../errors.ts'
import type { Finding } from './storage.ts'

/** A finding of severity `warn`; `done` is what a repair has done about it. */
export function warning(
  place: string,
  path: string,
  problem: string,
  remedy: string,
  done?: string | false,
): Finding & { path: string } {
  const found = { severity: 'warn', place, path, problem } as const
  return done ? { ...found, remedy: done, repaired: true } : { ...found, remedy }
}

/** A file that only a newer Daybook can read is a finding; other errors are thrown. */
export function newerFormat(place: string, path: string, error: unknown): Finding {
  if (!MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
  return { severity: 'error', place, path, problem: error.message, remedy: 'upgrade @daybook/memory-core' }
}
