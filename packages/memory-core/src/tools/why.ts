import { readPlaced } from '../documents/placed-lines.ts'
import { MemoryError, shown } from '../errors.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { textOf } from '../message.ts'
import type { ScoredRecord } from '../records/records.ts'
import { safeName } from '../storage/file-checks.ts'
import { oneLine } from '../text/one-line.ts'
import { statementKey } from '../text/statement-key.ts'
import type { Explained } from './command-outputs.ts'
import type { FoundText, ToolSources } from './tool-definition.ts'

/** What an explanation is made of. */
export type WhySources = ToolSources & Required<Pick<ToolSources, 'recall' | 'buildContext' | 'sessions'>>

/** The most records that lines of MEMORY.md are compared with. */
const mostRecords = 10_000
const shownQuote = 500
const idForm = /^(?:record|fact|message):\S+$/

type Statement = Pick<FoundText, 'id' | 'layer' | 'text' | 'createdAt'> & { source?: object }

/**
 * Where statements come from, what they replaced, how they are scored, and when they enter a context.
 * @throws MemoryError `not-found` for an id that there is not
 */
export async function explain(
  sources: WhySources,
  statement: string,
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<Explained[]> {
  const found = idForm.test(statement.trim())
    ? [await statementOfId(sources, statement.trim())]
    : (await sources.recall(statement, { limit, ...(signal && { signal }) })).items
  const told = await tellingsOf(sources, found)
  const behind = await recordsBehind(sources, found)
  return Promise.all(found.map((one) => explained(sources, one, behind.get(one.id), told(one))))
}

async function statementOfId({ facts, records, sessions }: WhySources, id: string): Promise<Statement> {
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
      const begin = `message:${safeName(key)}:`
      if (!id.startsWith(begin)) continue
      const message = (await sessions.messages(key, { archived: true })).find(
        (one) => one.id === id.slice(begin.length),
      )
      if (message) {
        const source = { session: key, messageId: message.id, role: message.role }
        return { id, layer: 'sessions', text: textOf(message), createdAt: message.createdAt, source }
      }
    }
  }
  throw new MemoryError(
    'not-found',
    `nothing has the id ${shown(id)}: ask for its words, or for an id of memory_recall`,
  )
}

/** The records that say what these statements say, by the ids of the statements. */
async function recordsBehind(
  { records }: WhySources,
  found: readonly Statement[],
): Promise<ReadonlyMap<string, ScoredRecord>> {
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

type Telling = (one: Statement) => Explained['told']

/**
 * When each enters a context: without a question, when the question is its own words, or not even then. The line of MEMORY.md tells
 * what the record behind it says.
 */
async function tellingsOf({ buildContext }: WhySources, found: readonly Statement[]): Promise<Telling> {
  const saying = ({ id, text }: Statement) => {
    const key = keyOf(text)
    return (item: { id: string; text: string }): boolean => item.id === id || keyOf(item.text) === key
  }
  const always = await buildContext({ query: '' })
  const asked = new Map<string, Awaited<ReturnType<typeof buildContext>>>()
  for (const one of found)
    if (!always.items.some(saying(one))) asked.set(one.id, await buildContext({ query: readPlaced(one.text).text }))
  return (one) => {
    const item = always.items.find(saying(one))
    if (item) return { when: 'always', reason: item.reason }
    const fitting = asked.get(one.id)?.items.find(saying(one))
    if (fitting) return { when: 'when it fits', reason: fitting.reason }
    const dropped = asked.get(one.id)?.dropped.find(saying(one))
    if (dropped) return { when: 'not now', reason: dropped.reason }
    return { when: 'never', reason: 'no context tells it by itself; recall finds it' }
  }
}

function keyOf(text: string): string {
  return statementKey(readPlaced(text).text)
}

async function explained(
  sources: WhySources,
  { id, layer, text, createdAt, source = {} }: Statement,
  record: ScoredRecord | undefined,
  told: Explained['told'],
): Promise<Explained> {
  const at = createdAt ?? record?.createdAt
  const [replaced, replacedBy] = await Promise.all([
    otherOf(sources, record?.supersedes),
    otherOf(sources, record?.supersededBy),
  ])
  const from = { ...placeOf(source), ...(await saidOf(sources, record)) }
  return {
    id,
    layer,
    text,
    ...(at === undefined ? {} : { at }),
    ...(Object.keys(from).length > 0 && { from }),
    ...(replaced && { replaced }),
    ...(replacedBy && { replacedBy }),
    ...(record?.conflictsWith && { conflictsWith: [...record.conflictsWith] }),
    ...(record && { scored: scoreOf(record) }),
    told,
  }
}

function placeOf(source: object): NonNullable<Explained['from']> {
  const text = (name: string): object => {
    const value: unknown = Reflect.get(source, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const line: unknown = Reflect.get(source, 'line')
  return { ...text('session'), ...text('messageId'), ...text('path'), ...(typeof line === 'number' && { line }) }
}

/** The message that a record was taken from, as it stands there. */
async function saidOf(
  { sessions }: WhySources,
  record: ScoredRecord | undefined,
): Promise<NonNullable<Explained['from']>> {
  if (!record) return {}
  const { author, source: { session, messageId, quote } = {} } = record
  const messages = session === undefined ? [] : await sessions.messages(session, { archived: true })
  const message = messages.find(({ id }) => id === messageId)
  const said = message ? textOf(message) : quote
  return {
    author,
    ...(session === undefined ? {} : { session }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(said === undefined ? {} : { quote: oneLine(said, shownQuote) }),
  }
}

async function otherOf({ records, facts }: WhySources, id: string | undefined): Promise<Explained['replaced']> {
  if (id === undefined) return undefined
  const record = id.startsWith('fact:') ? undefined : await records?.get(id)
  if (record) return { id, text: record.text, at: record.validTo ?? record.validFrom ?? record.createdAt }
  const fact = (await facts?.list())?.find(({ text }) => factPassageId(text) === id)
  return { id, text: fact?.text ?? '(no longer kept)', at: '' }
}

function scoreOf(record: ScoredRecord): NonNullable<Explained['scored']> {
  const { id, type, priority, score, worth, confidence, reinforcementCount, accessedAt, archivedAt } = record
  return {
    record: id,
    type,
    priority,
    score,
    ...(worth === undefined ? {} : { worth }),
    confidence,
    reinforcementCount,
    accessedAt,
    ...(archivedAt === undefined ? {} : { archivedAt }),
  }
}
