import { z } from 'zod'
import { oneLine } from '../text/one-line.ts'
import { logSchema } from './command-outputs.ts'
import { type Command, defineCommand } from './tool-definition.ts'

const shownText = 200

/** `memory_log`: what changed lately. */
export const memoryLog: Command = defineCommand({
  name: 'memory_log',
  purpose: 'Says what was learnt, changed and forgotten since a time.',
  description: 'Lists what the memory learnt, replaced and forgot since a time, newest first.',
  line: { name: 'log', positional: [], example: 'daybook log --since 7d' },
  inputSchema: z.strictObject({
    since: z.string().optional().describe('A date such as 2026-11-01, or 12h, 7d, 4w. Default: 7d.'),
    limit: z.int().min(1).max(1000).optional().describe('The most entries. Default: 100.'),
  }),
  outputSchema: logSchema,
  effect: 'reads',
  needs: ['log'],
  run: async ({ log }, { since, limit }) => ({ ...(await log({ since, limit })) }),
  print({ since, entries }) {
    if (entries.length === 0) return `Nothing changed since ${since.slice(0, 16).replace('T', ' ')}.`
    return entries
      .map(({ at, what, id, text, by }) => {
        const next = by === undefined ? '' : ` (now: ${oneLine(by, shownText)})`
        const name = id === undefined ? '' : `[${id}] `
        return `${at.slice(0, 16).replace('T', ' ')} ${what}: ${name}${oneLine(text, shownText)}${next}`
      })
      .join('\n')
  },
})
