import { z } from 'zod'
import { oneLine } from '../text/one-line.ts'
import { type Explained, whySchema } from './command-outputs.ts'
import { type Command, defineCommand } from './tool-definition.ts'
import { explain } from './why.ts'

const shownText = 300

/** `memory_why`: where a statement comes from, and what becomes of it. */
export const memoryWhy: Command = defineCommand({
  name: 'memory_why',
  purpose: 'Says where a statement comes from, what it replaced, how it is scored and when it is told.',
  description: 'Says where a remembered statement comes from, what it replaced and when it is told.',
  line: { name: 'why', positional: ['statement'], example: 'daybook why "prefers pnpm"' },
  inputSchema: z.strictObject({
    statement: z.string().min(1).describe('Its words, or its id.'),
    limit: z.int().min(1).max(20).optional().describe('The most statements to explain. Default: 1.'),
  }),
  modelSchema: z.strictObject({ statement: z.string().min(1).describe('Its words, or its id.') }),
  outputSchema: whySchema,
  effect: 'reads',
  needs: ['recall', 'buildContext', 'sessions'],
  async run(sources, { statement, limit = 1 }, { signal }) {
    return { statements: await explain(sources, statement, { limit, signal }) }
  },
  print({ statements }, { statement }) {
    if (statements.length === 0) return `Nothing found for "${oneLine(statement, 80)}". Try other words.`
    return statements.map(printExplained).join('\n\n')
  },
})

function printExplained({ id, layer, text, at, from, replaced, replacedBy, conflictsWith, scored, told }: Explained) {
  const day = (time: string): string => time.slice(0, 10)
  const { session, path, line, author, quote } = from ?? {}
  const place = path === undefined ? [] : [line === undefined ? path : `${path}, line ${line}`]
  const where = [...place, ...(session === undefined ? [] : [`the conversation ${oneLine(session, 80)}`])].join('; ')
  return [
    `${oneLine(text, shownText)}`,
    `  id         ${id} (${layer})`,
    ...(where === '' ? [] : [`  stands in  ${where}`]),
    ...(author === undefined ? [] : [`  said by    ${author}${at === undefined ? '' : `, ${day(at)}`}`]),
    ...(quote === undefined ? [] : [`  in words   "${oneLine(quote, shownText)}"`]),
    ...(replaced ? [`  replaced   ${oneLine(replaced.text, shownText)} [${replaced.id}]`] : []),
    ...(replacedBy ? [`  replaced by ${oneLine(replacedBy.text, shownText)} [${replacedBy.id}]`] : []),
    ...(conflictsWith ? [`  contradicts ${conflictsWith.join(', ')}`] : []),
    ...(scored ? [`  scored     ${printScore(scored)}`] : []),
    `  told       ${told.when}: ${told.reason}`,
  ].join('\n')
}

function printScore(scored: NonNullable<Explained['scored']>): string {
  const { type, priority, score, worth, reinforcementCount, archivedAt } = scored
  const times = reinforcementCount === 1 ? 'once' : `${reinforcementCount} times`
  const kept = worth === undefined ? '' : `, worth ${worth.toFixed(2)}`
  return `${score.toFixed(2)} as ${type}, ${priority}${kept}, used ${times}${archivedAt === undefined ? '' : ', archived'}`
}
