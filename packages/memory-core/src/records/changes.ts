import type { Claim } from '../statements/claims/claim.ts'
import { claimsOf } from '../statements/claims/claims-of.ts'
import { canAffect, changeBetween, endsBeing, endsJob, endsThing } from '../statements/claims/compare-claims.ts'
import { endsNoun } from '../statements/claims/endings.ts'
import { keyOfWord, tellsChange, wordClaims } from '../statements/claims/shared-words.ts'
import { areDosesApart, isOfTimeOrDose } from '../statements/claims/times-and-doses.ts'
import { isOfAllergy, isTopic, topicsIn } from '../statements/claims/topics.ts'
import { saysMore } from '../statements/stated-sentences.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/comparison.ts'
import type { Change, KnownFact, Side } from './consequences.ts'
import { type Draft, speakerOf } from './drafts.ts'

interface Known {
  side: Side
  speaker: string | undefined
  worth: number
  text: string
  /** The sentence that a record was taken from, if it is more than the text. */
  sentence?: string | undefined
  claims: readonly Claim[]
  /** When it became true; NaN if unknown. */
  fromMs: number
  scope: string | undefined
  isHealth: boolean
  /** When it stopped being true; Infinity if it has not. */
  toMs: number
}

export interface ChangeSources {
  /** Finds active statements with a claim that shares a key with one of these. */
  about(claims: readonly Claim[]): Promise<string[]>
  get(ids: readonly string[]): Promise<MemoryRecord[]>
  facts(): Promise<readonly KnownFact[]>
}

/** The changes to records, facts and each other: the newer statement changes the older one, whichever came first. */
export async function changesOf(drafts: readonly Draft[], sources: ChangeSources): Promise<Change[]> {
  const told = drafts.map((draft, at) => knownOf(draft, { kind: 'draft', at }))
  const isChange = told.some(({ text }) => tellsChange(text))
  const said = told.map((one): Known => {
    const words = isChange ? wordClaims(one.text, tellsChange(one.text) ? { mark: 'clear' } : {}) : []
    return { ...one, claims: [...one.claims, ...words] }
  })
  const claims = said.flatMap((one) => one.claims.filter(canAffect))
  if (claims.length === 0) return []
  const keys = new Set(claims.map(({ key }) => key))
  // Only where a topic is to be forgotten, or something has changed, are statements compared by their words.
  const isRequest = claims.some(isTopic)
  const withTopics = (known: Known): Known =>
    isRequest ? { ...known, claims: [...known.claims, ...topicsIn(known.text, known.speaker)] } : known
  const withWords = (known: Known): Known => {
    const { claims } = withTopics(known)
    return isChange ? { ...known, claims: [...claims, ...wordClaims(known.text)] } : { ...known, claims }
  }
  const earlier = said.map(withTopics)
  const records = await sources.get(await sources.about(claims))
  const stored = records.map((record) => withWords(knownOf(record, { kind: 'record', id: record.id })))
  const moments = new Map(stored.map(({ text, fromMs }) => [statementKey(text), fromMs]))
  const nowMs = Math.max(...drafts.map(({ accessedAt }) => Date.parse(accessedAt)))
  const facts = (await sources.facts())
    .flatMap((fact) => (fact.record === undefined ? [withWords(factOf(fact, moments, nowMs))] : []))
    .filter((fact) => fact.claims.some(({ key }) => keys.has(key)))
  return said.flatMap((one, at) => {
    const own = new Set(one.claims.filter(canAffect).map(({ key }) => key))
    const draft = drafts[at]
    if (own.size === 0 || !draft) return []
    const before = [...stored, ...factsBefore(one, facts), ...earlier.slice(0, at)]
    const known = before.filter(
      // What a draft supersedes by its id ends as a whole.
      ({ side, claims }) => !('id' in side && side.id === draft.supersedes) && claims.some(({ key }) => own.has(key)),
    )
    // By its noun, only one more statement ends: of two choirs, nothing says which one was left.
    const unnamed = one.claims.filter(({ key }) => !/^\|(?:of|ban)\|/.test(key))
    const byNoun = known.filter((other) => isEndedByNoun(other, one) && !endsAny(other.claims, unnamed))
    const isOne = new Set(byNoun.map(({ text }) => text)).size <= 1
    // Nor does it say which of two choirs has moved to Monday, or which of two doses a day is another one.
    const times = known
      .filter(({ toMs }) => toMs > one.fromMs)
      .flatMap(({ claims }) => claims.filter(({ key }) => isOfTimeOrDose(key) && own.has(key)))
    const isOneTime = new Set(times.map(({ value }) => value)).size <= 1
    // A request to forget that would end much names too little.
    const topics = one.claims.filter(isTopic)
    const named = known.filter(({ claims }) => claims.some((old) => topics.some((topic) => endsNoun(old, topic))))
    const isClear = named.length <= mostForgotten
    const meant = (isOne ? one.claims : unnamed).filter((said) => isClear || !isTopic(said))
    const newer = { ...one, claims: meant.filter(({ key }) => isOneTime || !isOfTimeOrDose(key)) }
    return known.flatMap((other) => changeOf(other, newer, draft) ?? [])
  })
}

/** Maximum statements that a request to forget ends by the words of what it names; one that would end more ends none. */
export const mostForgotten = 10

function isEndedByNoun(known: Known, { claims, fromMs, scope }: Known): boolean {
  return known.scope === scope && known.toMs > fromMs && endsThing(known.claims, claims)
}

/** Whether newer claims end or replace one of the older. */
export function endsAny(older: readonly Claim[], newer: readonly Claim[]): boolean {
  const change = changeBetween(older, newer)
  return change === 'ends' || change === 'supersedes'
}

/**
 * The facts that a statement may be newer than, in the order of the document. If it or its sentence is a fact, later
 * ones of the same day are left out: a message is read again when it is archived or the index is rebuilt, and a date
 * has no time of day.
 */
function factsBefore(said: Known, facts: readonly Known[]): readonly Known[] {
  const keys = [said.text, said.sentence ?? said.text].map(statementKey)
  const isOfDay = ({ fromMs }: Known): boolean => dayOf(fromMs) === dayOf(said.fromMs)
  const own = facts.findLastIndex((fact) => isOfDay(fact) && keys.includes(statementKey(fact.text)))
  return own < 0 ? facts : facts.filter((fact, at) => at <= own || !isOfDay(fact))
}

function knownOf(record: Draft, side: Side): Known {
  const { kind, text, scope, createdAt, validFrom = createdAt, validTo, source, worth = 0 } = record
  const claims = kind === 'semantic' ? claimsOfRecord(record) : []
  const toMs = validTo === undefined ? Infinity : Date.parse(validTo)
  const isHealth = record.about === 'health'
  return {
    side,
    speaker: speakerOf(record),
    worth,
    text,
    sentence: source?.quote,
    claims,
    scope,
    isHealth,
    fromMs: Date.parse(validFrom),
    toMs,
  }
}

/** Its time is the day of its line, or of a record of that day with its text. Unknown without a day that is over. */
function factOf(
  { id, text, speaker, day = '' }: KnownFact,
  moments: ReadonlyMap<string, number>,
  nowMs: number,
): Known {
  const saidMs = Date.parse(day) > nowMs ? Number.NaN : Date.parse(day)
  const moment = moments.get(statementKey(text)) ?? Number.NaN
  const fromMs = dayOf(moment) === dayOf(saidMs) ? moment : saidMs
  const claims = claimsOf(text, { speaker })
  const always = { worth: 1, toMs: Infinity, scope: undefined, isHealth: false }
  return { side: { kind: 'fact', id }, speaker, text, claims, fromMs, ...always }
}

/** How the later of two statements affects the earlier one, if that was still true then. */
function changeOf(known: Known, said: Known, { accessedAt, author }: Draft): Change | undefined {
  if (known.scope !== said.scope) return undefined
  // An old statement imported now is not newer than a fact without a date.
  if (Number.isNaN(known.fromMs) && Date.parse(accessedAt) - said.fromMs >= dayMs) return undefined
  const [older, newer] = known.fromMs > said.fromMs ? [said, known] : [known, said]
  if (older.toMs <= newer.fromMs || areDosesApart(older.text, newer.text)) return undefined
  const change = changeBetween(older.claims, newer.claims)
  if (change === undefined || change === 'agrees') return undefined
  const { side, worth } = older
  const sides = { newer: newer.side, older: side, worth, at: new Date(newer.fromMs).toISOString() }
  // A tool's result does not supersede a person's statement; it is marked as a conflict.
  if (author === 'tool' || change === 'conflicts') return { ...sides, change: 'conflicts' }
  // What only shares a word is worth keeping beside the older one, but matters no more than it says itself.
  const isOnlyWord = changeBetween(withoutWords(older.claims), withoutWords(newer.claims)) === undefined
  if (change === 'news') return { ...sides, change, ...(isOnlyWord && { worth: 0 }) }
  // An older statement with further claims stays current: a person who moves is still allergic to nuts.
  const isThingOver = endsThing(older.claims, newer.claims)
  const isGone = endsBeing(older.claims, newer.claims)
  const isAsked = newer.claims.some((one) => isTopic(one) && older.claims.some((known) => endsNoun(known, one)))
  const isOfUs = /^we\b/i.test(newer.text)
  const isJobOver = endsJob(newer.claims)
  const isWhole = isAsked && !isOfAllergy.test(older.text)
  return !isWhole && saysMore(older.text, { isJobOver, isBeingOver: isGone, isThingOver, isOfUs, newer: newer.text })
    ? { ...sides, change: 'conflicts', isPart: true }
    : { ...sides, change, ...(isGone && older.isHealth && { isSilent: true }) }
}

function withoutWords(claims: readonly Claim[]): Claim[] {
  return claims.filter(({ key }) => !key.startsWith(keyOfWord('')))
}

const dayMs = 86_400_000

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

export function claimsOfRecord(record: Pick<MemoryRecord, 'text' | 'source'>): readonly Claim[] {
  return claimsOf(record.text, { speaker: speakerOf(record) })
}
