import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/memory.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** The files and folders below a directory whose mode lets others in, or keeps the owner out. */
async function opened(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const wrong = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      // A temporary file of a write under way may be gone by now.
      const stat = await lstat(path).catch(() => undefined)
      const mode = (stat?.mode ?? 0) & 0o777
      return stat === undefined || mode === (stat.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${mode.toString(8)}`]
    }),
  )
  return wrong.flat()
}

const steps: Readonly<Record<string, (memory: Memory) => unknown>> = {
  messages: (memory) =>
    memory.addMessages(
      's',
      Array.from({ length: 30 }, (_, turn) => ({ role: 'user', content: `I prefer tea ${turn}` })),
    ),
  facts: async ({ facts }) => {
    await facts.append('- a')
    await facts.replace('- b\n')
  },
  history: ({ history }) => history.append('a'),
  notes: ({ notes }) => notes.write({ filename: 'n', name: 'n', description: 'd', type: 'user', content: 'c' }),
  knowledge: ({ knowledge }) => knowledge.add('user_preference', 'tea'),
  records: ({ records }) => records.learn({ text: 'drinks tea' }),
  responses: ({ responses }) => responses.put('k', 'v'),
  items: ({ items }) => items.put([{ namespace: ['a'], key: 'k', value: 1, at: '2026-01-01T00:00:00.000Z' }]),
  recall: (memory) => memory.recall('tea'),
  context: (memory) => memory.buildContext({ session: 's', query: 'tea' }),
  trim: ({ sessions }) => sessions.trim('s', 4),
  consolidate: (memory) => memory.resetSession('s'),
  maintain: (memory) => memory.maintain(),
  scrub: (memory) => memory.scrub(),
  log: (memory) => memory.log(),
  flush: (memory) => memory.flush(),
  close: (memory) => memory.close(),
}

describe('row 22: nobody else can read a memory', () => {
  for (const umask of [0o000, 0o077])
    it(`after each kind of operation under umask ${umask.toString(8).padStart(3, '0')}`, {
      timeout: 30_000,
    }, async () => {
      const directory = await temporaryDirectory()
      const before = process.umask(umask)
      try {
        const memory = await openMemory({ directory, knowledge: {} })
        for (const [name, step] of Object.entries(steps)) {
          await step(memory)
          expect(await opened(directory), name).toEqual([])
        }
        const names = [...(await readdir(join(directory, 'state'))), ...(await readdir(join(directory, '.daybook')))]
        expect(names).toEqual(expect.arrayContaining(['index.db', 'lock.db', 'tables.db']))
      } finally {
        process.umask(before)
      }
    })
})
