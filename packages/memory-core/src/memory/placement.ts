import { isoTime } from '../clock.ts'
import { createLedger, lineHash } from '../consolidation/attribution.ts'
import type { DocumentGuard } from '../documents/document-guard.ts'
import { parseFacts } from '../documents/fact.ts'
import type { FactsFile, FactsText } from '../documents/facts-file.ts'
import type { ResolvedFactsOptions } from '../documents/facts-options.ts'
import type { HistoryFile } from '../documents/history-file.ts'
import {
  type LineToPlace,
  pageLines,
  placeLines,
  printPlaced,
  readPlaced,
  sectionOf,
} from '../documents/placed-lines.ts'
import type { MemoryEvent } from '../events.ts'
import { type KnownLines, readKnownLines } from '../forgetting/left-lines.ts'
import type { RecordBook } from '../records/record-book.ts'
import { readStatements } from '../statements/read-statements.ts'
import { everyRecord } from '../storage/every-row.ts'
import { isConflict } from '../storage/file-checks.ts'
import type { MemoryRecord } from '../storage/records.ts'
import type { Setting } from '../storage/setting.ts'
import { contentHash } from '../text/content-hash.ts'
import { statementKey } from '../text/statement-key.ts'
import { mergedHistory, mergedPage } from './merged-page.ts'
import { applyEdits, editsOf, keepReplaced, type PageEdits, type ReplacedLine, replacedLines } from './page-edits.ts'
import { type PagePlan, placedText, planPage } from './page-plan.ts'
import { type PlacedLine, type PlacementState, readPlacement, writePlacement } from './placement-state.ts'

/**
 * Keeps MEMORY.md and the records behind its lines together: a statement that is worth it gets a line, one that was
 * replaced loses it, and what a person changes or removes in the file is obeyed.
 */
export interface Placement {
  /**
   * Brings both together. Costs nothing when neither the file, nor the records, nor the day has changed. Answers whether
   * one of both was changed.
   */
  settle(seen: SeenVersions): Promise<boolean>
}

/** What was just seen of both: the version of MEMORY.md, null without a file, and the revision of the records. */
export interface SeenVersions {
  version: string | null
  revision: number
}

/** What placement works on. */
interface PlacementParts {
  setting: Setting
  facts: FactsFile
  history: HistoryFile
  book: RecordBook
  options: ResolvedFactsOptions
  /** Runs a change of the documents alone. */
  guard: DocumentGuard
}

const attempts = 3
const pageSize = 1_000

/** Makes the placement of one memory. Touches no storage until it is used. */
export function createPlacement({ setting, facts, history, book, options, guard }: PlacementParts): Placement {
  const { clock, report } = setting
  const { files } = setting.storage
  const { store } = book
  const ledger = createLedger(setting.storage.files)
  let settled: (SeenVersions & { day: string }) | undefined

  const now = (): string => isoTime(clock())

  function tell(event: Pick<MemoryEvent, 'type' | 'message'> & Partial<MemoryEvent>): void {
    report({ level: 'info', path: facts.path, ...event })
  }

  async function settleNow(seen: SeenVersions): Promise<boolean> {
    const state = await readPlacement(store)
    if (state.hash === '') await moveFormerLines(facts, book, options)
    const known = await readKnownLines(setting.storage, store)
    const isMerged = known?.isMerged === true && (await mergePages(known, state))
    const before = await facts.read()
    const edits = await editsSince(state, before)
    await applyEdits(edits, book, now())
    tellEdits(edits)
    const replaced = await replacedLines(before.text, edits.kept, book)
    await keepReplaced(replaced, book, now())
    // What the other copy has learnt may have older numbers.
    const { ids, revision } = await changedSince(isMerged ? 0 : state.revision)
    const plan = await planOf(before, edits.kept, replaced, ids)
    await write(before, plan, { ...state, revision })
    await known?.note(before.text, plan.text)
    settled = { version: (await facts.read()).version, revision: await store.revision(), day: now().slice(0, 10) }
    return plan.text !== before.text || settled.revision !== seen.revision
  }

  /** Brings the pages in order that a merge of two copies made. Answers whether there was one. */
  async function mergePages(known: KnownLines, { hash }: PlacementState): Promise<boolean> {
    // Nor does the journal keep a byte of what was forgotten in one of them.
    await setting.storage.purge?.()
    const { text, version, hash: present } = await facts.read()
    // It is the page of one of the copies.
    if (present === hash) return true
    const merged = mergedPage(text, known.isFactLeft, Object.values(options.headings))
    if (merged !== text) await facts.replace(merged, { ifVersion: version })
    for (const path of await history.paths()) {
      const part = await files.read(path)
      const kept = part && mergedHistory(part.text, known.isEntryLeft)
      if (part && kept !== part.text) await files.write(path, kept ?? '', { ifVersion: part.version })
    }
    return true
  }

  /** The ids of the records that were learned or changed since a revision; of all, where the store is another one. */
  async function changedSince(since: number): Promise<{ ids: Set<string>; revision: number }> {
    const ids = new Set<string>()
    for (let at = since; ; ) {
      const { records, revision } = await store.changes(at, pageSize)
      for (const { id, worth } of records) if (worth !== undefined) ids.add(id)
      if (revision === at) return { ids, revision: at }
      at = revision < at ? 0 : revision
    }
  }

  /** What was done to the file since, by a person or by a model's rewrite. */
  async function editsSince(state: PlacementState, { text, hash }: FactsText): Promise<PageEdits> {
    if (state.hash === hash || state.lines.length === 0) return { kept: state.lines, removed: [], changed: [] }
    const records = await store.get(
      state.lines.map(({ id }) => id),
      { skipDamaged: true },
    )
    const known = new Map(records.map((record) => [record.id, record]))
    const dropped = new Set((await ledger.read()).flatMap((entry) => entry.dropped))
    const isDropped = ({ id }: PlacedLine): boolean => {
      const record = known.get(id)
      return record !== undefined && dropped.has(lineHash(printPlaced(placedText(record))))
    }
    const edits = editsOf(text, state.lines, ({ id }) => known.get(id)?.text, {
      isDropped,
      headingOf: ({ section }) => options.headings[section],
    })
    // A record that was removed takes its line along.
    return { ...edits, removed: edits.removed.filter(({ id }) => known.has(id)) }
  }

  function tellEdits({ removed, changed }: PageEdits): void {
    if (removed.length + changed.length === 0) return
    const message = `MEMORY.md was edited: ${removed.length} lines were removed and ${changed.length} changed`
    tell({ type: 'facts-edited', message })
  }

  async function planOf(
    { text }: FactsText,
    placed: readonly PlacedLine[],
    replaced: readonly ReplacedLine[],
    changed: ReadonlySet<string>,
  ): Promise<PagePlan> {
    const ids = new Set([...placed.map(({ id }) => id), ...changed, ...replaced.map(({ by }) => by)])
    const records = await store.get([...ids], { skipDamaged: true })
    return planPage({ text, placed, records, replaced, at: now(), options })
  }

  /** What leaves is noted before the file is written and what enters after it: a crash between takes neither for an edit. */
  async function write(before: FactsText, plan: PagePlan, state: PlacementState): Promise<void> {
    const { text, lines, staying } = plan
    const isSame = text === before.text
    if (isSame && lines.length === 0 && state.lines.length === 0) return
    if (!isSame) {
      const { revision } = await readPlacement(store)
      await writePlacement(store, { lines: staying, hash: before.hash, revision })
      await facts.replace(text, { ifVersion: before.version, isUnversioned: !plan.removesOthers })
      tell({ type: 'facts-written', message: 'MEMORY.md has what was learnt' })
    }
    await writePlacement(store, { lines, hash: contentHash(text), revision: state.revision })
  }

  return {
    async settle(seen) {
      const { version, revision } = seen
      const isSame = settled?.version === version && settled.revision === revision
      if (isSame && settled?.day === now().slice(0, 10)) return false
      for (let attempt = 1; ; attempt++) {
        try {
          return await guard(() => settleNow(seen))
        } catch (error) {
          // A person saved the file at the same moment: it is read again.
          if (isConflict(error) && attempt < attempts) continue
          const message = `what was learnt could not be written to MEMORY.md, it is tried again: ${String(error)}`
          tell({ type: 'facts-unwritten', level: 'warn', message, error })
          return false
        }
      }
    },
  }
}

const formerHeading = /^Consolidated \d{4}-\d{2}-\d{2}$/

/** What a bullet of a consolidation is about where the reader finds no statement in it, by its category. */
const aboutOfCategory: Readonly<Record<string, string>> = {
  user_preference: 'preference',
  user_info: 'identity',
  project_decision: 'decision',
}
/** What such a bullet is worth: it leaves before those that the reader has judged. */
const unknownWorth = 0.3

interface FormerLine {
  index: number
  about: string
  worth: number
  text: string
  day: string
  speaker: string | undefined
}

/**
 * Moves the bullets that consolidations of earlier versions wrote under the sections of the page, each with a record
 * behind it. The text before is kept as a version; what a person wrote stays byte for byte.
 */
async function moveFormerLines(
  facts: FactsFile,
  book: Pick<RecordBook, 'store' | 'learn'>,
  { headings }: ResolvedFactsOptions,
): Promise<void> {
  const { text, version } = await facts.read()
  const former = formerLines(text)
  if (former.length === 0) return
  await giveRecords(former, book)
  const add = former.map(
    ({ about, text: said, day, speaker }): LineToPlace => ({ section: sectionOf(about), text: said, day, speaker }),
  )
  const remove = new Set(former.map(({ index }) => index))
  await facts.replace(placeLines(text, add, remove, headings), { ifVersion: version })
}

function formerLines(markdown: string): FormerLine[] {
  const extended = new Set(pageLines(markdown).flatMap(({ isExtended, index }) => (isExtended ? [index] : [])))
  return parseFacts(markdown).flatMap(({ text, category = '', section = '', line }) => {
    const { text: said, day, speaker } = readPlaced(text)
    const about = aboutOfCategory[category]
    const isFormer = about !== undefined && day !== undefined && text.startsWith('"') && formerHeading.test(section)
    if (!isFormer || extended.has(line - 1)) return []
    const [statement] = readStatements(said)
    const { kind = about, worth = unknownWorth } = statement ?? {}
    return { index: line - 1, about: kind, worth, text: said, day, speaker }
  })
}

/** Learns them; a record that says the same is the line's, whatever its type. */
async function giveRecords(
  former: readonly FormerLine[],
  { store, learn }: Pick<RecordBook, 'store' | 'learn'>,
): Promise<void> {
  const known = new Map<string, MemoryRecord>()
  for (const record of await everyRecord(store))
    if (record.archivedAt === undefined && record.kind === 'semantic') known.set(statementKey(record.text), record)
  await learn(
    former.map(({ text, about, worth, day, speaker }) => {
      const { type, scope, text: said = text } = known.get(statementKey(text)) ?? {}
      const source = speaker === undefined ? undefined : { quote: `${speaker}: ${text}` }
      return { text: said, type, scope, about, worth, createdAt: day, source }
    }),
  )
}
