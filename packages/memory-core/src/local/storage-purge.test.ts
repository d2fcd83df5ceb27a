import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Passage } from '../storage/passages.ts'
import { localStorage } from './storage.ts'

const shared = 'quibblefrost'.repeat(4)
const source = { path: 'a.md', line: 1 }

/** Every other one has a long word that differs from the next only in its end: an index repeats its beginning on each page. */
function passage(at: number): Passage {
  const own = `k${(((at + 1) * 2_654_435_761) % 4_294_967_296).toString(36)}z`
  const tokens = [at % 2 === 0 ? shared + own : own, 'common']
  return { id: `p${at}`, layer: 'facts', origin: 'a.md', text: 'text', tokens, source }
}

it.each([[3_000], [500], [7]])(
  'purging leaves no piece of a removed word in an index filled %i at a time',
  async (batch) => {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
    const storage = await localStorage({ directory })
    onTestFinished(async () => {
      await storage.close()
      await rm(directory, { recursive: true })
    })
    const all = Array.from({ length: 3_000 }, (_, at) => passage(at))
    const bytes = async (): Promise<string> => readFile(join(directory, 'state/index.db'), 'latin1')
    for (let at = 0; at < all.length; at += batch) await storage.passages.update({ upsert: all.slice(at, at + batch) })
    expect(await storage.purge()).toEqual([])
    expect(await bytes()).toContain('frostquibble')
    await storage.passages.update({ remove: all.filter((_, at) => at % 2 === 0).map(({ id }) => id) })
    const before = await storage.passages.search({ terms: ['common', 'daybook'], limit: 5_000 })
    expect(await storage.purge()).toEqual([])
    expect(await bytes()).not.toContain('frostquibble')
    expect(await storage.passages.search({ terms: ['common', 'daybook'], limit: 5_000 })).toEqual(before)
    expect(before).toHaveLength(1_500)
  },
  60_000,
)
