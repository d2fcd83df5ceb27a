import type { Memories, Memory } from '@daybook/memory-core'
import {
  anyMemory,
  callable,
  checkOptions,
  type Fields,
  flag,
  isObject,
  memoryOpener,
  text,
  toolChoice,
} from '@daybook/memory-core/adapters'
import type { MemoryToolsOptions } from './memory-tools.ts'

/** Options with their memory, or the memory alone, before its options. */
export type GivenMemory<Options> = Options | Memory | Memories

const fields: Fields = {
  memory: anyMemory,
  user: text('a user, as text'),
  tools: toolChoice,
  readOnly: flag,
  onError: callable,
}

/** What was given, in one form, and the memory that it names. */
export interface ReadMemory {
  options: MemoryToolsOptions
  open: () => Promise<Memory>
}

/**
 * Both forms as one: `({ memory, …options })` and `(memory, options)`. `names` are the options that there are.
 * @throws MemoryError `bad-option` for options that cannot be, and for many memories without a user
 */
export function readGiven(
  given: GivenMemory<MemoryToolsOptions>,
  more: Omit<MemoryToolsOptions, 'memory'> | undefined,
  { owner, names }: { owner: string; names: readonly string[] },
): ReadMemory {
  const options = isMemory(given) ? { ...more, memory: given } : given
  checkOptions(options, owner, Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))))
  return { options, open: memoryOpener(options, owner) }
}

function isMemory(given: GivenMemory<MemoryToolsOptions>): given is Memory | Memories {
  return isObject(given) && anyMemory.fits(given)
}
