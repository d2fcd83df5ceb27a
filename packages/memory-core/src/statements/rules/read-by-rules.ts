import type { RecordPriority, RecordType } from '../../storage/records.ts'
import { bareWords } from '../../text/comparison.ts'
import { type CanMatch, createPatternFilter } from '../../text/pattern-filter.ts'
import { lazy, withoutControls, withoutReminders } from '../../text/plain-text.ts'
import { regex, source } from '../../text/regex.ts'
import { foreignLanguages } from '../languages/of-oneself.ts'
import { firstPerson } from '../prose/pasted.ts'
import { afterOpening, type Clause, clausesIn, proseSentences } from '../prose/prose.ts'
import {
  type CaptureFamily,
  type CaptureLanguage,
  type CaptureRule,
  captureLanguages,
  type RulePack,
} from './rule-table.ts'
import { englishRules } from './rules-english.ts'

/** All rules by language, and within one constraints, then corrections, then preferences: the most specific wins. */
export const rulePacks: readonly RulePack[] = [englishRules, ...foreignLanguages]

/** A statement that capture found in a message. */
export interface Captured {
  /** The name of the rule that found it: `prefer`. */
  rule: string
  family: CaptureFamily
  language: CaptureLanguage
  type: RecordType
  priority: RecordPriority
  /** The statement as it was said, without a lead-in such as "actually,"; at most 400 characters. */
  text: string
  /** The whole sentence, when it is more than the text; at most 1,000 characters. */
  quote?: string
  /** Present when the user asked to remember it. */
  explicit?: true
}

/** Maximum characters scanned. Requests to remember do not follow a pasted book. */
const maxCharacters = 20_000
const maxCaptured = 8
const maxText = 400
const maxQuote = 1_000

type Said = Pick<Clause, 'text' | 'masked' | 'sentence'>

interface Match {
  rule: CaptureRule
  /** The position of the match in the statement. */
  index: number
}

/**
 * Finds the constraints, corrections, preferences and requests to remember in a user's message. Works by rule, without
 * a model; the same text always gives the same result. Skips code, quotations, questions, reported speech and
 * hypotheses. Reads the first 20,000 characters and 200 sentences, and returns at most 8 statements without duplicates.
 */
export function captureFrom(text: string, { languages }: { languages?: readonly CaptureLanguage[] } = {}): Captured[] {
  const own = withoutControls(withoutReminders(text).slice(0, maxCharacters))
  return capturedIn(clausesIn(proseSentences(own)), languages)
}

/** Like {@link captureFrom}, for the clauses of a message. */
export function capturedIn(
  clauses: readonly Clause[],
  languages: readonly CaptureLanguage[] = captureLanguages,
): Captured[] {
  const packs = rulePacks.filter(({ language }) => languages.includes(language))
  const found = new Map<string, Captured>()
  for (let index = 0; index < clauses.length && found.size < maxCaptured; index++) {
    const one = captureAt(clauses, index, packs)
    const key = one && bareWords(one.text)
    if (one && key && !found.has(key)) found.set(key, one)
  }
  return [...found.values()]
}

function captureAt(clauses: readonly Clause[], index: number, packs: readonly RulePack[]): Captured | undefined {
  const clause = clauses[index]
  // The middle of a long message may be pasted, and pasted rules are not the user's: only the first person counts
  // there.
  if (!clause || (clause.isDistant && !firstPerson.test(clause.masked))) return undefined
  const { can, patterns } = filter()(clause.masked)
  const due = new Set(patterns().map((pattern) => packOf.get(pattern)))
  for (const pack of packs) {
    if (!due.has(pack)) continue
    const statement = afterOpening(clause, pack.opening)
    if (pack.rememberBefore.test(statement.masked)) {
      const last = clauses[index - 1]
      return last && !last.isQuestion ? captured(remember, last, pack, true) : undefined
    }
    if (clause.isQuestion && !pack.request.test(statement.masked)) continue
    const found = afterRejection(clause, clauses[index + 1], pack) ?? judge(statement, pack, can)
    if (found) return found
  }
  return undefined
}

/** What a request to remember finds when no rule matches what is to be remembered. */
const remember = { name: 'remember', family: 'explicit', type: 'fact', priority: 'high' } as const

/** The patterns of which at least one matches wherever something is captured. Most texts have no word that any needs. */
const packOf: ReadonlyMap<RegExp, RulePack> = new Map(
  rulePacks.flatMap((pack) => {
    const { rememberBefore, rejection = [], remember, rules = [] } = pack
    const needed = [rememberBefore, rejection, remember, rules.map(({ patterns }) => patterns)].flat(2)
    return needed.map((pattern) => [pattern, pack] as const)
  }),
)
const filter = lazy(() => createPatternFilter([...packOf.keys()]))

/** Joins "No." and "It is port 5433." to one statement, unless the second one matches a rule alone. */
function afterRejection(clause: Clause, next: Clause | undefined, pack: RulePack): Captured | undefined {
  const { text, masked } = afterOpening(clause, pack.opening)
  if (!next || next.isQuestion || !pack.rejection?.test(masked) || judge(afterOpening(next, pack.opening), pack))
    return undefined
  const stop = (part: string): string => part.replace(/[\s.,!]+$/u, '')
  const sentence = clause.sentence === next.sentence ? clause.sentence : `${clause.sentence} ${next.sentence}`
  return judge({ text: `${stop(text)}, ${next.text}`, masked: `${stop(masked)}, ${next.masked}`, sentence }, pack)
}

/** @param can whether a pattern can match in the statement; without it, all are tried */
function judge(statement: Said, pack: RulePack, can: CanMatch = () => true): Captured | undefined {
  const asked = pack.remember.exec(statement.masked)
  const said = asked ? rememberedIn(statement, asked, pack) : statement
  if (asked && pack.notRemembered.test(said.masked)) return undefined
  const found = ruleFor(said, pack, can)
  if (found) return captured(found.rule, { ...said, text: standing(said, found, pack) }, pack, asked !== null)
  return asked ? captured(remember, said, pack, true) : undefined
}

function ruleFor({ masked }: Said, pack: RulePack, can: CanMatch): Match | undefined {
  const isRequest = pack.request.test(masked)
  if (!isRequest && pack.leftOut.some((pattern) => pattern.test(masked))) return undefined
  for (const rule of pack.rules ?? []) {
    const index = matchIndex(masked, rule, can)
    if (index === undefined || rule.unless.some((pattern) => pattern.test(masked))) continue
    const lead = masked.slice(0, index)
    if (!pack.before.some((pattern) => pattern.test(lead))) return { rule, index }
  }
  return undefined
}

function matchIndex(masked: string, rule: CaptureRule, can: CanMatch): number | undefined {
  for (const pattern of rule.patterns) {
    const match = can(pattern) ? pattern.exec(masked) : null
    // A leading comma belongs to the words before the match.
    if (match) return match.index + (/^[,:.)]\s+/.exec(match[0])?.[0].length ?? 0)
  }
  return undefined
}

const afterThat = /(?:dass|dat)\s+$/i
/** The object of "merk dir", as a heading: "meinen Code: 12" is "mein Code: 12". */
const objects: readonly (readonly [RegExp, string])[] = [
  [/^den (?=\p{Lu})/u, 'der '],
  [/^(mein|unser)en (?=\p{Lu})/u, '$1 '],
]

/** What the user asked to remember: "remember that" is cut off, and the rest made a main clause, if that is simple. */
function rememberedIn(statement: Said, { index, 0: request }: RegExpExecArray, { verbLast }: RulePack): Said {
  const keep = (whole: string): string =>
    (index === 0 ? whole.slice(request.length) : whole.slice(0, index)).replace(/(?:[吗嗎]|\s)?[?？]+\s*$/u, '')
  const text = keep(statement.text)
  const masked = keep(statement.masked)
  const said = { text, masked, sentence: statement.sentence }
  if (!verbLast) return said
  if (!afterThat.test(request))
    return { ...said, text: objects.reduce((all, [from, to]) => all.replace(from, to), text) }
  return { ...said, text: mainClause(text) ?? statement.text, masked: mainClause(masked) ?? masked }
}

/** Finite verbs without a prefix that parts from them, which end the clause after "that" and stand second in a main clause. */
const german =
  'bin|ist|sind|war|habe?|hat|haben|hatte|heiße[nt]?|heißt|heisse|heisst|wohne?|wohnt|wohnen|lebe|lebt|leben|arbeite|arbeitet|arbeiten|esse|isst|essen|trinke|trinkt|trinken|rauche|raucht|mag|mögen|nehme|nimmt|nehmen|vertrage|verträgt|fahre|fährt|fahren|fliege|fliegt|fliegen|spiele|spielt|spielen|lerne|lernt|lernen|spreche|spricht|sprechen|studiere|studiert|brauche|braucht|brauchen|komme|kommt|kommen|muss|musst|müssen|darf|dürfen|kann|können|soll|sollen|will|wollen|möchte|möchten|werde|wird|werden|leide|leidet|liebe|liebt|hasse|hasst|ernähre|ernährt|lautet|liegt|beträgt'
const dutch =
  'ben|is|zijn|was|heb|heeft|hebben|heet|heten|woon|woont|wonen|werk|werkt|werken|eet|eten|drink|drinkt|rook|rookt|slik|slikt|gebruik|gebruikt|rijd|rijdt|vlieg|vliegt|vliegen|speel|speelt|leer|leert|spreek|spreekt|studeer|studeert|moet|moeten|mag|mogen|kan|kunnen|wil|willen|zal|zullen|kom|komt|hou|houdt|haat'
const subject = source`(?<s>[iI]ch|[wW]ir|ik|we|wij|(?:mein|meine|unser|unsere|der|die|das|mijn|onze?|de|het) (?:\p{Ll}{2,}e[nrs]? )?\p{L}[\p{L}-]+)`
/** A name after a noun and more words: "my son Max has asthma", where the name belongs to the subject. */
const named = /^\p{Lu}\p{L}+ \S/u
/** In Dutch an infinitive may follow: "dat ik glutenvrij moet eten". */
const verbLastClauses = [`(?<verb>${german})`, source`(?<verb>${dutch})(?<main> \p{L}+en)?`].map(
  (verbs) => regex.u`^${subject} (?<rest>[^,]{1,200}?) ${verbs}(?<tail>, [^,]{1,80}?)?[.!?]*$`,
)

/** A German or Dutch clause after "dass" or "dat" as a main clause: "unser Hund heißt Bello". Undefined if unsure. */
export function mainClause(clause: string): string | undefined {
  for (const pattern of verbLastClauses) {
    const { s, rest, verb, main = '', tail = '' } = pattern.exec(clause.trim())?.groups ?? {}
    if (s === undefined || rest === undefined || verb === undefined) continue
    // "unser WLAN Gastnetz BlueFox heißt": only its writer knows where the name begins.
    if (s.includes(' ') && named.test(rest)) return undefined
    return `${s} ${verb} ${rest}${main}${tail}`
  }
  return undefined
}

/** Drops the lead-in of a statement if the rest stands alone; of a very long statement, everything before the match. */
function standing({ text, masked }: Said, { rule, index }: Match, pack: RulePack): string {
  if (text.length > maxText && index > 0) return text.slice(index)
  const length = rule.lead?.exec(masked)?.[0].length ?? 0
  return length > 0 && pack.standsAlone?.test(masked.slice(length)) ? text.slice(length) : text
}

function captured(
  { name, family, type, priority }: Pick<CaptureRule, 'name' | 'family' | 'type' | 'priority'>,
  said: Pick<Said, 'text' | 'sentence'>,
  { language }: RulePack,
  explicit: boolean,
): Captured | undefined {
  const text = clipped(said.text.replace(/^[\s,.:;–—-]+|[\s,;:–—-]+$/gu, ''), maxText)
  if (text === '') return undefined
  const raised = explicit && priority !== 'critical' ? 'high' : priority
  const base: Captured = { rule: name, family, language, type, priority: raised, text }
  const quote = clipped(said.sentence, maxQuote)
  return { ...base, ...(quote === text ? {} : { quote }), ...(explicit ? { explicit } : {}) }
}

/** Cuts a text to at most `length` characters, between two words if possible. */
function clipped(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed()
  const space = text.lastIndexOf(' ', length - 1)
  return `${text.slice(0, space > length / 2 ? space : length - 1).trimEnd()}…`.toWellFormed()
}
