import { sleep } from '../async.ts'
import { isoTime } from '../clock.ts'
import { createLedger, lineHash } from '../consolidation/attribution.ts'
import type { FactsFile, FactsText, ResolvedFactsOptions } from '../documents/facts-file.ts'
import type { HistoryFile } from '../documents/history.ts'
import { type MemorySection, printPlaced } from '../documents/placed-lines.ts'
import type { MemoryEvent } from '../events.ts'
import { editText, versionPaths } from '../forgetting/forget-documents.ts'
import { type KnownLines, readKnownLines } from '../forgetting/left-lines.ts'
import { readable } from '../indexing/followers.ts'
import { isRecord, parsedJson } from '../json.ts'
import type { RecordBook } from '../records/record-book.ts'
import { everyRecord } from '../storage/every-row.ts'
import { retryOnConflict, secondLookMs } from '../storage/file-checks.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import { contentHash, statementKey } from '../text/comparison.ts'
import { lazy } from '../text/plain-text.ts'
import { mergedHistory, mergedPage, withoutFacts } from './merged-page.ts'
import type { PageEdits } from './page-edits.ts'
import type { PagePlan } from './page-plan.ts'
import { isPlaceable } from './repeated-lines.ts'

export type Placement = ReturnType<typeof createPlacement>

/** The version of MEMORY.md (null without a file) and the revision of the records, as the caller has just seen them. */
export interface SeenVersions {
  version: string | null
  revision: number
}

interface PlacementParts {
  setting: Setting
  facts: FactsFile
  history: HistoryFile
  book: RecordBook
  options: ResolvedFactsOptions
  guard: DocumentGuard
  /** Called when another copy was merged, whose forgotten texts remain in the journals and in the log of the index. */
  onMerged(): void
}

/** Loaded once something has changed: a page that is in step needs none of their patterns. */
const loadEdits = lazy(() => import('./page-edits.ts'))
const loadPlan = lazy(() => import('./page-plan.ts'))

const pageSize = 1_000
/** A missing line of a file that is gone or damaged was lost, not removed. */
const lost = { isDropped: () => true, headingOf: () => '' }

/** The captured records up to a revision; only those that changed after another one unless `isAll`. */
interface ReadRecords {
  records: Map<string, MemoryRecord>
  revision: number
  isAll: boolean
}

function unread(revision: number): ReadRecords {
  return { records: new Map(), revision, isAll: revision === 0 }
}

/**
 * Keeps MEMORY.md in step with the records behind its lines: statements of enough worth get a line, superseded ones lose
 * it, and edits by a person are applied to the records. A file that is gone was lost, not edited: it is written anew.
 * Touches no storage until it is used.
 */
export function createPlacement({ setting, facts, history, book, options, guard, onMerged }: PlacementParts) {
  const { clock, report } = setting
  const { files } = setting.storage
  const { store } = book
  const ledger = createLedger(files)
  let settled: (SeenVersions & { day: string }) | undefined
  /** The state of a page that never had a line, which is not stored. */
  let unstored: PlacementState | undefined

  const now = (): string => isoTime(clock())
  const chosenBy = contentHash(JSON.stringify([options.tell, options.limits, options.headings])).slice(0, 16)
  async function readState(): Promise<PlacementState> {
    const state = await readPlacement(store, facts.path)
    return state.hash === '' ? (unstored ?? state) : state
  }

  function tell(event: Pick<MemoryEvent, 'type' | 'message'> & Partial<MemoryEvent>): void {
    report({ level: 'info', path: facts.path, ...event })
  }

  async function settleNow(seen: SeenVersions): Promise<boolean> {
    const state = await readState()
    const known = await readKnownLines(setting.storage, store)
    const isMerged = known?.isMerged === true
    if (isMerged) await mergePages(known, state)
    const first = await facts.read()
    const isCut = state.lines.length > 0 && first.version !== null && first.text === ''
    const before = isCut ? await sleep(secondLookMs).then(facts.read) : first
    const isLost = before.isDamaged ?? (state.lines.length > 0 && before.version === null)
    // A line may have left by other options, or by a clock that was ahead, without a change of its record.
    const isRechosen = (state.options ?? chosenBy) !== chosenBy || now() < (state.day ?? '')
    // After a merge, records of the other copy may have lower revisions.
    const isAll = isMerged || isLost || isRechosen || before.hash !== state.hash
    const today = now().slice(0, 10)
    if (await isInStep(state, before, isAll, seen)) {
      await known?.note(before.text, before.text)
      settled = { version: before.version, revision: seen.revision, day: today }
      return isMerged || before.version !== seen.version
    }
    await compare(state, before, { known, isLost, isRechosen, isAll })
    const { version } = await facts.read()
    settled = { version, revision: await store.revision(), day: today }
    return isMerged || version !== seen.version || settled.revision !== seen.revision
  }

  /**
   * Whether the records are as they were when the page was last compared, and all its lines are still true; or there is
   * no page, and there never was a record.
   */
  async function isInStep(
    { lines, revision, options: chosen }: PlacementState,
    { text, isDamaged }: FactsText,
    isAll: boolean,
    seen: SeenVersions,
  ): Promise<boolean> {
    if (seen.revision === 0 && text === '' && lines.length === 0) return isDamaged !== true
    if (isAll || seen.revision !== revision || (lines.length > 0 && chosen === undefined)) return false
    const placed = await store.get(lines.map(({ id }) => id))
    return placed.length === lines.length && placed.every((record) => isPlaceable(record, now(), options))
  }

  /** Applies the edits of the page to the records, and plans its lines anew. */
  async function compare(
    state: PlacementState,
    before: FactsText,
    {
      known,
      isLost,
      isRechosen,
      isAll,
    }: { known: KnownLines | undefined; isLost: boolean; isRechosen: boolean; isAll: boolean },
  ): Promise<void> {
    const { applyEdits, editsOf, keepReplaced, replacedLines } = await loadEdits()
    const { planPage, saidOnlyBy } = await loadPlan()
    const edits = isLost ? editsOf(before.text, state.lines, () => undefined, lost) : await editsSince(state, before)
    const hasEdits = edits.removed.length + edits.changed.length > 0
    const whole = hasEdits ? await readFrom(unread(0)) : undefined
    const ended = whole ? saidOnlyBy(edits, [...whole.records.values()], now(), options) : []
    const kept = await applyEdits(edits, ended, book, now())
    if (isLost) tellLoss(state.lines.length - kept.length)
    tellEdits(edits)
    const replaced = await replacedLines(before.text, kept, book)
    await keepReplaced(replaced, book, { at: now(), headings: options.headings })
    const { records, revision } = await recordsToPlan(whole ?? unread(isAll ? 0 : state.revision), kept)
    const plan = planPage({ text: before.text, placed: kept, records, replaced, at: now(), options })
    const isSame = before.text === plan.text && !isRechosen
    const day = isSame ? state.day : now().slice(0, 10)
    await write(before, plan, { ...state, revision, options: chosenBy, day })
    await known?.note(isLost ? undefined : before.text, plan.text)
  }

  async function mergePages(known: KnownLines, { hash }: PlacementState): Promise<void> {
    onMerged()
    for (const path of [facts.path, ...(await versionPaths({ facts, setting }))])
      await editText(setting, path, (text) => withoutFacts(text, known.isFactForgotten), false)
    const { text, version, hash: present } = await facts.read()
    // The page of one copy won unchanged.
    if (present === hash) return
    const merged = mergedPage(text, known.isFactLeft, Object.values(options.headings))
    if (merged !== text) await facts.replace(merged, { ifVersion: version })
    for (const path of await history.paths())
      await editText(setting, path, (entries) => mergedHistory(entries, known.isEntryLeft), false)
  }

  /** The records of `kept`, and those that changed after what was read; all of them if one has ended. */
  async function recordsToPlan(read: ReadRecords, kept: readonly PlacedLine[]) {
    const placed = await store.get(kept.map(({ id }) => id))
    const isWhole = placed.length === kept.length && placed.every((record) => isPlaceable(record, now(), options))
    const { records, revision, isAll } = await readFrom(isWhole || read.isAll ? read : unread(0))
    const all = [...new Map([...placed.map((record) => [record.id, record] as const), ...records]).values()]
    return { records: isAll ? await withoutDropped(all, kept) : all, revision }
  }

  /**
   * Adds the captured records that changed since. All are read if one has ended, as its line may have stood for others,
   * or taken their space, and if the store was replaced.
   */
  async function readFrom({ records, revision: at, isAll }: ReadRecords): Promise<ReadRecords> {
    const { records: changed, removed, revision } = await store.changes(at, pageSize)
    const hasEnded =
      removed.length > 0 || changed.some(({ archivedAt, validTo }) => (archivedAt ?? validTo) !== undefined)
    if (revision < at || (hasEnded && !isAll)) return readFrom(unread(0))
    for (const id of removed) records.delete(id)
    for (const record of changed) if (record.worth !== undefined) records.set(record.id, record)
    return revision === at ? { records, revision, isAll } : readFrom({ records, revision, isAll })
  }

  /** The edits of the file since it was last compared, by a person or by a model's rewrite. */
  async function editsSince(state: PlacementState, { text, hash }: FactsText): Promise<PageEdits> {
    if (state.hash === hash || state.lines.length === 0) return { kept: state.lines, removed: [], changed: [] }
    const records = await store.get(state.lines.map(({ id }) => id))
    const known = new Map(records.map((record) => [record.id, record]))
    const open = new Set((await withoutDropped(records)).map(({ id }) => id))
    const { editsOf } = await loadEdits()
    const edits = editsOf(text, state.lines, ({ id }) => known.get(id)?.text, {
      isDropped: ({ id }) => known.has(id) && !open.has(id),
      headingOf: ({ section }) => options.headings[section],
    })
    // Lines of records that were removed count as known, not as edits.
    return { ...edits, removed: edits.removed.filter(({ id }) => known.has(id)) }
  }

  /** The records whose lines no rewrite of a model has dropped, or that have one among `kept`. */
  async function withoutDropped(records: readonly MemoryRecord[], kept: readonly PlacedLine[] = []) {
    const dropped = new Set((await ledger.read()).flatMap((entry) => entry.dropped))
    const ids = new Set(kept.map(({ id }) => id))
    const { placedText } = await loadPlan()
    return records.filter((one) => ids.has(one.id) || !dropped.has(lineHash(printPlaced(placedText(one)))))
  }

  function tellLoss(lines: number): void {
    if (lines === 0) return
    const message = `MEMORY.md was gone or damaged: the ${lines} lines of it that have records are written again; memory/.versions may have the other lines`
    tell({ type: 'facts-written', level: 'warn', message })
  }

  function tellEdits({ removed, changed }: PageEdits): void {
    if (removed.length + changed.length === 0) return
    const message = `MEMORY.md was edited: ${removed.length} lines were removed and ${changed.length} changed`
    tell({ type: 'facts-edited', message })
  }

  /** Notes leaving lines before the file is written and entering ones after: a crash in between looks like no edit. */
  async function write(before: FactsText, plan: PagePlan, state: PlacementState): Promise<void> {
    const { text, lines, staying } = plan
    const isSame = text === before.text && !before.isDamaged
    if (isSame && lines.length === 0 && state.lines.length === 0) {
      unstored = { ...state, hash: before.hash }
      return
    }
    if (!isSame) {
      await writePlacement(store, facts.path, { ...(await readState()), lines: staying, hash: before.hash })
      await facts.replace(text, { ifVersion: before.version, isUnversioned: !plan.removesOthers })
      tell({ type: 'facts-written', message: 'MEMORY.md was updated from the records' })
    }
    await writePlacement(store, facts.path, { ...state, lines, hash: contentHash(text) })
  }

  return {
    state: readState,
    /** Brings both in step, if the file, the records or the day has changed. Returns whether it changed one of them. */
    async settle(seen: SeenVersions): Promise<boolean> {
      const { version, revision } = seen
      const isSame = settled?.version === version && settled.revision === revision
      if (isSame && settled?.day === now().slice(0, 10)) return false
      try {
        // A person may save the file at the same moment: it is read again.
        return await retryOnConflict(() => guard(() => settleNow(seen)))
      } catch (error) {
        const message = `MEMORY.md could not be updated from the records, this is retried: ${String(error)}`
        tell({ type: 'facts-unwritten', level: 'warn', message, error })
        return false
      }
    },
  }
}

/** The record behind one line of MEMORY.md. */
export interface PlacedLine {
  id: string
  key: string
  section: MemorySection
  /** The record's worth, from 0 to 1; plus 1 for kinds that never leave MEMORY.md. */
  rank: number
}

interface PlacementState {
  lines: readonly PlacedLine[]
  /** The content hash of MEMORY.md when it was last compared with the records; "" before the first comparison. */
  hash: string
  /** The revision of the records that the lines reflect, in this copy of the memory: each counts its own. */
  revision: number
  /** A hash of the options that chose the lines; undefined if it was not noted. */
  options?: string | undefined
  /** The day on which the lines last changed. */
  day?: string | undefined
}

/** The marks of one page. A page that `facts.directory` moved keeps those of its former place, for the way back. */
function marksOf(path: string): { state: string; revision: string } {
  const place = path === 'memory/MEMORY.md' ? '' : path
  // The revision is beside the records that it quotes, see `isCopyMark`.
  return { state: `placed-lines${place}`, revision: `placed-revision:${place}` }
}

/** A damaged state counts as absent: lines are then matched by text. */
export async function readPlacement(store: RecordStore, path: string): Promise<PlacementState> {
  const of = marksOf(path)
  const marks = await store.marks([of.state, of.revision])
  const [revision, options, day] = (marks.get(of.revision) ?? '0').split(' ')
  return { ...decode(marks.get(of.state)), revision: Number(revision), options, day }
}

/** Writes what has changed, so that two copies with the same content stay the same. */
async function writePlacement(store: RecordStore, path: string, state: PlacementState): Promise<void> {
  const { lines, hash, revision, options, day } = state
  const of = marksOf(path)
  const texts = {
    [of.state]: JSON.stringify({ hash, lines: lines.map(({ id, key, section, rank }) => [id, key, section, rank]) }),
    [of.revision]: [revision, options, day].filter((part) => part !== undefined).join(' '),
  }
  const known = await store.marks(Object.keys(texts))
  const changed = Object.entries(texts).filter(([key, text]) => known.get(key) !== text)
  if (changed.length > 0) await store.write({ marks: Object.fromEntries(changed) })
}

function decode(text: string | undefined): Pick<PlacementState, 'lines' | 'hash'> {
  const value = parsedJson(text ?? '')
  const { lines, hash }: Record<string, unknown> = isRecord(value) ? value : {}
  if (!Array.isArray(lines) || !lines.every(Array.isArray) || typeof hash !== 'string') return { lines: [], hash: '' }
  // The mark was written by `writePlacement`.
  const placed = lines as [string, string, MemorySection, number][]
  return { hash, lines: placed.map(([id, key, section, rank]) => ({ id, key, section, rank })) }
}

/** The worth of the lines of MEMORY.md by key; empty if the store cannot be read. */
export async function lineRanks(store: RecordStore, path: string): Promise<ReadonlyMap<string, number>> {
  const { lines } = await readable<Pick<PlacementState, 'lines'>>(readPlacement(store, path), { lines: [] })
  return new Map(lines.map(({ key, rank }) => [key, rank]))
}

/** Returns whether a line states something that was superseded or removed by a person. Reads every record. */
export async function overLines(store: RecordStore): Promise<(line: string) => boolean> {
  const over = new Set<string>()
  const holding = new Set<string>()
  for (const { kind, text, validTo } of await everyRecord(store))
    if (kind === 'semantic') (validTo === undefined ? holding : over).add(statementKey(text))
  return (line) => {
    const key = statementKey(line)
    return over.has(key) && !holding.has(key)
  }
}
