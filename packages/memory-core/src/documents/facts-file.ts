import { isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { retryOnConflict } from '../storage/file-checks.ts'
import type { Setting } from '../storage/setting.ts'
import { contentHash } from '../text/content-hash.ts'
import type { ResolvedFactsOptions } from './facts-options.ts'

/**
 * Runs a change of the documents while no other change runs, in any process. The layer that opens the memory makes it
 * from `storage.lock`. Not re-entrant.
 */
export type DocumentGuard = <T>(fn: () => Promise<T>) => Promise<T>

/** The present MEMORY.md. */
export interface FactsText {
  /** "" if there is no file. */
  text: string
  /** `contentHash` of the text. */
  hash: string
  /** The version for a compare-and-swap; null if there is no file. */
  version: string | null
}

/** A kept previous text of MEMORY.md. */
export interface FactsVersion {
  /** Its id for `restore`. */
  id: string
  /** ISO time at which it was replaced. */
  createdAt: string
  /** UTF-8 bytes. */
  bytes: number
}

/** MEMORY.md and its previous versions. Takes no lock: call methods that write inside the documents' guard. */
export interface FactsFile {
  /** Relative to the memory's directory. */
  readonly path: string
  read(): Promise<FactsText>
  /**
   * Replaces the document atomically, and keeps the previous text as a version. Writes nothing if the text is the same.
   * With `ifVersion`, only if the file still has that version; without it, a text that a person saves at that moment is
   * kept as a version, too. `isUnversioned` keeps no version, for changes whose lines are stored elsewhere.
   * @throws MemoryError `version-conflict` if the file has another version, or keeps changing
   */
  replace(text: string, options?: { ifVersion?: string | null; isUnversioned?: boolean }): Promise<void>
  /** Appends an entry on lines of its own, without trailing blanks. The cost does not depend on the file's size. */
  append(entry: string): Promise<void>
  /** The kept versions, newest first: the newest ones, and the longest of all. */
  versions(): Promise<FactsVersion[]>
  /** The text of a kept version. @throws MemoryError `not-found` */
  version(id: string): Promise<string>
}

interface VersionFile extends FactsVersion {
  path: string
  /** Distinguishes versions of one millisecond. */
  turn: number
}

const versionName =
  /(?:^|\/)MEMORY\.((\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)(?:-(\d{1,6}))?\.[0-9a-f]{8})\.md$/

/** Touches no disk until it is used. */
export function createFactsFile(setting: Setting, options: ResolvedFactsOptions): FactsFile {
  const { files } = setting.storage
  const path = `${options.directory}/MEMORY.md`
  const directory = `${options.directory}/.versions`
  /** Whether the file is known to be missing. If a directory takes its place later, the next write reports it. */
  let isKnownMissing = false

  async function read(): Promise<FactsText> {
    const stored = await files.read(path)
    if (!stored && !isKnownMissing && (await files.list(path)).length > 0)
      throw new MemoryError('storage-failed', `${path} is a directory, expected a file: move the directory away`)
    isKnownMissing = !stored
    const text = stored?.text ?? ''
    return { text, hash: contentHash(text), version: stored?.version ?? null }
  }

  async function list(): Promise<VersionFile[]> {
    const entries = await files.list(directory)
    return entries
      .flatMap(({ path: file, size }) => readVersionName(file, size))
      .sort((a, b) => compareTexts(b.createdAt, a.createdAt) || b.turn - a.turn)
  }

  async function keep({ text, hash, version }: FactsText): Promise<void> {
    if (version === null || options.versions < 1) return
    const time = isoTime(setting.clock())
    const kept = await list()
    const turn = kept.reduce((last, { createdAt, turn }) => (createdAt === time ? Math.max(last, turn + 1) : last), 1)
    const name = `MEMORY.${time.replaceAll(':', '-')}${turn > 1 ? `-${turn}` : ''}.${hash.slice(0, 8)}.md`
    await files.write(`${directory}/${name}`, text)
    if (kept.length < options.versions) return
    for (const { path: old } of surplus(await list(), options.versions)) await files.remove(old)
  }

  async function replaceOnce(text: string, ifVersion: string | null | undefined, isKept: boolean): Promise<void> {
    const before = await read()
    const expected = ifVersion === undefined ? before.version : ifVersion
    if (expected !== before.version)
      throw new MemoryError('version-conflict', `${path} has changed since it was read; read it again and retry`)
    if (before.text === text) return
    if (isKept) await keep(before)
    await files.write(path, text, { ifVersion: expected })
  }

  return {
    path,
    read,
    async replace(text, replaceOptions) {
      const ifVersion = replaceOptions?.ifVersion
      const wellFormed = text.toWellFormed()
      const isKept = replaceOptions?.isUnversioned !== true
      return retryOnConflict(() => replaceOnce(wellFormed, ifVersion, isKept), ifVersion === undefined ? 3 : 1)
    },
    async append(entry) {
      const text = entry.trimEnd()
      if (text !== '') await files.append(path, `${text}\n`)
    },
    async versions() {
      return (await list()).map(({ id, createdAt, bytes }) => ({ id, createdAt, bytes }))
    },
    async version(id) {
      const kept = (await list()).find((version) => version.id === id)
      const stored = kept && (await files.read(kept.path))
      if (stored) return stored.text
      throw new MemoryError('not-found', `no version ${shown(id)} of ${path}; facts.versions() lists the versions`)
    },
  }
}

/**
 * The versions to remove, given all, newest first. The longest is kept, so that a model that shrinks MEMORY.md step by
 * step does not push out the last complete text. With a limit of one, the newest is kept.
 */
function surplus(versions: readonly VersionFile[], most: number): VersionFile[] {
  const [newest] = versions
  const fullest = versions.reduce((best, version) => (best && best.bytes >= version.bytes ? best : version), newest)
  const stays = most > 1 ? fullest : newest
  return versions.filter((version) => version !== stays).slice(most - 1)
}

function readVersionName(path: string, bytes: number): VersionFile[] {
  const [, id, date, hour, minute, second, turn] = versionName.exec(path) ?? []
  if (id === undefined) return []
  return [{ id, createdAt: `${date}T${hour}:${minute}:${second}`, bytes, path, turn: Number(turn ?? 1) }]
}
