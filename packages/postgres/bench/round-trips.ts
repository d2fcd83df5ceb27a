import { openMemory } from '@daybook/memory-core'
import type pg from 'pg'
import { postgresStorage } from '../src/index.ts'
import { conversations } from '../test/conversations.ts'
import { countedPool } from './counted-pool.ts'
import { quantile, table } from './figures.ts'

const turns = 50

/** How often each step of a turn goes to the server and back, once the memory is warm. */
export async function countRoundTrips(inner: pg.Pool, schema: string): Promise<string> {
  const pool = countedPool(inner)
  const storage = await postgresStorage({ pool, schema, namespace: 'round trips' })
  const memory = await openMemory({ storage, consolidation: { auto: false } })
  const { sessions, questions } = conversations(3, 10)
  for (const [key, messages] of Object.entries(sessions)) await memory.addMessages(key, messages)
  await memory.flush()
  const counts: Record<string, number[]> = { buildContext: [], 'addMessages (2 messages)': [], 'flush after it': [] }
  const count = async (name: string, call: Promise<unknown>): Promise<void> => {
    await call
    counts[name]?.push(pool.take())
  }
  pool.take()
  for (let turn = 0; turn < turns; turn += 1) {
    const content = questions[turn % questions.length] ?? ''
    await count('buildContext', memory.buildContext({ session: 'chat-0', query: content }))
    const said = [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: `Noted, ${turn}.` },
    ]
    await count('addMessages (2 messages)', memory.addMessages('chat-0', said))
    await count('flush after it', memory.flush())
  }
  await memory.close()
  const rows = Object.entries(counts).map(([name, all]) => [name, quantile(all, 0.5), quantile(all, 0.95)])
  return table(['step of a turn', 'round trips p50', 'p95'], rows)
}
