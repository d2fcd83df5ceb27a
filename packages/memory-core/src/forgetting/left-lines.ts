import type { HistoryBlock } from '../documents/history-entry.ts'
import { markdownLines } from '../documents/markdown.ts'
import { openSaltedHash, type SaltedHash } from '../journal/journal-line.ts'
import { isRecord, parsedJson, textsOf } from '../json.ts'
import { everyMark } from '../storage/every-row.ts'
import type { RecordStore } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'

/** The lines of MEMORY.md that this copy last saw, and what it knew of other copies; see `isCopyMark`. */
const seenMark = 'page-lines:'
/** A line of MEMORY.md or a history entry that was removed, and must not return by a merge. */
const leftMark = 'left:'
/** Also forgotten, and gone from kept versions. Apart, because a copy that only removed the line may write later. */
const forgottenMark = 'forgotten:'

export type KnownLines = NonNullable<Awaited<ReturnType<typeof readKnownLines>>>

/** The documents as this copy of a memory has stored them; undefined for a storage without copies, which is no folder. */
export async function readKnownLines(storage: Storage, store: RecordStore) {
  const copies = await storage.copies?.()
  if (!copies) return undefined
  const hash = await openSaltedHash(storage.files)
  const own = decode((await store.marks([seenMark])).get(seenMark))
  const isMerged = [...copies].some(([copy, number]) => number > Number(own.copies.get(copy) ?? 0))
  return {
    /** Whether another copy has changed records since: this one was merged with it, or is a copy of it. */
    isMerged,
    ...(await leftIn(hash, isMerged ? store : undefined)),
    /** Notes lines removed or restored since, and the present ones. Without `before`, the file was lost: none left. */
    async note(before: string | undefined, after: string): Promise<void> {
      const now = factMarks(hash, after)
      const known = before === undefined ? [] : [...own.lines, ...factMarks(hash, before)]
      const gone = [...new Set(known)].filter((mark) => !now.has(mark))
      const fresh = [...now].filter((mark) => !own.lines.has(mark))
      const back = [...(await store.marks(fresh)).keys()]
      if (gone.length + fresh.length === 0 && now.size === own.lines.size && !isMerged) return
      const lines = [...now].map((mark) => mark.slice(leftMark.length))
      await store.write({
        marks: {
          ...Object.fromEntries(gone.map((mark) => [mark, '1'])),
          ...Object.fromEntries(back.flatMap((mark) => [mark, forgottenOf(mark)]).map((mark) => [mark, undefined])),
          [seenMark]: JSON.stringify({ lines, copies: Object.fromEntries(copies) }),
        },
      })
    },
  }
}

/** The removals by all copies, even if none was merged into this one. */
export async function readLeftLines({ files, records }: Storage) {
  return leftIn(await openSaltedHash(files), records)
}

/** The content that any copy of a memory has removed from the documents. Without a store, nothing was removed. */
async function leftIn(hash: SaltedHash, store: RecordStore | undefined) {
  const left = store ? await everyMark(store, leftMark) : new Map<string, string>()
  const forgotten = store ? await everyMark(store, forgottenMark) : new Map<string, string>()
  return {
    /** Whether a fact was removed from MEMORY.md. */
    isFactLeft: (fact: string): boolean => left.has(factMark(hash, fact)),
    /** Whether it was forgotten, not only removed: no kept version may contain it either. */
    isFactForgotten: (fact: string): boolean => forgotten.has(forgottenOf(factMark(hash, fact))),
    isEntryLeft: (entry: HistoryBlock): boolean => left.has(entryMark(hash, entry)),
  }
}

/** Notes what was forgotten, so that a merge with a copy that has it does not restore it. */
export async function noteForgotten(storage: Storage, facts: readonly string[], entries: readonly HistoryBlock[]) {
  if (facts.length + entries.length === 0 || !storage.copies) return
  const hash = await openSaltedHash(storage.files)
  const marks = [...facts.map((fact) => factMark(hash, fact)), ...entries.map((entry) => entryMark(hash, entry))]
  const all = marks.flatMap((mark) => [mark, forgottenOf(mark)])
  await storage.records.write({ marks: Object.fromEntries(all.map((mark) => [mark, '1'])) })
}

function forgottenOf(mark: string): string {
  return `${forgottenMark}${mark.slice(leftMark.length)}`
}

function factMark(hash: SaltedHash, fact: string): string {
  return `${leftMark}${hash('line', fact.trim())}`
}

function entryMark(hash: SaltedHash, { at = '', text }: HistoryBlock): string {
  return `${leftMark}${hash('line', `${at}\n${text}`)}`
}

function factMarks(hash: SaltedHash, page: string): Set<string> {
  const bullets = markdownLines(page).filter(({ kind }) => kind === 'bullet')
  return new Set(bullets.map(({ body }) => factMark(hash, body)))
}

/** Of a damaged mark, nothing has been seen. */
function decode(text = ''): { lines: ReadonlySet<string>; copies: ReadonlyMap<string, unknown> } {
  const value = parsedJson(text)
  const { lines, copies }: Record<string, unknown> = isRecord(value) ? value : {}
  const known = new Map(Object.entries(isRecord(copies) ? copies : {}))
  return { lines: new Set(textsOf(lines).map((hash) => `${leftMark}${hash}`)), copies: known }
}
