import { MemoryError, shown } from '../errors.ts'
import { checkShape, flag, text, texts } from '../option-checks.ts'
import { createPhrase, type Phrase, weightOf } from '../text/phrase.ts'

/** What to forget: exactly one of `ids`, `session` and `text`. */
export type ForgetRequest = ForgetIds | ForgetSession | ForgetText

interface ForgetOptions {
  /** Changes nothing, and answers what would go. @default false */
  dryRun?: boolean | undefined
}

/** Forgets what has these ids. */
export interface ForgetIds extends ForgetOptions {
  /**
   * Ids as `recall` gives them: of facts, history entries, notes, knowledge entries, records and messages. What says the
   * same as a fact, a record or a knowledge entry among them goes too.
   */
  ids: readonly string[]
  session?: undefined
  text?: undefined
}

/** Forgets a conversation. */
export interface ForgetSession extends ForgetOptions {
  /** The session's key. Its messages go, and what was learned from them. */
  session: string
  ids?: undefined
  text?: undefined
}

/** Forgets a phrase. */
export interface ForgetText extends ForgetOptions {
  /**
   * Whatever contains this goes; case, width of letters, forms of quotes and dashes and white space do not count, and
   * accents only where this has one. At least two letters or digits: up to two are found as whole words only (an
   * ideograph counts as two letters).
   * A message, a record, a knowledge entry, an item or a cached response that contains it goes as a whole; of a document
   * the line (of the history: the entry) goes; a note goes as a whole when its header says it.
   */
  text: string
  ids?: undefined
  session?: undefined
}

/** A request that was checked and copied. */
export type CheckedRequest =
  | { kind: 'ids'; ids: readonly string[]; dryRun: boolean }
  | { kind: 'session'; session: string; dryRun: boolean }
  | { kind: 'text'; text: string; dryRun: boolean }

/** With so many letters it is looked for inside words, too. */
const leastInWords = 3

/** @throws MemoryError `bad-input` for a request that names nothing, or more than one thing, or too short a text */
export function checkedRequest(request: ForgetRequest): CheckedRequest {
  checkShape(request, { ids: texts, session: text, text, dryRun: flag }, 'forget', 'bad-input')
  const { ids, session, text: phrase, dryRun = false } = request
  const given = Object.entries({ ids, session, text: phrase }).filter(([, value]) => value !== undefined)
  if (given.length !== 1) {
    const names = given.map(([name]) => name).join(' and ') || 'nothing'
    throw new MemoryError('bad-input', `forget was given ${names}, expected exactly one of ids, session and text`)
  }
  if (ids !== undefined) return { kind: 'ids', ids: [...new Set(ids)], dryRun }
  if (session !== undefined) return { kind: 'session', session, dryRun }
  return { kind: 'text', text: longEnough(phrase ?? ''), dryRun }
}

function longEnough(phrase: string): string {
  if (weightOf(phrase) > 1) return phrase
  throw new MemoryError(
    'bad-input',
    `forget.text is ${shown(phrase)}, expected at least two letters or digits, or an ideograph: a shorter one would be in almost everything`,
  )
}

/** The phrase that a checked text stands for: two letters are in almost everything, and only as a word in what is meant. */
export function phraseOf(text: string): Phrase {
  return createPhrase(text, { isWord: weightOf(text) < leastInWords })
}
