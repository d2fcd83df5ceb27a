import { shown } from '@daybook/memory-core/adapters'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { StorageListMessagesByResourceIdInput, StorageListMessagesInput } from '@mastra/core/storage'
import { refused } from './given-messages.ts'

/** The common fields of both ways to list messages. */
export type MessageQuery = Omit<StorageListMessagesInput, 'threadId'> | StorageListMessagesByResourceIdInput

export interface Page {
  page: number
  /** The requested page size; `false` for all. */
  perPage: number | false
  offset: number
  /** Maximum messages of the page. */
  size: number
}

const mostPerPage = 40

/** @throws MemoryError `bad-input` for an invalid page */
export function pageOf(
  { page = 0, perPage }: { page?: number; perPage?: number | false },
  usual: number = mostPerPage,
): Page {
  if (!Number.isSafeInteger(page) || page < 0) throw refused(`page must be >= 0; it is ${shown(page)}`)
  if (perPage === false) return { page, perPage, offset: 0, size: Number.POSITIVE_INFINITY }
  const size = perPage ?? usual
  if (!Number.isSafeInteger(size) || size < 0)
    throw refused(`perPage must be >= 0, or false for all; it is ${shown(size)}`)
  if (!Number.isSafeInteger(page * size)) throw refused(`page must be >= 0 and lead to a place; it is ${shown(page)}`)
  return { page, perPage: size, offset: page * size, size }
}

/** The ids of the requested threads. @throws MemoryError `bad-input` for a blank id, or none */
export function threadIdsOf(threadId: string | readonly string[]): string[] {
  const ids = typeof threadId === 'string' ? [threadId] : [...(threadId ?? [])]
  if (ids.length > 0 && ids.every((id) => typeof id === 'string' && id.trim() !== '')) return [...new Set(ids)]
  throw refused(`threadId must be a non-empty string or array of non-empty strings; it is ${shown(threadId)}`)
}

/** A filter as a function; undefined if it excludes nothing. @throws MemoryError `bad-input` */
export function messageFilter(filter: MessageQuery['filter']): ((message: MastraDBMessage) => boolean) | undefined {
  const { dateRange, metadata = {} } = filter ?? {}
  const wanted = Object.entries(metadata)
  for (const [key, value] of wanted) checkField(key, value)
  const start = timeOf(dateRange?.start)
  const end = timeOf(dateRange?.end)
  if (wanted.length === 0 && start === undefined && end === undefined) return undefined
  return ({ createdAt, content }) => {
    const time = createdAt.getTime()
    if (start !== undefined && (dateRange?.startExclusive ? time <= start : time < start)) return false
    if (end !== undefined && (dateRange?.endExclusive ? time >= end : time > end)) return false
    const fields = content.metadata ?? {}
    return wanted.every(([key, value]) => Object.hasOwn(fields, key) && fields[key] === value)
  }
}

/** @throws MemoryError `bad-input` for a name or value that cannot be queried */
export function checkField(key: string, value: unknown): void {
  if (!/^[A-Za-z_]\w*$/.test(key) || key.length > 128 || ['__proto__', 'constructor', 'prototype'].includes(key))
    throw refused(`Invalid metadata key: ${shown(key)}; expected a letter or _, then letters, digits or _`)
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return
  throw refused(
    `Metadata filter value for key ${shown(key)} must be a string, number, boolean or null; it is ${shown(value)}`,
  )
}

/** Hosts behind HTTP pass dates as strings. */
function timeOf(date: Date | string | undefined): number | undefined {
  if (date === undefined || date === null) return undefined
  const time = new Date(date).getTime()
  if (Number.isNaN(time)) throw refused(`dateRange has ${shown(date)}, expected a date`)
  return time
}
