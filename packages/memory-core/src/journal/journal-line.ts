import { MemoryError, shown } from '../errors.ts'
import { isConflict } from '../storage/file-checks.ts'
import type { FileStore } from '../storage/files.ts'
import { checkItemWrite, checkJson } from '../storage/item-checks.ts'
import type { StoredItem } from '../storage/items.ts'
import { checkRecord } from '../storage/record-rows.ts'
import type { StoredRecord } from '../storage/records.ts'
import { contentHash } from '../text/comparison.ts'

/** One version of a record, an item or a mark. */
export type JournalThing = {
  /**
   * A random id from the thing's first version until its removal. All versions of a thing share it; a thing that is
   * created again after a removal gets a new one. It reveals nothing about the content.
   */
  as: string
} & ({ record: StoredRecord } | { item: StoredItem } | { mark: readonly [key: string, value: string] })

/** When a record was last used, its strength since then, and the number of its uses by this writer. */
export type RecordUse = readonly [at: string, strength: number, total: number]

/** When an item was last read, and its new expiry; undefined if the expiry did not change. */
export type ItemReading = readonly [at: string, expiresAt?: string]

/** One operation, applied as a whole or not at all. */
export interface JournalLine {
  /** New versions. The first has the number `n`, the next `n + 1`, and so on. */
  put?: readonly JournalThing[]
  /** Permanently removed, by `as`. Overrides every version, earlier or later. */
  gone?: readonly string[]
  /** Removed because it expired or was used least. Compaction drops it together with its versions. */
  pruned?: readonly string[]
  /** Uses of records by `as`. */
  used?: Readonly<Record<string, RecordUse>>
  /** Readings of items by `as`. */
  read?: Readonly<Record<string, ItemReading>>
  /** Readers that follow changes are not notified of these versions. */
  quiet?: true
  /** A Lamport clock: higher than every number that the writer had seen. */
  n: number
  /** The writer: a random id for each copy of the memory. */
  by: string
}

type Checksum = (text: string) => number

const sumLength = 18
const sumStart = ',"sum":"'
const sumEnd = '"}'
const fields: ReadonlySet<string> = new Set(['put', 'gone', 'pruned', 'used', 'read', 'quiet', 'n', 'by', 'daybook'])

/** The first line of every journal. It has no content, and keeps a file that git tracks from becoming empty. */
export const journalHeader = '{"daybook":"journal"}'

/** Prints a line without its line break: the content, then number and writer, then the checksum. */
export function printJournalLine({ n, by, quiet, put, ...rest }: JournalLine, checksum: Checksum): string {
  const line = { ...(put && { put: put.map(printable) }), ...rest, ...(quiet && { quiet }), n, by }
  const body = JSON.stringify(line).slice(0, -1)
  return `${body}${sumStart}${digits(checksum(body))}${sumEnd}`
}

/** Writes an infinite strength as a string, because JSON has no infinities. */
function printable(thing: JournalThing): object {
  if (!('record' in thing) || Number.isFinite(thing.record.strength)) return thing
  return { ...thing, record: { ...thing.record, strength: String(thing.record.strength) } }
}

/**
 * Parses a line; undefined for the header and for an empty line. A line without a checksum was written by hand, so its
 * fields are checked.
 * @throws MemoryError `corrupt` if the line was altered or is not a line of a journal
 */
export function parseJournalLine(text: string, checksum: Checksum): JournalLine | undefined {
  if (text === '' || text === journalHeader) return undefined
  const hasSum = text.startsWith(sumStart, text.length - sumLength) && text.endsWith(sumEnd)
  if (hasSum && !isSound(text, checksum)) throw damaged(text, 'its checksum does not match')
  const line = parsed(hasSum ? `${text.slice(0, -sumLength)}}` : text)
  if (!hasSum) checkLine(line, text)
  for (const thing of line.put ?? []) if ('record' in thing) thing.record.strength = Number(thing.record.strength)
  return line
}

function digits(checksum: number): string {
  return checksum.toString(16).padStart(8, '0')
}

function isSound(text: string, checksum: Checksum): boolean {
  const end = text.length - sumLength
  return text.slice(end + sumStart.length, -sumEnd.length) === digits(checksum(text.slice(0, end)))
}

function parsed(text: string): JournalLine {
  try {
    return JSON.parse(text) as JournalLine
  } catch (error) {
    throw damaged(text, 'it is not JSON', error)
  }
}

function checkLine(line: unknown, text: string): void {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) throw damaged(text, 'it is not an object')
  const unknown = Object.keys(line).find((name) => !fields.has(name))
  if (unknown !== undefined) throw damaged(text, `it has the unknown field ${shown(unknown)}`)
  if ('daybook' in line) throw damaged(text, 'its header was altered')
  const { n, by, put = [], gone = [], pruned = [], used = {}, read = {} } = line as Partial<JournalLine>
  const isPlaced = Number.isSafeInteger(n) && typeof by === 'string'
  const areLists = [put, gone, pruned].every(Array.isArray) && [used, read].every((one) => typeof one === 'object')
  if (!isPlaced || !areLists) throw damaged(text, 'its fields have the wrong types')
  try {
    for (const thing of put) checkThing(thing)
  } catch (error) {
    throw damaged(text, error instanceof Error ? error.message : String(error), error)
  }
}

function checkThing(thing: JournalThing): void {
  if (typeof thing.as !== 'string') throw new MemoryError('corrupt', 'an entry has no id')
  if ('record' in thing) {
    checkRecord({ ...thing.record, strength: Number(thing.record.strength) })
  } else if ('item' in thing) {
    const { namespace, key, value, createdAt, updatedAt, accessedAt, expiresAt } = thing.item
    for (const at of [createdAt, updatedAt, accessedAt]) checkItemWrite({ namespace, key, value, at, expiresAt })
    checkJson(value, 'the value', new Set())
  } else if (!Array.isArray(thing.mark) || thing.mark.length !== 2 || thing.mark.some((one) => typeof one !== 'string'))
    throw new MemoryError('corrupt', 'a mark is not a pair of a key and a value')
}

function damaged(text: string, why: string, cause?: unknown): MemoryError {
  const begin = shown(text.slice(0, 60))
  return new MemoryError('corrupt', `a line of the journal is damaged, ${why}: ${begin}`, { cause })
}

/** The memory's secret key: a text file inside the memory's folder, so that it moves with it. */
const keyPath = '.daybook/key'

/** The purpose of a hash: the same text has a different hash for each purpose, and in each memory. */
type Purpose = 'session' | 'question' | 'line' | 'text'

/** Makes hashes from which nothing can be learned without the memory's key. */
export type SaltedHash = (purpose: Purpose, text: string, digits?: number) => string

/** The salted hash of this memory; undefined if it has no key yet. */
export async function findSaltedHash(files: FileStore): Promise<SaltedHash | undefined> {
  const key = (await files.read(keyPath))?.text.trim()
  if (!key) return undefined
  return (purpose, text, digits = 16) => contentHash(`${key}\n${purpose}\n${text}`).slice(0, digits)
}

/** The salted hash of this memory; creates its key if there is none. */
export async function openSaltedHash(files: FileStore): Promise<SaltedHash> {
  const known = await findSaltedHash(files)
  if (known) return known
  const made = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0'))
  try {
    await files.write(keyPath, `${made.join('')}\n`, { ifVersion: (await files.stat(keyPath))?.version ?? null })
  } catch (error) {
    if (!isConflict(error)) throw error
  }
  // Another process may have created it first.
  return openSaltedHash(files)
}
