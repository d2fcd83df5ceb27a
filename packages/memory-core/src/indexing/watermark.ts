import type { FileStat } from '../storage/files.ts'

/** How far a file is in the index. */
export interface Watermark {
  version: string
  generation: string
  /** Bytes that are indexed; -1 when the file ends in the middle of a line and has to be read whole next time. */
  offset: number
  /** Lines that are indexed. */
  lines: number
  /** The session's key. */
  key?: string
  /** When the session began. */
  createdAt?: string
  /** The ids in the window: what is missing later without being in the archive was taken out by hand. */
  window?: readonly string[]
}

/** Longer windows are remembered by the process, and not in the index: it would be written anew with each message. */
const maxStoredWindow = 500

/** A watermark as the index stores it. */
export function printWatermark({ window, ...mark }: Watermark): string {
  return JSON.stringify(window && window.length <= maxStoredWindow ? { ...mark, window } : mark)
}

/** Undefined for anything that is no watermark: the file is then read from its beginning. */
export function parseWatermark(text: string | undefined): Watermark | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isWatermark(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isWatermark(value: unknown): value is Watermark {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'string' &&
    'generation' in value &&
    typeof value.generation === 'string' &&
    'offset' in value &&
    typeof value.offset === 'number' &&
    'lines' in value &&
    typeof value.lines === 'number' &&
    (!('window' in value) || Array.isArray(value.window))
  )
}

/** Whether the file holds what it held then, and possibly more behind it. */
export function hasOnlyGrown(mark: Watermark, entry: FileStat): boolean {
  return mark.generation === entry.generation && mark.offset >= 0 && entry.size >= mark.offset
}

/** The version of a file that is indexed up to this offset only: no file has it. */
export function versionUpTo(offset: number): string {
  return `up to ${offset}`
}

/** Whether only the beginning of the file was read. */
export function isOfPart({ version, offset }: Watermark): boolean {
  return version === versionUpTo(offset)
}

/** The mark of a file of which nothing is indexed in its place: it says that something may be in the index. */
export function unreadMark({ generation }: FileStat): Watermark {
  return { version: versionUpTo(0), generation, offset: 0, lines: 0, window: [] }
}

/** Whether the file says what was read of it, and possibly more where only its beginning was read. */
export function isAsRead(mark: Watermark, entry: FileStat): boolean {
  return isUnchanged(mark, entry) || (isOfPart(mark) && hasOnlyGrown(mark, entry))
}

/** Whether anything has happened to the file. */
export function isUnchanged(mark: Watermark | undefined, entry: FileStat): boolean {
  return mark?.version === entry.version
}

/** Whether the file holds something else than it held then. */
export function isRewritten(mark: Watermark | undefined, entry: FileStat): boolean {
  return mark !== undefined && !isUnchanged(mark, entry) && !hasOnlyGrown(mark, entry)
}
