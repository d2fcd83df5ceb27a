import { openMemory } from '@daybook/memory-core'
import type pg from 'pg'
import { postgresStorage } from '../src/index.ts'
import { conversations, fillLayers } from '../test/conversations.ts'
import { countedPool, type Trips } from '../test/counted-pool.ts'
import { quantile, table } from './figures.ts'

const turns = 50

/** How often each step of a turn goes to the server and back, once the memory is warm. */
export async function countRoundTrips(pools: Readonly<Record<string, pg.Pool>>, schema: string): Promise<string> {
  const rows: (string | number)[][] = []
  for (const [name, pool] of Object.entries(pools))
    for (const [step, trips] of Object.entries(await countSteps(pool, schema, name)))
      rows.push([
        step,
        name,
        ...[trips.map(({ waits }) => waits), trips.map(({ messages }) => messages)].flatMap((counts) => [
          quantile(counts, 0.5),
          quantile(counts, 0.95),
        ]),
      ])
  return table(['step of a turn', 'pool', 'waits p50', 'p95', 'messages p50', 'p95'], rows)
}

async function countSteps(inner: pg.Pool, schema: string, name: string): Promise<Record<string, Trips[]>> {
  const pool = countedPool(inner)
  const storage = await postgresStorage({ pool, schema, namespace: `round trips ${name}` })
  const memory = await openMemory({ storage, consolidation: { auto: false } })
  const { sessions, questions } = conversations(3, 10)
  for (const [key, messages] of Object.entries(sessions)) await memory.addMessages(key, messages)
  await fillLayers(memory)
  await memory.flush()
  const counts: Record<string, Trips[]> = {}
  const count = async (step: string, call: () => Promise<unknown>): Promise<void> => {
    pool.take()
    await call()
    counts[step] = [...(counts[step] ?? []), pool.take()]
  }
  for (let turn = 0; turn < turns; turn += 1) {
    const content = questions[turn % questions.length] ?? ''
    await count('buildContext', () => memory.buildContext({ session: 'chat-0', query: content }))
    await count('recall', () => memory.recall(content))
    const said = [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: `Noted, ${turn}.` },
    ]
    await count('addMessages (2 messages)', () => memory.addMessages('chat-0', said))
    await count('flush after it', () => memory.flush())
  }
  await memory.close()
  return counts
}
