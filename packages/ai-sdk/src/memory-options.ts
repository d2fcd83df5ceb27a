import { MemoryError } from '@daybook/memory-core'

/** What one call says about its memory. */
export interface CallMemory {
  /**
   * Whose memory it is; needed when the middleware has many (`openMemories`). It must come from your own server code,
   * never from the prompt. Without one, such a call passes through untouched.
   */
  user?: string | undefined
  /** The conversation. A call without one passes through untouched, unless the middleware has a default. */
  session: string
  /** What to recall for. @default the text of the last user message */
  query?: string | undefined
  /** Give the model what is remembered, and store nothing of this call. @default false */
  readOnly?: boolean | undefined
}

/** The provider options that {@link memoryOptions} makes. The middleware takes them out again. */
export type MemoryProviderOptions = { daybook: { [name: string]: string | boolean } }

/**
 * The memory of one call, for `providerOptions`: `generateText({ …, providerOptions: memoryOptions({ session }) })`.
 * With other provider options beside them, spread: `{ ...memoryOptions({ session }), openai: { … } }`.
 */
export function memoryOptions({ user, session, query, readOnly }: CallMemory): MemoryProviderOptions {
  return {
    daybook: {
      session,
      ...(user !== undefined && { user }),
      ...(query !== undefined && { query }),
      ...(readOnly !== undefined && { readOnly }),
    },
  }
}

/** The provider options of a call that no memory may touch, whatever default it has. */
export const memoryOff: { daybook: { off: true } } = { daybook: { off: true } }

/** What the middleware finds in a call. */
export interface FoundOptions {
  user?: string
  session?: string
  query?: string
  readOnly: boolean
  off: boolean
}

type Check = (value: unknown) => boolean
const text: Check = (value) => typeof value === 'string' && value !== ''
const anyText: Check = (value) => typeof value === 'string'
const flag: Check = (value) => typeof value === 'boolean'
const checks: ReadonlyMap<string, { fits: Check; expected: string }> = new Map([
  ['user', { fits: text, expected: 'a text that is not empty' }],
  ['session', { fits: text, expected: 'a text that is not empty' }],
  ['query', { fits: anyText, expected: 'a text' }],
  ['readOnly', { fits: flag, expected: 'true or false' }],
  ['off', { fits: flag, expected: 'true or false' }],
])

/**
 * Reads what a call says about its memory.
 * @throws MemoryError `bad-input` for an option that is unknown or cannot be
 */
export function readMemoryOptions(value: unknown): FoundOptions {
  const given = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  for (const [name, option] of given) {
    const check = checks.get(name)
    if (!check) throw wrong(name, 'is unknown', [...checks.keys()].filter((known) => known !== 'off').join(', '))
    if (option !== undefined && !check.fits(option)) throw wrong(name, `is ${typeof option}`, check.expected)
  }
  const string = (name: string): string | undefined => {
    const option = given.get(name)
    return typeof option === 'string' ? option : undefined
  }
  const [user, session, query] = [string('user'), string('session'), string('query')]
  return {
    ...(user !== undefined && { user }),
    ...(session !== undefined && { session }),
    ...(query !== undefined && { query }),
    readOnly: given.get('readOnly') === true,
    off: given.get('off') === true,
  }
}

function wrong(name: string, is: string, expected: string): MemoryError {
  return new MemoryError(
    'bad-input',
    `providerOptions.daybook.${name} ${is}, expected ${expected}; use memoryOptions({ user, session })`,
  )
}
