import { MemoryError } from '../errors.ts'
import type { Passage, PassageIndex } from '../storage/passages.ts'
import type { Setting } from '../storage/setting.ts'
import { analyserVersion } from '../text/analyse.ts'
import { letOthersRun, takeTurns } from './let-others-run.ts'
import { originOf } from './session-entries.ts'
import { parseWatermark, printWatermark, type Watermark } from './watermark.ts'

/** What has to change in the index, and how far its sources are then; an undefined watermark forgets one. */
export interface IndexChange {
  upsert: readonly Passage[]
  remove: readonly string[]
  marks: ReadonlyMap<string, Watermark | undefined>
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
  /** Says that the index is not what it was: the watermarks are asked for again. */
  forget(): void
  /** Whether an error says that the index was damaged. */
  isDamage(error: unknown): error is MemoryError
  /** Empties the index: everything is followed from its beginning. */
  clear(): Promise<void>
}

/** The watermark under which the analyser's version is kept. */
const analyserMark = 'analyser'
const batchSize = 1_000
const none: Marks = new Map()

/** Makes the index's book-keeping; it touches nothing until it is used. */
export function createMarkedIndex(given: PassageIndex, report: Setting['report']): MarkedIndex {
  const damages = new WeakSet<MemoryError>()
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

  async function load(): Promise<Map<string, Map<string, Watermark>>> {
    const stored = await passages.watermarks()
    const version = String(analyserVersion)
    if (stored.size > 0 && stored.get(analyserMark) !== version) {
      await passages.clear()
      stored.clear()
      const message = 'the search index was made by another version and is built anew'
      report({ type: 'index-rebuilt', level: 'info', message })
    }
    if (!stored.has(analyserMark)) await passages.update({ watermarks: { [analyserMark]: version } })
    const known = new Map<string, Map<string, Watermark>>()
    const turn = takeTurns()
    for (const [path, text] of stored) {
      await turn()
      setMark(known, path, parseWatermark(text))
    }
    return known
  }

  async function marks(): Promise<Map<string, Map<string, Watermark>>> {
    loaded ??= await load()
    return loaded
  }

  return {
    marks,
    marksOf: async (origin) => (await marks()).get(origin) ?? none,
    ids: (origin) => passages.ids(origin),
    /** A long change goes in pieces; its watermarks come with the last one, so that a crash repeats and never skips. */
    async apply({ upsert, remove, marks: changed }) {
      const known = await marks()
      const last = Math.floor(Math.max(0, upsert.length - 1) / batchSize) * batchSize
      for (let i = 0; i < last; i += batchSize) {
        await passages.update({ upsert: upsert.slice(i, i + batchSize) })
        await letOthersRun()
      }
      const watermarks = Object.fromEntries([...changed].map(([path, mark]) => [path, mark && printWatermark(mark)]))
      const expected = Object.fromEntries(
        [...changed.keys()].map((path) => {
          const mark = known.get(originOf(path))?.get(path)
          return [path, mark && printWatermark(mark)]
        }),
      )
      await passages.update({ upsert: upsert.slice(last), remove, watermarks, expected })
      for (const [path, mark] of changed) setMark(known, path, mark)
    },
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

function setMark(known: Map<string, Map<string, Watermark>>, path: string, mark: Watermark | undefined): void {
  const origin = originOf(path)
  const marks = known.get(origin) ?? new Map<string, Watermark>()
  if (mark) marks.set(path, mark)
  else marks.delete(path)
  if (marks.size > 0) known.set(origin, marks)
  else known.delete(origin)
}
