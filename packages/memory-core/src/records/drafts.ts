import { isDay, isoTime, parseTime } from '../clock.ts'
import { MemoryError, wrongValue } from '../errors.ts'
import {
  abortSignal,
  amount,
  anyText,
  type Check,
  checkOf,
  checkShape,
  either,
  oneOf,
  type Shape,
  textUpTo,
  wholeNumber,
  withoutUndefined,
} from '../option-checks.ts'
import { type MemoryRecord, type RecordKind, recordPriorities, recordTypes } from '../storage/records.ts'
import { contentHash, statementKey } from '../text/comparison.ts'
import { withoutControls } from '../text/plain-text.ts'
import type { NewRecord } from './record-book.ts'
import { recordTypeRows } from './record-types.ts'
import type { NewEpisode, NewProcedure } from './records.ts'

/** Maximum characters of a record's fields. */
export const recordLimits = { text: 4_000, quote: 20_000, name: 200, outcome: 400, scope: 200, tag: 64, key: 1_024 }

export const maxTags = 32
export const maxSteps = 100

const maxLimit = 10_000

function listOf(check: Check, most: number, expected: string): Check {
  return checkOf(
    `a list of at most ${most} ${expected}`,
    (value) => Array.isArray(value) && value.length <= most && value.every((one) => check(one) === undefined),
  )
}

const types = oneOf(...recordTypes)
const kinds = oneOf('semantic', 'episodic', 'procedural')
const priority = oneOf(...recordPriorities)
const texts = listOf(textUpTo(recordLimits.tag), maxTags, `texts of 1 to ${recordLimits.tag} characters`)

const scope = checkOf(
  `a glob such as "src/**/*.ts", of 1 to ${recordLimits.scope} characters`,
  (value) => textUpTo(recordLimits.scope)(value) === undefined && !/\p{Cc}/u.test(String(value)),
)

const date = checkOf(
  'a date such as "2026-11-21T09:30:00Z"',
  (value) => typeof value === 'string' || value instanceof Date,
)

const changeable: Shape = {
  text: textUpTo(recordLimits.text),
  type: types,
  priority,
  scope,
  tags: texts,
  confidence: amount(0, 1),
  validFrom: date,
  validTo: date,
}

const learnable: Shape = {
  ...changeable,
  source: {
    // Accepts every id that sessions accept, blank ones included, because their messages can be captured.
    session: anyText,
    messageId: anyText,
    quote: textUpTo(recordLimits.quote),
  },
  author: oneOf('user', 'assistant', 'tool', 'person'),
  createdAt: date,
  about: textUpTo(recordLimits.tag),
  worth: amount(0, 1),
  until: checkOf('a day such as "2026-11-21"', (value) => typeof value === 'string' && isDay(value)),
}

const someTypes = listOf(types, recordTypes.length, `of ${recordTypes.join(', ')}`)

const listable: Shape = {
  types: someTypes,
  type: either(types, someTypes),
  kinds: listOf(kinds, 3, 'of semantic, episodic, procedural'),
  priorityFrom: priority,
  tags: texts,
  filePath: textUpTo(4_096),
  archived: oneOf('no', 'only', 'all'),
  asOf: date,
  limit: wholeNumber(1, maxLimit),
}

export const shapes: Readonly<Record<'record' | 'change' | 'episode' | 'procedure' | 'list' | 'recall', Shape>> = {
  record: { ...learnable, supersedes: textUpTo(recordLimits.key) },
  change: changeable,
  episode: { ...learnable, outcome: textUpTo(recordLimits.outcome) },
  procedure: {
    ...learnable,
    name: textUpTo(recordLimits.name),
    steps: listOf(textUpTo(recordLimits.text), maxSteps, 'steps, each a text of at most 4,000 characters'),
  },
  list: listable,
  recall: { ...listable, budget: wholeNumber(0), signal: abortSignal },
}

/** Checks ids and copies them without duplicates. @throws MemoryError `bad-input` */
export function checkIds(ids: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(ids) ? ids : [ids]
  const texts = list.flatMap((id) => (typeof id === 'string' ? [id] : []))
  if (Array.isArray(ids) && texts.length === list.length) return [...new Set(texts)]
  throw wrongValue('ids', ids, 'a list of record ids')
}

export type Identity = Pick<
  MemoryRecord,
  'kind' | 'type' | 'scope' | 'text' | 'name' | 'outcome' | 'createdAt' | 'source'
>

/** The speaker of a record, from its quote, if the conversation had several. */
export function speakerOf({ source }: Pick<NewRecord, 'source'>): string | undefined {
  return /^([^:\n]{1,80}): /.exec(source?.quote ?? '')?.[1]
}

/**
 * Hashes the identity of a record: equal for statements of one type, scope and speaker that differ only in case and
 * punctuation, for procedures of one name, and for events with the same text, time and outcome. Signs inside words
 * count: "C++" is not "C".
 */
export function recordIdentity(record: Identity): string {
  const { kind, type, scope = '', text, name = '', outcome = '', createdAt } = record
  if (kind === 'procedural') return contentHash(JSON.stringify([kind, name]))
  if (kind === 'episodic') return contentHash(JSON.stringify([kind, type, scope, text, outcome, createdAt]))
  const key = statementKey(text)
  const speaker = speakerOf(record)
  const words = text.toLowerCase().split(/\s+/).map(withoutFrame)
  const signed = words.filter((word) => /[^\p{L}\p{N}]/u.test(word) && /[\p{L}\p{N}]/u.test(word))
  // With a blank, no speaker is one of the words. Without a speaker, ids stay those of earlier versions.
  const said = [key === '' ? text : key, ...signed, ...(speaker === undefined ? [] : [`by ${speaker}`])]
  return contentHash(JSON.stringify([kind, type, scope, ...said]))
}

/** A record keeps its id when its text changes, so the id of a text may be taken; a higher `turn` gives another one. */
export function recordId(identity: string, turn: number): string {
  return `record:${identity.slice(0, 20)}${turn === 0 ? '' : `-${turn}`}`
}

const opening: ReadonlySet<string> = new Set('"\'`“”‘’«»„([{*_¿¡')
const closing: ReadonlySet<string> = new Set('"\'`“”‘’«»)]}*_.,;:!?…。，！？、；：')

function withoutFrame(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && opening.has(word.charAt(start))) start++
  while (end > start && closing.has(word.charAt(end - 1))) end--
  return word.slice(start, end)
}

/** A record to be learned, complete except for its id. */
export type Draft = Omit<MemoryRecord, 'id'>

/**
 * Checks and copies a caller's record. `where` names the argument in errors.
 * @throws MemoryError `bad-input`, also if the text is nothing but a secret, which was replaced
 */
export function draftOfStatement(given: NewRecord, nowMs: number, where: string): Draft {
  checkShape(given, shapes.record, where, 'bad-input', ['text'])
  const { supersedes } = given
  const draft = draftOf(given, 'semantic', nowMs, where)
  if (hasOnlyMarks(draft.text))
    throw new MemoryError('bad-input', `nothing is left of ${where}.text but a secret, and secrets are not stored`)
  return { ...draft, ...withoutUndefined({ supersedes }) }
}

/** Whether a text has markers in the place of secrets, and no letter or digit besides. */
function hasOnlyMarks(text: string): boolean {
  const rest = text.replaceAll(/\[redacted: [a-z0-9-]{1,64}\]/g, '')
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest)
}

/** @throws MemoryError `bad-input` */
export function draftOfEpisode(given: NewEpisode, nowMs: number): Draft {
  checkShape(given, shapes.episode, 'episode', 'bad-input', ['text'])
  const outcome = given.outcome === undefined ? undefined : onOneLine(given.outcome, 'episode.outcome')
  return { ...draftOf(given, 'episodic', nowMs, 'episode'), ...withoutUndefined({ outcome }) }
}

/** @throws MemoryError `bad-input` */
export function draftOfProcedure(given: NewProcedure, nowMs: number): Draft {
  checkShape(given, shapes.procedure, 'procedure', 'bad-input', ['name', 'steps'])
  const name = procedureName(given.name)
  const steps = given.steps.map((step, index) => cleanText(step, `procedure.steps[${index}]`))
  if (steps.length === 0) throw new MemoryError('bad-input', 'procedure.steps is [], expected at least one step')
  const { text = name, type = 'workflow' } = given
  return { ...draftOf({ ...given, text, type }, 'procedural', nowMs, 'procedure'), name, steps }
}

/** Normalises the name of a procedure: one line, trimmed. @throws MemoryError `bad-input` */
export function procedureName(name: string): string {
  return onOneLine(name, 'procedure.name')
}

/** Well-formed, trimmed, without controls but `\n` and tab. @throws MemoryError `bad-input` if nothing is left */
export function cleanText(text: string, where: string): string {
  const clean = withoutControls(text).toWellFormed().trim()
  if (clean !== '') return clean
  throw wrongValue(where, text, 'a text with visible characters')
}

export function cleanTags(tags: readonly string[], where: string): string[] {
  return [...new Set(tags.map((tag, index) => onOneLine(tag, `${where}[${index}]`)))]
}

function onOneLine(text: string, where: string): string {
  return cleanText(text, where).replaceAll(/\s+/g, ' ')
}

/** A record of this kind from a caller's fields. @throws MemoryError `bad-input` */
export function draftOf(given: Omit<NewRecord, 'supersedes'>, kind: RecordKind, nowMs: number, where: string): Draft {
  const { type = 'fact', priority = recordTypeRows[type].priority, scope, source, author = 'user' } = given
  const { about, worth, until } = given
  const createdMs = given.createdAt === undefined ? nowMs : parseTime(given.createdAt, `${where}.createdAt`)
  return {
    type,
    kind,
    priority,
    text: cleanText(given.text, `${where}.text`),
    tags: cleanTags(given.tags ?? [], `${where}.tags`),
    author,
    confidence: given.confidence ?? 1,
    createdAt: isoTime(createdMs),
    // Decay starts at learning, so that an old statement imported now has not yet faded.
    accessedAt: isoTime(nowMs),
    reinforcementCount: 1,
    successCount: 0,
    failureCount: 0,
    ...withoutUndefined({
      about,
      worth,
      until,
      scope: scope?.toWellFormed().trim(),
      source:
        source &&
        withoutUndefined({
          session: source.session,
          messageId: source.messageId,
          quote: source.quote?.toWellFormed(),
        }),
      ...validity(given, where),
    }),
  }
}

/** The given times in ISO format. @throws MemoryError `bad-input`, also if the end is before the beginning */
export function validity(
  { validFrom, validTo }: Pick<NewRecord, 'validFrom' | 'validTo'>,
  where: string,
): { validFrom?: string; validTo?: string } {
  const from = validFrom === undefined ? undefined : parseTime(validFrom, `${where}.validFrom`)
  const to = validTo === undefined ? undefined : parseTime(validTo, `${where}.validTo`)
  if (from !== undefined && to !== undefined && to < from)
    throw new MemoryError('bad-input', `${where}.validTo is before its validFrom, expected a later time`)
  return {
    ...(from !== undefined && { validFrom: isoTime(from) }),
    ...(to !== undefined && { validTo: isoTime(to) }),
  }
}
