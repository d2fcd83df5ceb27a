import { type Check, flag, type Shape, wholeNumber } from '../option-checks.ts'

/** The most items of one recall. */
const maxLimit = 1_000

/** Anything: it is checked where it is used. */
export const anything: Check = () => undefined

/** A list of texts. */
export const texts: Check = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? undefined : 'a list of texts'

export const abortSignal: Check = (value) =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value
    ? undefined
    : 'an AbortSignal'

/** The options of a recall. */
export const recallShape: Shape = {
  limit: wholeNumber(1, maxLimit),
  layers: texts,
  sessions: texts,
  since: anything,
  until: anything,
  exclude: texts,
  explain: flag,
  signal: abortSignal,
}
