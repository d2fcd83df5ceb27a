/**
 * Runs a change of the documents while no other change runs, in any process. The layer that opens the memory makes it
 * from `storage.lock`. Not re-entrant.
 */
export type DocumentGuard = <T>(fn: () => Promise<T>) => Promise<T>
