/**
 * Runs a change of the documents while no other change runs, in any process. Made by the layer that opens the memory
 * (from `storage.lock`). Not re-entrant.
 */
export type DocumentGuard = <T>(fn: () => Promise<T>) => Promise<T>
