/* The passage index with the watermarks of its sources, the form of these, and the rebuild after damage. */

import { letOthersRun, takeTurns } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { isRecord, parsedJson } from '../json.ts'
import { originOfPath } from '../storage/file-checks.ts'
import type { FileStat } from '../storage/files.ts'
import type { Passage, PassageIndex } from '../storage/passages.ts'
import type { Setting } from '../storage/storage.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import { analyserVersion } from '../text/analyse.ts'
import type { CatchUp } from './catch-up.ts'

/** A change of the index, and the watermarks of its sources after it; undefined deletes a watermark. */
export interface IndexChange {
  upsert: readonly Passage[]
  remove: readonly string[]
  marks: ReadonlyMap<string, Watermark | undefined>
  /** More of the source remains to be read. */
  isPart?: boolean
}

/** Watermarks by path. */
export type Watermarks = ReadonlyMap<string, Watermark>

/** The passage index, with its watermarks cached in memory. */
export type MarkedIndex = ReturnType<typeof createMarkedIndex>

const analyserMark = 'analyser'
/** The watermark that every change expects unchanged; a new index and {@link MarkedIndex.endReadings} replace it. */
const readingsMark = 'readings'
const ownMarks: ReadonlySet<string> = new Set([analyserMark, readingsMark])
const batchSize = 1_000

/** Wraps an index; touches nothing until it is used. */
export function createMarkedIndex(given: PassageIndex, report: Setting['report']) {
  const damages = new WeakSet<MemoryError>()
  const life = (): string | undefined => given.life?.()
  const passages: Pick<PassageIndex, 'update' | 'ids' | 'watermarks' | 'clear'> = {
    update: (change) => noting(given.update(change)),
    ids: (origin) => noting(given.ids(origin)),
    watermarks: () => noting(given.watermarks()),
    clear: () => noting(given.clear()),
  }

  /** Remembers which damage is that of the index: only then may it be rebuilt. */
  async function noting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (MemoryError.isInstance(error) && error.code === 'corrupt') damages.add(error)
      throw error
    }
  }

  let loaded: Awaited<ReturnType<typeof load>> | undefined

  /**
   * Reads the watermarks, the life of the index that they belong to, and the value of `readingsMark`. A file that is gone
   * has no watermark of its own that would detect a conflict.
   */
  async function load() {
    const stored = await passages.watermarks()
    const version = String(analyserVersion)
    const isOther = stored.size > 0 && stored.get(analyserMark) !== version
    if (isOther || [...stored].some(([path, text]) => !ownMarks.has(path) && !isAsWritten(text))) {
      await passages.clear()
      stored.clear()
      const why = isOther ? 'was made by another version' : 'contains an invalid watermark: it was damaged'
      const message = `the search index ${why} and is being rebuilt`
      report({ type: 'index-rebuilt', level: isOther ? 'info' : 'warn', message })
    }
    let readings = stored.get(readingsMark)
    if (readings === undefined) {
      readings = crypto.randomUUID()
      const watermarks = { [analyserMark]: version, [readingsMark]: readings }
      // If two processes find a new index, one of them wins and the other reads the watermarks again.
      await passages.update({ watermarks, expected: { [readingsMark]: undefined } })
    }
    const known = new Map<string, Map<string, Watermark>>()
    const turn = takeTurns()
    for (const [path, text] of stored) {
      await turn()
      setMark(known, path, parseWatermark(text))
    }
    return { known, life: life(), readings }
  }

  async function marks(): Promise<Map<string, Map<string, Watermark>>> {
    loaded ??= await load()
    return loaded.known
  }

  async function write({ upsert, remove, marks: changed }: IndexChange): Promise<void> {
    if (!loaded)
      throw new MemoryError('version-conflict', 'the watermarks of the index were discarded: read them again')
    const { known, readings } = loaded
    const expected = { ...printed(asTheyAre(known, changed)), [readingsMark]: readings }
    await passages.update({ upsert, remove, watermarks: printed(changed), expected })
    for (const [path, mark] of changed) setMark(known, path, mark)
  }

  return {
    /** The watermarks by origin and path. Reads the index once; an index of another analyser version is emptied first. */
    marks: (): Promise<ReadonlyMap<string, Watermarks>> => marks(),
    marksOf: async (origin: string): Promise<Watermarks> => (await marks()).get(origin) ?? new Map(),
    ids: (origin: string): Promise<string[]> => passages.ids(origin),
    /**
     * Removes, then adds; a long change is applied in pieces. Watermarks come with the last, so that a crash repeats work
     * and skips none.
     */
    async apply({ upsert, remove, marks: changed }: IndexChange): Promise<void> {
      let left = remove
      for (; left.length > batchSize; left = left.slice(batchSize)) {
        await write({ upsert: [], remove: left.slice(0, batchSize), marks: asTheyAre(await marks(), changed) })
        await letOthersRun()
      }
      const last = Math.floor(Math.max(0, upsert.length - 1) / batchSize) * batchSize
      for (let i = 0; i < last; i += batchSize) {
        await write({ upsert: upsert.slice(i, i + batchSize), remove: left, marks: unfinished(changed) })
        left = []
        await letOthersRun()
      }
      await write({ upsert: upsert.slice(last), remove: left, marks: changed })
    },
    /**
     * Removes passages, and invalidates what every process has read of the sources: it can no longer be indexed, and
     * they are read again.
     */
    async endReadings(remove: readonly string[] = []): Promise<void> {
      await passages.update({ remove, watermarks: { [readingsMark]: crypto.randomUUID() } })
      loaded = undefined
    },
    /** Whether another process or a person has deleted or replaced the index since the watermarks were read. */
    isReplaced: (): boolean => loaded !== undefined && life() !== loaded.life,
    /** Discards the cached watermarks. */
    forget(): void {
      loaded = undefined
    },
    isDamage: (error: unknown): error is MemoryError => MemoryError.isInstance(error) && damages.has(error),
    /** Empties the index, so that all sources are read from their beginning. */
    async clear(): Promise<void> {
      await passages.clear()
      loaded = undefined
    },
  }
}

/** The present watermarks of these files. Expecting them protects passages that another process has just added. */
function asTheyAre(known: ReadonlyMap<string, Watermarks>, changed: IndexChange['marks']): IndexChange['marks'] {
  return new Map([...changed.keys()].map((path) => [path, known.get(originOfPath(path))?.get(path)]))
}

/**
 * Watermarks that hold until the last piece is applied. Another process, or the next one after a crash, finds them
 * changed and reads the files whole. A file that is gone has no passages in the pieces.
 */
function unfinished(marks: IndexChange['marks']): IndexChange['marks'] {
  const version = `unfinished ${crypto.randomUUID()}`
  return new Map(
    [...marks].flatMap(([path, mark]) => {
      if (!mark) return []
      const { window: _, ...begun } = mark
      return [[path, { ...begun, version, offset: -1, lines: 0 }] as const]
    }),
  )
}

function printed(marks: Iterable<readonly [string, Watermark | undefined]>): Record<string, string | undefined> {
  return Object.fromEntries([...marks].map(([path, mark]) => [path, mark && printWatermark(mark)]))
}

/** A watermark stored in another form than the printed one would never equal the expected one. */
function isAsWritten(text: string): boolean {
  const mark = parseWatermark(text)
  return mark !== undefined && printWatermark(mark) === text
}

function setMark(known: Map<string, Map<string, Watermark>>, path: string, mark: Watermark | undefined): void {
  const origin = originOfPath(path)
  const marks = known.get(origin) ?? new Map<string, Watermark>()
  if (mark) marks.set(path, mark)
  else marks.delete(path)
  if (marks.size > 0) known.set(origin, marks)
  else known.delete(origin)
}

/**
 * Resolves to the result of `work`. If the index is damaged, it is rebuilt from the files, for as long as a call may
 * wait, and `work` is repeated; `CatchUp.isBehind` says whether that time was enough.
 */
export type WithRebuild = <T>(work: () => Promise<T>) => Promise<T>

/** If the index begins anew during a read, by another call or by itself, the read waits for it or is repeated. */
export function createWithRebuild(
  catchUp: Pick<CatchUp, 'lost' | 'inTime'>,
  { life }: Pick<PassageIndex, 'life'>,
): WithRebuild {
  let losses = 0
  let filled: Promise<unknown> = Promise.resolve()

  return async (work) => {
    await filled
    const [before, born] = [losses, life?.()]
    try {
      const answer = await work()
      // A call that another one overtook may have read the empty index that took the place of a damaged one.
      if (losses === before && (born === undefined || life?.() === born)) return answer
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
      losses += 1
      catchUp.lost(error)
    }
    const filling = catchUp.inTime()
    filled = filling.catch(() => undefined) // a failure is reported to the call that found the damage
    await filling
    return work()
  }
}

/** Wraps a vector index. After a rebuild there are no vectors until they are computed again. */
export function vectorsWithRebuild(vectors: VectorIndex, withRebuild: WithRebuild): VectorIndex {
  return {
    model: () => withRebuild(() => vectors.model()),
    missing: (name, limit) => withRebuild(() => vectors.missing(name, limit)),
    put: (model, given) => withRebuild(() => vectors.put(model, given)),
    nearest: (query) => withRebuild(() => vectors.nearest(query)),
  }
}

/** How far a file has been indexed. */
export interface Watermark extends Pick<FileStat, 'version' | 'generation'> {
  /** Bytes indexed; -1 if the file ends within a line and must be read whole next time. */
  offset: number
  /** Lines indexed. */
  lines: number
  key?: string
  createdAt?: string
  /** Set by a process without capture: one with capture reads the file again. */
  isUncaptured?: true
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
