import { hyperbolicDecay, isoTime, parseTime, parseUntil } from '../clock.ts'
import { wrongValue } from '../errors.ts'
import { amount, anything, checkShape, checkText, flag, wholeNumber } from '../option-checks.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { isConflict, versionToReplace } from '../storage/file-checks.ts'
import type { FileEntry, StoredText } from '../storage/files.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import {
  type HistoryBlock,
  type HistoryEntry,
  type HistoryOptions,
  historyBlocks,
  historyUnits,
  renderHistoryEntry,
} from './history-entry.ts'
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
  options: Required<HistoryOptions>,
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
      return searchTexts(texts, query, limit, weight)
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

export type HistoryFile = ReturnType<typeof createHistoryFile>

const defaultMaxBytes = 512_000
const mostArchivesASecond = 1000
const archiveName = /(?:^|\/)HISTORY\.archive\.(\d{14})(?:-(\d{1,6}))?\.md$/
const monthName = /(?:^|\/)HISTORY-\d{4}-\d{2}\.md$/

/** Touches no disk until it is used. Takes no lock: call methods that write inside the documents' guard. */
export function createHistoryFile(setting: Setting, options: Required<HistoryOptions>) {
  const { files } = setting.storage
  const { directory, rotation } = options
  const main = `${directory}/HISTORY.md`
  const maxBytes = rotation !== 'none' && rotation.by === 'size' ? (rotation.maxBytes ?? defaultMaxBytes) : Infinity

  /** The files that an entry of that ISO time is written to: HISTORY.md, the file of its month (UTC), or both. */
  function targets(at: string): string[] {
    if (rotation === 'none' || rotation.by === 'size') return [main]
    const month = `${directory}/HISTORY-${isoTime(parseTime(at, 'at')).slice(0, 7)}.md`
    return rotation.keepMain ? [main, month] : [month]
  }

  /** All parts, oldest first: archives, months, HISTORY.md. */
  async function entries(): Promise<FileEntry[]> {
    const found = await files.list(directory)
    const archives = found.filter(({ path }) => archiveName.test(path)).sort((a, b) => byArchive(a.path, b.path))
    const months = found.filter(({ path }) => monthName.test(path))
    return [...archives, ...months, ...found.filter(({ path }) => path === main)]
  }

  async function paths(): Promise<string[]> {
    return (await entries()).map(({ path }) => path)
  }

  /** HISTORY.md without the entries that the newest archive has; undefined if no rotation was cut short by a crash. */
  async function rotated(): Promise<StoredText | undefined> {
    const newest = (await paths()).findLast((path) => archiveName.test(path))
    if (newest === undefined) return undefined
    const [archive, stored] = await files.readMany([newest, main])
    if (!archive || !stored || archive.text === '' || !stored.text.startsWith(archive.text)) return undefined
    return { ...stored, text: stored.text.slice(archive.text.length) }
  }

  async function recover(): Promise<void> {
    const due = await rotated()
    if (due) await files.write(main, due.text, { ifVersion: due.version })
  }

  /** Moves the older half of HISTORY.md to an archive, written first so that a crash loses none. Returns how many. */
  async function rotate(): Promise<number> {
    await recover()
    const stored = await files.read(main)
    const sources = historyUnits(stored?.text ?? '').map(({ source }) => source)
    const moved = Math.floor(sources.length / 2)
    if (!stored || moved === 0) return 0
    const archive = await writeArchive(sources.slice(0, moved).join(''))
    await files.write(main, sources.slice(moved).join(''), { ifVersion: await versionToReplace(setting, main, stored) })
    const message = `moved ${moved} entries from ${main} to ${archive}`
    setting.report({ type: 'history-rotated', level: 'info', message, path: archive, details: { entries: moved } })
    return moved
  }

  async function writeArchive(text: string): Promise<string> {
    const second = isoTime(setting.clock()).replace(/\D/g, '').slice(0, 14)
    for (let turn = 1; ; turn++) {
      const path = `${directory}/HISTORY.archive.${second}${turn > 1 ? `-${turn}` : ''}.md`
      try {
        await files.write(path, text, { ifVersion: null })
        return path
      } catch (error) {
        if (!isConflict(error) || turn === mostArchivesASecond) throw error
      }
    }
  }

  /** Rotates HISTORY.md if it is too large. Never throws: a failure is reported as `history-rotation-failed`. */
  async function rotateWhenDue(): Promise<void> {
    try {
      const size = maxBytes === Infinity ? 0 : ((await files.stat(main))?.size ?? 0)
      if (size > maxBytes) await rotate()
    } catch (error) {
      const message = `${main} could not be rotated and keeps growing; the entry itself is stored`
      setting.report({ type: 'history-rotation-failed', level: 'warn', message, path: main, error })
    }
  }

  return {
    targets: (at: string): string[] => targets(at),
    /** An entry as it is appended to a file, line break included. */
    render: (entry: { at: string; text: string }): string => renderHistoryEntry(options.format, entry),
    /** Appends an entry to its files, then rotates if due. A failed rotation does not fail the append. */
    async append(entry: { at: string; text: string }): Promise<void> {
      const text = renderHistoryEntry(options.format, entry)
      for (const path of targets(entry.at)) {
        await files.append(path, text)
        if (path === main) await rotateWhenDue()
      }
    },
    rotateWhenDue: (): Promise<void> => rotateWhenDue(),
    rotate: (): Promise<number> => rotate(),
    recover: (): Promise<void> => recover(),
    /** Whether entries are both in HISTORY.md and the newest archive. */
    isHalfRotated: async (): Promise<boolean> => (await rotated()) !== undefined,
    paths: (): Promise<string[]> => paths(),
    entries: (): Promise<FileEntry[]> => entries(),
  }
}

function byArchive(a: string, b: string): number {
  const [, secondA = '', turnA = '1'] = archiveName.exec(a) ?? []
  const [, secondB = '', turnB = '1'] = archiveName.exec(b) ?? []
  return Number(secondA) - Number(secondB) || Number(turnA) - Number(turnB)
}
