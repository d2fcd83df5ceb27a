import type { ResolvedFactsOptions } from '../documents/facts-options.ts'
import {
  type LineToPlace,
  lineKey,
  type PageLine,
  type PlacedText,
  pageLines,
  placeLines,
  printPlaced,
  sectionOf,
} from '../documents/placed-lines.ts'
import { claimsOfRecord, speakerOf } from '../records/known-claims.ts'
import { changeBetween } from '../statements/claims/compare-claims.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { byteLength } from '../text/count-tokens.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import { tokenize } from '../text/tokenize.ts'
import type { ReplacedLine } from './page-edits.ts'
import type { PlacedLine } from './placement-state.ts'

/** The input for a new MEMORY.md. */
export interface PageMaterial {
  /** The present MEMORY.md. */
  text: string
  placed: readonly PlacedLine[]
  /** The records behind placed lines, and those that may get a line. */
  records: readonly MemoryRecord[]
  replaced: readonly ReplacedLine[]
  /** ISO time. */
  at: string
  options: ResolvedFactsOptions
}

export interface PagePlan {
  text: string
  lines: readonly PlacedLine[]
  /** The lines that stay in place. */
  staying: readonly PlacedLine[]
  /** Whether lines without a record are removed. */
  removesOthers: boolean
}

/** A line says the same as another if it has this share of its words, and all of its names, numbers and negations. */
const sameShare = 0.8
/** Kinds that never leave MEMORY.md for lack of space. */
const protectedKinds: ReadonlySet<string> = new Set(['rule', 'health', 'identity'])

/** A record as the text of its line. */
export function placedText(record: Pick<MemoryRecord, 'text' | 'createdAt' | 'validFrom' | 'source'>): PlacedText {
  const { text, createdAt, validFrom = createdAt } = record
  return { text, day: validFrom.slice(0, 10), speaker: speakerOf(record) }
}

/** Computes the lines of MEMORY.md. Pure and deterministic. */
export function planPage(material: PageMaterial): PagePlan {
  const { text, placed, records, replaced, at, options } = material
  const lines = pageLines(text)
  const byKey = new Map(lines.map((line) => [lineKey(line.key), line]))
  const known = new Map(records.map((record) => [record.id, record]))
  const placeable = records.filter((record) => isPlaceable(record, at, options))
  const shorter = saidLonger(placeable)
  const wanted = new Set(placeable.filter((record) => !shorter.has(record)).map(({ id }) => id))
  const staying = placed.filter(({ id, key }) => byKey.has(key) && wanted.has(id))
  const leaving = placed.filter((line) => byKey.has(line.key) && !staying.includes(line))
  const remove = new Set(replaced.map(({ line }) => line.index))
  const successors = new Map(replaced.map(({ line, by }) => [by, line]))
  for (const { id, key } of leaving) {
    const line = byKey.get(key)
    if (!line || line.isExtended) continue
    remove.add(line.index)
    const next = known.get(id)?.supersededBy
    if (next !== undefined) successors.set(next, line)
  }
  const isKnown = new Set(staying.map(({ id }) => id))
  const fresh = records
    .filter(({ id }) => !isKnown.has(id) && wanted.has(id))
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)))
  const { added, adopted } = newLines(mostWorth(fresh, options), lines, remove, successors, options)
  const page = fitted(material, { staying: [...staying, ...adopted], added, remove, known, byKey })
  const all = new Set(page.lines.map(({ id }) => id))
  return { ...page, staying: staying.filter(({ id }) => all.has(id)), removesOthers: replaced.length > 0 }
}

function rankOf(record: MemoryRecord): number {
  return (isProtected(record) ? 1 : 0) + Math.round((record.worth ?? 0) * 100) / 100
}

/** Minimum bytes of a line; limits the number of candidates. */
const shortestLine = 24

/** The records of the highest ranks that could fit on the page, in their given order. */
function mostWorth(records: readonly MemoryRecord[], { limits }: ResolvedFactsOptions): MemoryRecord[] {
  const most = Math.ceil((limits.bytes ?? Number.POSITIVE_INFINITY) / shortestLine)
  if (records.length <= most) return [...records]
  const best = new Set(records.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, most))
  return records.filter((record) => best.has(record))
}

/** Whether a record gets a line: captured, current, without scope, and of a kind that every context contains. */
function isPlaceable(record: MemoryRecord, at: string, { tell }: ResolvedFactsOptions): boolean {
  const { kind, about, worth, scope, archivedAt, validTo, supersededBy, until } = record
  return (
    kind === 'semantic' &&
    about !== undefined &&
    worth !== undefined &&
    scope === undefined &&
    archivedAt === undefined &&
    supersededBy === undefined &&
    (validTo === undefined || Date.parse(validTo) > Date.parse(at)) &&
    (until === undefined || until >= at.slice(0, 10)) &&
    (tell[about] ?? 'always') === 'always'
  )
}

/** Records that another one repeats with more words: "I work at Nortada" beside "I work at Nortada as an engineer". */
function saidLonger(records: readonly MemoryRecord[]): ReadonlySet<MemoryRecord> {
  const sorted = records
    .map((record) => ({ record, words: bareWords(record.text) }))
    .sort((a, b) => (a.words < b.words ? -1 : Number(a.words > b.words)))
  return new Set(
    sorted.flatMap(({ record, words }, at) => {
      const next = sorted[at + 1]
      if (!next?.words.startsWith(`${words} `) || negation.test(next.record.text)) return []
      return changeBetween(claimsOfRecord(record), claimsOfRecord(next.record)) === 'agrees' ? [record] : []
    }),
  )
}

interface Addition {
  placed: PlacedLine
  line: LineToPlace
  record: MemoryRecord
}

function newLines(
  fresh: readonly MemoryRecord[],
  lines: readonly PageLine[],
  remove: ReadonlySet<number>,
  successors: ReadonlyMap<string, PageLine>,
  options: ResolvedFactsOptions,
): { added: Addition[]; adopted: PlacedLine[] } {
  const left = lines.filter(({ index }) => !remove.has(index))
  const said = left.map(({ text }) => comparable(text))
  const keys = new Set(left.map(({ key }) => key))
  const added: Addition[] = []
  const adopted: PlacedLine[] = []
  for (const record of fresh) {
    const text = placedText(record)
    const key = statementKey(printPlaced(text))
    const section = sectionOf(record.about)
    const placed = { id: record.id, key: lineKey(key), section, rank: rankOf(record) }
    const one = comparable(record.text)
    if (keys.has(key)) {
      if (left.some((line) => line.key === key)) adopted.push(placed)
      continue
    }
    if (said.some((other) => says(other, one))) continue
    keys.add(key)
    said.push(one)
    const before = successors.get(record.id)
    const isBelow = before?.section?.toLowerCase() === options.headings[section].toLowerCase()
    added.push({ placed, line: { ...text, section, after: isBelow ? before?.key : undefined }, record })
  }
  return { added, adopted }
}

interface Comparable {
  tokens: ReadonlySet<string>
  /** Names, numbers and negations, which both texts must have. */
  names: readonly string[]
}

const negation = /\b(?:not|no|never|nor|without|\p{L}+n't)\b/u
const decisive = new RegExp(`\\p{N}[\\p{N}.,:]*|(?<=\\S )\\p{Lu}[\\p{L}\\p{N}'-]*|${negation.source}`, 'gu')

function comparable(text: string): Comparable {
  const names = text.match(decisive) ?? []
  return { tokens: new Set(tokenize(text)), names: names.map((name) => name.toLowerCase()) }
}

/** Whether `line` says what `other` says, possibly with other or more words. */
function says(line: Comparable, other: Comparable): boolean {
  let both = 0
  for (const token of other.tokens) if (line.tokens.has(token)) both++
  return both >= sameShare * other.tokens.size && other.names.every((name) => line.names.includes(name))
}

interface Draft {
  staying: readonly PlacedLine[]
  added: readonly Addition[]
  remove: ReadonlySet<number>
  known: ReadonlyMap<string, MemoryRecord>
  byKey: ReadonlyMap<string, PageLine>
}

/** If MEMORY.md exceeds its limit, removes the lines of least worth. Their records stay and can be recalled. */
function fitted({ text, options }: PageMaterial, draft: Draft): Pick<PagePlan, 'text' | 'lines'> {
  const { staying, added, known, byKey } = draft
  const limit = options.limits.bytes ?? Number.POSITIVE_INFINITY
  const left = leastFirst(draft)
  const gone = new Set<string>()
  const page = (): string => {
    const removed = staying.flatMap(({ id, key }) => (gone.has(id) ? [byKey.get(key)?.index ?? -1] : []))
    const kept = added.flatMap(({ placed, line }) => (gone.has(placed.id) ? [] : [line]))
    return placeLines(text, kept, new Set([...draft.remove, ...removed]), options.headings)
  }
  const price = (record: MemoryRecord): number => byteLength(printPlaced(placedText(record))) + 1
  const prices = added.reduce((sum, { record }) => sum + price(record), 0)
  // The number of lines to remove is estimated first, then corrected with the printed page, which includes headings.
  for (let over = byteLength(text) + prices - limit; ; ) {
    while (over > 0) {
      const record = left.shift()
      if (!record) break
      gone.add(record.id)
      over -= price(record)
    }
    const printed = page()
    over = byteLength(printed) - limit
    if (over > 0 && left.length > 0) continue
    const lines = [...staying, ...added.map(({ placed }) => placed)].filter(({ id }) => !gone.has(id))
    return { text: printed, lines: lines.filter(({ id }) => known.has(id)) }
  }
}

/** The records whose lines may be removed, least worth first. */
function leastFirst({ staying, added, known, byKey }: Draft): MemoryRecord[] {
  const placed = staying.flatMap(({ id, key }) => (byKey.get(key)?.isExtended ? [] : [known.get(id)]))
  return [...placed, ...added.map(({ record }) => record)]
    .filter((record) => record !== undefined)
    .filter((record) => !isProtected(record))
    .sort((a, b) => (a.worth ?? 0) - (b.worth ?? 0) || (a.createdAt < b.createdAt ? -1 : 1))
}

function isProtected({ about = '', priority }: MemoryRecord): boolean {
  return priority === 'critical' || protectedKinds.has(about)
}
