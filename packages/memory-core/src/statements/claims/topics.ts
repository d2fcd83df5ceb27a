import { lazy } from '../../text/plain-text.ts'
import { regex } from '../../text/regex.ts'
import { asksToForget } from '../requests-to-forget.ts'
import type { Claim } from './claim.ts'
import { anyBeing } from './claim-forms.ts'
import { forgettingRewrites } from './claims-to-forget.ts'
import { singular } from './endings.ts'
import { claim } from './named-claims.ts'
import { wordsIn } from './shared-words.ts'

/*
 * What a request to forget names without stating it: "what I told you about Pete", "the miscarriage". It ends each
 * statement that has all its words, whatever that says of them; a request that states it ("that I drive an old truck") ends
 * each that has most of them.
 */

/** The words of a statement: "will" only behind an owner, and none that another person owns. */
const word = regex.gu`(?<=(?<![\p{L}\d])(?:my|our|the|an?) )will(?![\p{L}\d])|(?<![\p{L}\d'-])(?!will\b|(?<=(?:'s|(?<![\p{L}\d])(?:his|her|their|your)) )(?:${anyBeing})s?\b)(?:\p{L}{2,}|\d)[\p{L}\d]*(?:-[\p{L}\d]+)*`
/** Words that name nothing. */
const empty =
  /^(?:the|and|for|with|about|from|into|that|this|these|those|who|which|what|how|she|her|his|him|they|them|their|you|your|our|its|my|me|we|us|it|he|an|to|of|on|in|at|is|as|so|or|be|am|are|was|were|has|have|had|been|does|did|do|not|never|ever|got|went|back|again|please|pls|thing|stuff|story|bit|status|situation|news|issues?|problems?|matter|details?|info|condition|very|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|weekend|weeks?|months?|years?|time|being|having|getting|going|doing|making|taking|trying|thinking|feeling|saying|seeing)$/u
/** What the forms of claims end by themselves. */
const known = /^(?:job|work|employer|career|profession|(?:home |postal |street )?address|diet|eating habits|birthday)$/
const request = /^forget (?:my|our|the) (?<what>.{2,80}?)(?:,? (?:please|pls|now|again|any ?more))*[\s.!]*$/u

/** `pregnancy` and `pregnant`, `wetting` and `wets` have the same. */
function rootOf(word: string): string {
  const one = singular(word)
  const root = one.replace(/(?<=\p{L}{3})(?:ing|ed)$|(?<=\p{L}{5})(?:an[ct]y?|en[ct]y?|cy|ion|ment)$/u, '')
  return root.replace(/(?<=\p{L}{3})e$/u, '').replace(/(\p{L})\1$/u, '$1')
}

/** What a statement is about without the word: who owes twelve grand has told of money. */
const money =
  /\b(?:ow(?:e|es|ed|ing)|debts?|loans?|grand|borrow\w*|lent|salary|wages|earns?|savings|bankrupt\w*|mortgage\w*|\d+k)\b|[$€£]\d/i
const ofMoney = /^(?:money|cash|finances?|debts?)$/

function wordsOf(said: string): string[] {
  const found = (said.match(word) ?? []).filter((one) => !empty.test(one))
  const words = found.map((one) => (ofMoney.test(one) ? 'money' : rootOf(one)))
  return [...new Set(words)]
}

/** Of a statement about an allergy, which only its name ends. */
export const isOfAllergy: RegExp = /\b(?:al+erg|anaphyl|intoleran|c?o?eliac)/i

/**
 * The words of a statement, by which a request to forget may find it; of one about an allergy only names: who forgets the
 * cat is still allergic to cats. Linear.
 */
export function topicsIn(text: string, speaker?: string): Claim[] {
  const value = text.toLowerCase().replaceAll('’', "'")
  const names = isOfAllergy.test(text)
    ? new Set(wordsOf((text.match(/\p{Lu}\p{L}+/gu) ?? []).join(' ').toLowerCase()))
    : undefined
  const words = wordsOf(value).filter((one) => names?.has(one) ?? true)
  const all = names === undefined && money.test(value) ? [...new Set([...words, 'money'])] : words
  const stated = claim(statedKey(value, speaker), { value: wordsIn(value).join(' ') })
  return [...all.map((topic) => claim(`|topic|${topic}`, { value: all.join(' ') })), stated]
}

const ofBeing = regex.u`^(?:(?:that|and|also) )*(?:my|our) (?:\p{L}+ ){0,2}?(?<being>${anyBeing})(?![\p{L}-])`

/** What is stated by another speaker or of one's people ends nothing of oneself. */
function statedKey(statement: string, speaker = ''): string {
  const { being = '' } = ofBeing.exec(statement)?.groups ?? {}
  return `|topic|*${speaker.toLowerCase()} ${being}`
}

/** Verbs and nouns of requests themselves, and what is no part of the thing. */
const ofRequest = lazy(
  () =>
    new Set(
      wordsIn(
        'forget disregard ignore delete remove erase wipe memory notes records fact detail preference preferences prefer liking fondness interest ' +
          'dislike like love enjoy having being mentioned told experience become occasionally oublie oubliez oublier efface plaît mémoire vergiss bitte ' +
          'gedächtnis olvida borra memoria favor dimentica scordati cancella esquece esqueça apaga vergeet alsjeblieft geheugen dass que dat che ich je ik',
        true,
      ),
    ),
)
/** Minimum words of a statement that is found by most of them. */
const leastStated = 2

/** Words by which alone a statement is found: few speak of that but as their own. */
const delicate =
  /(?<![\p{L}-])(?:asthma|inhaler|migraine|diabetes|depression|anxiety|bipolar|epilepsy|arthritis|adhd|autism|insomnia|meniscus|hernia|ptsd|ocd|hiv|cancer|dementia|eczema|psoriasis|lupus|crohn'?s|miscarriage|abortion|infertility|grief|harass(?:ment|ed)|abuse|assault|divorce|bankruptcy|addiction|alcoholism|rehab|psychiatrist|panic|suicid\p{L}+|self-harm|pregnancy|affair|prison|arrest)s?(?![\p{L}-])/gu

/** What one has: "that I own two cats". */
const owned =
  /\b(?:i|we)(?:'ve)? (?:have|own|got|keep) (?:(?:an?|one|two|three|four|some|\d+) )?(?<thing>\p{L}{3,})[\s.!]*$/u

function statedToForget(plain: string, speaker: string): Claim[] {
  const words = wordsIn(plain).filter((one) => !ofRequest().has(one))
  const key = statedKey(plain.replace(/^.*?(?:that|about|for|of|forget) (?=(?:my|our) )/u, ''), speaker)
  const over = { stance: 'ended', mark: 'clear' } as const
  const alone = plain.match(delicate) ?? []
  if (words.length < leastStated) {
    const { thing } = (alone.length === 0 && owned.exec(plain)?.groups) || {}
    return thing === undefined ? [] : [claim(`|topic|${rootOf(thing)}`, { value: '', ...over })]
  }
  const named = alone.map((one) => claim(`|topic|${rootOf(one)}`, { value: '', ...over }))
  return [claim(key, { value: words.join(' '), ...over }), ...named]
}

/** Whether a claim is what a request to forget names. */
export function isTopic({ key, stance }: Claim): boolean {
  return stance === 'ended' && key.startsWith('|topic|')
}

/** The stems of what requests state. */
export function statedWords(topics: readonly Claim[]): ReadonlySet<string> {
  return new Set(topics.flatMap(({ key, value }) => (key.startsWith('|topic|*') ? value.split(' ') : [])))
}

/** What a request in lower case ends by its words; none if it is no request, or states what to forget. Linear. */
export function topicsToForget(plain: string, speaker: string): Claim[] {
  if (!asksToForget(plain)) return []
  const said = forgettingRewrites.reduce((text, [from, to]) => text.replace(from, to), plain)
  const what = request.exec(said)?.groups?.['what'] ?? ''
  const words = known.test(what) ? [] : wordsOf(`my ${what.replaceAll(/'s(?!\p{L})/gu, '')}`)
  // A number names nothing by itself: "week 3", "the 5 am meeting".
  const topic = words.find((one) => !/^\d/.test(one))
  const others = words.filter((one) => one !== topic)
  if (topic === undefined) return what === '' ? statedToForget(plain, speaker) : []
  return [claim(`|topic|${topic}`, { value: others.join(' '), stance: 'ended', mark: 'clear' })]
}
