import type { Memory } from '../../src/memory.ts'
import type { RecalledItem, RecallOptions } from '../../src/recall/recall.ts'

/** More than a machine needs that is only busy. */
const mostAnswers = 20

/**
 * What has a word of the query itself: recall finds the messages around it, too. Asks again while the index says that it
 * is late, as it is on a busy machine after a second: what was removed last may then still be found.
 */
export async function saying(memory: Memory, query: string, options?: RecallOptions): Promise<RecalledItem[]> {
  let { items, degraded } = await memory.recall(query, { ...options, explain: true })
  for (let asked = 1; degraded !== undefined && asked < mostAnswers; asked++)
    ({ items, degraded } = await memory.recall(query, { ...options, explain: true }))
  return items.filter(({ explain }) => explain?.['words'] !== undefined)
}
