import { MemoryError, shown } from '../errors.ts'
import { checkItemWrite, checkJson } from '../storage/item-checks.ts'
import type { StoredItem } from '../storage/items.ts'
import { checkRecord } from '../storage/record-checks.ts'
import type { StoredRecord } from '../storage/records.ts'

/** A record, an item or a mark as one version of it was written. */
export type JournalThing = {
  /**
   * A random id for the time from its first version to its removal: the versions of one thing have it in common, and what is
   * made anew after a removal has another. It says nothing of what it stands for.
   */
  as: string
} & ({ record: StoredRecord } | { item: StoredItem } | { mark: readonly [key: string, value: string] })

/** When a record was last used, its strength since, and how often this writer has used it in all. */
export type RecordUse = readonly [at: string, strength: number, total: number]

/** When an item was last read, and when it expires since; undefined where that stays as it was written. */
export type ItemReading = readonly [at: string, expiresAt?: string]

/** One operation, made as a whole or not at all. */
export interface JournalLine {
  /** New versions. The first has the number `n`, the next `n + 1`, and so on. */
  put?: readonly JournalThing[]
  /** Removed for ever, by `as`: stronger than every version of it, older or newer. */
  gone?: readonly string[]
  /** Removed because it expired or because others were used more: forgotten together with its versions by compaction. */
  pruned?: readonly string[]
  /** Uses of records by `as`. */
  used?: Readonly<Record<string, RecordUse>>
  /** Readings of items by `as`. */
  read?: Readonly<Record<string, ItemReading>>
  /** The versions are no news to readers that follow changes. */
  quiet?: true
  /** Lamport's counter: above every number that the writer had seen. */
  n: number
  /** The writer: a random id for each copy of the memory. */
  by: string
}

/** The checksum of a text, 32 bits. */
export type Checksum = (text: string) => number

const sumLength = 18
const sumStart = ',"sum":"'
const sumEnd = '"}'
const fields: ReadonlySet<string> = new Set(['put', 'gone', 'pruned', 'used', 'read', 'quiet', 'n', 'by', 'daybook'])

/** The first line of every journal. It stands for nothing, so that a file that git knows never becomes empty. */
export const journalHeader = '{"daybook":"journal"}'

/** The line's text, without a line break: what it says first, then its place in the order, then its checksum. */
export function printJournalLine({ n, by, quiet, put, ...rest }: JournalLine, checksum: Checksum): string {
  const line = { ...(put && { put: put.map(printable) }), ...rest, ...(quiet && { quiet }), n, by }
  const body = JSON.stringify(line).slice(0, -1)
  return `${body}${sumStart}${checksum(body).toString(16).padStart(8, '0')}${sumEnd}`
}

/** JSON has no infinities: a strength may be one. */
function printable(thing: JournalThing): object {
  if (!('record' in thing) || Number.isFinite(thing.record.strength)) return thing
  return { ...thing, record: { ...thing.record, strength: String(thing.record.strength) } }
}

/**
 * What a line's text says; undefined for the header and for an empty line. A line without a checksum was written by hand,
 * and is looked at closely.
 * @throws MemoryError `corrupt` for a line that is not as it was written, or no line of a journal
 */
export function parseJournalLine(text: string, checksum: Checksum): JournalLine | undefined {
  if (text === '' || text === journalHeader) return undefined
  const hasSum = text.startsWith(sumStart, text.length - sumLength) && text.endsWith(sumEnd)
  if (hasSum && !isSound(text, checksum)) throw damaged(text, 'its checksum does not fit')
  const line = parsed(hasSum ? `${text.slice(0, -sumLength)}}` : text)
  if (!hasSum) checkLine(line, text)
  return withStrengths(line)
}

function isSound(text: string, checksum: Checksum): boolean {
  const end = text.length - sumLength
  return Number.parseInt(text.slice(end + sumStart.length, -sumEnd.length), 16) === checksum(text.slice(0, end))
}

function parsed(text: string): JournalLine {
  try {
    return JSON.parse(text) as JournalLine
  } catch (error) {
    throw damaged(text, 'it is no JSON', error)
  }
}

function withStrengths(line: JournalLine): JournalLine {
  const isPlain = (thing: JournalThing): boolean => !('record' in thing) || typeof thing.record.strength === 'number'
  if (!line.put || line.put.every(isPlain)) return line
  const put = line.put.map((thing) =>
    isPlain(thing) || !('record' in thing)
      ? thing
      : { ...thing, record: { ...thing.record, strength: Number(thing.record.strength) } },
  )
  return { ...line, put }
}

function checkLine(line: unknown, text: string): void {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) throw damaged(text, 'it is no object')
  const unknown = Object.keys(line).find((name) => !fields.has(name))
  if (unknown !== undefined) throw damaged(text, `it has the unknown field ${shown(unknown)}`)
  if ('daybook' in line) throw damaged(text, 'its header is not as it was written')
  const { n, by, put = [], gone = [], pruned = [], used = {}, read = {} } = line as Partial<JournalLine>
  const isPlaced = Number.isSafeInteger(n) && typeof by === 'string'
  const areLists = [put, gone, pruned].every(Array.isArray) && [used, read].every((one) => typeof one === 'object')
  if (!isPlaced || !areLists) throw damaged(text, 'its fields are not as they have to be')
  try {
    for (const thing of put) checkThing(thing)
  } catch (error) {
    throw damaged(text, error instanceof Error ? error.message : String(error), error)
  }
}

function checkThing(thing: JournalThing): void {
  if (typeof thing.as !== 'string') throw new MemoryError('corrupt', 'it has a thing without an id')
  if ('record' in thing) {
    checkRecord({ ...thing.record, strength: Number(thing.record.strength) })
  } else if ('item' in thing) {
    const { namespace, key, value, createdAt, updatedAt, accessedAt, expiresAt } = thing.item
    for (const at of [createdAt, updatedAt, accessedAt]) checkItemWrite({ namespace, key, value, at, expiresAt })
    checkJson(value, 'the value', new Set())
  } else if (!Array.isArray(thing.mark) || thing.mark.length !== 2 || thing.mark.some((one) => typeof one !== 'string'))
    throw new MemoryError('corrupt', 'it has a mark that is not a key and a value')
}

function damaged(text: string, why: string, cause?: unknown): MemoryError {
  const begin = shown(text.slice(0, 60))
  return new MemoryError('corrupt', `a line of the journal is damaged, ${why}: ${begin}`, { cause })
}
