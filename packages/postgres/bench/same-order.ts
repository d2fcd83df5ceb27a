import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory, type Storage } from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import type pg from 'pg'
import { postgresStorage } from '../src/index.ts'
import { conversations } from '../test/conversations.ts'
import { rounded, table } from './figures.ts'

/** Talks with a speaker and a time for each message, and questions about them: what the option names as a file. */
interface Collections {
  name: string
  collections: {
    id: string
    docs: { id: string; text: string; speaker: string; timestamp: string; sessionId: string }[]
    queries?: { query?: string; text?: string; question?: string }[]
  }[]
}

interface Same {
  questions: number
  same: number
}

/** The share of questions that PostgreSQL and a folder answer with the same ten items in the same order. */
export async function compareOrders(pool: pg.Pool, schema: string, file: string | undefined): Promise<string> {
  const rows: (string | number)[][] = []
  const add = (name: string, { questions, same }: Same): number =>
    rows.push([name, questions, `${rounded((100 * same) / questions, 1)} %`])
  add('made-up talks', await compareMadeUp(pool, schema))
  if (file !== undefined) {
    const data: Collections = JSON.parse(await readFile(file, 'utf8'))
    add(data.name, await compareCollections(pool, schema, data))
  }
  return table(['data', 'questions', 'identical top 10'], rows)
}

async function compareMadeUp(pool: pg.Pool, schema: string): Promise<Same> {
  const { sessions, questions } = conversations(5, 40)
  return compare(pool, schema, 'made up', async (memory) => {
    for (const [key, messages] of Object.entries(sessions)) await memory.addMessages(key, messages)
    return questions
  })
}

async function compareCollections(pool: pg.Pool, schema: string, data: Collections): Promise<Same> {
  const total: Same = { questions: 0, same: 0 }
  for (const { id, docs, queries = [] } of data.collections) {
    const asked = queries.flatMap(({ query, text, question }) => query ?? text ?? question ?? [])
    const { questions, same } = await compare(pool, schema, `${data.name} ${id}`, async (memory) => {
      for (const [session, said] of Object.entries(Object.groupBy(docs, ({ sessionId }) => sessionId)))
        await memory.addMessages(
          session,
          (said ?? []).map((doc) => ({
            ...{ id: doc.id, role: 'user', name: doc.speaker },
            content: doc.text,
            createdAt: doc.timestamp,
          })),
        )
      return asked
    })
    total.questions += questions
    total.same += same
  }
  return total
}

/**
 * Fills two memories alike, with the clock at the same time, and asks both. They are indexed anew before: equally good
 * candidates are chosen by their turn in the index, and who fills it while it is written to gives turns by chance.
 */
async function compare(
  pool: pg.Pool,
  schema: string,
  namespace: string,
  fill: (memory: Memory) => Promise<readonly string[]>,
): Promise<Same> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  const clock = (): number => Date.parse('2026-03-20T00:00:00.000Z')
  const opens = [() => localStorage({ directory }), () => postgresStorage({ pool, schema, namespace })]
  const open = (storage: Storage): Promise<Memory> => openMemory({ storage, clock, consolidation: { auto: false } })
  const filled = await Promise.all(
    opens.map(async (storage) => {
      const memory = await open(await storage())
      const questions = await fill(memory)
      await memory.close()
      const again = await storage()
      await again.passages.clear()
      return { memory: await open(again), questions }
    }),
  )
  const memories = filled.map(({ memory }) => memory)
  const questions = filled[0]?.questions ?? []
  let same = 0
  for (const question of questions) {
    const found = await Promise.all(memories.map((memory) => memory.recall(question)))
    const [folder, postgres] = found.map(({ items }) => JSON.stringify(items.map(({ layer, text }) => [layer, text])))
    if (folder === postgres) same += 1
  }
  for (const memory of memories) await memory.close()
  await rm(directory, { recursive: true })
  return { questions: questions.length, same }
}
