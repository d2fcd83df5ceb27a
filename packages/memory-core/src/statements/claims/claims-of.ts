import { type CanMatch, createPatternFilter, type Matchable } from '../../text/pattern-filter.ts'
import { lazy, normalForm } from '../../text/plain-text.ts'
import { meant, spelledOut } from '../english/spelling.ts'
import { chineseClaims } from '../languages/chinese.ts'
import { sentencesOf, seriously, unquoted } from '../stated-sentences.ts'
import type { Claim, ClaimLanguage, ClaimRow, Rewrites } from './claim.ts'
import { claimsOfRow, type Manner, verbStem } from './claim-of-row.ts'
import { englishClaims } from './claims-english.ts'
import { germanClaims } from './claims-german.ts'
import { spanishClaims } from './claims-spanish.ts'
import { topicsToForget } from './topics.ts'

/** Maximum characters and sentences read of a statement. Clauses above `maxClause` say too much to be compared. */
const maxCharacters = 2_000
const maxSentences = 12
const maxClause = 300
const maxClaims = 32
/** Maximum clauses of a sentence in which news is looked for. */
const maxRewritten = 4
/**
 * Maximum texts whose claims are cached, about 1 kB each. A statement is read several times: when captured, learned, and
 * compared with each later one about the same.
 */
const rememberedTexts = 10_000
const longestRemembered = 400

const languages: readonly ClaimLanguage[] = [englishClaims, germanClaims, spanishClaims, chineseClaims]

/**
 * Reads the claims of a statement: subject, attribute and value. Works by rules for English, German, Spanish and
 * Chinese, without a model. Questions, conditions, plans, reports of others, the past, temporary states and forms without a rule
 * claim nothing. Linear in the first 2,000 characters. `speaker` is the speaker's name, if there are several: each means
 * another person by "I".
 */
export function claimsOf(text: string, { speaker }: { speaker?: string | undefined } = {}): readonly Claim[] {
  const key = speaker === undefined ? `-${text}` : `${speaker.length} ${speaker}${text}`
  const known = remembered.get(key)
  if (known) return known
  const claims = readClaims(text, speaker)
  if (claims.length === 0 || key.length > longestRemembered) return claims
  if (remembered.size >= rememberedTexts) remembered.clear()
  remembered.set(key, claims)
  return claims
}

const remembered = new Map<string, readonly Claim[]>()

function readClaims(text: string, speaker: string | undefined): Claim[] {
  const statement = unquoted(text.slice(0, maxCharacters).trim())
  const by = speaker ?? statement.speaker ?? ''
  const sentences = sentencesOf(statement.text).slice(0, maxSentences)
  const claims = seriously(sentences).flatMap((sentence) => claimsOfSentence(sentence, by))
  return contrasted(claims).slice(0, maxClaims)
}

function claimsOfSentence(typed: string, speaker: string): Claim[] {
  const sentence = meant(typed)
  const lower = normalForm(sentence, 'NFC').toLowerCase().replaceAll(/[’`´]/g, "'").replaceAll(/\s+/g, ' ').trim()
  const plain = spelledOut(lower)
  if (plain.length > maxClause) return []
  const forgotten = topicsToForget(plain, speaker)
  for (const language of languages) {
    if (language.needs && !language.needs.test(plain)) continue
    const claims = claimsIn(plain, language, speaker)
    if (claims.length > 0) return [...claims, ...forgotten, ...(language.names?.(sentence, claims) ?? [])]
  }
  return forgotten.length > 0 ? forgotten : (englishClaims.names?.(sentence, []) ?? [])
}

function claimsIn(plain: string, language: ClaimLanguage, speaker: string): Claim[] {
  if (/[?？]/u.test(plain)) return []
  const spelled = rewritten(plain, language)
  const sentence = withoutOpening(spelled.text, language).replace(/[.!;…。！\s]+$/u, '')
  const figures = language.figures?.(sentence, speaker) ?? []
  const leftOut = language.leftOut.filter((pattern) => spelled.test(pattern, sentence))
  const leftOutFor = (only: RegExp | undefined): boolean => leftOut.every((pattern) => pattern === only)
  const news = leftOutFor(language.passing) ? (language.news?.(sentence) ?? []) : []
  const read = language.plans?.(replaced(plain, language.contractions), speaker) ?? []
  const plans = leftOutFor(language.intending) ? read : read.filter(({ stance }) => stance === 'named')
  if (leftOut.length > 0) return [...(leftOutFor(language.intending) ? figures : news), ...plans]
  const mark = spelled.test(language.correcting) ? 'weak' : 'none'
  const manner: Manner = { mark, isAdditional: false, stance: 'holds', replaces: undefined, speaker }
  let before = ''
  const clauses = sentence.split(language.joint)
  const claims = clauses.flatMap((clause, at) => {
    // A later clause may be news, too: "moved to York, got laid off".
    const own = clauses.length > 1 && at < maxRewritten ? rewritten(clause, language) : spelled
    const said =
      at === 0 ? (own === spelled ? clause : own.text) : withoutOpening(own === spelled ? clause : own.text, language)
    before = withSubject(said, before)
    return claimsOfClause(before, before === said ? own : trialOf(before, language), manner)
  })
  const all = [...claims, ...figures, ...news, ...plans]
  return ahead.test(plain) ? all.map((claim) => ({ ...claim, isAhead: true })) : all
}

/** Of what is to come, as English says it of a thing or a role. */
const ahead = /^(?:my|our|the) [^,]{3,60} will be /

interface Patterns {
  filter: (text: string) => Matchable
  rows: ReadonlyMap<RegExp, ClaimRow>
  /** The places of the rewrites. */
  rewrites: ReadonlyMap<RegExp, number>
}

/** Tries the patterns of a language on a text or a part of it, except those that cannot match there. */
interface Trial extends Pick<Patterns, 'rows' | 'rewrites'> {
  text: string
  language: ClaimLanguage
  can: CanMatch
  /** Those that can match, in the order of the language. */
  patterns(): readonly RegExp[]
  test(pattern: RegExp, part?: string): boolean
  groups(pattern: RegExp, part?: string): Readonly<Record<string, string>> | undefined
}

const known = new Map<ClaimLanguage, Patterns>()

function trialOf(text: string, language: ClaimLanguage): Trial {
  const all = known.get(language) ?? {
    filter: createPatternFilter(patternsOf(language)),
    rows: new Map(language.rows.map((row) => [row.pattern, row])),
    rewrites: new Map(language.rewrites.map(([from], at) => [from, at])),
  }
  known.set(language, all)
  const { rows, rewrites } = all
  const { can, patterns } = all.filter(text)
  return {
    text,
    language,
    can,
    patterns: lazy(patterns),
    rows,
    rewrites,
    test: (pattern, part = text) => can(pattern) && pattern.test(part),
    groups(pattern, part = text) {
      const found = can(pattern) ? pattern.exec(part) : undefined
      return found ? (found.groups ?? {}) : undefined
    },
  }
}

function patternsOf(language: ClaimLanguage): RegExp[] {
  const { leftOut, rewrites, retracting, replacing, adverbs, adding, changing, correcting, rows } = language
  const own = [...leftOut, ...rewrites.map(([from]) => from), ...retracting, ...replacing]
  const others = [notBut, noLonger, anyMore, stopped, begun, doing, adverbs, adding, changing, correcting]
  return [...own, ...others, ...rows.map(({ pattern }) => pattern)]
}

function rewritten(plain: string, language: ClaimLanguage): Trial {
  const whole = trialOf(plain.includes("'") ? replaced(plain, language.contractions) : plain, language)
  const matches = (from: RegExp): boolean => whole.can(from) && whole.text.search(from) >= 0
  const found = whole.patterns().find((from) => whole.rewrites.has(from) && matches(from))
  const first = found && whole.rewrites.get(found)
  return first === undefined ? whole : trialOf(replaced(whole.text, language.rewrites.slice(first)), language)
}

function replaced(text: string, rewrites: Rewrites = []): string {
  return rewrites.reduce((whole, [from, to]) => whole.replace(from, to), text)
}

/** Replaces a leading pronoun by the subject of the previous clause: `my dog is not called rex, he is called max`. */
function withSubject(clause: string, before: string): string {
  const known =
    /^((?:my|our|the|mein|meine|unser|unsere|mi|nuestro|nuestra) [^,]{1,60}?) (?:is|does|do|are|was|ist|es) /u.exec(
      before,
    )?.[1]
  return known === undefined ? clause : clause.replace(/^(?:he|she|it|they|er|sie|es) (?=[a-zà-ž])/u, `${known} `)
}

function withoutOpening(text: string, { opening }: ClaimLanguage): string {
  let rest = text
  for (let count = 0; count < 4; count++) rest = rest.replace(opening, '') || rest
  return rest
}

/** @param trial of the clause or of a text around it */
function claimsOfClause(clause: string, trial: Trial, given: Manner): Claim[] {
  const { language } = trial
  const manner = { ...given }
  let said = clause
  const retracted = firstGroups(language.retracting, said, trial)
  const contrast = retracted ? undefined : firstGroups(language.replacing, said, trial)
  said = (retracted ?? contrast)?.['rest'] ?? said
  if (retracted) manner.stance = 'ended'
  if (contrast) {
    manner.replaces = contrast['o']
    manner.mark = 'clear'
  }
  manner.isAdditional = trial.test(language.adding, said)
  if (manner.mark === 'none' && trial.test(language.changing, said)) manner.mark = 'weak'
  const plain = trial.can(language.adverbs) ? said.replaceAll(language.adverbs, ' ') : said
  const bare = plain.replaceAll(/\s+/g, ' ').trim()
  return bare === '' ? [] : claimsOfForm(bare === trial.text ? trial : trialOf(bare, language), manner)
}

function firstGroups(patterns: readonly RegExp[], said: string, trial: Trial): ReturnType<Trial['groups']> {
  return patterns.map((one) => trial.groups(one, said)).find(Boolean)
}

const notBut =
  /^(?<head>.{1,120}?) (?:not|nicht|no)(?<word> called| named)? (?<o>[^,]{1,80}?),? (?:but|sondern|sino) (?:rather )?(?<v>.{1,120})$/u
const noLonger = /^(?<head>[^,]{1,60}?) (?:(?<be>am|is|are) )?(?:no longer(?= )|nicht mehr) ?(?<rest>.*)$/u
const anyMore =
  /^(?<head>[^,]{1,60}?) (?:(?<be>am|is|are) not|(?:do|does) not|(?<=\S \S+ )(?:nicht|kein(?:e|en)?)) (?<rest>.+?) (?:any ?(?:more|longer)|mehr)$/u
const stopped =
  /^(?<head>i|we) (?:have )?(?:stopped|quit|gave up|given up|give up|ceased|dropped) (?<verb>[a-zà-ž]+ing)(?: (?<rest>[^,]+))?(?:, .+)?$/u
const begun =
  /^(?<head>i|we) (?:have )?(?:started|began|begun|resumed|took up|taken up|(?:(?:am|are|went|gone) )?back to) (?!(?:work|us)ing\b)(?<verb>[a-zà-ž]+ing)(?: (?<rest>[^,]+))?(?:, .+)?$/u
const doing = /^(?<head>i|we) (?:am|are) (?<verb>[a-zà-ž]+ing)(?: (?<rest>.+))?$/u

/** The claims of a clause: a retraction, a replacement, or those of its form. */
function claimsOfForm(trial: Trial, manner: Manner): Claim[] {
  const contrast = trial.groups(notBut)
  if (contrast) {
    const { head = '', word = '', v = '', o = '' } = contrast
    return claimsOfForm(trialOf(`${head}${word} ${v}`, trial.language), { ...manner, mark: 'clear', replaces: o })
  }
  const over = trial.groups(noLonger) ?? trial.groups(anyMore) ?? trial.groups(stopped)
  if (over) return claimsOfActivity(trialOf(formOf(over), trial.language), { ...manner, stance: 'ended' })
  const taken = trial.groups(begun)
  if (!taken) return claimsOfActivity(trial, manner)
  const mark = manner.mark === 'none' ? 'weak' : manner.mark
  return beside(claimsOfRows(trialOf(formOf(taken), trial.language), { ...manner, mark }))
}

/** `i stopped playing tennis` and `i am playing tennis` → `i play tennis`. */
function formOf({ head = '', be = '', verb = '', rest = '' }: Readonly<Record<string, string>>): string {
  return [head, be, verbStem(verb), rest].filter((part) => part !== '').join(' ')
}

/** The claims of a clause; `i am learning spanish` claims the same as `i learn spanish`. */
function claimsOfActivity(trial: Trial, manner: Manner): Claim[] {
  const claims = claimsOfRows(trial, manner)
  const groups = claims.length === 0 ? trial.groups(doing) : undefined
  return groups ? beside(claimsOfRows(trialOf(formOf(groups), trial.language), manner)) : claims
}

/** What people begin or are doing at some time is mostly done beside the rest, and moves nothing to another time. */
function beside(claims: readonly Claim[]): Claim[] {
  return claims.filter(({ cardinality }) => cardinality !== 'marked')
}

function claimsOfRows({ patterns, rows, groups }: Trial, manner: Manner): Claim[] {
  const found: Claim[] = []
  for (const pattern of patterns()) {
    const row = rows.get(pattern)
    // That something is no longer over, ends nothing.
    if (!row || (row.stance === 'ended' && manner.stance !== 'holds')) continue
    const matched = groups(pattern)
    if (!matched) continue
    const claims = (row.ends ?? [{}]).flatMap((of) => claimsOfRow({ ...row, ...of }, matched, manner))
    found.push(...claims)
    if (claims.length > 0 && !row.goesOn) break
  }
  return found
}

/** Makes a denied value the one that the other value replaces: `It is not called A. It is called B.` */
function contrasted(claims: readonly Claim[]): Claim[] {
  return claims.map((claim) => {
    const denied = claims.find((other) => other.key === claim.key && other.stance === 'denied')
    if (!denied || claim.stance !== 'holds' || claim.replaces !== undefined) return claim
    return { ...claim, mark: 'clear', replaces: denied.value }
  })
}
