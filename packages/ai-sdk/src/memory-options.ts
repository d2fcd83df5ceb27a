import { MemoryError } from '@daybook/memory-core'
import { checkOf, didYouMean, type Field, flag, shown, text } from '@daybook/memory-core/adapters'

/** The memory and conversation of one call. */
export interface CallMemory {
  /**
   * The user. Required if the middleware has the memories of many (`openMemories`): without it, a call passes through
   * unchanged. With one memory, leave it out, unless the middleware's option `user` names the owner. It must come from
   * your own server code, never from the prompt.
   */
  user?: string | undefined
  /** The conversation. Without one, and without a default in the middleware, a call passes through unchanged. */
  session: string
  /** What to recall. @default the text of the last user message */
  query?: string | undefined
  /** Adds the context, but stores nothing of this call. @default false */
  readOnly?: boolean | undefined
}

/** The provider options that {@link memoryOptions} makes. The middleware removes them from the call. */
export type MemoryProviderOptions = { daybook: { [name: string]: string | boolean } }

/**
 * Names the memory of one call, in `providerOptions`: `generateText({ …, providerOptions: memoryOptions({ session })
 * })`. To combine it with other provider options, spread it: `{ ...memoryOptions({ session }), openai: { … } }`.
 * @throws MemoryError `bad-input` for an unknown field, an invalid value, or without a session
 */
export function memoryOptions(call: CallMemory): MemoryProviderOptions {
  checkCall(call)
  const { user, session, query, readOnly } = call
  return {
    daybook: {
      session,
      ...(user !== undefined && { user }),
      ...(query !== undefined && { query }),
      ...(readOnly !== undefined && { readOnly }),
    },
  }
}

/** Provider options of a call without memory, whatever the middleware's defaults. */
export const memoryOff: { daybook: { off: true } } = { daybook: { off: true } }

/** The memory options found in a call. */
export interface FoundOptions {
  user?: string
  session?: string
  query?: string
  readOnly: boolean
  off: boolean
}

type Fields = ReadonlyMap<string, Field>

const needed = 'a text that is not empty'
const callFields: Fields = new Map([
  ['user', text(needed)],
  ['session', text(needed)],
  ['query', checkOf('a text', (value) => typeof value === 'string')],
  ['readOnly', flag],
])
const foundFields: Fields = new Map([...callFields, ['off', flag]])
const wayOut = 'use memoryOptions({ user, session, query, readOnly }), where only the session is needed'

/**
 * Reads the memory options of a call.
 * @throws MemoryError `bad-input` for an unknown option or an invalid value
 */
export function readMemoryOptions(value: unknown): FoundOptions {
  const given = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  checkFields(given, foundFields, 'providerOptions.daybook')
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

function checkCall(call: unknown): void {
  if (typeof call !== 'object' || call === null)
    throw wrong(`memoryOptions was given ${shown(call)}, expected an object`)
  const given = new Map<string, unknown>(Object.entries(call))
  checkFields(given, callFields, 'memoryOptions')
  if (given.get('session') === undefined) throw wrong(`memoryOptions.session is undefined, expected ${needed}`)
}

function checkFields(given: Iterable<[string, unknown]>, fields: Fields, path: string): void {
  for (const [name, value] of given) {
    const field = fields.get(name)
    if (!field) {
      const names = [...callFields.keys()]
      throw wrong(`${path}.${name} is unknown, expected one of ${names.join(', ')}${didYouMean(name, names)}`)
    }
    const expected = value === undefined ? undefined : field(value)
    if (expected !== undefined) throw wrong(`${path}.${name} is ${shown(value)}, expected ${expected}`)
  }
}

function wrong(problem: string): MemoryError {
  return new MemoryError('bad-input', `${problem}; ${wayOut}`)
}
