import { isoTime, parseTime } from '../clock.ts'
import { isConflict, versionToReplace } from '../storage/file-checks.ts'
import type { FileEntry, StoredText } from '../storage/files.ts'
import type { Setting } from '../storage/storage.ts'
import { historyUnits, type ResolvedHistoryOptions, renderHistoryEntry } from './history-entry.ts'

export type HistoryFile = ReturnType<typeof createHistoryFile>

const defaultMaxBytes = 512_000
const mostArchivesASecond = 1000
const archiveName = /(?:^|\/)HISTORY\.archive\.(\d{14})(?:-(\d{1,6}))?\.md$/
const monthName = /(?:^|\/)HISTORY-\d{4}-\d{2}\.md$/

/** Touches no disk until it is used. Takes no lock: call methods that write inside the documents' guard. */
export function createHistoryFile(setting: Setting, options: ResolvedHistoryOptions) {
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

  /** Completes a rotation after a crash. */
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
