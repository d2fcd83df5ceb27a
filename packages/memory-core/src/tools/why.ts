import { z } from 'zod'
import { shownTime } from '../clock.ts'
import type { ContextBlock } from '../context/context-block.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { MemoryError, shown } from '../errors.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { textOf } from '../message.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { ScoredRecord } from '../records/records.ts'
import { messageId } from '../storage/numbering.ts'
import { statementKey } from '../text/comparison.ts'
import { oneLine } from '../text/plain-text.ts'
import { type Explained, type ToldOutput, type Why, whySchema } from './command-outputs.ts'
import { type Command, defineCommand } from './tool-definition.ts'
import type { FoundText, ToolSources } from './tool-sources.ts'

type WhySources = ToolSources & Required<Pick<ToolSources, 'recall' | 'buildContext' | 'sessions'>>

/** Maximum records that lines of MEMORY.md are compared with. */
const mostRecords = 10_000
const shownQuote = 500
const idForm = /^(?:record|fact|message):\S+$/

type Statement = Pick<FoundText, 'id' | 'layer' | 'text' | 'createdAt'> & { source?: object }

/** @throws MemoryError `not-found` for an unknown id */
async function explain(sources: WhySources, statement: string, limit: number, signal?: AbortSignal) {
  const found = idForm.test(statement.trim())
    ? [await statementOfId(sources, statement.trim())]
    : (await sources.recall(statement, { limit, ...(signal && { signal }) })).items
  const behind = await recordsBehind(sources, found)
  // Without words, nothing fits: what stands in this context stands in every one that has a question.
  const always = await sources.buildContext({ query: '?' })
  const all: Explained[] = []
  for (const one of found) all.push(await explained(sources, one, behind.get(one.id), always.items))
  return all
}

async function statementOfId({ facts, records, sessions, place }: WhySources, id: string): Promise<Statement> {
  if (id.startsWith('record:')) {
    const record = await records?.get(id)
    if (record) return { id, layer: 'records', text: record.text, createdAt: record.createdAt }
  }
  if (id.startsWith('fact:')) {
    const fact = (await facts?.list())?.find(({ text }) => factPassageId(text) === id)
    if (fact) return { id, layer: 'facts', text: fact.text, source: { path: 'MEMORY.md', line: fact.line } }
  }
  if (id.startsWith('message:')) {
    for (const { key } of await sessions.list()) {
      if (!id.startsWith(messageId(key, ''))) continue
      const messages = await sessions.messages(key, { archived: true })
      const message = messages.find((one) => messageId(key, one.id) === id)
      if (message) {
        const source = { session: key, messageId: message.id, role: message.role }
        return { id, layer: 'sessions', text: textOf(message), createdAt: message.createdAt, source }
      }
    }
  }
  const message = `nothing has the id ${shown(id)}: give words of the statement, or an id that ${place ? 'daybook recall' : 'memory_recall'} returned`
  throw new MemoryError('not-found', message)
}

/** The records with the same text as these statements, by the ids of the statements. */
async function recordsBehind({ records }: WhySources, found: readonly Statement[]) {
  const behind = new Map<string, ScoredRecord>()
  if (!records) return behind
  const ofFacts = found.some(({ layer }) => layer === 'facts')
  const all = ofFacts ? await records.list({ archived: 'all', limit: mostRecords }) : []
  const byKey = new Map(all.toReversed().map((record) => [statementKey(record.text), record]))
  for (const { id, layer, text } of found) {
    const record = layer === 'records' ? await records.get(id) : byKey.get(keyOf(text))
    if (record && (layer === 'records' || layer === 'facts')) behind.set(id, record)
  }
  return behind
}

/**
 * When a statement is part of a context: whatever the question is, as one of the items `always`; if the question has
 * its own words; or never. A record behind a line of MEMORY.md counts as present with its line.
 */
async function toldOf(
  { buildContext }: WhySources,
  { id, text }: Pick<Statement, 'id' | 'text'>,
  always: ContextBlock['items'],
): Promise<Explained['told']> {
  const key = keyOf(text)
  const isSame = (item: { id: string; text: string }): boolean => item.id === id || keyOf(item.text) === key
  const item = always.find(isSame)
  if (item) return { when: 'always', reason: plainReason(item.reason) }
  // A question that contains the statement word for word would make the context leave it out.
  const query = readPlaced(text).text.split(/\s+/).reverse().join(' ')
  const { items, dropped } = await buildContext({ query })
  const fitting = items.find(isSame)
  if (fitting) return { when: 'when it fits', reason: plainReason(fitting.reason) }
  const left = dropped.find(isSame)
  if (left) return { when: 'not now', reason: plainReason(left.reason) }
  return { when: 'never', reason: 'no context contains it unasked; recall finds it' }
}

/** The reason without the name of the activation's layer, which says nothing to a person. */
function plainReason(reason: string): string {
  return reason.replace(/^layer [A-C]: /, '')
}

function keyOf(text: string): string {
  return statementKey(readPlaced(text).text)
}

async function explained(
  sources: WhySources,
  { id, layer, text, createdAt, source = {} }: Statement,
  record: ScoredRecord | undefined,
  always: ContextBlock['items'],
): Promise<Explained> {
  const from = { ...placeSchema.safeParse(source).data, ...(await saidOf(sources, record)) }
  return {
    ...{ id, layer, text },
    told: await toldOf(sources, { id, text }, always),
    replaced: await otherOf(sources, record?.supersedes),
    replacedBy: await otherOf(sources, record?.supersededBy),
    at: createdAt ?? record?.createdAt,
    from: Object.keys(from).length > 0 ? from : undefined,
    conflictsWith: record?.conflictsWith && [...record.conflictsWith],
    scored: record && { ...record, record: record.id },
  }
}

const placeSchema = z
  .object({ session: z.string(), messageId: z.string(), path: z.string(), line: z.number() })
  .partial()

/** The message that a record was taken from, as it is stored. */
async function saidOf(
  { sessions }: WhySources,
  record: ScoredRecord | undefined,
): Promise<NonNullable<Explained['from']>> {
  if (!record) return {}
  const { author, source: { session, messageId, quote } = {} } = record
  const messages = session === undefined ? [] : await sessions.messages(session, { archived: true })
  const message = messages.find(({ id }) => id === messageId)
  const said = message ? textOf(message) : quote
  return withoutUndefined({ author, session, messageId, quote: said && oneLine(said, shownQuote) })
}

async function otherOf({ records, facts }: WhySources, id: string | undefined): Promise<Explained['replaced']> {
  if (id === undefined) return undefined
  const record = id.startsWith('fact:') ? undefined : await records?.get(id)
  if (record) return { id, text: record.text, at: record.validTo ?? record.validFrom ?? record.createdAt }
  const fact = (await facts?.list())?.find(({ text }) => factPassageId(text) === id)
  return { id, text: fact?.text ?? '(no longer kept)', at: '' }
}

const shownText = 300

export const memoryWhy: Command = defineCommand({
  name: 'memory_why',
  purpose: 'Shows where a statement comes from, what it replaced, its score, and when a context contains it.',
  description: 'Shows where a remembered statement comes from, what it replaced, and when a context contains it.',
  line: { name: 'why', positional: ['statement'], example: 'daybook why "prefers pnpm", or daybook why --last' },
  inputSchema: z.strictObject({
    statement: z.string().min(1).optional().describe('Its words, or its id.'),
    last: z.boolean().optional().describe('Explain the latest context, line by line.'),
    limit: z.int().min(1).max(20).optional().describe('Maximum number of statements to explain. Default: 1.'),
  }),
  modelSchema: z.strictObject({ statement: z.string().min(1).describe('Its words, or its id.') }),
  outputSchema: whySchema,
  effect: 'reads',
  needs: ['recall', 'buildContext', 'sessions', 'receipts'],
  async run(sources, { statement, last = false, limit = 1 }, { signal }): Promise<Why> {
    if (last === (statement !== undefined)) {
      const message = 'why needs either a statement (its words or its id), or last for the latest context'
      throw new MemoryError('bad-input', message)
    }
    if (statement !== undefined) return { statements: await explain(sources, statement, limit, signal) }
    const receipt = await sources.receipts.get()
    if (!receipt) return { statements: [] }
    const { stable, volatile, dropped, ...told } = receipt
    const isExact = stable.isExact && volatile.isExact
    return { statements: [], told: { ...told, isExact, dropped: dropped.length } }
  },
  print({ statements, told }, { statement = '', last = false }) {
    if (told) return printTold(told)
    if (last)
      return 'No agent was given a context yet (`daybook context` leaves no trace), or the memory keeps no receipts.'
    if (statements.length === 0) return `Nothing found for "${oneLine(statement, 80)}". Try other words.`
    return statements.map(printExplained).join('\n\n')
  },
})

function printTold({ at, session, question, ...told }: ToldOutput): string {
  const where = session === undefined ? '' : ` in ${oneLine(session, 80)}`
  return [
    question === undefined ? 'Question: not stored' : oneLine(question, shownText),
    `  told       ${shownTime(at)}${where}: ${told.tokens} of ${told.budget} tokens, ${told.dropped} left out`,
    `  documents  ${told.isWhole ? 'whole' : 'cut'}; ${told.isExact ? 'exactly what the model saw' : 'something was changed or forgotten since'}`,
    ...told.items.map(
      ({ layer, text, state, tokens, reason }) =>
        `  ${layer.padEnd(9)} ${state === 'forgotten' ? '(forgotten)' : oneLine(text ?? '(changed)', 120)} [${plainReason(reason)}; ${tokens} tokens]`,
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
