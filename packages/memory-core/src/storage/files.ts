/** What is known of a file without reading it. */
export interface FileStat {
  /** Length in bytes (UTF-8). */
  size: number
  /** Changes with every change of the file. */
  version: string
  /** Changes when the file is replaced (`write`, `rename`), and stays the same while it is only appended to. */
  generation: string
  /** When it was last changed, in ms, where the store knows. */
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
 * Text files, UTF-8, by path relative to the storage's root (`memory/MEMORY.md`, always with `/`). Parent directories
 * come and go by themselves. When a promise resolves, the change survives the death of the process and of the machine.
 *
 * Paths are made by Daybook's own code out of safe names; an implementation refuses every path that is absolute, has a
 * `..`, `.` or empty segment, a backslash or a NUL, or that leaves the root by a symbolic link (MemoryError `bad-input`).
 * Failures of the medium are MemoryError `storage-failed`, with the cause, and leave the old content readable.
 */
export interface FileStore {
  /** The text, or undefined when there is no such file. Bytes that are not UTF-8 read as U+FFFD. */
  read(path: string): Promise<StoredText | undefined>
  /** Several files at once, in the order asked for. */
  readMany(paths: readonly string[]): Promise<(StoredText | undefined)[]>
  /** The text between two byte offsets; `end` defaults to the end of the file. "" when there is no such file or nothing there. */
  readRange(path: string, start: number, end?: number): Promise<string>
  stat(path: string): Promise<FileStat | undefined>
  /**
   * Replaces the file as a whole, or makes it: readers see the old text or the new, never a mixture.
   * With `ifVersion`, only if the file still has that version (`null`: only if there is none).
   * @throws MemoryError `version-conflict` when it does not
   */
  write(path: string, text: string, options?: { ifVersion?: string | null }): Promise<FileStat>
  /**
   * Adds text at the end, or makes the file; the cost does not depend on the file's size. If the file is not empty and
   * does not end with a line break, one is put before the text: a torn line never swallows the next one.
   * Local price: one write and one fsync (two when it makes the file). With `isDurable: false` the promise may resolve before
   * the text survives the death of the machine; a store may ignore that.
   */
  append(path: string, text: string, options?: { isDurable?: boolean }): Promise<FileStat>
  /** Moves a file; an existing one at `to` is replaced. */
  rename(from: string, to: string): Promise<void>
  /** The files in a directory, sorted by path; [] when there is none. `deep` includes those of its subdirectories. */
  list(directory: string, options?: { deep?: boolean }): Promise<FileEntry[]>
  /** Removes a file; harmless when there is none. */
  remove(path: string): Promise<void>
}
