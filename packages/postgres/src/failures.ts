import { MemoryError } from '@daybook/memory-core'

/** SQLSTATEs after which a transaction may succeed when repeated: conflicts, and a server that starts or stops. */
const passing: ReadonlySet<string> = new Set(['40001', '40P01', '53300', '57P01', '57P02', '57P03'])

/** What helps, by the beginning of the SQLSTATE. */
const waysOut: readonly (readonly [RegExp, string])[] = [
  [/^(?:$|08|57P)/, 'check that the server is running and can be reached, then call again'],
  [/^28/, "correct the role or the password in the pool's options, or let the role in by pg_hba.conf"],
  [/^3D000/, "create the database, or correct its name in the pool's options"],
  [/^25006/, 'the server or the role is set to read only: connect to one that can be written to, not to a standby'],
  [/^42501/, 'give the role SELECT, INSERT, UPDATE and DELETE on the tables of the schema'],
  [/^42P01/, 'the schema is not complete: run migratePostgres with a role that may create it'],
  [/^53/, 'the server is out of disk, memory or connections: make room, and call again'],
]
/** The error of `pg` for a caller that waited for a connection in vain. */
const exhausted = 'timeout exceeded when trying to connect'

/** Errors of the database, as opposed to errors of the work. */
const failures = new WeakSet()

/** Runs a call to the database, and marks its errors. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Object) failures.add(error)
    throw error
  }
}

export function isFailure(error: unknown): boolean {
  return error instanceof Object && failures.has(error)
}

/** Whether the connection was lost: the outcome of the last statement is then unknown. */
export function isLost(error: unknown): boolean {
  if (!isFailure(error)) return false
  const state = stateOf(error)
  return state === undefined || state.startsWith('08') || state.startsWith('57P')
}

/** Whether the same transaction is worth another attempt. */
export function isPassing(error: unknown): boolean {
  return isFailure(error) && (isLost(error) || passing.has(stateOf(error) ?? ''))
}

/** An error of the database as a MemoryError with a way out; others unchanged. */
export function storageError(error: unknown): unknown {
  if (!isFailure(error)) return error
  const state = stateOf(error) ?? ''
  const message = error instanceof Error && error.message !== '' ? error.message : String(error)
  const wayOut =
    message === exhausted
      ? 'all connections of the pool were in use: raise its `max`, or release those held elsewhere, then call again'
      : waysOut.find(([states]) => states.test(state))?.[1]
  const text = ['nothing of this call is stored', ...(wayOut ? [wayOut] : [])].join('; ')
  return new MemoryError('storage-failed', `PostgreSQL failed (${message}): ${text}`, { cause: error })
}

/** The SQLSTATE; undefined if the error is not from the server. */
export function stateOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? code : undefined
}
