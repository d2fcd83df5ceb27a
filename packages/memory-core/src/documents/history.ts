import { isoTime, parseTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import type { Setting } from '../storage/setting.ts'
import { hyperbolicDecay } from '../text/recency.ts'
import type { DocumentGuard } from './document-guard.ts'
import { type HistoryBlock, type HistoryEntry, historyBlocks, historyUnits } from './history-entry.ts'
import type { HistoryFile } from './history-file.ts'
import type { ResolvedHistoryOptions } from './history-options.ts'
import { checkLimit, checkText, searchTexts } from './search-texts.ts'

/** The history: a log of dated entries that is only ever added to. */
export interface History {
  /**
   * Adds an entry. Costs one append (two with `keepMain`).
   * @throws MemoryError `bad-input` for a blank text or a date that is none
   */
  append(
    text: string,
    options?: {
      /** May lie in the past; a string without a zone is UTC. @default now */
      at?: string | Date
    },
  ): Promise<void>
  /**
   * Entries, newest last. One that stands in HISTORY.md and in its month's file, or twice after a crash, is listed once.
   * Text without a time takes the place it has in its file. Reads every part.
   */
  list(options?: {
    /** Only the newest so many. @default all */
    limit?: number
    /** Inclusive; entries without a time pass. */
    since?: string | Date
    until?: string | Date
  }): Promise<HistoryEntry[]>
  /**
   * The entries that match, as they stand in the file with their time, each once, best first: TF-IDF × recency. A query
   * of one word at most finds the entries that contain it, oldest file first, without recency. What is scored is the
   * entry as a whole; of text without a time, each line. Reads every part.
   */
  search(
    query: string,
    options?: {
      /** @default 20 */
      limit?: number
      /** How fast entries fade, per hour; 0 for not at all. @default the option `decayRate` */
      decayRate?: number
      /** Whether to read the archives that rotation by size makes; costs reading them. @default true */
      archives?: boolean
    },
  ): Promise<string[]>
}

/** The history of one memory. Touches no disk until it is used; whatever writes runs inside the guard. */
export function createHistory(
  setting: Setting,
  file: HistoryFile,
  guard: DocumentGuard,
  options: ResolvedHistoryOptions,
): History {
  async function parts(archives: boolean, divide: (text: string) => HistoryBlock[]): Promise<HistoryBlock[]> {
    const paths = (await file.paths()).filter((path) => archives || !path.includes('/HISTORY.archive.'))
    const texts = await setting.storage.files.readMany(paths)
    return eachOnce(texts.map((stored) => divide(stored?.text ?? '').filter(({ source }) => source.trim() !== '')))
  }

  return {
    async append(text, appendOptions) {
      if (checkText(text, 'text', 'Moved to Postgres').trim() === '')
        throw new MemoryError('bad-input', 'the text of a history entry is blank')
      const { at } = appendOptions ?? {}
      const time = isoTime(at === undefined ? setting.clock() : parseTime(at, 'at'))
      await guard(() => file.append({ at: time, text }))
    },
    async list(listOptions) {
      const { limit, since, until } = listOptions ?? {}
      const from = since === undefined ? '' : isoTime(parseTime(since, 'since'))
      const to = until === undefined ? '\uffff' : isoTime(parseTime(until, 'until'))
      const entries = byTime(await parts(true, historyBlocks))
        .filter(({ at }) => at === undefined || (at >= from && at <= to))
        .map(({ source: _, ...entry }) => entry)
      return limit === undefined ? entries : entries.slice(Math.max(0, entries.length - checkLimit(limit)))
    },
    async search(query, searchOptions) {
      checkText(query, 'query', 'green tea')
      const limit = checkLimit(searchOptions?.limit ?? 20)
      const rate = searchOptions?.decayRate ?? options.decayRate
      const units = await parts(searchOptions?.archives ?? true, historyUnits)
      const now = setting.clock()
      const weight = (index: number): number => {
        const at = units[index]?.at
        return at === undefined ? 1 : hyperbolicDecay((now - Date.parse(at)) / 3_600_000, rate)
      }
      const texts = units.map(({ source }) => source.trimEnd())
      return searchTexts(texts, { query, limit, withoutWords: 'substring', weight })
    },
  }
}

/** All blocks of all parts in order, without those that an earlier part has as well. */
function eachOnce(parts: readonly (readonly HistoryBlock[])[]): HistoryBlock[] {
  const seen = new Map<string, number>()
  const blocks: HistoryBlock[] = []
  for (const part of parts) {
    const counts = new Map<string, number>()
    for (const block of part) {
      const key = `${block.at ?? ''}\n${block.text}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > (seen.get(key) ?? 0)) blocks.push(block)
    }
    for (const [key, count] of counts) seen.set(key, Math.max(count, seen.get(key) ?? 0))
  }
  return blocks
}

/** Sorted by time; text without one stays behind what it stands behind. */
function byTime(blocks: readonly HistoryBlock[]): HistoryBlock[] {
  let last = ''
  const timed = blocks.map((block) => {
    last = block.at ?? last
    return { block, time: last }
  })
  return timed.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time))).map(({ block }) => block)
}
