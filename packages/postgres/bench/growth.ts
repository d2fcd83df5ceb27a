import { type Memory, openMemory, type Passage, type Storage } from '@daybook/memory-core'
import type pg from 'pg'
import { postgresStorage } from '../src/index.ts'
import { conversations } from '../test/conversations.ts'
import { quantile, rounded, table, timed } from './figures.ts'

const memoriesPerUser = 1_000
const wholeMemories = 10
const rounds = 30
const searchesPerRound = 40
const recallsPerRound = 20
const words = 20_000
const tokensPerPassage = 15

interface Size {
  users: number
  open(user: number | string): Promise<Storage>
  /** The memories that are filled as an agent does it. */
  memories: Memory[]
  filledPerSecond: number
  search: number[]
  recall: number[]
}

/**
 * What growing costs one user: the same questions to a small schema and to a large one of the same server. They are asked
 * in turns of a few, so that whatever else the machine does is shared by both.
 */
export async function measureGrowth(pool: pg.Pool, schema: string, users: readonly number[]): Promise<string> {
  const random = seeded(1)
  const word = (): string => `w${Math.floor(words * random() ** 3)}`
  const sizes: Size[] = []
  for (const count of users) sizes.push(await fill(pool, `${schema}_${count}`, count, word))
  await pool.query('VACUUM ANALYZE')
  for (let round = 0; round < rounds; round += 1)
    for (const size of sizes) await measureRound(size, round, word, random)
  const rows = await Promise.all(
    sizes.map(async ({ users: count, search, recall, filledPerSecond }) => [
      `${count} × ${memoriesPerUser}`,
      ...[search, recall].flatMap((ms) => [rounded(quantile(ms, 0.5)), rounded(quantile(ms, 0.95))]),
      rounded(filledPerSecond, 0),
      rounded((await bytesOf(pool, `${schema}_${count}`)) / (count * memoriesPerUser) / 1024),
    ]),
  )
  for (const memory of sizes.flatMap(({ memories }) => memories)) await memory.close()
  const head = ['users × memories', 'search p50 ms', 'p95', 'recall p50 ms', 'p95', 'filled per s', 'KB per memory']
  const [first, last] = [rows[0], rows.at(-1)]
  const growth = (column: number): string => rounded(Number(last?.[column]) / Number(first?.[column]))
  const asked = `${rounds} rounds, in each ${searchesPerRound} searches of other users and ${recallsPerRound} recalls per size`
  return `${table(head, rows)}\n\n${asked}.\nGrowth from the first row to the last: search p50 ${growth(1)} ×, p95 ${growth(2)} ×; recall p50 ${growth(3)} ×, p95 ${growth(4)} ×.`
}

async function fill(pool: pg.Pool, schema: string, users: number, word: () => string): Promise<Size> {
  const open = (user: number | string): Promise<Storage> =>
    postgresStorage({ pool, schema, namespace: `user ${user}`, partitions: 16 })
  await fillWhole(open)
  const begun = performance.now()
  await fillUsers(open, 0, users, word)
  const filledPerSecond = (users * memoriesPerUser * 1_000) / (performance.now() - begun)
  const whole = await Promise.all(Array.from({ length: wholeMemories }, (_, user) => open(`whole ${user}`)))
  const memories = await Promise.all(whole.map((storage) => openMemory({ storage, consolidation: { auto: false } })))
  for (const memory of memories) await memory.recall('warm up')
  return { users, open, memories, filledPerSecond, search: [], recall: [] }
}

async function measureRound(size: Size, round: number, word: () => string, random: () => number): Promise<void> {
  const { users, open, memories } = size
  const { questions } = conversations(99, 1)
  const search = await timed(searchesPerRound, async () => {
    const storage = await open(Math.floor(users * random()))
    await storage.passages.search({ terms: Array.from({ length: 5 }, word), limit: 10 })
  })
  const recall = await timed(recallsPerRound, async (index) => {
    const number = round * recallsPerRound + index
    await memories[number % wholeMemories]?.recall(questions[number % questions.length] ?? '')
  })
  size.search.push(...search)
  size.recall.push(...recall)
}

async function bytesOf(pool: pg.Pool, schema: string): Promise<number> {
  const sizeSql = `SELECT sum(pg_total_relation_size(pg_class.oid)) AS bytes FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = $1 AND relkind = 'r'`
  const { rows } = await pool.query(sizeSql, [schema])
  return Number(rows[0]?.bytes)
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
