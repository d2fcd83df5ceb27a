/**
 * Runs one change of the documents while no other change of them runs, in this or any other process. The layer that
 * opens the memory makes it (out of `storage.lock`); it is not re-entrant.
 */
export type DocumentGuard = <T>(fn: () => Promise<T>) => Promise<T>
