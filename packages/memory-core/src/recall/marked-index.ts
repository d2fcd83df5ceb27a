import type { Passage, PassageIndex } from '../storage/passages.ts'
import type { Setting } from '../storage/setting.ts'
import { analyserVersion } from '../text/analyse.ts'
import { letOthersRun } from './let-others-run.ts'
import { parseWatermark, printWatermark, type Watermark } from './watermark.ts'

/** What has to change in the index, and how far its sources are then; an undefined watermark forgets one. */
export interface IndexChange {
  upsert: readonly Passage[]
  remove: readonly string[]
  marks: ReadonlyMap<string, Watermark | undefined>
}

/** The passage index with its watermarks in memory. */
export interface MarkedIndex {
  /** How far each source is. Asks the index once; an index of another analyser is emptied first. */
  marks(): Promise<Map<string, Watermark>>
  /** The ids of the passages of one origin. */
  ids(origin: string): Promise<string[]>
  apply(change: IndexChange): Promise<void>
  /** Says that the index is not what it was: the watermarks are asked for again. */
  forget(): void
}

/** The watermark under which the analyser's version is kept. */
const analyserMark = 'analyser'
const batchSize = 1_000

/** Makes the index's book-keeping; it touches nothing until it is used. */
export function createMarkedIndex(passages: PassageIndex, report: Setting['report']): MarkedIndex {
  let loaded: Map<string, Watermark> | undefined

  async function load(): Promise<Map<string, Watermark>> {
    const stored = await passages.watermarks()
    const version = String(analyserVersion)
    if (stored.size > 0 && stored.get(analyserMark) !== version) {
      await passages.clear()
      stored.clear()
      const message = 'the search index was made by another version and is built anew'
      report({ type: 'index-rebuilt', level: 'info', message })
    }
    if (!stored.has(analyserMark)) await passages.update({ watermarks: { [analyserMark]: version } })
    const parsed = [...stored].map(([path, text]) => [path, parseWatermark(text)] as const)
    return new Map(parsed.flatMap(([path, mark]) => (mark ? [[path, mark]] : [])))
  }

  async function marks(): Promise<Map<string, Watermark>> {
    loaded ??= await load()
    return loaded
  }

  return {
    marks,
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
      await passages.update({ upsert: upsert.slice(last), remove, watermarks })
      for (const [path, mark] of changed) {
        if (mark) known.set(path, mark)
        else known.delete(path)
      }
    },
    forget() {
      loaded = undefined
    },
  }
}
