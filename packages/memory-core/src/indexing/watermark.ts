import { isRecord, parsedJson } from '../json.ts'
import type { FileStat } from '../storage/files.ts'

/** How far a file has been indexed. */
export interface Watermark {
  version: string
  generation: string
  /** Bytes indexed; -1 if the file ends within a line and must be read whole next time. */
  offset: number
  /** Lines indexed. */
  lines: number
  key?: string
  createdAt?: string
  /** The message ids in the window: an id that is missing later, and is not in the archive, was deleted by a person. */
  window?: readonly string[]
}

/** Longer windows are kept in memory only: the index would rewrite them with each message. */
const maxStoredWindow = 500

export function printWatermark({ window, ...mark }: Watermark): string {
  return JSON.stringify(window && window.length <= maxStoredWindow ? { ...mark, window } : mark)
}

/** Undefined for invalid text; the file is then read from its beginning. */
export function parseWatermark(text: string | undefined): Watermark | undefined {
  const value = text === undefined ? undefined : parsedJson(text)
  return isWatermark(value) ? value : undefined
}

function isWatermark(value: unknown): value is Watermark {
  if (!isRecord(value)) return false
  const { version, generation, offset, lines, window = [] } = value
  const isPlaced = typeof offset === 'number' && typeof lines === 'number'
  return typeof version === 'string' && typeof generation === 'string' && isPlaced && Array.isArray(window)
}

/** Whether the file still begins with what was read, and may have grown. */
export function hasOnlyGrown(mark: Watermark, entry: FileStat): boolean {
  return mark.generation === entry.generation && mark.offset >= 0 && entry.size >= mark.offset
}

/** The version for a file that is indexed only up to an offset. No real version equals it. */
export function versionUpTo(offset: number): string {
  return `up to ${offset}`
}

/** Whether only the beginning of the file was read. */
export function isOfPart({ version, offset }: Watermark): boolean {
  return version === versionUpTo(offset)
}

/** The mark of an unread file some of whose messages may be in the index already. */
export function unreadMark({ generation }: FileStat): Watermark {
  return { version: versionUpTo(0), generation, offset: 0, lines: 0, window: [] }
}

/** Whether what was read of the file is unchanged; if only its beginning was read, it may have grown. */
export function isAsRead(mark: Watermark, entry: FileStat): boolean {
  return isUnchanged(mark, entry) || (isOfPart(mark) && hasOnlyGrown(mark, entry))
}

export function isUnchanged(mark: Watermark | undefined, entry: FileStat): boolean {
  return mark?.version === entry.version
}

/** Whether the part that was read has changed. */
export function isRewritten(mark: Watermark | undefined, entry: FileStat): boolean {
  return mark !== undefined && !isUnchanged(mark, entry) && !hasOnlyGrown(mark, entry)
}
