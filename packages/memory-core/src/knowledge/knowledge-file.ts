import { sleep } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { isRecord, parsedJson, printedJson } from '../json.ts'
import { retryOnConflict, secondLookMs, setAside } from '../storage/file-checks.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { isRow, type KnowledgeEntry, type KnowledgeRow, rowOf, toEntry } from './knowledge-entry.ts'

/** The new document, and the result for the caller. */
interface KnowledgeEdit<T> {
  /** Nothing is written if it is the same document. */
  document: KnowledgeDocument
  answer: T
  /** Called when the document is on disk, before it can be read. */
  written?: () => void
}

interface Loaded {
  /** Null if there is no file. */
  version: string | null
  document: KnowledgeDocument
}

/**
 * knowledge.json. An unreadable file may be one that a person is just saving: reads use the last readable state and
 * report it; writes look a second time, then move the file aside and report that, unless it is an unresolved merge.
 * Touches no disk until it is used.
 */
export function createKnowledgeFile(setting: Setting, guard: DocumentGuard, path: string) {
  const { storage, clock, report } = setting
  const { files } = storage
  const reported = new Set<string>()
  let last: Loaded | undefined

  /** Undefined if the file is corrupt. */
  async function load(): Promise<Loaded | undefined> {
    const version = (await files.stat(path))?.version ?? null
    if (last?.version === version) return last
    const stored = await files.read(path)
    if (!stored) return remember({ version: null, document: emptyKnowledge })
    const parsed = parseKnowledge(stored.text, clock())
    if (!parsed) {
      const message = `${path} is not a valid knowledge file; ${last ? 'its last valid state is used' : 'nothing of it is used'} until it is valid again, or the next change moves it aside`
      reportOnce(stored.version, { type: 'knowledge-unreadable', level: 'warn', message, path })
      return undefined
    }
    const { document, skipped } = parsed
    for (const entry of skipped) {
      const message = `entry ${entry} of ${path} is invalid, or has the id of a later one; it is skipped and stays in the file`
      const hash = contentHash(JSON.stringify(document.entries[entry - 1]))
      reportOnce(hash, { type: 'line-set-aside', level: 'warn', message, path, details: { entry } })
    }
    return remember({ version: stored.version, document })
  }

  function remember(loaded: Loaded): Loaded {
    last = loaded
    return loaded
  }

  /** Reports each damage once, however often the file is read. */
  function reportOnce(damage: string, event: Parameters<typeof report>[0]): void {
    if (!reported.has(damage)) report(event)
    reported.add(damage)
  }

  /** Call it inside the guard. */
  async function loadOrSetAside(): Promise<Loaded> {
    const loaded = (await load()) ?? (await sleep(secondLookMs).then(load))
    if (loaded) return loaded
    const conflict = `${path} has the markers of an unresolved merge: resolve it in an editor, and retry`
    if (hasConflict((await files.read(path))?.text ?? '')) throw new MemoryError('corrupt', conflict)
    const aside = await setAside(setting, path)
    const message = `${path} is not a valid knowledge file; it was moved to ${aside}, and the knowledge base starts empty`
    report({ type: 'file-quarantined', level: 'warn', message, path: aside })
    return remember({ version: null, document: emptyKnowledge })
  }

  async function changeOnce<T>(edit: (document: KnowledgeDocument) => KnowledgeEdit<T>): Promise<T> {
    const before = await loadOrSetAside()
    const { document, answer, written } = edit(before.document)
    if (document !== before.document) {
      const { version } = await files.write(path, printKnowledge(document), { ifVersion: before.version })
      remember({ version, document })
    }
    written?.()
    return answer
  }

  return {
    /** The present file, or its last readable state; one stat if it has not changed. @throws MemoryError `newer-format` */
    read: async (): Promise<KnowledgeDocument> => ((await load()) ?? last)?.document ?? emptyKnowledge,
    /** Repeats the edit if a person saves in between. @throws MemoryError `newer-format`, `version-conflict`, `corrupt` */
    change: <T>(edit: (document: KnowledgeDocument) => KnowledgeEdit<T>): Promise<T> =>
      guard(() => retryOnConflict(() => changeOnce(edit))),
  }
}

const formatVersion = 1

/** A parsed knowledge.json. Immutable. */
export interface KnowledgeDocument {
  /** The file without its entries. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The entries of the file. Invalid ones stay unchanged. */
  readonly entries: readonly unknown[]
  /** The valid entries by id. If an id occurs twice, the last one counts; the others stay in the file. */
  readonly rows: ReadonlyMap<string, KnowledgeRow>
}

const emptyKnowledge: KnowledgeDocument = documentOf({ version: formatVersion }, [])

/**
 * Parses `{ "version": 1, "entries": […] }`; `skipped` are the positions of ignored entries, from 1. Undefined if the text is not such a document, or is nested too deeply to be
 * written back. Invalid entries, and those with the id of a later one, are ignored and kept. Missing fields get
 * defaults, times that of `nowMs`.
 * @throws MemoryError `newer-format`
 */
export function parseKnowledge(text: string, nowMs: number) {
  // Editors may add a byte order mark.
  const parsed = parsedJson(text.replace(/^\uFEFF/, ''))
  if (!isRecord(parsed)) return undefined
  const { entries: values, ...fields } = parsed
  const version = fields['version']
  if (typeof version === 'number' && version > formatVersion)
    throw new MemoryError(
      'newer-format',
      `the knowledge file has format ${version}, this version of Daybook reads format ${formatVersion}: upgrade @daybook/memory-core`,
    )
  if (!Array.isArray(values)) return undefined
  const entries = values.map((value: unknown) => rowOf(value, nowMs / 1000) ?? value)
  const document = documentOf({ version: formatVersion, ...fields }, entries)
  const skipped = entries.flatMap((entry, index) => (isCounted(document, entry) ? [] : [index + 1]))
  // Thousands of nested brackets parse, but overflow the stack when printed.
  return printedJson(parsed, 2) === undefined ? undefined : { document, skipped }
}

/** Whether a text has the markers of an unresolved merge. */
export function hasConflict(text: string): boolean {
  return /^(?:<{7}|>{7})(?: |\r?$)/m.test(text)
}

/** The entries of a file, for the index. Never throws; an invalid file has none. */
export function knowledgeOf(text: string, nowMs: number): KnowledgeEntry[] {
  try {
    return [...(parseKnowledge(text, nowMs)?.document.rows.values() ?? [])].map(toEntry)
  } catch {
    // A newer format: calls of the knowledge base throw `newer-format`.
    return []
  }
}

export function printKnowledge({ fields, entries }: KnowledgeDocument): string {
  return `${JSON.stringify({ ...fields, entries }, null, 2)}\n`
}

/** The document with each valid entry replaced by the result of `change`; the same object if nothing differs. */
export function mapRows(document: KnowledgeDocument, change: (row: KnowledgeRow) => KnowledgeRow): KnowledgeDocument {
  const { fields, entries } = document
  const changed = entries.map((entry) => (isCounted(document, entry) ? change(entry) : entry))
  return changed.some((entry, at) => entry !== entries[at]) ? documentOf(fields, changed) : document
}

/** The document without these ids, including duplicates; the same object if none occurs. */
export function withoutRows(document: KnowledgeDocument, ids: ReadonlySet<string>): KnowledgeDocument {
  const left = document.entries.filter((entry) => !(isRow(entry) && ids.has(entry.id)))
  return left.length === document.entries.length ? document : documentOf(document.fields, left)
}

export function documentOf(fields: Readonly<Record<string, unknown>>, entries: readonly unknown[]): KnowledgeDocument {
  return { fields, entries, rows: new Map(entries.filter(isRow).map((row) => [row.id, row])) }
}

function isCounted({ rows }: KnowledgeDocument, entry: unknown): entry is KnowledgeRow {
  return isRow(entry) && rows.get(entry.id) === entry
}
