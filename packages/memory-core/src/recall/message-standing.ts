import type { PassageHit, PassageIndex, RecordPassageSource } from '../storage/passages.ts'
import { splitSentences } from '../text/sentence-ends.ts'
import type { HeldSources, Standing } from './as-of.ts'
import { factPassageId } from './passages-of.ts'
import { anySourceToken, sourceToken } from './source-tokens.ts'

/** A message as far as facts quote it. */
export interface QuotedMessage {
  text: string
  createdAt?: string
  role: string
  name?: string | undefined
}

/** A message as it was found. */
interface SaidPassage {
  passage: PassageHit['passage']
  session: string
  messageId: string
  role: string
  name: string | undefined
}

/** So many of the best messages are looked at, and so many sentences of each: one look-up has to do for all. */
const mostMessages = 100
const mostSentences = 4
const longestSentence = 300
const mostRecords = 200
/** So many are read at once, where one look may make another one needless. */
const fewRecords = 32
const recordLayer = ['records'] as const

/** What was ever superseded or contradicted of what was taken from messages: most memories have nothing to look up. */
export interface EverSuperseded {
  /** The records, when they are few; `many` when they have to be looked up. */
  records: readonly RecordPassageSource[] | 'many'
  /** Which facts may have been; undefined when none was. */
  facts: ((factId: string) => boolean) | undefined
}

/** Costs two look-ups side by side. */
export async function everSuperseded(index: PassageIndex, held: HeldSources): Promise<EverSuperseded> {
  const [found, facts] = await Promise.all([
    index.search({ terms: [anySourceToken], layers: recordLayer, limit: fewRecords }),
    held.everSuperseded(),
  ])
  return { records: found.length < fewRecords ? sourcesOf(found) : 'many', facts }
}

function sourcesOf(found: readonly PassageHit[]): RecordPassageSource[] {
  return found.flatMap(({ passage: { source } }) => ('record' in source ? [source] : []))
}

/**
 * The standing of messages: something that was taken from them, as a record or as a line of MEMORY.md that quotes them, was
 * superseded or contradicted. No session is read. Costs two look-ups side by side at most, and none while little ever was.
 */
export async function standingOfMessages(
  passages: readonly PassageHit['passage'][],
  ever: EverSuperseded,
  { index, held }: { index: PassageIndex; held: HeldSources },
): Promise<Map<string, Standing>> {
  const said = passages.flatMap(toSaid).slice(0, mostMessages)
  if (said.length === 0) return new Map()
  const [ofRecords, ofFacts] = await Promise.all([
    standingByRecords(said, ever.records, index),
    ever.facts ? standingByFacts(said, ever.facts, held) : new Map<string, Standing>(),
  ])
  return new Map([...ofFacts, ...ofRecords])
}

function toSaid(passage: PassageHit['passage']): SaidPassage[] {
  const { source } = passage
  if (!('messageId' in source)) return []
  const { session, messageId, role, name } = source
  return [{ passage, session, messageId, role, name }]
}

async function standingByRecords(
  said: readonly SaidPassage[],
  known: EverSuperseded['records'],
  index: PassageIndex,
): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>()
  const sources = known === 'many' ? await sourcesFrom(said, index) : known
  for (const { passage, session, messageId } of said) {
    const taken = sources.filter(({ saidIn }) => saidIn?.session === session && saidIn.messageId === messageId)
    if (taken.length > 0) found.set(passage.id, standingOf(taken))
  }
  return found
}

async function sourcesFrom(said: readonly SaidPassage[], index: PassageIndex): Promise<RecordPassageSource[]> {
  const terms = said.map(({ session, messageId }) => sourceToken(session, messageId))
  return sourcesOf(await index.search({ terms, layers: recordLayer, limit: mostRecords }))
}

/** Of several things that a message says, the one that was superseded first. */
function standingOf(taken: readonly RecordPassageSource[]): Standing {
  const [ended] = taken
    .flatMap(({ supersededBy, validTo }) =>
      supersededBy === undefined || validTo === undefined ? [] : [{ supersededBy, overMs: Date.parse(validTo) }],
    )
    .sort((a, b) => a.overMs - b.overMs || (a.supersededBy < b.supersededBy ? -1 : 1))
  const conflictsWith = [...new Set(taken.flatMap((source) => source.conflictsWith ?? []))].sort()
  return { ...ended, ...(conflictsWith.length > 0 ? { conflictsWith } : {}) }
}

async function standingByFacts(
  said: readonly SaidPassage[],
  isPossible: (factId: string) => boolean,
  held: HeldSources,
): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>()
  const quotes = new Map(said.map((one) => [one.passage.id, idsOfQuotes({ ...one, ...one.passage })]))
  const standing = await held.standingBefore([...new Set([...quotes.values()].flat())].filter(isPossible))
  for (const { passage } of standing.size === 0 ? [] : said) {
    const own = quotes.get(passage.id)?.map((id) => standing.get(id))
    // What was said again after that is news of its own.
    const before = own?.find((one) => one?.overMs !== undefined && isBefore(passage.createdAt, one.overMs))
    if (before) found.set(passage.id, before)
  }
  return found
}

function isBefore(createdAt: string | undefined, ms: number): boolean {
  return createdAt !== undefined && Date.parse(createdAt) < ms
}

/** The ids that facts have which a consolidation quotes from a message, or a person writes in the same words. */
export function idsOfQuotes({ text, createdAt = '', role, name }: QuotedMessage): string[] {
  if (role !== 'user') return []
  const day = createdAt.slice(0, 10)
  const speaker = name === undefined ? '' : `${name.replaceAll(/[()\n]/g, ' ')}, `
  return splitSentences(text.slice(0, mostSentences * longestSentence))
    .slice(0, mostSentences)
    .flatMap((sentence) => [factPassageId(sentence), factPassageId(`"${sentence}" (${speaker}${day})`)])
}
