import { expect } from 'vitest'
import type { Memory } from '../../src/memory.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { analyse } from '../../src/text/analyse.ts'
import { gate, type Workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'

/** What is withdrawn in these tests. */
export const word = 'Quibblefrost'
/** Nothing runs by itself. */
export const options = { knowledge: {}, consolidation: { auto: false }, maintenance: { auto: false } } as const

const traces = [word, ...analyse(word).map((stem) => stem.slice(3))]

/** Something that stops at its first call until it is let go. */
export interface Halt {
  /** Resolves when it has stopped. */
  reached: Promise<void>
  open(): void
  pass(): Promise<void>
}

/** It stops whoever passes until it is opened; from then on, nobody. */
export function halt(): Halt {
  const [reached, opened] = [gate(), gate()]
  return {
    reached: reached.promise,
    open: () => opened.open(),
    pass() {
      reached.open()
      return opened.promise
    },
  }
}

/** A storage whose process stands still before it gets the lock of the captures. */
export function haltedAtCapture(storage: Storage, { pass }: Halt): Storage {
  return {
    ...storage,
    async lock(names, fn, given) {
      if (names.includes('capture')) await pass()
      return storage.lock(names, fn, given)
    },
  }
}

/** One that stands still inside of it, before a record is written. */
export function haltedAtWrite(storage: Storage, { pass }: Halt): Storage {
  const { records } = storage
  return {
    ...storage,
    records: {
      ...records,
      async write(edit) {
        if (edit.insert?.length) await pass()
        return records.write(edit)
      },
    },
  }
}

/** One that stands still before it puts a passage with the word into the index, the first or a later time. */
export function haltedAtIndex(storage: Storage, { pass }: Halt, times = 1): Storage {
  const { passages } = storage
  let left = times
  return {
    ...storage,
    passages: {
      ...passages,
      async update(change) {
        if (change.upsert?.some(({ text }) => text.includes(word)) && --left === 0) await pass()
        return passages.update(change)
      },
    },
  }
}

/** One that stands still when forgetting has begun and reads the records: what is forgotten is still there. */
export function haltedAtForgetting(storage: Storage, { pass }: Halt): Storage {
  const { files, records } = storage
  let hasBegun = false
  return {
    ...storage,
    files: {
      ...files,
      async write(path, text, given) {
        hasBegun ||= path.endsWith('/forgotten.json')
        return files.write(path, text, given)
      },
    },
    records: {
      ...records,
      async revision() {
        if (hasBegun) await pass()
        return records.revision()
      },
    },
  }
}

/** What was withdrawn is found by none of the memories, and is in no byte. */
export async function expectGone(
  { directory }: Workspace,
  memories: readonly Memory[],
  isUpdated: (file: string) => boolean = () => false,
): Promise<void> {
  for (const memory of memories) await memory.flush()
  for (const memory of memories) {
    expect((await memory.recall(word)).items.filter(({ text }) => text.includes(word))).toEqual([])
    expect((await memory.records.list()).filter(({ text }) => text.includes(word))).toEqual([])
    await memory.flush()
  }
  // A message that was updated says in its file what it said before, until the session is trimmed.
  expect((await filesWith(directory, traces)).filter((file) => !isUpdated(file))).toEqual([])
}
