import { inMemoryStorage } from '@daybook/memory-core'
import { fixedClock } from '@daybook/memory-core/testing'
import { InMemoryStore } from '@langchain/langgraph'
import { describe, expect, it } from 'vitest'
import { temporaryMemory } from '../../test/temporary-memory.ts'
import type { OpenStore } from '../testing/store-case.ts'
import { storeCases } from '../testing/store-cases.ts'
import { DaybookStore } from './daybook-store.ts'

const inFiles: OpenStore = async ({ index, ttlMs, refreshOnRead = true }) => {
  const clock = fixedClock()
  const memory = await temporaryMemory()
  const ttl = { refreshOnRead, ...(ttlMs !== undefined && { defaultMs: ttlMs }) }
  return { store: new DaybookStore({ memory, clock, ttl, ...(index && { index }) }), advance: clock.advance }
}

const inRam: OpenStore = async ({ index, ttlMs, refreshOnRead = true }) => {
  const clock = fixedClock()
  const ttl = { refreshOnRead, ...(ttlMs !== undefined && { defaultMs: ttlMs }) }
  const memory = inMemoryStorage()
  return { store: new DaybookStore({ memory, clock, ttl, ...(index && { index }) }), advance: clock.advance }
}

describe('a store on disk', () => {
  for (const one of storeCases) it(one.name, () => one.run(inFiles))
})

describe('a store in RAM', () => {
  for (const one of storeCases) it(one.name, () => one.run(inRam))
})

describe("LangGraph's InMemoryStore", () => {
  const open: OpenStore = async ({ index }) => ({ store: new InMemoryStore(index ? { index } : {}) })
  /** What it does otherwise, and why ours does not. */
  const differences: Readonly<Record<string, string>> = {
    'does not change with what was given to it':
      'it keeps the very objects; a disk cannot, and a tool may go on with its own',
    'does not change with what it gave':
      'it gives the very objects it keeps, so that a reader can change them by mistake',
    'answers a list without conditions in its place':
      'it answers nothing for it, so that all later answers are one off',
    'shows a get what the puts before it put':
      'it reads first and writes last; the Redis store of LangGraph goes in order, as ours',
    'filters by nested fields':
      'it looks at the first level only; the Redis and Postgres stores reach further, as ours',
    'filters by operators on nested fields': 'as above',
    'filters by a whole nested object': 'it compares objects by identity, which no stored object has',
    'orders texts as texts': 'it makes numbers of both sides, so that no text is above another',
    'finds by words, best first, with scores':
      'it ignores a query without an index; the Postgres store searches the words, as ours',
    'lists no namespace whose last item is gone': 'it never forgets a namespace',
    'forgets what an item meant before it was replaced': 'it keeps the vectors of the earlier value',
    'forgets what an item meant that was removed':
      'it keeps the vectors of what was removed, and gives them to what comes after',
  }
  for (const one of storeCases) {
    const reason = one.needs === 'ttl' ? 'it has no time to live' : differences[one.name]
    if (reason === undefined) it(one.name, () => one.run(open))
    else it(`differs: ${one.name} (${reason})`, () => expect(one.run(open)).rejects.toThrow())
  }
})
