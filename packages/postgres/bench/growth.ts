import { openMemory, type Passage, type Storage } from '@daybook/memory-core'
import type pg from 'pg'
import { postgresStorage } from '../src/index.ts'
import { conversations } from '../test/conversations.ts'
import { quantile, rounded, table, timed } from './figures.ts'

const memoriesPerUser = 1_000
const wholeMemories = 10
const searches = 1_000
const recalls = 300
const words = 20_000
const tokensPerPassage = 15

/** What growing costs one user: the same questions while ten times as many users are in the database. */
export async function measureGrowth(pool: pg.Pool, schema: string, sizes: readonly number[]): Promise<string> {
  const open = (user: number | string): Promise<Storage> =>
    postgresStorage({ pool, schema, namespace: `user ${user}`, partitions: 16 })
  const random = seeded(1)
  const word = (): string => `w${Math.floor(words * random() ** 3)}`
  await fillWhole(open)
  const rows: string[][] = []
  let filled = 0
  for (const users of sizes) {
    const begun = performance.now()
    await fillUsers(open, filled, users, word)
    const perSecond = ((users - filled) * memoriesPerUser * 1_000) / (performance.now() - begun)
    filled = users
    await pool.query('VACUUM ANALYZE')
    const found = await measure(open, users, word, random)
    const { rows: size } = await pool.query('SELECT pg_database_size(current_database()) AS bytes')
    const bytes = Number(size[0]?.bytes) / (users * memoriesPerUser)
    rows.push([
      `${users} × ${memoriesPerUser}`,
      ...[found.search, found.recall].flatMap((ms) => [rounded(quantile(ms, 0.5)), rounded(quantile(ms, 0.95))]),
      rounded(perSecond, 0),
      rounded(bytes / 1024),
    ])
  }
  const head = ['users × memories', 'search p50 ms', 'p95', 'recall p50 ms', 'p95', 'filled per s', 'KB per memory']
  const [first, last] = [rows[0], rows.at(-1)]
  const growth = (column: number): string => rounded(Number(last?.[column]) / Number(first?.[column]))
  return `${table(head, rows)}\n\nGrowth of the p95 from the first row to the last: search ${growth(2)} ×, recall ${growth(4)} ×.`
}

/** Some users have whole memories, filled as an agent does it. */
async function fillWhole(open: (user: string) => Promise<Storage>): Promise<void> {
  for (let user = 0; user < wholeMemories; user += 1) {
    const memory = await openMemory({ storage: await open(`whole ${user}`), consolidation: { auto: false } })
    const { sessions } = conversations(user, memoriesPerUser / 20)
    for (const [key, messages] of Object.entries(sessions)) await memory.addMessages(key, messages)
    await memory.close()
  }
}

/** The others have passages only, four users at a time. */
async function fillUsers(
  open: (user: number) => Promise<Storage>,
  from: number,
  before: number,
  word: () => string,
): Promise<void> {
  let next = from
  const fill = async (): Promise<void> => {
    for (let user = next++; user < before; user = next++) {
      const storage = await open(user)
      await storage.passages.update({
        upsert: Array.from({ length: memoriesPerUser }, (_, index) => passage(index, word)),
      })
      await storage.close()
    }
  }
  await Promise.all(Array.from({ length: 4 }, fill))
}

function passage(index: number, word: () => string): Passage {
  const tokens = Array.from({ length: tokensPerPassage }, word)
  const source = { path: 'memory/MEMORY.md', line: index }
  return { id: `p${index}`, layer: 'facts', origin: 'memory/MEMORY.md', text: tokens.join(' '), tokens, source }
}

async function measure(
  open: (user: number | string) => Promise<Storage>,
  users: number,
  word: () => string,
  random: () => number,
): Promise<{ search: number[]; recall: number[] }> {
  const search = await timed(searches, async () => {
    const storage = await open(Math.floor(users * random()))
    await storage.passages.search({ terms: Array.from({ length: 5 }, word), limit: 10 })
  })
  const whole = await Promise.all(Array.from({ length: wholeMemories }, (_, user) => open(`whole ${user}`)))
  const memories = await Promise.all(whole.map((storage) => openMemory({ storage, consolidation: { auto: false } })))
  const { questions } = conversations(99, 1)
  for (const memory of memories) await memory.recall('warm up')
  const recall = await timed(recalls, async (index) =>
    memories[index % wholeMemories]?.recall(questions[index % questions.length] ?? ''),
  )
  for (const memory of memories) await memory.close()
  return { search, recall }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
