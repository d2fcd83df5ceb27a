import { asksToForget } from '../requests-to-forget.ts'
import type { Claim } from './claim.ts'
import { forgettingRewrites } from './claims-to-forget.ts'
import { singular } from './endings.ts'
import { claim } from './named-claims.ts'

/*
 * What a request to forget names without stating it: "what I told you about Pete", "the miscarriage". It ends each
 * statement that has all its words, whatever that says of them.
 */

/** The words of a statement: "will" only behind an owner, and none that another person owns. */
const word =
  /(?<=(?<![\p{L}\d])(?:my|our|the|an?) )will(?![\p{L}\d])|(?<!(?:'s|(?<![\p{L}\d])(?:his|her|their|your)) )(?<![\p{L}\d'-])(?!will\b)(?:\p{L}{2,}|\d)[\p{L}\d]*(?:-[\p{L}\d]+)*/gu
/** Words that name nothing, and those by which nothing is named: one forgets the wetting of the bed by the bed. */
const empty =
  /^(?:the|and|for|with|about|from|into|that|this|these|those|who|which|what|how|she|her|his|him|they|them|their|you|your|our|its|my|me|we|us|it|he|an|to|of|on|in|at|is|as|so|or|be|am|are|was|were|has|have|had|been|does|did|do|not|never|ever|got|went|back|again|please|pls|thing|stuff|story|bit|status|situation|news|issues?|problems?|matter|details?|info|condition|very|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|weekend|weeks?|months?|years?|time|\p{L}{2,}ing)$/u
/** What the forms of claims end by themselves. */
const known = /^(?:job|work|employer|career|profession|(?:home |postal |street )?address|diet|eating habits|birthday)$/
const request = /^forget (?:my|our|the) (?<what>.{2,80}?)(?:,? (?:please|pls|now|again|any ?more))*[\s.!]*$/u

function wordsOf(said: string): string[] {
  return [...new Set((said.match(word) ?? []).filter((one) => !empty.test(one)).map(singular))]
}

const allergic = /\b(?:al+erg|anaphyl|intoleran|c?o?eliac)/i

/**
 * The words of a statement, by which a request to forget may find it; of one about an allergy only names: who forgets the
 * cat is still allergic to cats. Linear.
 */
export function topicsIn(text: string): Claim[] {
  const value = text.toLowerCase().replaceAll('’', "'")
  const names = allergic.test(text)
    ? new Set(wordsOf((text.match(/\p{Lu}\p{L}+/gu) ?? []).join(' ').toLowerCase()))
    : undefined
  const words = wordsOf(value).filter((one) => names?.has(one) ?? true)
  return words.map((topic) => claim(`|topic|${topic}`, { value }))
}

/** Whether a claim is what a request to forget names. */
export function isTopic({ key, stance }: Claim): boolean {
  return stance === 'ended' && key.startsWith('|topic|')
}

/** What a request in lower case ends by its words; none if it is no request, or states what to forget. Linear. */
export function topicsToForget(plain: string): Claim[] {
  if (!asksToForget(plain)) return []
  const said = forgettingRewrites.reduce((text, [from, to]) => text.replace(from, to), plain)
  const what = request.exec(said)?.groups?.['what'] ?? ''
  const words = known.test(what) ? [] : wordsOf(`my ${what.replaceAll(/'s(?!\p{L})/gu, '')}`)
  // A number names nothing by itself: "week 3", "the 5 am meeting".
  const topic = words.find((one) => !/^\d/.test(one))
  const others = words.filter((one) => one !== topic)
  return topic === undefined
    ? []
    : [claim(`|topic|${topic}`, { value: others.join(' '), stance: 'ended', mark: 'clear' })]
}
