import { normalForm } from '../../normal-form.ts'
import { type CanMatch, createPatternFilter, type Matchable } from '../../text/pattern-filter.ts'
import { sentencesOf, seriously, unquoted } from '../stated-sentences.ts'
import type { Claim, ClaimLanguage } from './claim.ts'
import { claimsOfRow, type Manner } from './claim-of-row.ts'
import { verbStem } from './claim-subject.ts'
import { english } from './claims-english.ts'
import { german } from './claims-german.ts'
import { spanish } from './claims-spanish.ts'

/** Maximum characters and sentences read of a statement. Clauses above `maxClause` say too much to be compared. */
const maxCharacters = 2_000
const maxSentences = 12
const maxClause = 300
const maxClaims = 32
/** Maximum texts whose claims are cached. A statement is read several times: when captured, learned and compared. */
const rememberedTexts = 2_000
const longestRemembered = 400

const languages: readonly ClaimLanguage[] = [english, german, spanish]

/** The speaker of a statement. */
export interface ClaimSpeech {
  /** The speaker's name, if there are several: each means another person by "I". */
  speaker?: string | undefined
}

/**
 * Reads the claims of a statement: subject, attribute and value. Works by rules for English, German and Spanish,
 * without a model. Questions, conditions, plans, reports of others, the past, temporary states and forms without a rule
 * claim nothing. Linear in the first 2,000 characters.
 */
export function claimsOf(text: string, { speaker }: ClaimSpeech = {}): readonly Claim[] {
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

function claimsOfSentence(sentence: string, speaker: string): Claim[] {
  const plain = normalForm(sentence, 'NFC').toLowerCase().replaceAll(/[’`´]/g, "'").replaceAll(/\s+/g, ' ').trim()
  for (const language of languages) {
    if (language.needs && !language.needs.test(plain)) continue
    const claims = plain.length > maxClause ? [] : claimsIn(plain, language, speaker)
    if (claims.length > 0) return claims
  }
  return []
}

function claimsIn(plain: string, language: ClaimLanguage, speaker: string): Claim[] {
  if (/[?？]/u.test(plain)) return []
  const { spelled, can } = rewritten(plain, language)
  const isCorrection = can(language.correcting) && language.correcting.test(spelled)
  const said = can(language.opening) ? withoutOpening(spelled, language) : spelled
  const sentence = said.replace(/[.!;…\s]+$/u, '')
  const figures = language.figures?.(sentence, speaker) ?? []
  const leftOut = language.leftOut.filter((pattern) => can(pattern) && pattern.test(sentence))
  if (leftOut.length > 0) return leftOut.every((pattern) => pattern === language.intending) ? figures : []
  let before = ''
  const claims = sentence.split(language.joint).flatMap((clause) => {
    const whole = withSubject(clause, before)
    before = whole
    return claimsOfClause(whole, whole === clause ? can : canMatchIn(whole, language), language, {
      mark: isCorrection ? 'weak' : 'none',
      isAdditional: false,
      stance: 'holds',
      replaces: undefined,
      speaker,
    })
  })
  return [...claims, ...figures]
}

const filters = new Map<ClaimLanguage, (text: string) => Matchable>()

/** Tells which of a language's patterns can match in a text. Trying all of them would take most of the time. */
function canMatchIn(text: string, language: ClaimLanguage): CanMatch {
  const known = filters.get(language)
  if (known) return known(text).can
  const { leftOut, rewrites, retracting, replacing, rows } = language
  const others = [
    ...leftOut,
    ...rewrites.map(([from]) => from),
    ...retracting,
    ...replacing,
    notBut,
    noLonger,
    anyMore,
    stopped,
    begun,
    doing,
  ]
  const filter = createPatternFilter([
    ...others,
    language.adverbs,
    language.adding,
    language.changing,
    language.correcting,
    language.opening,
    ...rows.map(({ pattern }) => pattern),
  ])
  filters.set(language, filter)
  return filter(text).can
}

function rewritten(plain: string, language: ClaimLanguage): { spelled: string; can: CanMatch } {
  const whole = plain.includes("'") ? replaced(plain, language.contractions) : plain
  const can = canMatchIn(whole, language)
  const first = language.rewrites.findIndex(([from]) => can(from) && whole.search(from) >= 0)
  if (first < 0) return { spelled: whole, can }
  const spelled = replaced(whole, language.rewrites.slice(first))
  return { spelled, can: canMatchIn(spelled, language) }
}

function replaced(text: string, rewrites: ClaimLanguage['rewrites']): string {
  let whole = text
  for (const [from, to] of rewrites) whole = typeof to === 'string' ? whole.replace(from, to) : whole.replace(from, to)
  return whole
}

/** Replaces a leading pronoun by the subject of the previous clause: `my dog is not called rex, he is called max`. */
function withSubject(clause: string, before: string): string {
  const known =
    /^((?:my|our|the|mein|meine|unser|unsere|mi|nuestro|nuestra) [^,]{1,60}?) (?:is|does|do|are|was|ist|es) /u.exec(
      before,
    )?.[1]
  return known === undefined ? clause : clause.replace(/^(?:he|she|it|they|er|sie|es) (?=\p{L})/u, `${known} `)
}

function withoutOpening(text: string, { opening }: ClaimLanguage): string {
  let rest = text
  for (let count = 0; count < 4; count++) {
    const shorter = rest.replace(opening, '')
    if (shorter === rest || shorter === '') break
    rest = shorter
  }
  return rest
}

function claimsOfClause(clause: string, can: CanMatch, language: ClaimLanguage, given: Manner): Claim[] {
  const manner = { ...given }
  let said = clause
  const retracted = language.retracting.map((one) => (can(one) ? one.exec(said)?.groups : undefined)).find(Boolean)
  if (retracted) {
    said = retracted['rest'] ?? ''
    manner.stance = 'ended'
  }
  const contrast = language.replacing.map((one) => (can(one) ? one.exec(said)?.groups : undefined)).find(Boolean)
  if (contrast && !retracted) {
    said = contrast['rest'] ?? ''
    manner.replaces = contrast['o']
    manner.mark = 'clear'
  }
  manner.isAdditional = can(language.adding) && language.adding.test(said)
  if (manner.mark === 'none' && can(language.changing) && language.changing.test(said)) manner.mark = 'weak'
  const plain = can(language.adverbs) ? said.replaceAll(language.adverbs, ' ') : said
  const bare = plain.replaceAll(/\s+/g, ' ').trim()
  return bare === '' ? [] : claimsOfForm(bare, bare === clause ? can : canMatchIn(bare, language), language, manner)
}

const notBut =
  /^(?<head>.{1,120}?) (?:not|nicht|no)(?<word> called| named)? (?<o>[^,]{1,80}?),? (?:but|sondern|sino) (?:rather )?(?<v>.{1,120})$/u
const noLonger = /^(?<head>[^,]{1,60}?) (?<be>am |is |are )?no longer (?<rest>.+)$/u
const anyMore = /^(?<head>[^,]{1,60}?) (?:(?<be>am|is|are) not|(?:do|does) not) (?<rest>.+?) any ?(?:more|longer)$/u
const stopped =
  /^(?<head>i|we) (?:have )?(?:stopped|quit|gave up|given up|give up|ceased|dropped) (?<verb>\p{L}+ing)(?: (?<rest>.+))?$/u
const begun =
  /^(?<head>i|we) (?:have )?(?:started|began|begun|resumed|took up|taken up|(?:(?:am|are|went|gone) )?back to) (?!(?:work|us)ing\b)(?<verb>\p{L}+ing)(?: (?<rest>.+))?$/u
const doing = /^(?<head>i|we) (?:am|are) (?<verb>\p{L}+ing)(?: (?<rest>.+))?$/u

/** The claims of a clause: a retraction, a replacement, or those of its form. */
function claimsOfForm(clause: string, can: CanMatch, language: ClaimLanguage, manner: Manner): Claim[] {
  const contrast = can(notBut) ? notBut.exec(clause)?.groups : undefined
  if (contrast) {
    const { head = '', word = '', v = '', o = '' } = contrast
    const form = `${head}${word} ${v}`
    return claimsOfForm(form, canMatchIn(form, language), language, { ...manner, mark: 'clear', replaces: o })
  }
  const over =
    (can(noLonger) ? noLonger.exec(clause)?.groups : undefined) ??
    (can(anyMore) ? anyMore.exec(clause)?.groups : undefined)
  if (over) {
    const { head = '', be = '', rest = '' } = over
    const form = `${head} ${be.trim() === '' ? rest : `${be.trim()} ${rest}`}`
    return claimsOfActivity(form, canMatchIn(form, language), language, { ...manner, stance: 'ended' })
  }
  const given = can(stopped) ? stopped.exec(clause)?.groups : undefined
  if (given) return claimsOfVerb(given, language, { ...manner, stance: 'ended' })
  const taken = can(begun) ? begun.exec(clause)?.groups : undefined
  if (taken)
    return beside(claimsOfVerb(taken, language, { ...manner, mark: manner.mark === 'none' ? 'weak' : manner.mark }))
  return claimsOfActivity(clause, can, language, manner)
}

/** The claims of a clause; `i am learning spanish` claims the same as `i learn spanish`. */
function claimsOfActivity(clause: string, can: CanMatch, language: ClaimLanguage, manner: Manner): Claim[] {
  const claims = claimsOfRows(clause, can, language, manner)
  const groups = claims.length === 0 && can(doing) ? doing.exec(clause)?.groups : undefined
  return groups ? beside(claimsOfVerb(groups, language, manner)) : claims
}

/** What people begin or are doing at some time is mostly done beside the rest, and moves nothing to another time. */
function beside(claims: readonly Claim[]): Claim[] {
  return claims.filter(({ cardinality }) => cardinality !== 'marked')
}

function claimsOfVerb(
  { head = '', verb = '', rest = '' }: Readonly<Record<string, string | undefined>>,
  language: ClaimLanguage,
  manner: Manner,
): Claim[] {
  const form = `${head} ${verbStem(verb)} ${rest}`.trim()
  return claimsOfRows(form, canMatchIn(form, language), language, manner)
}

function claimsOfRows(clause: string, can: CanMatch, { rows }: ClaimLanguage, manner: Manner): Claim[] {
  const found: Claim[] = []
  for (const row of rows) {
    const groups = can(row.pattern) ? row.pattern.exec(clause)?.groups : undefined
    if (!groups) continue
    const claims = claimsOfRow(row, groups, manner)
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
