import { MemoryError, wrongValue } from '../errors.ts'
import { checkShape, flag, text, texts } from '../option-checks.ts'
import { createPhrase, type Phrase, weightOf } from '../text/phrase.ts'

/** What to forget: exactly one of `ids`, `session` and `text`. */
export type ForgetRequest = ForgetIds | ForgetSession | ForgetText

interface ForgetOptions {
  /** Changes nothing, and returns what would be removed. @default false */
  dryRun?: boolean | undefined
}

/** Forgets by ids. */
export interface ForgetIds extends ForgetOptions {
  /**
   * Ids as `recall` returns them: of facts, history entries, notes, knowledge entries, records and messages. Facts,
   * records, knowledge entries and history entries with the same statement are forgotten, too.
   */
  ids: readonly string[]
  session?: undefined
  text?: undefined
}

/** Forgets a conversation. */
export interface ForgetSession extends ForgetOptions {
  /** The session's key. Forgets its messages, and what was learned from them. */
  session: string
  ids?: undefined
  text?: undefined
}

/** Forgets a phrase. */
export interface ForgetText extends ForgetOptions {
  /**
   * Forgets everything that contains this text. Ignores case, width of letters, forms of quotes and dashes, white
   * space, Markdown's emphasis, escapes of JSON, and accents unless the text has some. Needs two letters or digits, or
   * an ideograph; up to two letters of a script with blanks between words are matched as whole words only. Removes
   * messages, records, knowledge entries, items and cached responses as a whole, lines of documents, entries of the
   * history, and a note as a whole if its header contains the text.
   */
  text: string
  ids?: undefined
  session?: undefined
}

/** A checked copy with one target. Two letters match whole words only. @throws MemoryError `bad-input` */
export function checkedRequest(request: ForgetRequest): {
  ids: readonly string[] | undefined
  session: string | undefined
  phrase: Phrase | undefined
  dryRun: boolean
} {
  checkShape(request, { ids: texts, session: text, text, dryRun: flag }, 'forget', 'bad-input')
  const { ids, session, text: said, dryRun = false } = request
  const given = Object.entries({ ids, session, text: said }).filter(([, value]) => value !== undefined)
  if (given.length !== 1) {
    const names = given.map(([name]) => name).join(' and ') || 'nothing'
    throw new MemoryError('bad-input', `forget was given ${names}, expected exactly one of ids, session and text`)
  }
  const weight = said === undefined ? 2 : weightOf(said)
  if (weight < 2)
    throw wrongValue(
      'forget.text',
      said,
      'at least two letters or digits, or an ideograph: a shorter one would be in almost everything',
    )
  const phrase = said === undefined ? undefined : createPhrase(said, { isWord: weight < 3 })
  return { ids: ids && [...new Set(ids)], session, phrase, dryRun }
}
