import type { Memory } from '../../src/memory.ts'
import type { RecalledItem, RecallOptions } from '../../src/recall/recall.ts'

/** What has a word of the query itself: recall finds the messages around it, too. */
export async function saying(memory: Memory, query: string, options?: RecallOptions): Promise<RecalledItem[]> {
  const { items } = await memory.recall(query, { ...options, explain: true })
  return items.filter(({ explain }) => explain?.['words'] !== undefined)
}
