import { abortSignal, anything, either, flag, type Shape, text, texts, wholeNumber } from '../option-checks.ts'

/** The most items of one recall. */
const maxLimit = 1_000

/** The options of a recall. */
export const recallShape: Shape = {
  limit: wholeNumber(1, maxLimit),
  layers: texts,
  sessions: texts,
  type: either(text, texts),
  scope: text,
  since: anything,
  until: anything,
  at: anything,
  asOf: anything,
  exclude: texts,
  whole: flag,
  explain: flag,
  signal: abortSignal,
}
