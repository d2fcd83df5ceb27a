import { MemoryError, shown } from '../errors.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { MemoryRecord, StoredRecord } from '../storage/records.ts'
import { applyPatches, type Change, consequencesOf, earlier, factMark } from './changes.ts'
import { type Draft, recordId, recordIdentity } from './drafts.ts'
import type { BookStore, LearnedRecord } from './record-book.ts'
import { learnedAgain } from './record-changes.ts'

/** A statement with all drafts of the batch that state it. */
interface Lesson {
  identity: string
  drafts: Draft[]
  /** Number of ids of this statement that belong to records whose text has since changed. */
  turn: number
}

interface Outcome {
  record: MemoryRecord
  isNew: boolean
}

interface LearningOptions {
  marks: Readonly<Record<string, string | undefined>>
  /** The effects of the drafts on known statements and on each other. */
  changes: readonly Change[]
  /** Whether a fact of this id exists, which a record may supersede. */
  isFact(id: string): Promise<boolean>
}

/**
 * Learns drafts: reinforces known records first, then inserts new ones together with the marks, so that a crash in
 * between repeats a reinforcement but loses nothing. Then ends superseded records; if drafts change known statements,
 * the marks are written only after that.
 * @throws MemoryError `not-found` if a draft supersedes an unknown record; nothing is learned then
 */
export async function learnDrafts(
  store: BookStore,
  drafts: readonly Draft[],
  { marks, changes, isFact }: LearningOptions,
): Promise<LearnedRecord[]> {
  await checkSuperseded(store, drafts, isFact)
  const identities = drafts.map(recordIdentity)
  const lessons = lessonsOf(drafts, identities)
  const outcomes = new Map<string, Outcome>()
  let left = [...lessons.values()]
  let unwritten: Readonly<Record<string, string | undefined>> | undefined = changes.length > 0 ? {} : marks
  while (left.length > 0 || unwritten !== undefined) {
    left = await reinforceKnown(store, left, outcomes)
    left = await insertNew(store, left, unwritten ?? {}, outcomes)
    unwritten = undefined
  }
  await endSuperseded(store, lessons.values(), outcomes)
  if (changes.length > 0) {
    const of = consequencesOf(changes, (at) => outcomes.get(identities[at] ?? '')?.record.id)
    const changed = new Map((await applyPatches(store, of.patches)).map((record) => [record.id, record]))
    for (const outcome of outcomes.values()) outcome.record = changed.get(outcome.record.id) ?? outcome.record
    const all = { ...marks, ...(await firstMarks(store, of.marks)) }
    if (Object.keys(all).length > 0) await store.write({ marks: all })
  }
  return answer(identities, outcomes)
}

/** The marks, except that a fact keeps the first record that superseded it; later ones supersede that record. */
async function firstMarks(
  store: BookStore,
  marks: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const keys = Object.keys(marks).filter((key) => key.startsWith(factMark('superseded', '')))
  return keys.length === 0 ? marks : { ...marks, ...Object.fromEntries(await store.marks(keys)) }
}

function lessonsOf(drafts: readonly Draft[], identities: readonly string[]): Map<string, Lesson> {
  const lessons = new Map<string, Lesson>()
  for (const [index, draft] of drafts.entries()) {
    const identity = identities[index] ?? ''
    const lesson = lessons.get(identity)
    if (lesson) lesson.drafts.push(draft)
    else lessons.set(identity, { identity, drafts: [draft], turn: 0 })
  }
  return lessons
}

/** Reinforces known records. Returns the other lessons, each with a free id. */
async function reinforceKnown(
  store: BookStore,
  lessons: readonly Lesson[],
  outcomes: Map<string, Outcome>,
): Promise<Lesson[]> {
  const unknown: Lesson[] = []
  for (let asked = lessons; asked.length > 0; ) {
    const byId = new Map(asked.map((lesson) => [recordId(lesson.identity, lesson.turn), lesson]))
    const taken = new Set<Lesson>()
    const changed = await store.update([...byId.keys()], (record) => {
      const lesson = byId.get(record.id)
      if (!lesson) return undefined
      if (recordIdentity(record) === lesson.identity) return lesson.drafts.reduce<MemoryRecord>(learnedAgain, record)
      taken.add(lesson)
      return undefined
    })
    for (const record of changed) {
      const lesson = byId.get(record.id)
      if (lesson) outcomes.set(lesson.identity, { record, isNew: false })
    }
    unknown.push(...asked.filter((lesson) => !taken.has(lesson) && !outcomes.has(lesson.identity)))
    for (const lesson of taken) lesson.turn += 1
    asked = [...taken]
  }
  return unknown
}

/** Inserts lessons. Returns those that another process has inserted in between. */
async function insertNew(
  store: BookStore,
  lessons: readonly Lesson[],
  marks: Readonly<Record<string, string | undefined>>,
  outcomes: Map<string, Outcome>,
): Promise<Lesson[]> {
  if (lessons.length === 0 && Object.keys(marks).length === 0) return []
  const records = lessons.map((lesson) => ({ lesson, record: firstRecord(lesson) }))
  const { inserted } = await store.write({ insert: records.map(({ record }) => record), marks })
  const fresh = new Set(inserted)
  for (const { lesson, record } of records)
    if (fresh.has(record.id)) outcomes.set(lesson.identity, { record, isNew: true })
  return lessons.filter(({ identity }) => !outcomes.has(identity))
}

function firstRecord({ identity, turn, drafts }: Lesson): MemoryRecord {
  const [first, ...again] = drafts
  if (!first) throw new Error('a lesson has at least one draft')
  const record: MemoryRecord = { ...first, id: recordId(identity, turn) }
  return again.reduce(learnedAgain, record)
}

async function checkSuperseded(
  store: BookStore,
  drafts: readonly Draft[],
  isFact: LearningOptions['isFact'],
): Promise<void> {
  const ids = drafts.flatMap(({ supersedes }) => (supersedes === undefined ? [] : [supersedes]))
  if (ids.length === 0) return
  const known = new Set((await store.get([...new Set(ids)])).map(({ id }) => id))
  for (const missing of ids.filter((id) => !known.has(id)))
    if (!(await isFact(missing)))
      throw new MemoryError(
        'not-found',
        `no record ${shown(missing)} to supersede; records.list() and records.recall() give the ids`,
      )
}

/** Ends superseded records when the new one begins; an earlier end stays. */
async function endSuperseded(
  store: BookStore,
  lessons: Iterable<Lesson>,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const ends = new Map<string, { at: string; by: string | undefined }>()
  for (const { identity, drafts } of lessons) {
    for (const { supersedes, createdAt, validFrom = createdAt } of drafts)
      if (supersedes !== undefined && supersedes !== outcomes.get(identity)?.record.id)
        ends.set(supersedes, { at: validFrom, by: outcomes.get(identity)?.record.id })
  }
  if (ends.size === 0) return
  await store.update([...ends.keys()], (record) => {
    const end = ends.get(record.id)
    const validTo = earlier(record.validTo, end?.at)
    if (validTo === undefined || validTo === record.validTo) return undefined
    return { ...record, validTo, ...withoutUndefined({ supersededBy: end?.by ?? record.supersededBy }) }
  })
}

/** The record of each draft; `isNew` only for the first of equal drafts. */
function answer(identities: readonly string[], outcomes: ReadonlyMap<string, Outcome>): LearnedRecord[] {
  const told = new Set<string>()
  return identities.flatMap((identity) => {
    const outcome = outcomes.get(identity)
    if (!outcome) return []
    const isNew = outcome.isNew && !told.has(identity)
    told.add(identity)
    return [{ ...withoutStorage(outcome.record), isNew }]
  })
}

/** A record without the fields that only its store uses. */
export function withoutStorage(record: MemoryRecord & Partial<StoredRecord>): MemoryRecord {
  const { strength: _strength, tokens: _tokens, restored: _restored, ...kept } = record
  return kept
}
