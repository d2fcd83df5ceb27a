import { isoTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { isDamaged, retryOnConflict, setAsideDamaged } from '../storage/file-checks.ts'
import type { StoredText } from '../storage/files.ts'
import type { Setting } from '../storage/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { lazy } from '../text/plain-text.ts'
import { type SectionHeadings, sectionHeadings } from './placed-lines.ts'

export interface FactsText {
  /** "" if there is no file. */
  text: string
  hash: string
  /** The version for a compare-and-swap; null if there is no file. */
  version: string | null
  /** Whether the file has bytes that are no UTF-8; the lines with such bytes are left out of the text. */
  isDamaged?: true
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

export type FactsFile = ReturnType<typeof createFactsFile>

interface VersionFile extends FactsVersion {
  path: string
  turn: number
}

/** How a person restores the lines of a file that was set aside. */
export const wayBack = 'save the file in UTF-8 as "MEMORY 2.md" beside MEMORY.md, and a repair merges it'

const versionName =
  /(?:^|\/)MEMORY\.((\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)(?:-(\d{1,6}))?\.[0-9a-f]{8})\.md$/

/** Touches no disk until it is used. Takes no lock: call methods that write inside the documents' guard. */
export function createFactsFile(setting: Setting, options: ResolvedFactsOptions) {
  const { files } = setting.storage
  const path = `${options.directory}/MEMORY.md`
  const directory = `${options.directory}/.versions`
  const left = `${path} has no line with such bytes any more. To have them back, ${wayBack}`
  /** Whether the file is known to be missing. If a directory takes its place later, the next write reports it. */
  let isKnownMissing = false

  async function read(): Promise<FactsText> {
    const stored = await files.read(path)
    if (!stored && !isKnownMissing && (await files.list(path)).length > 0)
      throw new MemoryError('storage-failed', `${path} is a directory, expected a file: move the directory away`)
    isKnownMissing = !stored
    const text = stored?.text ?? ''
    const hash = lazy(() => contentHash(text))
    const version = stored?.version ?? null
    const sound = stored && isDamaged(stored) ? { text: soundLines(stored), isDamaged: true as const } : { text }
    // Most callers need no hash, which takes 0.2 ms for a page of 20 kB.
    return {
      ...sound,
      version,
      get hash() {
        return hash()
      },
    }
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
    if (before.text === text && !before.isDamaged) return
    if (before.isDamaged) await setAsideDamaged(setting, path, left)
    else if (isKept) await keep(before)
    await files.write(path, text, { ifVersion: before.isDamaged ? null : expected })
  }

  return {
    /** Relative to the memory's directory. */
    get path(): string {
      return path
    },
    read: (): Promise<FactsText> => read(),
    /**
     * Replaces the document atomically, and keeps the previous text as a version. Writes nothing if the text is the
     * same. With `ifVersion`, only if the file still has that version; without it, a text that a person saves at that
     * moment is kept as a version, too. `isUnversioned` keeps no version, for changes whose lines are stored elsewhere.
     * A damaged file is set aside instead.
     * @throws MemoryError `version-conflict` if the file has another version, or keeps changing
     */
    async replace(
      text: string,
      { ifVersion, isUnversioned = false }: { ifVersion?: string | null; isUnversioned?: boolean } = {},
    ): Promise<void> {
      const attempts = ifVersion === undefined ? 3 : 1
      await retryOnConflict(() => replaceOnce(text.toWellFormed(), ifVersion, !isUnversioned), attempts)
    },
    /** Appends an entry on lines of its own, without trailing blanks. The cost does not depend on the file's size. */
    async append(entry: string): Promise<void> {
      const text = entry.trimEnd()
      if (text !== '') await files.append(path, `${text}\n`)
    },
    versions: async (): Promise<FactsVersion[]> =>
      (await list()).map(({ id, createdAt, bytes }) => ({ id, createdAt, bytes })),
    async version(id: string): Promise<string> {
      const kept = (await list()).find((version) => version.id === id)
      const stored = kept && (await files.read(kept.path))
      if (stored) return stored.text
      throw new MemoryError('not-found', `no version ${shown(id)} of ${path}; facts.versions() lists the versions`)
    },
  }
}

/** The lines of a file without those that contain damaged bytes. */
export function soundLines(file: Pick<StoredText, 'text' | 'size'>): string {
  if (!isDamaged(file)) return file.text
  const lines = file.text.split(/(?<=\n)/)
  return lines.filter((line) => !/[\uFFFD\0]/.test(line)).join('')
}

/** The versions to remove. The longest stays: a model that shrinks MEMORY.md must not push out the last full text. */
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

/** How MEMORY.md is maintained. */
export interface FactsOptions {
  /** The folder of MEMORY.md and of its previous versions, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * What consolidation does with new facts. `append` adds them under a dated heading, which is cheap, but the document
   * grows and may repeat itself. `rewrite` replaces the document by the model's revision, which costs the whole
   * document as output tokens each time, but it stays short and consistent. @default 'rewrite'
   */
  mode?: 'append' | 'rewrite'
  /** Sizes above which the model is asked to compress the document. It is never cut off. */
  limits?: FactsLimits
  /**
   * Number of previous versions in `.versions/`: the newest, and from 2 on the longest of all. 0 keeps none. Each costs
   * a copy of the document. @default 20
   */
  versions?: number
  /**
   * Where captured statements of a kind appear. `always`: as a line in MEMORY.md. `when-it-fits`: as records that are
   * recalled for a question. `never`: in no context; only `recall` returns them. A message or history entry that states
   * something else as well is still quoted, and so is the conversation itself. The kinds are those of a record's `about`:
   * rule, preference, identity, health, home, person, work, project, decision, possession, skill, routine, goal, plan,
   * event, other. @default always, for each kind
   */
  tell?: Readonly<Record<string, 'always' | 'when-it-fits' | 'never'>>
  /**
   * The share of common words, from 0 to 1, from which a fact repeats an earlier one and is removed after a
   * consolidation that added facts; see `facts.compact`. Meant for documents that are appended to. 0 disables it.
   * @default 0
   */
  compactAt?: number
  /** The headings of MEMORY.md. @default English: "Rules and preferences", "About you", … */
  headings?: Partial<SectionHeadings>
}

/** The sizes above which MEMORY.md is too large. */
export interface FactsLimits {
  /** UTF-8 bytes. @default 8192 */
  bytes?: number
  /** Lines. @default no limit */
  lines?: number
  /** Tokens, as the memory's `countTokens` counts them. @default no limit */
  tokens?: number
}

/** {@link FactsOptions} with the defaults filled in. */
export type ResolvedFactsOptions = Required<Omit<FactsOptions, 'headings'>> & { headings: SectionHeadings }

export const factsDefaults: ResolvedFactsOptions = {
  directory: 'memory',
  mode: 'rewrite',
  limits: { bytes: 8192 },
  versions: 20,
  tell: {},
  compactAt: 0,
  headings: sectionHeadings,
}
