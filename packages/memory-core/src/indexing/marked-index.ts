import { letOthersRun, takeTurns } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { originOfPath } from '../sessions/session-files.ts'
import type { Passage, PassageIndex } from '../storage/passages.ts'
import type { Setting } from '../storage/setting.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import { analyserVersion } from '../text/analyse.ts'
import type { CatchUp } from './catch-up.ts'
import { parseWatermark, printWatermark, type Watermark } from './watermark.ts'

/** What has to change in the index, and how far its sources are then; an undefined watermark forgets one. */
export interface IndexChange {
  upsert: readonly Passage[]
  remove: readonly string[]
  marks: ReadonlyMap<string, Watermark | undefined>
  /** There is more to read of the source. */
  isPart?: boolean
}

/** Watermarks by path. */
export type Marks = ReadonlyMap<string, Watermark>

/** The passage index with its watermarks in memory. */
export interface MarkedIndex {
  /** How far each file is, by origin and path. Asks the index once; an index of another analyser is emptied first. */
  marks(): Promise<ReadonlyMap<string, Marks>>
  /** How far the files of one origin are. */
  marksOf(origin: string): Promise<Marks>
  /** The ids of the passages of one origin. */
  ids(origin: string): Promise<string[]>
  apply(change: IndexChange): Promise<void>
  /**
   * Ends the readings of every process: what was read of the sources before this does not enter the index any more, and
   * they are looked at anew.
   */
  endReadings(): Promise<void>
  /** Whether the index is not the one that the watermarks in memory are of: another process or a person has deleted or replaced it. */
  isReplaced(): boolean
  /** Says that the index is not what it was: the watermarks are asked for again. */
  forget(): void
  /** Whether an error says that the index was damaged. */
  isDamage(error: unknown): error is MemoryError
  /** Empties the index: everything is followed from its beginning. */
  clear(): Promise<void>
}

/** The watermark under which the analyser's version is kept. */
const analyserMark = 'analyser'
/** The watermark that every change expects: it is another one in a new index, and after {@link MarkedIndex.endReadings}. */
const readingsMark = 'readings'
const ownMarks: ReadonlySet<string> = new Set([analyserMark, readingsMark])
const batchSize = 1_000
const none: Marks = new Map()

/** Makes the index's book-keeping; it touches nothing until it is used. */
export function createMarkedIndex(given: PassageIndex, report: Setting['report']): MarkedIndex {
  const damages = new WeakSet<MemoryError>()
  const life = (): string | undefined => given.life?.()
  const passages: PassageIndex = {
    update: (change) => noting(given.update(change)),
    search: (query) => noting(given.search(query)),
    candidates: (query) => noting(given.candidates(query)),
    timed: (query) => noting(given.timed(query)),
    read: (numbers) => noting(given.read(numbers)),
    ids: (origin) => noting(given.ids(origin)),
    watermarks: () => noting(given.watermarks()),
    clear: () => noting(given.clear()),
  }

  /** Other stores may be damaged too: only the index is made anew for it. */
  async function noting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (MemoryError.isInstance(error) && error.code === 'corrupt') damages.add(error)
      throw error
    }
  }

  let loaded: Map<string, Map<string, Watermark>> | undefined
  /** The life of the index that `loaded` is of. */
  let loadedLife: string | undefined
  /** Where a source is gone, its own watermark cannot tell whether it was read before that. */
  let readings: string | undefined

  async function load(): Promise<Map<string, Map<string, Watermark>>> {
    const stored = await passages.watermarks()
    const version = String(analyserVersion)
    if (stored.size > 0 && stored.get(analyserMark) !== version) {
      await passages.clear()
      stored.clear()
      const message = 'the search index was made by another version and is built anew'
      report({ type: 'index-rebuilt', level: 'info', message })
    }
    if ([...stored].some(([path, text]) => !ownMarks.has(path) && !isAsWritten(text))) {
      await passages.clear()
      stored.clear()
      const message = 'the search index holds a watermark that nobody wrote: it was damaged, and is built anew'
      report({ type: 'index-rebuilt', level: 'warn', message })
    }
    readings = stored.get(readingsMark)
    if (readings === undefined) await beginReadings({ [analyserMark]: version })
    const known = new Map<string, Map<string, Watermark>>()
    const turn = takeTurns()
    for (const [path, text] of stored) {
      await turn()
      setMark(known, path, parseWatermark(text))
    }
    return known
  }

  /** Of two processes that find a new index, one begins, and the other looks again. */
  async function beginReadings(watermarks: Readonly<Record<string, string>>): Promise<void> {
    const begun = crypto.randomUUID()
    const expected = { [readingsMark]: undefined }
    await passages.update({ watermarks: { ...watermarks, [readingsMark]: begun }, expected })
    readings = begun
  }

  async function marks(): Promise<Map<string, Map<string, Watermark>>> {
    if (!loaded) {
      loaded = await load()
      loadedLife = life()
    }
    return loaded
  }

  async function write({ upsert, remove, marks: changed }: IndexChange): Promise<void> {
    const known = loaded
    if (!known) throw new MemoryError('version-conflict', 'the index is not what it was: read the watermarks again')
    const before = [...changed.keys()].map((path) => [path, known.get(originOfPath(path))?.get(path)] as const)
    const expected = { ...printed(before), [readingsMark]: readings }
    await passages.update({ upsert, remove, watermarks: printed(changed), expected })
    for (const [path, mark] of changed) setMark(known, path, mark)
  }

  /** The watermarks of these files as they are: who takes passages out for them takes none that another process has put in since. */
  async function asTheyAre(changed: IndexChange['marks']): Promise<IndexChange['marks']> {
    const known = await marks()
    return new Map([...changed.keys()].map((path) => [path, known.get(originOfPath(path))?.get(path)]))
  }

  return {
    marks,
    marksOf: async (origin) => (await marks()).get(origin) ?? none,
    ids: (origin) => passages.ids(origin),
    /** A long change goes in pieces; its watermarks come with the last one, so that a crash repeats and never skips. */
    async apply({ upsert, remove, marks: changed }) {
      let left = remove
      for (; left.length > batchSize; left = left.slice(batchSize)) {
        await write({ upsert: [], remove: left.slice(0, batchSize), marks: await asTheyAre(changed) })
        await letOthersRun()
      }
      const last = Math.floor(Math.max(0, upsert.length - 1) / batchSize) * batchSize
      for (let i = 0; i < last; i += batchSize) {
        await write({ upsert: upsert.slice(i, i + batchSize), remove: [], marks: unfinished(changed) })
        await letOthersRun()
      }
      await write({ upsert: upsert.slice(last), remove: left, marks: changed })
    },
    async endReadings() {
      await passages.update({ watermarks: { [readingsMark]: crypto.randomUUID() } })
      loaded = undefined
    },
    isReplaced: () => loaded !== undefined && life() !== loadedLife,
    forget() {
      loaded = undefined
    },
    isDamage: (error): error is MemoryError => MemoryError.isInstance(error) && damages.has(error),
    async clear() {
      await passages.clear()
      loaded = undefined
    },
  }
}

/**
 * The watermarks until the last piece is in: another process, or the next one after a crash, finds that they have
 * changed, and reads them whole. A file that is gone has nothing in the pieces.
 */
function unfinished(marks: IndexChange['marks']): IndexChange['marks'] {
  const version = `unfinished ${crypto.randomUUID()}`
  return new Map([...marks].flatMap(([path, mark]) => (mark ? [[path, begun(mark, version)] as const] : [])))
}

function begun({ window: _, ...mark }: Watermark, version: string): Watermark {
  return { ...mark, version, offset: -1, lines: 0 }
}

function printed(marks: Iterable<readonly [string, Watermark | undefined]>): Record<string, string | undefined> {
  return Object.fromEntries([...marks].map(([path, mark]) => [path, mark && printWatermark(mark)]))
}

/** A watermark that reads otherwise than it stands there can never be the one that is expected. */
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
 * Answers what `work` answers. A damaged index begins anew: it is filled from the files,
 * for as long as a call may wait, and `work` is done once more; `CatchUp.isBehind` says whether that was enough.
 */
export type Renewing = <T>(work: () => Promise<T>) => Promise<T>

/** Makes it over what fills the index. A read during a refill that another call began waits for it, or is repeated. */
export function createRenewing(catchUp: Pick<CatchUp, 'lost' | 'inTime'>): Renewing {
  let losses = 0
  let filling: Promise<boolean> | undefined

  async function fill(): Promise<void> {
    const own = catchUp.inTime()
    filling = own
    try {
      await own
    } finally {
      if (filling === own) filling = undefined
    }
  }

  return async (work) => {
    await filling?.catch(() => undefined) // the call that found the loss gets the error
    const before = losses
    try {
      const answer = await work()
      if (losses === before) return answer
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
      losses += 1
      catchUp.lost(error)
    }
    await fill()
    return work()
  }
}

/** Vectors that are read in this way. After a loss there are none until they are made again. */
export function renewedVectors(vectors: VectorIndex, renewing: Renewing): VectorIndex {
  return {
    model: () => renewing(() => vectors.model()),
    missing: (name, limit) => renewing(() => vectors.missing(name, limit)),
    put: (model, given) => renewing(() => vectors.put(model, given)),
    nearest: (query) => renewing(() => vectors.nearest(query)),
  }
}
