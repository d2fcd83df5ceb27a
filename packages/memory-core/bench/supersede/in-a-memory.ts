import { readFileSync } from 'node:fs'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { openMemory } from '../../src/memory.ts'
import { shared } from '../keep/messages.ts'

/** Messages of two chats: what the first says, and what the later one changes of it, or only seems to (`isOver`). */
interface Pair {
  set: string
  first: string
  later: string
  old: string
  new: string
  isOver: boolean
}

/** What became of the old lines and the new statements of a set of pairs. */
export interface PageTally {
  /** Old lines that are over, and how many of them left MEMORY.md. */
  over: number
  left: number
  /** Old lines that still hold, and how many of them left. */
  holding: number
  lost: number
  /** New statements, and how many of them MEMORY.md lacks. */
  news: number
  missing: number
}

const dayMs = 86_400_000
const leastShared = 0.6

/** Says both messages to a memory of their own, 40 days apart, and reads MEMORY.md after each. */
export async function tallyPages(file: URL): Promise<Map<string, PageTally>> {
  const tallies = new Map<string, PageTally>()
  const pairs = readFileSync(file, 'utf8').trim().split('\n')
  for (const { set, ...pair } of pairs.map((line) => JSON.parse(line) as Pair)) {
    const tally = tallies.get(set) ?? { over: 0, left: 0, holding: 0, lost: 0, news: 0, missing: 0 }
    tallies.set(set, tally)
    const [before = [], after = []] = await pagesOf([pair.first, pair.later])
    const known = before.filter((line) => isIn(pair.old, line))
    const isGone = !known.some((line) => after.includes(line))
    if (known.length > 0) {
      tally[pair.isOver ? 'over' : 'holding']++
      if (isGone) tally[pair.isOver ? 'left' : 'lost']++
    }
    if (pair.new === '') continue
    tally.news++
    if (!after.some((line) => isIn(pair.new, line))) tally.missing++
  }
  return tallies
}

async function pagesOf(texts: readonly string[]): Promise<string[][]> {
  let now = Date.parse('2026-01-05T10:00:00Z')
  const memory = await openMemory({ storage: inMemoryStorage(), clock: () => now })
  const pages: string[][] = []
  for (const [at, content] of texts.entries()) {
    await memory.addMessages(`chat ${at}`, { role: 'user', content })
    await memory.resetSession(`chat ${at}`)
    await memory.flush()
    pages.push((await memory.facts.list()).map(({ text }) => text.replace(/ \(\d{4}-\d{2}-\d{2}\)$/, '')))
    now += 40 * dayMs
  }
  await memory.close()
  return pages
}

function isIn(part: string, line: string): boolean {
  return shared(part, line) >= leastShared || shared(line, part) >= 0.8
}
