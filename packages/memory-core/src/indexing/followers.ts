import { letOthersRun, takeTurns } from '../async.ts'
import { MemoryError, type MemoryErrorCode } from '../errors.ts'
import { originOfPath } from '../storage/file-checks.ts'
import type { FileEntry, FileStore } from '../storage/files.ts'
import type { Passage } from '../storage/passages.ts'
import type { RecordStore } from '../storage/records.ts'
import { isUnchanged, type MarkedIndex } from './marked-index.ts'
import { passageOfRecord, recordsOrigin } from './passages-of.ts'

/** The files of one layer, each of which is divided into passages as a whole. */
export interface DocumentSource {
  list(): Promise<readonly FileEntry[]>
  /** `size` is that of the file, in bytes. */
  divide(path: string, text: string, size: number): Passage[] | Promise<Passage[]>
}

type DocumentLook = readonly (readonly [DocumentSource, readonly FileEntry[]])[]

/** Up to this many files are listed each time. */
const fewFiles = 500
/** A longer listing is repeated after this many times its duration. */
const listShare = 10

/**
 * Keeps the passages of documents up to date with the files of these sources; passages of other documents are removed.
 * `isOther` returns whether an origin belongs to another follower.
 */
export function createDocumentFollower(
  files: FileStore,
  index: MarkedIndex,
  sources: readonly DocumentSource[],
  isOther: (origin: string) => boolean,
) {
  /** The listing that was followed last, while all of it is indexed. */
  let followed: DocumentLook | undefined
  /** How often the index lost its content. A listing or scan begun before that proves nothing. */
  let losses = 0
  const listings = new Map<DocumentSource, { entries: readonly FileEntry[]; next: number }>()

  async function entriesOf(source: DocumentSource): Promise<readonly FileEntry[]> {
    const known = listings.get(source)
    const started = performance.now()
    if (known && started < known.next) return known.entries
    const entries = await source.list()
    const spent = performance.now() - started
    listings.set(source, { entries, next: started + (entries.length > fewFiles ? spent * (listShare + 1) : 0) })
    return entries
  }

  async function followFile(source: DocumentSource, entry: FileEntry): Promise<void> {
    const { path } = entry
    const mark = (await index.marksOf(originOfPath(path))).get(path)
    if (isUnchanged(mark, entry)) return
    // Must precede reading: passages that another process indexes in between are not taken for deleted.
    const indexed = await index.ids(path)
    const stored = await files.read(path)
    const upsert = stored ? await source.divide(path, stored.text, stored.size) : []
    const ids = new Set(upsert.map((passage) => passage.id))
    const remove = indexed.filter((id) => !ids.has(id))
    const read = stored && { version: stored.version, generation: stored.generation, offset: stored.size, lines: 0 }
    await index.apply({ upsert, remove, marks: new Map([[path, read]]) })
  }

  return {
    /** Lists the files of all sources at the same time. */
    look: (): Promise<DocumentLook> =>
      Promise.all(sources.map(async (source) => [source, await entriesOf(source)] as const)),
    /** Indexes the files of a listing. */
    async follow(seen: DocumentLook): Promise<void> {
      const [known, lost] = [followed, losses]
      if (known && seen.every(([, entries], at) => isSameListing(entries, known[at]?.[1]))) return
      followed = undefined
      const current = new Set<string>()
      const turn = takeTurns()
      for (const [source, entries] of seen)
        for (const entry of entries) {
          await turn()
          current.add(entry.path)
          await followFile(source, entry)
        }
      const documents = [...(await index.marks())].filter(([origin]) => !isOther(origin))
      // Files that are gone, or that an option excludes now.
      const gone = documents.flatMap(([, marks]) => [...marks.keys()].filter((path) => !current.has(path)))
      for (const path of gone) {
        const remove = await index.ids(originOfPath(path))
        await index.apply({ upsert: [], remove, marks: new Map([[path, undefined]]) })
      }
      if (losses === lost) followed = seen
    },
    /** Makes the next `follow` compare every file with its watermark. */
    forget(): void {
      losses += 1
      followed = undefined
    },
    /** Notes that files were written, so that the next `look` lists them all again. */
    written: (): void => listings.clear(),
  }
}

/** Whether the same files have the same versions. */
export function isSameListing(one: readonly FileEntry[], other: readonly FileEntry[] = []): boolean {
  return (
    one.length === other.length &&
    one.every(({ path, version }, at) => path === other[at]?.path && version === other[at].version)
  )
}

const pageSize = 1_000
/** The mark that identifies a store, and its value for a store that was never written. */
const identityMark = 'identity'
const noStore = 'none'

/**
 * Brings the passages of the records up to a revision of the store, and returns the one that the index has now; or
 * `other-store` if it belonged to another store: it is then empty, and all sources must be followed again.
 */
export async function followRecords(
  store: RecordStore,
  index: MarkedIndex,
  revision: number,
): Promise<number | 'other-store'> {
  const mark = (await index.marksOf(recordsOrigin)).get(recordsOrigin)
  const identity = revision === 0 ? noStore : await identityOf(store)
  // Another store, or none: its passages must go, and messages are captured again.
  if (mark && mark.generation !== identity) {
    await index.clear()
    return 'other-store'
  }
  let known = mark ? Number(mark.version) : 0
  // Not `<`: rebuilt tables may count from a lower number.
  while (known !== revision) {
    const page = await store.changes(known, pageSize)
    if (page.revision < known) {
      await index.clear()
      return 'other-store'
    }
    const read = { version: String(page.revision), generation: identity, offset: page.revision, lines: 0 }
    const marks = new Map([[recordsOrigin, read]])
    await index.apply({ upsert: page.records.map(passageOfRecord), remove: page.removed, marks })
    if (page.revision <= known) return known
    known = page.revision
    await letOthersRun()
  }
  return known
}

/** Failures of the store that do not affect the other layers. */
const passedOver: ReadonlySet<MemoryErrorCode> = new Set(['newer-format', 'storage-failed', 'locked', 'corrupt'])

/** Whether an error means only that the records cannot be read at present. */
export function isUnreadable(error: unknown): error is MemoryError {
  return MemoryError.isInstance(error) && passedOver.has(error.code)
}

/** What the records say, or something else while they cannot be read; the catch-up reports the failure. */
export async function readable<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return otherwise
  }
}

/** The identity of a store, which shows whether another one has replaced it. Created with the first record. */
async function identityOf(store: RecordStore): Promise<string> {
  const known = (await store.marks([identityMark])).get(identityMark)
  if (known !== undefined) return known
  const made = crypto.randomUUID()
  await store.write({ marks: { [identityMark]: made } })
  return (await store.marks([identityMark])).get(identityMark) ?? made
}
