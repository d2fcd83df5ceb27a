import { z } from 'zod'
import { oneLine } from '../text/one-line.ts'
import { type Command, defineTool } from './tool-definition.ts'

const longestEntry = 1_000

/** `memory_search_history`: finds entries of the history. */
export const memorySearchHistory: Command = defineTool({
  name: 'memory_search_history',
  description:
    'Searches the log of past conversations: what was done, decided or discussed, and when. Use it for questions about earlier sessions. Several words find the entries that fit best, recent ones first among equals; one word finds the entries that contain it. Example: {"query":"database migration","limit":5}',
  inputSchema: z.strictObject({
    query: z.string().min(1).max(1000).describe('The words to look for.'),
    limit: z.int().min(1).max(50).optional().describe('The most entries to show. Default: 10.'),
  }),
  writes: false,
  needs: ['history'],
  async run({ history }, { query, limit = 10 }) {
    const entries = await history.search(query, { limit })
    if (entries.length === 0) return `(nothing in the history fits ${JSON.stringify(oneLine(query, 100))})`
    return entries.map((entry) => `- ${oneLine(entry, longestEntry)}`).join('\n')
  },
})

/** The tools of the history, in their fixed order. */
export const historyTools: readonly Command[] = [memorySearchHistory]
