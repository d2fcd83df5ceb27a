import type { RecalledItem } from '../recall/recall.ts'
import { timesIn } from '../statements/english/times-said.ts'
import { readStatements } from '../statements/read-statements.ts'
import { isWithheld } from '../statements/requests-to-forget.ts'
import { hasTopic, topicsAsked } from '../statements/said-before.ts'
import { type Statement, type StatementKind, statementKinds } from '../statements/statement.ts'
import { byteLength, cached } from '../text/plain-text.ts'
import type { ContextRequest } from './context-block.ts'
import { isBeside, quotedLength } from './context-lines.ts'

/* Which recalled passages a context leaves out. */

/** UTF-8 bytes that fill the room for a token in most languages, and what a line has of them beside its passage. */
const bytesPerToken = 4
const bytesOfLine = 20

/** Returns a test for messages that the host sends. */
export function sentBy({ session, hostSends }: ContextRequest, isInWindow: (id: string) => boolean) {
  return ({ source }: RecalledItem): boolean => {
    if (!('session' in source) || session === undefined || source.session !== session) return false
    return hostSends === 'all' || (hostSends === 'window' && isInWindow(source.messageId))
  }
}

/**
 * Returns a test for messages of other sessions that ask to keep nothing of them or to forget something, and for what
 * was said before of a thing to be forgotten.
 */
export function withheldOf(items: readonly RecalledItem[], session: string | undefined) {
  const withheld = items.filter(
    ({ text, source }) => 'role' in source && source.role === 'user' && source.session !== session && isWithheld(text),
  )
  // The passages of a message share an id, and one of them has the request.
  const ids = new Set(withheld.map(({ id }) => id))
  const asked = withheld.flatMap(({ text, createdAt = '', source }) => {
    if (!('role' in source)) return []
    const isNamed = hasTopic(topicsAsked(text, source.name))
    return (said: RecalledItem): boolean => {
      const { session, role, name } = 'role' in said.source ? said.source : {}
      // What the assistant answers to a request often repeats it.
      const isAnswer = role === 'assistant' && session === source.session
      return (
        (isAnswer || (said.createdAt ?? '') < createdAt) && isNamed(said.text, role === 'user' ? name : source.name)
      )
    }
  })
  return (item: RecalledItem): boolean => ids.has(item.id) || asked.some((isMeant) => isMeant(item))
}

/** Returns a test for what a user said that states only what no context may tell. */
export function keptBackOf(isTellable: (kind: StatementKind) => boolean): (item: RecalledItem) => boolean {
  if (statementKinds.every(isTellable)) return () => false
  return ({ text, layer, source }) => {
    if (layer !== 'history' && !('role' in source && source.role === 'user')) return false
    const stated = statementsIn(text)
    return stated.length > 0 && !stated.some(({ kind }) => isTellable(kind))
  }
}

/** Maximum share of the room for messages that are included only because the memory is small. */
const restShare = 0.5
/** Minimum worth of a statement of such a message; a half of it, if it tells much. */
const leastWorth = 0.14
const leastTelling = 0.6

/**
 * Moves to the end what has no word of the question: messages found only because the memory is small, and those that
 * `isAside`. Leaves out those that this session's recap has, that users did not say, or that state nothing, and what
 * does not fit in half of the room.
 */
export function withoutRest(
  items: readonly RecalledItem[],
  room: number,
  isAside: (item: RecalledItem) => boolean,
  session?: string,
): RecalledItem[] {
  const [found, others] = [items.filter((item) => !isAside(item) && !isRest(item)), items.filter(isRest)]
  const rest: RecalledItem[] = []
  const isFull = (): boolean => fills(rest, quotedLength(room), room * restShare)
  const elsewhere = [...items.filter(isAside), ...others].filter((item) => isSaidElsewhere(item, session))
  for (const item of elsewhere.slice(0, mostJudged)) {
    if (isFull()) break
    if (isTelling(item)) rest.push(item)
  }
  if (isFull()) rest.pop()
  return [...found, ...rest]
}

/** To judge one costs up to a millisecond. */
const mostJudged = 60

function isSaidElsewhere({ source }: RecalledItem, session: string | undefined): boolean {
  return !('session' in source) || (source.session !== session && source.role === 'user')
}

function isTelling({ text, removed, supersededBy }: RecalledItem): boolean {
  if (removed || supersededBy !== undefined) return false
  return statementsIn(text).some(
    ({ text: said, span, worth, telling, isDoubtful }) =>
      span !== 'local' &&
      // Below its day, a line may say "I see him on 30 June".
      (!isDoubtful || isDated(said)) &&
      (worth >= leastWorth || (telling >= leastTelling && worth >= leastWorth / 2)),
  )
}

/** Whether a text names a day of the year. */
function isDated(text: string): boolean {
  return timesIn(text).some(({ day, month }) => day !== undefined && month !== undefined)
}

/** To read a text costs about a millisecond, and each turn of a small memory asks about the same ones. */
const statementsIn = cached((text): readonly Statement[] => readStatements(text), 1_000)

/** Whether a passage is found only because the memory is small: it has no word of the question. */
export function isRest({ explain }: RecalledItem): boolean {
  return explain?.['small'] !== undefined
}

/** Whether items, each quoted to this length, fill the room. */
export function fills(items: readonly RecalledItem[], quoted: number, room: number): boolean {
  return (
    items.reduce((sum, { text }) => sum + byteLength(text.slice(0, quoted)) + bytesOfLine, 0) >= room * bytesPerToken
  )
}

/** Minimum score of a passage without a word of the question, as a share of the best score of words and neighbours. */
const leastAround = 0.25

/** Returns a test for passages that stand near an answer and are probably none. */
export function asideOf(items: readonly RecalledItem[]): (item: RecalledItem) => boolean {
  const matched = ({ explain: { words = 0, neighbours = 0 } = {} }: RecalledItem): number => words + neighbours
  const least = leastAround * Math.max(0, ...items.map(matched))
  return (item) => !isRest(item) && isBeside(item) && matched(item) + (item.explain?.['time'] ?? 0) < least
}
