import { anySourceToken, sourceToken } from '../indexing/source-tokens.ts'
import type { PassageHit, PassageIndex, RecordPassageSource } from '../storage/passages.ts'
import type { Standing } from './as-of.ts'

/** A message as it was found. */
interface SaidPassage {
  passage: PassageHit['passage']
  session: string
  messageId: string
}

/** Maximum messages, best first, and maximum records for all of them: one look-up serves them all. */
const mostMessages = 100
const mostRecords = 200
/** Up to this many records are read at once, which spares the look-up for each request. */
const fewRecords = 32
const recordLayer = ['records'] as const

/** The records from messages that were superseded or contradicted, when they are few; `many` when they have to be looked up. */
export type EverSuperseded = readonly RecordPassageSource[] | 'many'

/** Most memories have nothing to look up. Costs one look-up. */
export async function everSuperseded(index: PassageIndex): Promise<EverSuperseded> {
  const found = await index.search({ terms: [anySourceToken], layers: recordLayer, limit: fewRecords })
  return found.length < fewRecords ? sourcesOf(found) : 'many'
}

function sourcesOf(found: readonly PassageHit[]): RecordPassageSource[] {
  return found.flatMap(({ passage: { source } }) => ('record' in source ? [source] : []))
}

/**
 * The standing of messages: a record that was taken from them was superseded or contradicted. No session is read. Costs one
 * look-up at most, and none while little ever was.
 */
export async function standingOfMessages(
  passages: readonly PassageHit['passage'][],
  known: EverSuperseded,
  index: PassageIndex,
): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>()
  const said = passages.flatMap(toSaid).slice(0, mostMessages)
  if (said.length === 0) return found
  const sources = known === 'many' ? await sourcesFrom(said, index) : known
  for (const { passage, session, messageId } of said) {
    const taken = sources.filter(({ saidIn }) => saidIn?.session === session && saidIn.messageId === messageId)
    if (taken.length > 0) found.set(passage.id, standingOf(taken))
  }
  return found
}

function toSaid(passage: PassageHit['passage']): SaidPassage[] {
  const { source } = passage
  return 'messageId' in source ? [{ passage, session: source.session, messageId: source.messageId }] : []
}

async function sourcesFrom(said: readonly SaidPassage[], index: PassageIndex): Promise<RecordPassageSource[]> {
  const terms = said.map(({ session, messageId }) => sourceToken(session, messageId))
  return sourcesOf(await index.search({ terms, layers: recordLayer, limit: mostRecords }))
}

/** Of several things that a message says, the one that was superseded or removed first. */
function standingOf(taken: readonly RecordPassageSource[]): Standing {
  const [ended] = taken.flatMap((source) => endOf(source) ?? []).sort((a, b) => a.overMs - b.overMs || order(a, b))
  const conflictsWith = [...new Set(taken.flatMap((source) => source.conflictsWith ?? []))].sort()
  return { ...ended, ...(conflictsWith.length > 0 ? { conflictsWith } : {}) }
}

function endOf({ supersededBy, validTo, archivedAt, conflictsWith }: RecordPassageSource): Ended | undefined {
  if (validTo === undefined) return undefined
  const overMs = Date.parse(validTo)
  if (supersededBy !== undefined) return { supersededBy, overMs }
  return archivedAt === validTo && conflictsWith === undefined ? { removed: true, overMs } : undefined
}

type Ended = Standing & { overMs: number }

function order({ supersededBy: a = '' }: Ended, { supersededBy: b = '' }: Ended): number {
  return a < b ? -1 : 1
}
