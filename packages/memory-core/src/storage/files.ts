/** The properties of a file that are known without reading it. */
export interface FileStat {
  /** Length in bytes (UTF-8). */
  size: number
  /** Changes with every write. */
  version: string
  /** Changes when the file is replaced (`write`, `rename`), not when it is appended to. */
  generation: string
  /** When it was last changed, in ms, if the store knows. */
  changedAt?: number
}

/** A file's text with the stat that belongs to exactly this text. */
export interface StoredText extends FileStat {
  text: string
}

/** One file of a listing. */
export interface FileEntry extends FileStat {
  /** Relative to the storage's root, `/`-separated. */
  path: string
}

/**
 * Text files in UTF-8, by path relative to the storage's root (`memory/MEMORY.md`, always with `/`). Parent directories
 * are created when needed, and removed when empty. When a promise resolves, the change survives a crash of the process
 * and of the machine.
 * Daybook builds paths from safe names. An implementation refuses every path that is absolute, has a `..`, `.` or empty
 * segment, a backslash or a NUL, or that leaves the root by a symbolic link (MemoryError `bad-input`). Failures of the
 * medium are MemoryError `storage-failed`, with the cause, and leave the old content readable.
 */
export interface FileStore {
  /** The text, or undefined if the file does not exist. Bytes that are not UTF-8 read as U+FFFD. */
  read(path: string): Promise<StoredText | undefined>
  /** Reads several files, in the order requested. */
  readMany(paths: readonly string[]): Promise<(StoredText | undefined)[]>
  /** The text between two byte offsets; `end` defaults to the end of the file. "" if there is none. */
  readRange(path: string, start: number, end?: number): Promise<string>
  stat(path: string): Promise<FileStat | undefined>
  /**
   * Replaces a whole file, or creates it: readers see the old text or the new, never a mixture. With `ifVersion`, only
   * if the file still has that version (`null`: only if it does not exist).
   * @throws MemoryError `version-conflict` if it has another version
   */
  write(path: string, text: string, options?: { ifVersion?: string | null }): Promise<FileStat>
  /**
   * Appends text, or creates the file; the cost does not depend on the file's size. If the file is not empty and does
   * not end with a line break, one is written first, so that a torn line cannot merge with the next one. Costs one
   * write and one fsync locally (two for a new file). With `isDurable: false` the promise may resolve before the text
   * would survive a crash of the machine; a store may ignore that option.
   */
  append(path: string, text: string, options?: { isDurable?: boolean }): Promise<FileStat>
  /** Moves a file, and replaces an existing one at `to`. */
  rename(from: string, to: string): Promise<void>
  /** The files in a directory, sorted by path; [] if it does not exist. `deep` includes subdirectories. */
  list(directory: string, options?: { deep?: boolean }): Promise<FileEntry[]>
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>
}
