import { capturesEnded } from '../capture/capturer.ts'
import { isoTime } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import { parsedJson } from '../json.ts'
import { checkShape, flag } from '../option-checks.ts'
import { type FoundSecret, foundIn, type Redact, type Redacted } from '../privacy/redact.ts'
import { addFound, redactValue } from '../privacy/redact-value.ts'
import { isKeptPage, unescapedPage } from '../records/records-page.ts'
import { semanticCacheLock, semanticCachePath } from '../responses/semantic-cache.ts'
import { itemPages, recordPages } from '../storage/every-row.ts'
import { retryOnConflict } from '../storage/file-checks.ts'
import type { StoredRecord } from '../storage/records.ts'
import { knownDamage } from '../storage/storage.ts'
import { isResponse, type ScrubbedLayer, type ScrubReceipt, storedPlaces } from '../upkeep/places.ts'
import { layerCalls, quotedHeader } from './layer-calls.ts'
import type { Parts } from './parts.ts'

const attempts = 5

/**
 * Replaces each file and row atomically: after a crash, the next run does the rest. Records go before their page. The
 * `flush` of the parts writes what is buffered in memory.
 */
export async function scrub(parts: Parts, options: { dryRun?: boolean | undefined } = {}): Promise<ScrubReceipt> {
  checkShape(options, { dryRun: flag }, 'scrub', 'bad-input')
  const { setting, layers, store, consolidator, redaction } = parts
  const problem = 'this memory was opened with "redaction: false": open it without that option to scrub it'
  if (!redaction) throw new MemoryError('bad-input', problem)
  const { redact } = redaction
  const { dryRun = false } = options
  const { storage, clock } = setting
  const totals = new Map<ScrubbedLayer, Map<string, number>>()

  function count(layer: ScrubbedLayer, found: readonly FoundSecret[]): void {
    const total = totals.get(layer) ?? new Map<string, number>()
    addFound(total, found)
    if (found.length > 0) totals.set(layer, total)
  }

  async function scrubFiles(): Promise<string[]> {
    const changed: string[] = []
    const seen = new Set<string>()
    // Repeated, because another process may trim a session and move messages to a new file.
    for (let files = await ownFiles(seen); files.size > 0; files = await ownFiles(seen)) {
      const locks = new Map((await store.list()).map(({ key }) => [store.path(key), key]))
      for (const [path, layer] of files) {
        seen.add(path)
        const found = await scrubFile(path, lockOf(path, locks))
        count(layer, found)
        if (found.length > 0) changed.push(path)
      }
    }
    return changed
  }

  /** The lock of a session's file or archive segment, or of the cached responses; undefined for documents. */
  function lockOf(path: string, sessions: ReadonlyMap<string, string>): string | undefined {
    if (path === semanticCachePath) return semanticCacheLock
    const file = path.replace(/\.archive\/.*$/s, '.jsonl').replace(/\.corrupt-[^/]*$/, '')
    const key = sessions.get(file)
    return key === undefined ? undefined : store.lockName(key)
  }

  /** Searches without a lock first, because most files have no secret. */
  async function scrubFile(path: string, lock: string | undefined) {
    const scrubbed = async (mayWrite: boolean): Promise<FoundSecret[]> => {
      const stored = await storage.files.read(path)
      if (!stored) return []
      const { text, found } = scrubbedFile(path, stored.text, redact)
      if (mayWrite && found.length > 0) await storage.files.write(path, text, { ifVersion: stored.version })
      return found
    }
    const seen = await scrubbed(false)
    if (seen.length === 0 || dryRun) return seen
    // A person may save the file in between.
    const replaced = (): Promise<FoundSecret[]> => retryOnConflict(() => scrubbed(true), attempts)
    return lock === undefined ? consolidator.guard(replaced) : storage.lock([lock], replaced)
  }

  /** The memory's files that were not seen yet; other files in its folder are left alone. */
  async function ownFiles(seen: ReadonlySet<string>): Promise<ReadonlyMap<string, ScrubbedLayer>> {
    const found = new Map<string, ScrubbedLayer>()
    for (const { layer, directory, scrubbed } of storedPlaces(layers))
      for (const { path } of await storage.files.list(directory, { deep: true }))
        if (scrubbed.test(path.slice(directory.length + 1)) && !found.has(path) && !seen.has(path))
          found.set(path, layer)
    return found
  }

  async function scrubRecords(from = 0): Promise<number> {
    const ofRecord = new Set([...(layerCalls.records.learn.stores?.keep ?? []), ...namesOfRecords])
    const without = (record: StoredRecord) => redactValue(record, redact, ofRecord)
    let rows = 0
    for await (const page of recordPages(storage.records, from)) {
      for (const record of page) {
        const { found } = without(record)
        if (found.length === 0) continue
        rows += 1
        count('records', found)
        if (!dryRun) await parts.rows.book.store.update([record.id], (now) => without(now).value)
      }
    }
    return rows
  }

  async function scrubItems(): Promise<number> {
    let rows = 0
    for await (const page of itemPages(storage.items, isoTime(clock()))) {
      for (const item of page) {
        const { value, found } = redactValue(item.value, redact)
        if (found.length === 0) continue
        rows += 1
        count(isResponse(item) ? 'responses' : 'items', found)
        const { namespace, key, updatedAt, expiresAt } = item
        if (!dryRun) await storage.items.put([{ namespace, key, value, at: updatedAt, expiresAt }])
      }
    }
    return rows
  }

  await parts.flush()
  const before = await storage.records.revision()
  let rows = (await scrubRecords()) + (await scrubItems())
  // Rewrites RECORDS.md from scrubbed records: Markdown escapes hide secrets from the rules.
  if (!dryRun) await parts.flush()
  const files = await scrubFiles()
  // While a file had secrets, another process could capture records from it.
  if (!dryRun && files.length > 0) {
    await capturesEnded(storage)
    rows += await scrubRecords(before)
    await parts.flush()
  }
  if (!dryRun && (totals.size > 0 || knownDamage(storage) > 0)) await parts.renew()
  // Needed even if nothing was found: an earlier run may have stopped here, and damaged content was not searched.
  const remains = dryRun ? [] : await storage.purge()
  const found = [...totals].flatMap(([layer, total]) => foundIn(total).map((one) => ({ layer, ...one })))
  return { dryRun, found, files, rows, remains }
}

const namesOfRecords = 'id author priority createdAt accessedAt validFrom validTo archivedAt'.split(' ')

/** Fields with names or ids in sessions, plans and knowledge. */
const namedFields =
  '_type id ids key role createdAt updatedAt toolCallId toolCalls.id session messages base lines window.trim due first history.path entries.id'
const names: ReadonlySet<string> = new Set(namedFields.split(' '))

/** JSON and JSON Lines stay valid; unparsable text is redacted as text. Markers in the header of a note are quoted. */
function scrubbedFile(path: string, text: string, redact: Redact): Redacted {
  if (path.includes('.jsonl')) return scrubbedLines(text, redact)
  if (path.includes('.json')) return scrubbedJson(text, redact)
  const { text: after, found } = redact(isKeptPage(path) ? unescapedPage(text) : text)
  return found.length === 0 ? { text, found } : { text: quotedHeader(after), found }
}

function scrubbedLines(text: string, redact: Redact): Redacted {
  const total = new Map<string, number>()
  const lines = text.split('\n').map((line) => {
    const { text: after, found } = scrubbedJson(line, redact)
    addFound(total, found)
    return after
  })
  return { text: total.size === 0 ? text : lines.join('\n'), found: foundIn(total) }
}

function scrubbedJson(text: string, redact: Redact): Redacted {
  const parsed = parsedJson(text)
  if (parsed === undefined) return redact(text)
  const { value, found } = redactValue(parsed, redact, names)
  if (found.length === 0) return { text, found }
  const indent = /^\s*[[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? ''
  const end = /\s*$/.exec(text.slice(-8))?.[0] ?? ''
  // In a session's file, a bare U+FFFD means damaged bytes.
  return { text: JSON.stringify(value, null, indent).replaceAll('\uFFFD', '\\ufffd') + end, found }
}
