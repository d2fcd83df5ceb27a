import { regex, source } from '../../text/regex.ts'
import { acquaintance } from './kinds.ts'
import type { SaidPart } from './said-parts.ts'

/*
 * Whom "he", "she" and "they" are behind a wish for a person: "a present for my dad? he loves jazz" says that my dad
 * loves jazz.
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
const told = regex.i`\b(?:stor(?:y|ies)|tales?|poem|role-?\s?play|characters?|novel|song|game|jokes?|script)\b`
const pronoun =
  /^(?<who>he|she|they|his|her|their)(?<is>['’]?s|['’]?re|['’]ve)?(?= )(?! (?:said|says|told|asked|was|were|had|wants?|needs?|thinks?|should|must|would|could|will|may|might|asking|coming|late|closed|in|at|here|going|doing|having)\b)/i
const female =
  /\b(?:wife|girlfriend|mum|mom|mama|mother|sister|daughter|aunt|niece|grandma|granny|nan|grandmother|granddaughter)\b/i
const male = /\b(?:husband|boyfriend|dad|papa|father|brother|son|uncle|nephew|grandpa|grandad|grandfather|grandson)\b/i
const several = / and |(?:parents|children|in-laws|kids|friends|family|team|siblings|twins|cousins|[^s]s)$/i
const having = /^ (?:been|got|had|lost|\p{Ll}+ed)\b(?! (?:with|to|in|of|by)\b)/u

/** The comma before a sentence about the person for whom something is wanted: "a gift for Mum, | she's 60". */
export const ofWanted: string = source`,\s+(?=(?:he|she|they)(?:'s|'re)? )(?<=\b(?:for|[Dd]oes|do|get|buy|give|cook|feed|invite) (?:${relative}|\p{Lu}\p{Ll}+)(?: [^\s,]+){0,3},\s+)`

/** A part with the person in place of its pronoun, if the part before wants something for exactly one. */
export function headed(part: SaidPart, before: SaidPart, isQuestion: boolean): SaidPart | undefined {
  const found = pronoun.exec(part.masked)
  if (!found || !(isQuestion || before.isRequest || wish.test(before.masked)) || told.test(before.masked))
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
export function withPersonAsked(said: string, question: string): string | undefined {
  const [person, another] = `${question.charAt(0).toLowerCase()}${question.slice(1)}`.match(persons) ?? []
  const word = /\b(?:them|him)\b/i.exec(said)
  if (person === undefined || another !== undefined || !word || /^(?:his|her|their|your) /.test(person))
    return undefined
  if (several.test(person) !== /them/i.test(word[0]) || female.test(person)) return undefined
  return `${said.slice(0, word.index)}${person}${said.slice(word.index + word[0].length)}`
}
