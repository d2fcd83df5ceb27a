import { abortSignal, type Check, checkShape, flag, type Shape, wholeNumber } from '../option-checks.ts'

/** What every call that waits for a session's turn can be told. */
export interface CallOptions {
  /** Gives up waiting: the call rejects with the signal's reason, and nothing is stored. */
  signal?: AbortSignal | undefined
}

const id: Check = (value) => (typeof value === 'string' ? undefined : 'the id of a message')

const turn: Shape = { signal: abortSignal }
type SessionCall = 'append' | 'align' | 'update' | 'describe' | 'remove' | 'trim' | 'clear' | 'messages' | 'recap'

const shapes: Readonly<Record<SessionCall, Shape>> = {
  append: turn,
  align: turn,
  update: turn,
  describe: turn,
  remove: turn,
  trim: turn,
  clear: { archived: flag, signal: abortSignal },
  messages: { archived: flag, limit: wholeNumber(0), before: id },
  recap: { limit: wholeNumber(0) },
}

/**
 * Checks the options of a call and copies them.
 * @throws MemoryError `bad-input`, naming the option and those that there are
 */
export function callOptions<Options extends object>(call: SessionCall, options: Options): Options {
  checkShape(options, shapes[call], `sessions.${call}`, 'bad-input')
  return { ...options }
}
