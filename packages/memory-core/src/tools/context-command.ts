import { z } from 'zod'
import { withoutUndefined } from '../records/without-undefined.ts'
import { contextSchema } from './command-outputs.ts'
import { type Command, defineCommand } from './tool-definition.ts'

/** `memory_context`: what a model is told for a question. */
export const memoryContext: Command = defineCommand({
  name: 'memory_context',
  purpose: 'Shows what a model would be told for a question.',
  description:
    'Answers what is worth knowing now: lasting facts, and what fits the question. Use it once when a conversation begins.',
  line: { name: 'context', positional: ['query'], example: 'daybook context "how do I deploy?" --budget 500' },
  inputSchema: z.strictObject({
    query: z.string().optional().describe('The question.'),
    session: z.string().min(1).optional().describe('The conversation that it belongs to.'),
    filePath: z.string().optional().describe('The file that the user is at.'),
    budget: z.int().min(0).optional().describe('The most tokens.'),
  }),
  modelSchema: z.strictObject({ query: z.string().optional().describe('The question.') }),
  outputSchema: contextSchema,
  effect: 'reads',
  needs: ['buildContext'],
  longest: 40_000,
  async run({ buildContext }, { query = '', session, filePath, budget }, { signal }) {
    const { stable, volatile, tokens, degraded, items, dropped } = await buildContext({
      query,
      ...withoutUndefined({ session, filePath, budget, signal }),
    })
    return { stable, volatile, tokens, ...(degraded === undefined ? {} : { degraded }), items, dropped }
  },
  print: ({ stable, volatile }) =>
    [stable, volatile].filter((part) => part !== '').join('\n\n') || 'Nothing is remembered that would be told.',
})
