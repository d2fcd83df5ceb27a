import { z } from 'zod'
import { MemoryError } from '../errors.ts'
import type { Receipts } from '../receipts/receipt.ts'
import { oneLine } from '../text/one-line.ts'
import { type Explained, type ToldOutput, type Why, whySchema } from './command-outputs.ts'
import { type Command, defineCommand } from './tool-definition.ts'
import { explain } from './why.ts'

const shownText = 300

/** `memory_why`: where a statement comes from, and what becomes of it. */
export const memoryWhy: Command = defineCommand({
  name: 'memory_why',
  purpose: 'Says where a statement comes from, what it replaced, how it is scored and when it is told.',
  description: 'Says where a remembered statement comes from, what it replaced and when it is told.',
  line: { name: 'why', positional: ['statement'], example: 'daybook why "prefers pnpm", or daybook why --last' },
  inputSchema: z.strictObject({
    statement: z.string().min(1).optional().describe('Its words, or its id.'),
    last: z.boolean().optional().describe('Explain the last context that was told, line by line.'),
    limit: z.int().min(1).max(20).optional().describe('The most statements to explain. Default: 1.'),
  }),
  modelSchema: z.strictObject({ statement: z.string().min(1).describe('Its words, or its id.') }),
  outputSchema: whySchema,
  effect: 'reads',
  needs: ['recall', 'buildContext', 'sessions', 'receipts'],
  async run(sources, { statement, last = false, limit = 1 }, { signal }): Promise<Why> {
    if (last === (statement !== undefined))
      throw new MemoryError('bad-input', 'why needs either the words of a statement, or last for the context told last')
    if (statement !== undefined) return { statements: await explain(sources, statement, { limit, signal }) }
    const told = await lastTold(sources.receipts)
    return { statements: [], ...(told && { told }) }
  },
  print({ statements, told }, { statement = '', last = false }) {
    if (told) return printTold(told)
    if (last) return 'No context was told yet, or receipts are off.'
    if (statements.length === 0) return `Nothing found for "${oneLine(statement, 80)}". Try other words.`
    return statements.map(printExplained).join('\n\n')
  },
})

async function lastTold(receipts: Receipts): Promise<ToldOutput | undefined> {
  const receipt = await receipts.get()
  if (!receipt) return undefined
  const { id, at, session, question, tokens, budget, isWhole, stable, volatile, items, dropped } = receipt
  return {
    ...{ id, at, tokens, budget, isWhole, isExact: stable.isExact && volatile.isExact, dropped: dropped.length },
    ...(session !== undefined && { session }),
    ...(question !== undefined && { question }),
    items: items.map(({ layer, id: source, text, state, tokens: cost, reason }) => ({
      ...{ layer, state, tokens: cost, reason },
      ...(source !== undefined && { id: source }),
      ...(text !== undefined && { text }),
    })),
  }
}

function printTold({ at, session, question = 'a question that is not stored', ...told }: ToldOutput): string {
  const where = session === undefined ? '' : ` in ${oneLine(session, 80)}`
  return [
    `${oneLine(question, shownText)}`,
    `  told       ${at.slice(0, 16).replace('T', ' ')}${where}: ${told.tokens} of ${told.budget} tokens, ${told.dropped} left out`,
    `  documents  ${told.isWhole ? 'whole' : 'cut'}; ${told.isExact ? 'exactly what the model saw' : 'something was changed or forgotten since'}`,
    ...told.items.map(
      ({ layer, text, state, tokens, reason }) =>
        `  ${layer.padEnd(9)} ${state === 'forgotten' ? '(forgotten)' : oneLine(text ?? '(changed)', 120)} [${reason}; ${tokens} tokens]`,
    ),
  ].join('\n')
}

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
