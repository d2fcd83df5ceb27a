/** One thing that a check found. */
export interface Finding {
  /** `error`: something is lost or cannot be read; `warn`: damage that was contained; `info`: nothing is wrong, but know it. */
  severity: 'error' | 'warn' | 'info'
  /** The layer or the part of the storage: `sessions`, `facts`, `store`, `search index` … */
  place: string
  /** The file, relative to the storage's root. */
  path?: string
  problem: string
  /** What to do about it; with `repair`, what was done. */
  remedy: string
  /** Whether it was repaired; absent when nobody asked for a repair, or there is none. */
  repaired?: boolean
}

/** How to look, for a part that checks itself. */
export interface CheckRequest {
  /** Does what each finding's remedy says, as far as nothing is lost by it. */
  repair: boolean
  /** The folders that belong to the memory: what else lies beside them is somebody else's. */
  folders: readonly string[]
  signal?: AbortSignal | undefined
}

/** How to copy, for a storage that copies itself. */
export interface BackupRequest {
  /** The folders that belong to the memory. */
  folders: readonly string[]
  signal?: AbortSignal | undefined
}
