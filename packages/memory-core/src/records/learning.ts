import { MemoryError, shown } from '../errors.ts'
import { withoutUndefined } from '../option-checks.ts'
import { everyMark, everyRecord } from '../storage/every-row.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { applyPatches, type Change, consequencesOf, earlier, isNews } from './consequences.ts'
import { type Draft, recordId, recordIdentity } from './drafts.ts'
import { type FactMarkKind, factMark } from './marks.ts'
import type { BookStore, LearnedRecord } from './record-book.ts'
import { isOver, learnedAgain } from './record-changes.ts'
import { withoutStorage } from './record-types.ts'

/** A statement with all drafts of the batch that state it. */
interface Lesson {
  identity: string
  first: Draft
  again: Draft[]
  /** Number of ids of this statement that belong to records whose text has since changed. */
  turn: number
  record: MemoryRecord | undefined
  isNew: boolean
}

/** Marks to write; undefined ones are removed. */
export type MarkChanges = Readonly<Record<string, string | undefined>>

interface LearningOptions {
  marks: MarkChanges
  /** The effects of the drafts on known statements and on each other. */
  changes: readonly Change[]
  /** Whether a fact of this id exists, which a record may supersede. */
  isFact(id: string): Promise<boolean>
}

/**
 * Learns drafts: reinforces known records first, then inserts new ones together with the marks, so that a crash in
 * between repeats a reinforcement but loses nothing. Without marks, new ones come first, because most are new. Then ends
 * superseded records; if drafts change known statements, the marks are written only after that.
 * @throws MemoryError `not-found` if a draft supersedes an unknown record; nothing is learned then
 */
export async function learnDrafts(
  store: BookStore,
  given: readonly Draft[],
  { marks, changes, isFact }: LearningOptions,
): Promise<LearnedRecord[]> {
  const drafts = withWorth(given, changes, await checkSuperseded(store, given, isFact))
  const lessons = new Map<string, Lesson>()
  const lessonOf = drafts.map((draft) => {
    const identity = recordIdentity(draft)
    const known = lessons.get(identity)
    known?.again.push(draft)
    const lesson = known ?? { identity, first: draft, again: [], turn: 0, record: undefined, isNew: false }
    lessons.set(identity, lesson)
    return lesson
  })
  let left = [...lessons.values()]
  let unwritten = changes.length > 0 ? {} : marks
  const hasMarks = (): boolean => Object.keys(unwritten).length > 0
  if (!hasMarks()) left = await insertNew(store, left, unwritten)
  while (left.length > 0 || hasMarks()) {
    await reinforceKnown(store, left)
    const unknown = left.filter(({ record }) => record === undefined)
    left = await insertNew(store, unknown, unwritten)
    unwritten = {}
  }
  await endSuperseded(store, [...lessons.values()])
  if (changes.length > 0) {
    const of = consequencesOf(changes, (at) => lessonOf[at]?.record?.id)
    const changed = new Map((await applyPatches(store, of.patches)).map((record) => [record.id, record]))
    for (const lesson of lessons.values()) lesson.record = changed.get(lesson.record?.id ?? '') ?? lesson.record
    const all = { ...marks, ...(await firstMarks(store, of.marks)) }
    if (Object.keys(all).length > 0) await store.write({ marks: all })
  }
  return lessonOf.flatMap((lesson) => {
    const { record, isNew } = lesson
    // Only the first of equal drafts is new.
    lesson.isNew = false
    return record ? [{ ...withoutStorage(record), isNew }] : []
  })
}

/** The marks, except that a fact keeps the first record that superseded it; later ones supersede that record. */
async function firstMarks(store: BookStore, marks: MarkChanges): Promise<MarkChanges> {
  const keys = Object.keys(marks).filter((key) => key.startsWith(factMark('superseded', '')))
  return keys.length === 0 ? marks : { ...marks, ...Object.fromEntries(await store.marks(keys)) }
}

/** Reinforces known records, and gives each other lesson a free id. */
async function reinforceKnown(store: BookStore, lessons: readonly Lesson[]): Promise<void> {
  for (let asked = lessons; asked.length > 0; ) {
    const byId = new Map(asked.map((lesson) => [recordId(lesson.identity, lesson.turn), lesson]))
    const taken = new Set<Lesson>()
    const changed = await store.update([...byId.keys()], (record) => {
      const lesson = byId.get(record.id)
      if (!lesson) return undefined
      if (recordIdentity(record) === lesson.identity && !isPast(record, lesson.first))
        return [lesson.first, ...lesson.again].reduce<MemoryRecord>(learnedAgain, record)
      taken.add(lesson)
      return undefined
    })
    for (const record of changed) {
      const lesson = byId.get(record.id)
      if (lesson) lesson.record = record
    }
    for (const lesson of taken) lesson.turn += 1
    asked = [...taken]
  }
}

/** A superseded statement that is made again is another record, so that what it ends holds again if it is taken back. */
function isPast(record: MemoryRecord, again: Draft): boolean {
  const { kind, supersededBy } = record
  return kind === 'semantic' && supersededBy !== undefined && again.validTo === undefined && isOver(record, again)
}

/** Inserts lessons. Returns those that another process has inserted in between. */
async function insertNew(store: BookStore, lessons: readonly Lesson[], marks: MarkChanges): Promise<Lesson[]> {
  if (lessons.length === 0 && Object.keys(marks).length === 0) return []
  const insert = lessons.map(({ identity, turn, first, again }) =>
    again.reduce<MemoryRecord>(learnedAgain, { ...first, id: recordId(identity, turn) }),
  )
  const { inserted } = await store.write({ insert, marks })
  const fresh = new Set(inserted)
  return lessons.filter((lesson, at) => {
    const record = insert[at]
    if (!record || !fresh.has(record.id)) return true
    lesson.record = record
    lesson.isNew = true
    return false
  })
}

/** Gives each draft that has a worth at least that of what it changes, whose place it takes: "Sold the Buick". */
function withWorth(
  drafts: readonly Draft[],
  changes: readonly Change[],
  superseded: ReadonlyMap<string, MemoryRecord>,
): Draft[] {
  return drafts.map((draft, at) => {
    const { worth, supersedes = '' } = draft
    const news = changes.filter((one) => one.newer.kind === 'draft' && one.newer.at === at && isNews(one))
    const least = [superseded.get(supersedes)?.worth ?? 0, ...news.map((one) => one.worth)]
    return worth === undefined ? draft : { ...draft, worth: Math.max(worth, ...least) }
  })
}

/** Returns the records that drafts supersede by their ids. */
async function checkSuperseded(store: BookStore, drafts: readonly Draft[], isFact: LearningOptions['isFact']) {
  const ids = drafts.flatMap(({ supersedes }) => (supersedes === undefined ? [] : [supersedes]))
  const found = ids.length === 0 ? [] : await store.get([...new Set(ids)])
  const known = new Map(found.map((record) => [record.id, record]))
  for (const missing of ids.filter((id) => !known.has(id))) {
    const message = `no record ${shown(missing)} to supersede; records.list() and records.recall() give the ids`
    if (!(await isFact(missing))) throw new MemoryError('not-found', message)
  }
  return known
}

/** Ends superseded records when the new one begins; an earlier end stays. */
async function endSuperseded(store: BookStore, lessons: readonly Lesson[]): Promise<void> {
  const ends = new Map<string, { at: string; by: string | undefined }>()
  for (const { record, first, again } of lessons)
    for (const { supersedes, createdAt, validFrom = createdAt } of [first, ...again])
      if (supersedes !== undefined && supersedes !== record?.id) ends.set(supersedes, { at: validFrom, by: record?.id })
  if (ends.size === 0) return
  await store.update([...ends.keys()], (record) => {
    const end = ends.get(record.id)
    const validTo = earlier(record.validTo, end?.at)
    if (validTo === undefined || validTo === record.validTo) return undefined
    return { ...record, validTo, ...withoutUndefined({ supersededBy: end?.by }) }
  })
}

interface Gone {
  records: ReadonlyMap<string, MemoryRecord>
  isLost(id: string | undefined): boolean
}

const markKinds: readonly FactMarkKind[] = ['superseded', 'conflict']

/**
 * Removes records as if they had never been learned: a statement that one of them superseded is current again, or
 * superseded by the removed record's successor. `isGone` tells other ids that are removed, such as those of facts; with
 * it, every record and mark is read for links. Links and marks are changed first, so that the same call completes the work
 * after a crash. Returns the number of removed records.
 */
export async function withdrawRecords(
  store: BookStore,
  ids: readonly string[],
  { isGone, marks = [] }: { isGone?: (id: string) => boolean; marks?: readonly string[] } = {},
): Promise<number> {
  const records = new Map((await store.get(ids)).map((record) => [record.id, record]))
  const isLost = (id: string | undefined): boolean => id !== undefined && (records.has(id) || isGone?.(id) === true)
  const gone: Gone = { records, isLost }
  const named = [...new Set([...records.values()].flatMap(linksOf))].filter((id) => !records.has(id))
  const linked = isGone
    ? (await everyRecord(store)).filter((record) => linksOf(record).some(isLost)).map(({ id }) => id)
    : named
  if (linked.length > 0)
    await store.update(linked, (record) => (records.has(record.id) ? undefined : without(record, gone)))
  const changes = [
    ...(await marksOf(store, isGone ? undefined : named)).flatMap(([key, id]) => changeOfMark(key, id, gone)),
    ...marks.map((mark) => [mark, undefined] as const),
  ]
  if (records.size + changes.length > 0)
    await store.write({ remove: [...records.keys()], marks: Object.fromEntries(changes) })
  return records.size
}

function linksOf({ supersedes, supersededBy, conflictsWith = [] }: MemoryRecord): string[] {
  return [supersedes, supersededBy, ...conflictsWith].filter((id) => id !== undefined)
}

/** A record without links to removed ones; undefined if it has none. */
function without(record: MemoryRecord, { records, isLost }: Gone): MemoryRecord | undefined {
  if (!linksOf(record).some(isLost)) return undefined
  const { supersededBy, supersedes, validTo, conflictsWith, ...rest } = record
  const conflicts = conflictsWith?.filter((id) => !isLost(id)) ?? []
  const last = lastOf(supersededBy, records, 'supersededBy')
  const later = last?.supersededBy === undefined || isLost(last.supersededBy) ? undefined : last
  const before = isLost(supersedes) ? lastOf(supersedes, records, 'supersedes')?.supersedes : supersedes
  return {
    ...rest,
    ...withoutUndefined(
      isLost(supersededBy) ? { validTo: later?.validTo, supersededBy: later?.supersededBy } : { validTo, supersededBy },
    ),
    ...withoutUndefined({ supersedes: isLost(before) ? undefined : before }),
    ...(conflicts.length === 0 ? {} : { conflictsWith: conflicts }),
  }
}

function lastOf(id: string | undefined, records: Gone['records'], link: 'supersedes' | 'supersededBy') {
  let last = records.get(id ?? '')
  for (let steps = 0; steps < records.size; steps++) last = records.get(last?.[link] ?? '') ?? last
  return last
}

/** A removed fact loses its mark; a fact superseded by a removed record is marked with that record's successor. */
function changeOfMark(key: string, id: string, { records, isLost }: Gone): (readonly [string, string | undefined])[] {
  if (isLost(key.slice(key.indexOf(':') + 1))) return [[key, undefined]]
  if (!isLost(id)) return []
  const next = key.startsWith(factMark('conflict', '')) ? undefined : lastOf(id, records, 'supersededBy')?.supersededBy
  return [[key, isLost(next) ? undefined : next]]
}

/** The marks of these facts, or of all. */
async function marksOf(store: BookStore, ids: readonly string[] | undefined): Promise<[key: string, id: string][]> {
  if (ids) return [...(await store.marks(ids.flatMap((id) => markKinds.map((kind) => factMark(kind, id)))))]
  const found = await Promise.all(markKinds.map((kind) => everyMark(store, factMark(kind, ''))))
  return found.flatMap((marks) => [...marks])
}
