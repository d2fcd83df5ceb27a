import { hyperbolicDecay, isoTime, parseTime, parseUntil } from '../clock.ts'
import { wrongValue } from '../errors.ts'
import { amount, anything, checkShape, checkText, flag, wholeNumber } from '../option-checks.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import {
  type HistoryBlock,
  type HistoryEntry,
  historyBlocks,
  historyUnits,
  type ResolvedHistoryOptions,
} from './history-entry.ts'
import type { HistoryFile } from './history-file.ts'
import { searchTexts } from './search-texts.ts'

/** An append-only log of dated entries. */
export interface History {
  /**
   * Adds an entry. Costs one append (two with `keepMain`).
   * @throws MemoryError `bad-input` for a blank text or an invalid date
   */
  append(
    text: string,
    options?: {
      /** May be in the past; a string without a time zone is UTC. @default now */
      at?: string | Date | undefined
    },
  ): Promise<void>
  /**
   * Entries, newest last. One that is in HISTORY.md and in its month's file, or twice after a crash, is listed once.
   * Text without a time keeps its place in its file. Reads every file.
   */
  list(options?: {
    /** Maximum number, the newest. @default all */
    limit?: number | undefined
    /** Both inclusive, `until` a day without a time as well; entries without a time are included. */
    since?: string | Date | undefined
    until?: string | Date | undefined
  }): Promise<HistoryEntry[]>
  /**
   * The matching entries with their time, without duplicates, best first: TF-IDF × recency. A query of one word returns
   * the entries that contain it, oldest file first, without recency. Entries are scored as a whole, text without a time
   * line by line. Reads every file.
   */
  search(
    query: string,
    options?: {
      /** @default 20 */
      limit?: number | undefined
      /** How fast entries fade, per hour; 0 disables fading. @default the option `decayRate` */
      decayRate?: number | undefined
      /** Whether to read the archives of rotation by size, which costs reading them. @default true */
      archives?: boolean | undefined
    },
  ): Promise<string[]>
}

/** Touches no disk until it is used; every write runs inside the guard. */
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
    async append(text, appendOptions = {}) {
      if (checkText(text, 'text', 'Moved to Postgres').trim() === '')
        throw wrongValue('text', text, 'a text that is not blank')
      checkShape(appendOptions, { at: anything }, 'history.append', 'bad-input')
      const { at } = appendOptions
      const time = isoTime(at === undefined ? setting.clock() : parseTime(at, 'at'))
      await guard(() => file.append({ at: time, text }))
    },
    async list(listOptions = {}) {
      checkShape(listOptions, { limit: wholeNumber(0), since: anything, until: anything }, 'history.list', 'bad-input')
      const { limit, since, until } = listOptions
      const from = since === undefined ? '' : isoTime(parseTime(since, 'since'))
      const to = until === undefined ? '\uffff' : isoTime(parseUntil(until))
      const entries = byTime(await parts(true, historyBlocks))
        .filter(({ at }) => at === undefined || (at >= from && at <= to))
        .map(({ source: _, ...entry }) => entry)
      return limit === undefined ? entries : entries.slice(Math.max(0, entries.length - limit))
    },
    async search(query, searchOptions = {}) {
      checkText(query, 'query', 'green tea')
      const shape = { limit: wholeNumber(0), decayRate: amount(0), archives: flag }
      checkShape(searchOptions, shape, 'history.search', 'bad-input')
      const { limit = 20, decayRate: rate = options.decayRate, archives = true } = searchOptions
      const units = await parts(archives, historyUnits)
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

/** All blocks of all files in order, without those that an earlier file also has. */
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

/** Sorts blocks by time. Text without a time stays after its previous entry. */
function byTime(blocks: readonly HistoryBlock[]): HistoryBlock[] {
  let last = ''
  const timed = blocks.map((block) => {
    last = block.at ?? last
    return { block, time: last }
  })
  return timed.sort((a, b) => compareTexts(a.time, b.time)).map(({ block }) => block)
}
