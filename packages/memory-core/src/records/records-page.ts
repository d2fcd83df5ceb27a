import { isoTime } from '../clock.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import { recordPages } from '../storage/every-row.ts'
import { setAside } from '../storage/file-checks.ts'
import { priorityRank } from '../storage/record-rows.ts'
import { type MemoryRecord, recordTypes, type StoredRecord } from '../storage/records.ts'
import type { Setting } from '../storage/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { counted } from '../text/plain-text.ts'
import type { RecordBook } from './record-book.ts'
import { removed } from './record-changes.ts'
import { recordText } from './record-types.ts'
import { statsOf } from './records.ts'

/** The mark that the page is of this store; also its lock. */
const pageMark = 'records-page'
/** The mark with the revision that the page shows; see `isCopyMark`. */
const shownMark = 'records-page:'
/** The value of that mark if the page's content is unknown. */
const noRevision = 'none'

/**
 * RECORDS.md: the records for people, generated from the store. Edits by a person are applied to the records. Touches no
 * disk until it is used. `placedIds` are records with a line in MEMORY.md, which the page leaves out. Takes the lock
 * `records-page`: never call `refresh` inside another lock.
 */
export function createRecordsPage(
  setting: Setting,
  book: RecordBook,
  directory: string,
  placedIds: () => Promise<ReadonlySet<string>> = async () => new Set(),
) {
  const { storage, clock, report } = setting
  const { store } = book
  const path = `${directory}/RECORDS.md`

  let seen: string | null | undefined

  /** The value of the mark, or of the one that all copies share; undefined without either. */
  async function marked(): Promise<string | undefined> {
    const marks = await store.marks([shownMark, pageMark])
    return marks.get(shownMark) ?? marks.get(pageMark)
  }

  async function mark(value: string): Promise<void> {
    const shared = (await store.marks([pageMark])).has(pageMark) ? {} : { [pageMark]: noRevision }
    await store.write({ marks: { ...shared, [shownMark]: value } })
  }

  async function isCurrent(): Promise<boolean> {
    const [revision, stat, known, placed] = await Promise.all([
      store.revision(),
      storage.files.stat(path),
      marked(),
      placedIds(),
    ])
    const isThere = stat !== undefined
    // If the store was lost, its records must not stay on the page.
    if (revision === 0 && !isThere) return true
    const shown = parseMark(known)
    return shown.revision === String(revision) && shown.placed === placedHash(placed) && isThere
  }

  async function listing(placed: ReadonlySet<string>): Promise<StoredRecord[]> {
    const records = await store.list({ order: 'strength', limit: mostListed + placed.size })
    return records.filter(({ id }) => !placed.has(id)).slice(0, mostListed)
  }

  async function write(): Promise<void> {
    // Read before the records, so that changes during printing lead to another page.
    const revision = await store.revision()
    const placed = await placedIds()
    const { active, archived } = statsOf(await store.count())
    const text = printRecords(await listing(placed), Math.max(0, active - placed.size), archived)
    await keepOther()
    const { version } = await storage.files.write(path, text)
    seen = version
    await mark([revision, contentHash(text), placedHash(placed)].join(' '))
  }

  async function obeyNow(): Promise<boolean> {
    const stored = await storage.files.read(path)
    const shown = parseMark(await marked())
    const isEdited = stored !== undefined && shown.hash !== '' && contentHash(stored.text) !== shown.hash
    if (!isEdited) {
      seen = stored?.version ?? null
      return false
    }
    const isKept = hasAdditions(stored.text)
    if (isKept) await quarantine('has lines that were added to it, which are not read: move them to MEMORY.md')
    seen = isKept ? null : stored.version
    return command(stored.text, Number(shown.revision))
  }

  async function command(text: string, since: number): Promise<boolean> {
    const listed = await listing(await placedIds())
    // An incomplete page cannot show which records were removed.
    if (listed.length >= mostListed) return false
    const { archive, change } = commandsOf(text, await unchangedSince(listed, since))
    const at = isoTime(clock())
    await store.update([...archive, ...change.keys()], (record) => {
      const changed = change.get(record.id)
      if (changed !== undefined) return { ...record, text: changed, author: 'person' }
      return removed(record, at)
    })
    await mark(noRevision)
    const message = `${path} was edited: ${archive.length} records were archived and ${change.size} changed`
    if (archive.length + change.size === 0) return false
    report({ type: 'records-edited', level: 'info', message, path })
    return true
  }

  /** The listed records without those learned or changed after the page was written, which it does not show. */
  async function unchangedSince(listed: readonly StoredRecord[], since: number): Promise<StoredRecord[]> {
    // The store was replaced, so its revisions do not relate to the page.
    if ((await store.revision()) < since) return []
    const changed = new Set<string>()
    for await (const page of recordPages(store, since)) for (const { id } of page) changed.add(id)
    return listed.filter(({ id }) => !changed.has(id))
  }

  /** Keeps a copy of a page that another store wrote: it is the only remaining list of that store's records. */
  async function keepOther(): Promise<void> {
    if ((await marked()) !== undefined) return
    if ((await storage.files.stat(path)) !== undefined) await quarantine('shows the records of another store')
    // From now on the page counts as this store's, even if its revision cannot be marked.
    await mark(noRevision)
  }

  async function quarantine(reason: string): Promise<void> {
    const aside = await setAside(setting, path)
    const message = `${path} ${reason}; the page is kept as ${aside}`
    report({ type: 'file-quarantined', level: 'warn', message, path: aside })
  }

  /** Writes the page if records have changed or it is missing; else costs one read. Not before the first record. */
  async function refresh(): Promise<void> {
    if (await isCurrent()) return
    await storage.lock([pageMark], async () => {
      await obeyNow()
      if (!(await isCurrent())) await write()
    })
  }

  return {
    /** Applies a person's edits unless `version` (null without a file) was seen. Returns whether records changed. */
    async obey(version: string | null): Promise<boolean> {
      return version !== seen && storage.lock([pageMark], obeyNow)
    },
    refresh,
    /** Rewrites the page, which may list removed records. */
    async renew(): Promise<void> {
      if ((await marked()) !== undefined) await mark(noRevision)
      await refresh()
    },
  }
}

/** The revision; the content hash of the page as written, "" if unknown; and a hash of the ids that it leaves out. */
function parseMark(text = '') {
  const [revision = '', hash = '', placed = ''] = text.split(' ')
  return { revision, hash, placed }
}

function placedHash(ids: ReadonlySet<string>): string {
  return ids.size === 0 ? '-' : contentHash([...ids].sort().join(' ')).slice(0, 16)
}

const fewRecords = 20

/**
 * The ids of records whose lines were removed from a page, and the new texts of others by id. `listed` are the records
 * that it showed and that have not changed since. Procedures and texts that the page cuts cannot be changed there;
 * removing their lines archives them. A page without its title, or with most lines missing, counts as damaged and changes
 * nothing.
 */
export function commandsOf(page: string, listed: readonly StoredRecord[]) {
  const lines = page.split('\n').map((line) => line.trimEnd())
  const whole = new Set(lines)
  const texts = new Set(lines.map((line) => line.slice(0, Math.max(0, line.lastIndexOf(' (record')))))
  const edited = new Map<string, string>()
  for (const line of lines) {
    const read = readBullet(line)
    if (read) edited.set(read.id, read.text)
  }
  const archive: string[] = []
  const change = new Map<string, string>()
  for (const record of listed) {
    if (whole.has(bullet(record))) continue
    const text = edited.get(plainText(record.id))
    // A line with the text but without the id was not removed.
    if (text === undefined && texts.has(`- ${plainText(recordText(record))}`)) continue
    if (text === undefined) archive.push(record.id)
    else if (isChangeable(record) && text !== plainText(record.text)) change.set(record.id, unescapedPage(text).trim())
  }
  const isTorn = lines[0] !== title || archive.length * 2 > Math.max(listed.length, fewRecords)
  const changes = [...change].filter(([, text]) => text !== '' && !isTorn)
  return { archive: isTorn ? [] : archive, change: new Map(changes) }
}

/** Whether the line shows the complete text and nothing else. */
function isChangeable(record: StoredRecord): boolean {
  const shown = recordText(record)
  return record.kind !== 'procedural' && shown === record.text && unescapedPage(plainText(shown)) === shown
}

/** Maximum records on the page. */
const mostListed = 1_000

const longest = 500

const title = '# Records'

const header = [
  title,
  '',
  'What is remembered and has no place in MEMORY.md. Remove a line and it is archived; change its text and it is changed.',
  'The page is made anew after each change. Long texts are cut here, not in the memory.',
  'Daybook writes this page and does not read lines that you add: those belong in MEMORY.md.',
]
const countLine = /^\d+ (?:records?; \d+ more in the archive|more are not listed: these are the strongest \d+)\.$/
const recordId = /^record:/

/** Prints the page for at most {@link mostListed} active records. Independent of the clock, of accesses, of order. */
export function printRecords(records: readonly StoredRecord[], active: number, archived: number): string {
  const sections = recordTypes.flatMap((type) => {
    const ofType = records.filter((record) => record.type === type).sort(compare)
    return ofType.length === 0 ? [] : ['', `## ${type}`, '', ...ofType.map(bullet)]
  })
  const lines = [...header, '', `${counted(active, 'record')}; ${archived} more in the archive.`, ...sections]
  const left = active - records.length
  if (left > 0) lines.push('', `${left} more are not listed: these are the strongest ${records.length}.`)
  return `${lines.join('\n')}\n`
}

/** Sorts the most urgent first, then the oldest, so that an access does not move a record's line. */
function compare(a: MemoryRecord, b: MemoryRecord): number {
  const byPriority = priorityRank(a.priority) - priorityRank(b.priority)
  return byPriority || compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id)
}

/** The line of a record: its text, then its id and other fields. */
function bullet(record: StoredRecord): string {
  return `- ${plainText(recordText(record))} (${[record.id, ...aboutOf(record)].map(plainText).join('; ')})`
}

const lineOfRecord = /^- (?<text>.*) \((?<id>[^\s;()]+); (?<about>.*)\)\s*$/

function readBullet(line: string): { id: string; text: string } | undefined {
  const groups = lineOfRecord.exec(line.slice(0, longest * 8))?.groups
  return groups ? { id: groups['id'] ?? '', text: groups['text'] ?? '' } : undefined
}

/** Whether a person has added lines to a page, which are not read. */
function hasAdditions(page: string): boolean {
  const lines = page.split('\n').map((line) => line.trim())
  return lines.some(
    (line) =>
      !(line === '' || line.startsWith('#') || header.includes(line) || countLine.test(line)) &&
      !recordId.test(readBullet(line)?.id ?? ''),
  )
}

function aboutOf(record: StoredRecord): string[] {
  const { priority, kind, createdAt, validFrom, validTo, until, scope, tags, source, author, supersedes } = record
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['', priority],
    ['', kind === 'semantic' ? undefined : kind],
    ['', day(createdAt)],
    ['holds from ', validFrom && day(validFrom)],
    ['held until ', validTo && day(validTo)],
    ['planned until ', until],
    ['scope ', scope],
    ['tags ', tags.length === 0 ? undefined : tags.join(', ')],
    ['by ', author === 'user' ? undefined : author],
    ['session ', source?.session],
    ['message ', source?.messageId],
    ['supersedes ', supersedes],
    ['superseded by ', record.supersededBy],
    ['conflicts with ', record.conflictsWith?.join(', ')],
  ]
  return parts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}${value}`]))
}

function day(time: string): string {
  return time.replace(/T.*$/s, '')
}

const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}]/gu

/** A text on one line with Markdown escaped. */
function plainText(text: string): string {
  const start = text.slice(0, longest * 4).toWellFormed()
  const line = start.replaceAll(/\s+/g, ' ').replaceAll(invisible, '').trim()
  const characters = Array.from(line)
  const cut =
    characters.length > longest || text.length > longest * 4 ? `${characters.slice(0, longest).join('')}…` : line
  return cut.replaceAll(/[\\`<[\]*_|~]/g, '\\$&')
}

/** Removes the escapes of {@link plainText}, so that the page can be searched for texts of messages. */
export function unescapedPage(text: string): string {
  return text.replaceAll(/\\([\\`<[\]*_|~])/g, '$1')
}

export function isKeptPage(path: string): boolean {
  return /(?:^|\/)RECORDS\.md\.corrupt-[^/]*$/.test(path)
}
