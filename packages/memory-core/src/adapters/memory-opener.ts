import { MemoryError } from '../errors.ts'
import { shown } from './shown.ts'

/** The memories of many users, as much of them as is needed to find one. */
interface Many<One> {
  for(owner: { user: string }): Promise<One>
}

/**
 * Finds the memory that an adapter's options name: the one memory, or that of `user` among the memories of many.
 * @param owner what the options are for, as errors call it
 * @throws MemoryError `bad-option` for many memories without a user
 */
export function memoryOpener<One extends object>(
  { memory, user }: { memory: One | Many<One>; user?: string | undefined },
  owner: string,
): () => Promise<One> {
  if (!isMany(memory)) return async () => memory
  if (typeof user === 'string' && user !== '') return () => memory.for({ user })
  throw new MemoryError(
    'bad-option',
    `${owner} was given many memories and user is ${shown(user)}: say whose, { memory, user: 'ada@example.com' }`,
  )
}

function isMany<One extends object>(memory: One | Many<One>): memory is Many<One> {
  return 'for' in memory
}
