import { regex, source } from '../../text/regex.ts'
import { acquaintance, female, male } from '../persons.ts'
import { kindOf } from './kinds.ts'
import { leaningOf } from './leaning.ts'
import { orderIn } from './orders.ts'
import { headNeeded } from './referents.ts'
import type { Said, SaidPart, SaidSentence } from './said-parts.ts'

/*
 * Whom and what a clause speaks of, if only what was said before it shows that: "a present for my dad? he loves jazz"
 * says that my dad loves jazz.
 */

const things =
  '(?:gifts?|presents?|ideas?|cards?|cake|party|surprise|dinner|lunch|breakfast|meals?|menu|recipes?|workout|books?|toys?|outfit|trip|weekend|toast|speech)'
const parent = '(?:Mum|Mom|Dad|Mama|Papa|Grandma|Grandpa|Granny|Grandad|Nan)'
const relative = source`(?:${acquaintance.source}(?: \p{Lu}\p{Ll}+)?|\b(?:my |our )?${parent}\b)(?: and (?:my |our )?(?:wife|husband|kids?|children|mum|mom|dad|sister|brother|son|daughter|parents|${parent}))?`
/** A name for which only everyday things are wanted, not what a hero of a film does. */
const name = source`(?:(?<=\b(?:${things}|something|anything|cook|bake|make|buy|get) for )(?!\p{L}+days?\b|Christmas|Easter|Halloween)\p{Lu}\p{Ll}+|(?<=\b[Dd]oes )\p{Lu}\p{Ll}+(?= (?:eat|drink|like)\b))`
const persons = regex.gu`(?:${relative}|${name}|\b(?:his|her|their|your|the) ${acquaintance.source.replace(/^.*?\}\?/, '')})(?!['’\p{L}])`
/** What is wanted for a person: "help me plan a party for", "Need a gift for", "what can I cook for". */
const wish = regex.i`^(?:(?:please|pls|now|ok|i|we|i'm|i'd|we'd|would|also|just|really) )*(?:need|want|like|looking for|plan|write|draft|suggest|recommend|find|make|help|cook|bake|think of|give)\b|^(?!(?:i|we|bought|made|got|had|[a-zà-ž]+ed)\b)(?:an? |some |the )?(?:[a-zà-ž-]+ ){0,2}?${things}(?: ideas?)? for\b(?!.*\b(?:was|were|went|is|are)\b)`
/** Words for what is made up. */
export const madeUp: RegExp = regex.i`\b(?:stor(?:y|ies)|tales?|poem|role-?\s?play|characters?|novel|song|game|jokes?|script)\b`
const pronoun =
  /^(?<who>he|she|they|his|her|their)(?<is>['’]?s|['’]?re|['’]ve)?(?= )(?! (?:said|says|told|asked|was|were|had|wants?|needs?|thinks?|should|must|would|could|will|may|might|asking|coming|late|closed|in|at|here|going|doing|having)\b)/i
const several = / and |(?:parents|children|in-laws|kids|friends|family|team|siblings|twins|cousins|[^s]s)$/i
const having = /^ (?:been|got|had|lost|\p{Ll}+ed)\b(?! (?:with|to|in|of|by)\b)/u

/** The comma before a sentence about the person for whom something is wanted: "a gift for Mum, | she's 60". */
export const ofWanted: string = source`,\s+(?=(?:he|she|they)(?:'s|'re)? )(?<=\b(?:for|[Dd]oes|do|get|buy|give|cook|feed|invite) (?:${relative}|\p{Lu}\p{Ll}+)(?: [^\s,]+){0,3},\s+)`

/** What another one may not eat or has, beside a request: "What can I cook, Poppy can't have nuts?" */
export const othersNeed: string = source`\p{Lu}\p{Ll}+(?:'s| is| has| can't| cannot| mustn't| doesn't| won't) (?:(?:badly |very |really |also |both |an? )*(?:[\p{L}]+ )?(?:allerg|intoleran|vegan|vegetarian|pescatarian|c?o?eliac|diabetic|asthma|epilep|pregnant|dairy[- ]free|gluten[- ]free)|(?<=(?:can't|cannot|mustn't|doesn't|won't) )(?:have|eat|drink|tolerate|digest|chew|swallow|touch) )`
export const needs: RegExp = regex.u`^${othersNeed}`

/** A part with the person in place of its pronoun, if the part before wants something for exactly one. */
export function headed(part: SaidPart, before: SaidPart, isQuestion: boolean): SaidPart | undefined {
  const found = pronoun.exec(part.masked)
  if (!found || !(isQuestion || before.isRequest || wish.test(before.masked)) || madeUp.test(before.masked))
    return undefined
  const [person, another] = `${before.masked.charAt(0).toLowerCase()}${before.masked.slice(1)}`.match(persons) ?? []
  const { who = '', is = '' } = found.groups ?? {}
  const isMany = /^the/i.test(who)
  if (person === undefined || another !== undefined || /^(?:his|her|their|your|the) /.test(person)) return undefined
  if (several.test(person) !== isMany || (/^h(?:e|is)$/i.test(who) ? female : male).test(person)) return undefined
  const stop = part.masked.search(/, (?:to|without|with|for|please|what|how)\b|$/i)
  const rest = part.masked.slice(found[0].length, stop)
  const verb = is === '' ? '' : /s$/i.test(is) ? (having.test(rest) ? ' has' : ' is') : /v/.test(is) ? ' have' : ' are'
  const owner = /^(?:his|her|their)$/i.test(who) ? "'s" : ''
  const lead = `${person.charAt(0).toUpperCase()}${person.slice(1)}${owner}${verb}`
  return { ...part, text: `${lead}${part.text.slice(found[0].length, stop)}`, masked: `${lead}${rest}` }
}

/** A statement with the persons of the question before it in place of "them": "Carl has the kids Wednesdays". */
function withPersonAsked(said: string, question: string): string | undefined {
  const [person, another] = `${question.charAt(0).toLowerCase()}${question.slice(1)}`.match(persons) ?? []
  const word = /\b(?:them|him)\b/i.exec(said)
  if (person === undefined || another !== undefined || !word || /^(?:his|her|their|your) /.test(person))
    return undefined
  if (several.test(person) !== /them/i.test(word[0]) || female.test(person)) return undefined
  return `${said.slice(0, word.index)}${person}${said.slice(word.index + word[0].length)}`
}

/** Maximum characters of a clause with what was said before it. */
export const longestJoined = 220
/** What joins a sentence to the next. */
export function stopOf(said: string): string {
  return /[.!?…\p{Emoji_Presentation}]$/u.test(said) ? ' ' : '. '
}

/** Words before a pronoun that say enough without it. */
const enough = 8
/** What is said before a consequence or a contrast. */
const beforeJoint = /^.{3,}[^\s,](?=,? (?:so|and|but|because|since) )/

/** What a consequence may not lose: a number, a name, a danger. */
const telling = /\d|\p{Lu}\p{Ll}|\b(?:can't|cannot|never|must|allerg|intoleran|ill|sick)/u
/** What another is or has, behind a question: "how much formula, | Sofia is breastfeeding but we top up at night". */
const contrasted =
  /(?<=, )(?!(?:i|we|you|it|there|what|how|where|when|why|who)\b)(?:my )?[a-zà-ž]+ (?:is|has|can't|can|needs) [^,?]+$/i

/** The text of a clause with its head, or that it has none. Neither if it needs none. */
type Head = { whole?: string; isHeadless?: Said['isHeadless'] }

/** The text of a part with what is said before it, if only that shows what its words mean. */
export function headOf(part: SaidPart, place: number, earlier: SaidSentence | undefined): Head {
  const last = earlier?.parts.at(place - 1)
  const other = last?.isRequest && part.opener === 'but' ? contrasted.exec(last.masked) : null
  if (earlier && last && other) return { whole: upTo(part, earlier, earlier.text.indexOf(last.text) + other.index) }
  const needed = orderIn(part.masked) === undefined ? headNeeded(part.masked) : undefined
  if (!needed) return {}
  const asked = last && (isAsked(last) || earlier?.isQuestion) ? withPersonAsked(part.text, last.masked) : undefined
  const whole = asked ?? (earlier && withStated(part, place, earlier, needed.isShown))
  if (whole !== undefined) return { whole }
  const said = part.masked.slice(0, needed.at)
  const start = beforeJoint.exec(said)?.[0].length
  const left = part.masked.slice(start)
  if (start !== undefined && !telling.test(left) && kindOf(left, () => true).topic !== 'health')
    return { whole: part.text.slice(0, start) }
  return start !== undefined || said.split(' ').length > enough ? {} : { isHeadless: true }
}

/** A part with what is stated before it in its sentence or in the one before, if that shows what it needs. */
function withStated(part: SaidPart, place: number, earlier: SaidSentence, isShown: (before: string) => boolean) {
  const isSame = place > 0
  const before = isSame ? earlier.parts.at(place - 1) : earlier.parts.findLast((one) => !isAsked(one))
  if (!before || isAsked(before) || (!isSame && earlier.isQuestion)) return undefined
  if (!isShown(before.masked) || !isClear(before.masked)) return undefined
  const { text, afterthought } = earlier
  const said = afterthought === '' ? before.text : `${before.text}${stopOf(before.text).trim()}${afterthought}`
  const whole = isSame ? upTo(part, earlier, text.indexOf(before.text)) : `${said}${stopOf(said)}${part.text}`
  return whole.startsWith(before.text) && whole.length <= longestJoined ? whole : undefined
}

/** A sentence from a place on up to the end of a part. */
function upTo(part: SaidPart, { text }: SaidSentence, from: number): string {
  return text.slice(from, text.lastIndexOf(part.text) + part.text.length)
}

const forAdvice = /^(?:i'm|i am|we're|we are|i need)\b.{0,20}\b(?:advice|tips|help|ideas|suggestions)\b/i

/** Whether a part asks for something. What it speaks of need not be so. */
function isAsked({ isRequest, masked }: SaidPart): boolean {
  return isRequest || orderIn(masked) === 'local' || forAdvice.test(masked)
}

function isClear(said: string): boolean {
  return leaningOf(said) === undefined && headNeeded(said) === undefined
}
