import { MemoryError, shown } from '../errors.ts'
import type { StoredMessage } from '../message.ts'
import { checkShape, type Shape } from '../option-checks.ts'
import { copyJson, decodeMessage, isRecord, type LinePlace, otherFields, printLine, readTime } from './message-codec.ts'
import type { SessionHeader } from './session.ts'

/** The version of the session format that this code writes. */
const format = 1

/** What can be said about a session later. */
export interface Description {
  title?: string
  metadata?: Record<string, unknown>
}

/** One line of a session file, understood. */
export type SessionLine =
  | { kind: 'header'; header: SessionHeader }
  | { kind: 'message'; message: StoredMessage }
  | { kind: 'remove' | 'aside'; ids: string[] }
  | { kind: 'describe'; change: Description }

const headerFields: ReadonlySet<string> = new Set(
  '_type daybook key createdAt lastConsolidated updatedAt title metadata summary'.split(' '),
)

const describable: Shape = {
  title: (value) => (typeof value === 'string' ? undefined : 'a string'),
  metadata: (value) => (isRecord(value) ? undefined : 'an object of JSON values'),
}

/**
 * A line of a session file, or undefined when it is none: damaged, or of an unknown kind.
 * @throws MemoryError `newer-format` for the header of a newer Daybook
 */
export function parseSessionLine(text: string, place: LinePlace): SessionLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? decodeLine(value, place) : undefined
  } catch (error) {
    if (MemoryError.isInstance(error)) throw error
    return undefined // not JSON, or nested too deeply: set aside by the reader
  }
}

function decodeLine(value: Record<string, unknown>, place: LinePlace): SessionLine | undefined {
  switch (value['_type']) {
    case undefined: {
      const message = decodeMessage(value, place)
      return message && { kind: 'message', message }
    }
    case 'metadata':
      return { kind: 'header', header: decodeHeader(value, place) }
    case 'remove':
    case 'aside':
      return Array.isArray(value['ids'])
        ? { kind: value['_type'], ids: value['ids'].filter((id) => typeof id === 'string') }
        : undefined
    case 'describe':
      return { kind: 'describe', change: decodeDescription(value) }
    default:
      return undefined
  }
}

function decodeHeader(value: Record<string, unknown>, place: LinePlace): SessionHeader {
  const { daybook, key, lastConsolidated, summary } = value
  if (typeof daybook === 'number' && daybook > format)
    throw new MemoryError(
      'newer-format',
      `session ${shown(key)} was written in format ${daybook}, this Daybook reads up to ${format}: upgrade @daybook/memory-core`,
    )
  const done = typeof lastConsolidated === 'number' && lastConsolidated > 0 ? Math.floor(lastConsolidated) : 0
  const updatedAt = readTime(value['updatedAt'])
  const extra = otherFields(value, headerFields)
  return {
    key: typeof key === 'string' ? key : '',
    createdAt: readTime(value['createdAt']) ?? place.createdAt,
    lastConsolidated: done,
    ...(updatedAt !== undefined && { updatedAt }),
    ...decodeDescription(value),
    ...(typeof summary === 'string' && { summary }),
    ...(extra && { extra }),
  }
}

function decodeDescription(value: Record<string, unknown>): Description {
  const { title } = value
  const metadata = copyJson(value['metadata'])
  return { ...(typeof title === 'string' && { title }), ...(isRecord(metadata) && { metadata }) }
}

/**
 * A description as it will be read again, without what is undefined.
 * @throws MemoryError `bad-input` when the title is no string, the metadata no JSON object, or there is anything else
 */
export function freshDescription(change: Description): Description {
  checkShape(change, describable, 'change', 'bad-input')
  const { title, metadata } = change
  if (metadata === undefined) return title === undefined ? {} : { title }
  const fresh = isRecord(metadata) ? parsedAgain(metadata) : undefined
  if (!isRecord(fresh))
    throw new MemoryError('bad-input', `metadata is ${shown(metadata)}, expected an object of JSON values`)
  return { ...(title !== undefined && { title }), metadata: fresh }
}

function parsedAgain(value: unknown): unknown {
  try {
    return copyJson(JSON.parse(JSON.stringify(value)))
  } catch {
    return undefined // cycles, big integers, too deep: refused by the caller
  }
}

/** The header as a line, without its line break. */
export function printHeader(header: SessionHeader): string {
  const { key, createdAt, lastConsolidated, extra, ...rest } = header
  return printLine({ _type: 'metadata', daybook: format, key, createdAt, lastConsolidated, ...rest, ...extra })
}

/** A message as a line. */
export function printMessage(message: StoredMessage): string {
  return printLine(message)
}

/** A line about several messages. */
export function printIds(kind: 'remove' | 'aside', ids: Iterable<string>): string {
  return printLine({ _type: kind, ids: [...ids] })
}

/** A line with a new title or new metadata. */
export function printDescription(change: Description): string {
  return printLine({ _type: 'describe', ...change })
}
