import type { ResolvedFactsOptions } from '../documents/facts-file.ts'
import {
  createProse,
  type LineToPlace,
  lineKey,
  type PageLine,
  type PlacedText,
  pageLines,
  placedKey,
  placeLines,
  printPlaced,
  readPlaced,
  sectionOf,
} from '../documents/placed-lines.ts'
import { claimsOfRecord, endsAny } from '../records/changes.ts'
import { speakerOf } from '../records/drafts.ts'
import { canAffect, changeBetween } from '../statements/claims/compare-claims.ts'
import { conditionIn, isPassingHealth } from '../statements/english/kinds.ts'
import { keptWorth } from '../statements/english/worth.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { bareWords } from '../text/comparison.ts'
import { byteLength } from '../text/plain-text.ts'
import type { PageEdits, ReplacedLine } from './page-edits.ts'
import type { PlacedLine } from './placement.ts'
import { comparable, highRank, isPlaceable, negation, saidAgain, says } from './repeated-lines.ts'

export interface PageMaterial {
  text: string
  placed: readonly PlacedLine[]
  /** The records behind placed lines, and those that may get a line. */
  records: readonly MemoryRecord[]
  replaced: readonly ReplacedLine[]
  at: string
  options: ResolvedFactsOptions
}

export type PagePlan = ReturnType<typeof planPage>

/** Kinds that never leave MEMORY.md for lack of space; of `health`, what lasts. */
const protectedKinds: ReadonlySet<string> = new Set(['rule', 'health', 'identity'])

export function placedText(record: Pick<MemoryRecord, 'text' | 'createdAt' | 'validFrom' | 'source'>): PlacedText {
  const { text, createdAt, validFrom = createdAt } = record
  return { text, day: validFrom.slice(0, 10), speaker: speakerOf(record) }
}

interface Entry {
  record: MemoryRecord
  placed: PlacedLine
  /** Its line on the page; undefined for one to be added. */
  line: PageLine | undefined
  add?: LineToPlace
}

/** Computes the lines of MEMORY.md. Pure and deterministic. `removesOthers` if lines without a record are removed. */
export function planPage(material: PageMaterial) {
  const { text, placed, records, replaced, at, options } = material
  const lines = pageLines(text)
  const byKey = Map.groupBy(lines, ({ key }) => lineKey(key))
  const known = new Map(records.map((record) => [record.id, record]))
  const placeable = records.filter((record) => isPlaceable(record, at, options))
  const shorter = saidLonger(placeable)
  const wanted = placeable.filter(({ id }) => !shorter.has(id))
  const often = toldOften(wanted)
  const ranks: Ranks = new Map(wanted.map((record) => [record, rankOf(record, known, often)]))
  const remove = new Set(replaced.map(({ line }) => line.index))
  const successors = new Map(replaced.map(({ line, by }) => [by, line]))
  const staying: Entry[] = []
  for (const one of placed) {
    // A person or a model may have repeated the line.
    const same = byKey.get(one.key) ?? []
    const [line, record] = [same.at(-1), known.get(one.id)]
    const rank = record && ranks.get(record)
    if (line && record && rank !== undefined) staying.push({ record, placed: { ...one, rank }, line })
    else
      for (const repeated of same.filter(({ isExtended }) => !isExtended)) {
        remove.add(repeated.index)
        if (record?.supersededBy !== undefined) successors.set(record.supersededBy, repeated)
      }
  }
  const isStaying = new Set(staying.map(({ record }) => record))
  const isInProse = createProse(text)
  const fresh = wanted
    .filter((record) => !isStaying.has(record) && !isInProse(record.text))
    .sort((a, b) => compareTexts(a.createdAt, b.createdAt))
  const left = lines.filter(({ index }) => !remove.has(index))
  const entries = [
    ...staying,
    ...newEntries(mostWorth(fresh, ranks, options), left, staying, successors, ranks, options),
  ]
  const page = fitted(material, entries, remove)
  const still = staying.map((entry) => entry.placed).filter((one) => page.lines.includes(one))
  return { ...page, staying: still, removesOthers: replaced.length > 0 }
}

type Ranks = ReadonlyMap<MemoryRecord, number>

/** The lowest rank of a line that never leaves for lack of space. */
const protectedRank = 1

/** Of what passes, the newest statements about one condition rank higher than other lines. */
const newestOfCondition = 2

/** The statements of passing health that have enough newer ones about the same condition. */
function toldOften(records: readonly MemoryRecord[]): ReadonlySet<MemoryRecord> {
  const passing = records.filter(({ about, text }) => about === 'health' && isPassingHealth(text))
  const byCondition = Map.groupBy(passing, (record) => `${speakerOf(record) ?? ''}|${conditionIn(record.text)}`)
  return new Set(
    [...byCondition.values()].flatMap((same) =>
      same.toSorted((a, b) => compareTexts(a.createdAt, b.createdAt)).slice(0, -newestOfCondition),
    ),
  )
}

/** The rank of a line; the last, unless it is protected, if a newer statement replaces one of the things it says. */
function rankOf(
  record: MemoryRecord,
  known: ReadonlyMap<string, MemoryRecord>,
  often: ReadonlySet<MemoryRecord>,
): number {
  const { about = '', conflictsWith = [], priority, text, validFrom = record.createdAt, worth = 0 } = record
  const lasts = protectedKinds.has(about) && !(about === 'health' && isPassingHealth(text))
  const isProtected = lasts || priority === 'critical'
  const raised = isProtected ? protectedRank : about === 'health' && !often.has(record) ? 0.3 : 0
  const rank = Math.round((raised + worth) * 100) / 100
  if (isProtected) return rank
  const isOver = conflictsWith.some((id) => {
    const other = known.get(id)
    if (!other || other.supersededBy !== undefined || other.archivedAt !== undefined) return false
    return (other.validFrom ?? other.createdAt) > validFrom && endsAny(claimsOfRecord(record), claimsOfRecord(other))
  })
  return isOver ? 0 : Math.min(rank, protectedRank - 0.01)
}

/** Minimum bytes of a line; limits the number of candidates. */
const shortestLine = 24

/** The records of the highest ranks that could fit on the page, in their given order. */
function mostWorth(records: readonly MemoryRecord[], ranks: Ranks, { limits }: ResolvedFactsOptions) {
  const most = Math.ceil((limits.bytes ?? Number.POSITIVE_INFINITY) / shortestLine)
  if (records.length <= most) return records
  const best = new Set(records.toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0)).slice(0, most))
  return records.filter((record) => best.has(record))
}

/**
 * The ids of records that another one repeats with more words: "I work at Nortada" beside "I work at Nortada as an
 * engineer". Those in `gone` repeat nothing; one of `hidden` that no other repeats is added to them.
 */
function saidLonger(records: readonly MemoryRecord[], gone = new Set<string>(), hidden: ReadonlySet<string> = gone) {
  const longestFirst = records
    .map((record) => ({ record, words: bareWords(record.text) }))
    .sort((a, b) => compareTexts(b.words, a.words))
  const shorter = longestFirst.filter(({ record, words }, at) => {
    for (let next = at - 1; longestFirst[next]?.words.startsWith(words); next--) {
      const longer = longestFirst[next]
      if (!longer || gone.has(longer.record.id) || longer.words[words.length] !== ' ') continue
      if (saysAll(longer.record, record)) return true
    }
    if (hidden.has(record.id)) gone.add(record.id)
    return false
  })
  return new Set(shorter.map(({ record }) => record.id))
}

/** Whether a record states all that one with the first of its words states. */
function saysAll(longer: MemoryRecord, record: MemoryRecord): boolean {
  if (negation.test(longer.text)) return false
  const [short, long] = [claimsOfRecord(record), claimsOfRecord(longer)]
  const isPlain = speakerOf(record) === speakerOf(longer) && ![...short, ...long].some(canAffect)
  const { messageId } = record.source ?? {}
  const isOneMessage = messageId !== undefined && messageId === longer.source?.messageId
  return isPlain || isOneMessage || changeBetween(short, long) === 'agrees'
}

/**
 * The ids of records that had no line because a longer statement said the same, when a person has removed or changed
 * that line: they end, too, and get no line.
 */
export function saidOnlyBy(
  { removed, changed }: PageEdits,
  records: readonly MemoryRecord[],
  at: string,
  options: ResolvedFactsOptions,
): readonly string[] {
  const before = records.filter((record) => isPlaceable(record, at, options))
  const hidden = saidLonger(before)
  const gone = new Set(removed.map(({ id }) => id))
  const texts = new Map(changed.map(({ line, text }) => [line.id, text]))
  const after = before.map((record) => ({ ...record, text: texts.get(record.id) ?? record.text }))
  saidLonger(after, gone, hidden)
  return [...gone]
}

/**
 * The lines of new records. A record gets none if its line is on the page, or a line without a record says the same. The
 * line of another record does not count: "I have to decide if I keep Rex" has all the words of "I keep Rex".
 */
function newEntries(
  fresh: readonly MemoryRecord[],
  left: readonly PageLine[],
  staying: readonly Entry[],
  successors: ReadonlyMap<string, PageLine>,
  ranks: Ranks,
  { headings }: ResolvedFactsOptions,
): Entry[] {
  const own = new Set(staying.map(({ line }) => line))
  const keys = new Set(fresh.map((record) => placedKey(printPlaced(placedText(record)))))
  const others = left.filter((line) => !own.has(line) && !keys.has(line.key))
  const said = others.map(({ text, fact }) => comparable(text, readPlaced(fact).speaker))
  const byKey = new Map<string, PageLine | undefined>(left.map((line) => [line.key, line]))
  return fresh.flatMap((record): Entry[] => {
    const text = placedText(record)
    const key = placedKey(printPlaced(text))
    const section = sectionOf(record.about)
    const placed = { id: record.id, key: lineKey(key), section, rank: ranks.get(record) ?? 0 }
    const line = byKey.get(key)
    if (line) return [{ record, placed, line }]
    const one = comparable(record.text, text.speaker)
    if (byKey.has(key) || said.some((other) => says(other, one))) return []
    byKey.set(key, undefined)
    const before = successors.get(record.id)
    const isBelow = before?.section?.toLowerCase() === headings[section].toLowerCase()
    const add = { ...text, section, after: isBelow ? before?.key : undefined }
    return [{ record, placed, line, add }]
  })
}

/** The share of MEMORY.md that lines of the least worth may fill. Those of a high rank may fill all of it. */
const leastShare = 0.4

/** The share of MEMORY.md up to which lines of a rank may fill it: more worth is wanted of a page that says much. */
function shareOf(rank: number): number {
  const below = Math.max(0, highRank - rank) / (highRank - keptWorth)
  return Math.max(leastShare, 1 - below * (1 - leastShare))
}

/**
 * Removes the lines of least worth, until MEMORY.md has no more than its limit and, while it has lines of little worth,
 * their share of it. The records stay and can be recalled. Half of the limit is theirs, however much a person has written.
 */
function fitted(
  { text, options: { limits, headings } }: PageMaterial,
  entries: readonly Entry[],
  remove: ReadonlySet<number>,
): { text: string; lines: readonly PlacedLine[] } {
  const most = limits.bytes ?? Number.POSITIVE_INFINITY
  const ours = new Set([...remove, ...entries.flatMap(({ line }) => line?.index ?? [])])
  const limit = Math.max(most, byteLength(placeLines(text, [], ours, headings)) + most / 2)
  let least: readonly Removable[] | undefined
  const gone = new Set<Entry>()
  // What leaves is estimated by its lines, then corrected with the printed page, which includes headings.
  for (;;) {
    const stay = entries.filter((entry) => !gone.has(entry))
    const removed = new Set([...remove, ...[...gone].flatMap(({ line }) => line?.index ?? [])])
    const added = stay.flatMap(({ add }) => add ?? [])
    const printed = placeLines(text, added, removed, headings)
    let size = byteLength(printed)
    if (size > limit * leastShare) least ??= leastFirst(entries)
    const before = gone.size
    for (const { entry, rank } of least ?? []) {
      if (gone.has(entry) || size <= limit * shareOf(rank)) continue
      gone.add(entry)
      size -= byteLength(printPlaced(placedText(entry.record))) + 1
    }
    if (gone.size === before) return { text: printed, lines: stay.map(({ placed }) => placed) }
  }
}

interface Removable {
  entry: Entry
  rank: number
}

/** The entries whose lines may be removed. Those of more than a word that a newer one repeats have the least rank. */
function leastFirst(entries: readonly Entry[]): Removable[] {
  const inOrder = entries
    .toSorted(({ record: a }, { record: b }) => compareTexts(a.createdAt, b.createdAt))
    .map((entry) => ({ entry, ...entry.placed, ...comparable(entry.record.text, speakerOf(entry.record)) }))
  const again = saidAgain(inOrder)
  return inOrder
    .filter(({ entry: { line }, rank }) => !line?.isExtended && rank < protectedRank)
    .map((one) => ({ entry: one.entry, rank: again.has(one) && one.tokens.size > 1 ? 0 : one.rank }))
    .sort((a, b) => a.rank - b.rank)
}
