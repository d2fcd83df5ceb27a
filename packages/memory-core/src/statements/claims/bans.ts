import { largeRegex, regex, source } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { medicineEndings, medicines } from './claim-forms.ts'
import { doctor } from './claim-rewrites-news.ts'
import { claim } from './named-claims.ts'
import { wordsIn } from './shared-words.ts'

/*
 * Bans ("Never deploy on Fridays", "No gluten for me until the biopsy"), and what lifts one: a permission of the same object
 * ("friday deploys are ok again"), or that what it waits for has come ("biopsy was clear"). Of allergies, food that another
 * person cannot have, medicines and safety nothing is lifted.
 */

const ban = regex`^(?:please )?(?:(?:never|don't|do not|avoid|no (?!longer|more|need)|nobody|no one)\b|(?:i|we) (?:don't|do not|never|avoid|can't (?!have|eat|drink|take)|cannot (?!have|eat|drink|take)|(?:gave|have given) up(?! on\b)|don't want)\b|(?:i|we)(?:'ve given up(?! on\b)|(?:'m|'re| am| are) (?:not (?:allowed|permitted) to|off|fasting))\b)|\b(?:freeze|frozen|banned|forbidden|off[- ]limits|read-only|pinned)\b`
const allergy = largeRegex`\b(?:al+erg|anaphyl|intoleran|c?o?eliac|swell|choke|throat|hives|reaction|(?:[a-z]{3,}(?:${medicineEndings})|${medicines})\b)`
const danger =
  /\b(?:asthma|epilep|diabet|seizure|pregnan|medic|insulin|blood|heart|tablets?|pills?|\d ?mg|poison|bleach|fire|gas|electric|safety|secret|password|token|credential|personal data|push|delet|drop|remov|eras|overwrit)|\b(?:call me|without)\b/
const event = source`(?:(?:the|my|our|all|these|those) )*(?<event>[\p{L}\d-]+(?: (?!is\b|are\b|was\b|were\b|has\b|have\b)[\p{L}\d-]+)?)`
/** What a ban waits for. */
const waits = [
  regex.u`\b(?:until|till) ${event}(?= (?:is|are|was|has|have)\b|$|[.,;])`,
  regex.u`\bbefore ${event} (?:is|are|has|have)\b`,
  regex.u`\b(?:for|during) (?<event>lent|ramadan|advent|(?:dry )?january|the freeze|the audit)\b`,
  regex.u`\bwhile (?:i|we)(?:'m|'re| am| are) (?:on |in )?${event}`,
]
const lead = source`^(?:.{2,60}?(?:,| so| and|;) (?:so |and )?)?`
const sinceNow = source`(?:again|now|these days|from now on|once more|with (?:me|us)|freely)`
const tail = source`(?: (?:again|now|these days|from now on|once more|with (?:me|us)|by me|too|as well|freely|anyway))*(?= now that | since | because |[.,!;]|$)`
/** What is allowed again. */
const lifted = [
  regex.u`${lead}(?!(?:i|we|you|he|she|it|they|that|this|what|all|everything|everyone)\b)(?<object>(?!\S+ing that\b)[^,;.]{2,40}?) (?:is|are)(?: (?:now|all|totally|officially|finally))* (?:(?:ok|okay|fine|allowed|permitted|fair game|all right|alright|open)(?=.* ${sinceNow}\b|.*\bfair game\b)|back (?:on(?: the (?:menu|table|cards))?|open)|(?<=\b(?:so|,) .{2,40})(?:ok|allowed|permitted))${tail}`,
  regex.u`${lead}it is allowed to (?!.*\b(?:it|that|this|them|those)\b)(?<object>[^,;.]{3,60}?)${tail}`,
  regex.u`${lead}(?:you|we|i|u) (?:can|may|are (?:free|allowed|welcome) to) (?=.*\b(?:again|now|freely|these days|from now on)\b)(?:now )?(?<object>(?!(?:have|eat|drink|take|call)\b)[^,;.]{3,40}?)${tail}`,
  regex.u`${lead}(?:(?:i|we) (?:am|are) )?(?:cleared|allowed) to (?<object>(?!(?:have|eat|drink|take)\b)[^,;.]{3,40}?) again(?=$|[.,!;])`,
  regex.u`${lead}(?:the |our |my )?(?<object>[\p{L}-]+(?: [\p{L}-]+)?) (?:ban )?(?:(?:is|has been|was) )?lifted(?=$|[.,!;])`,
]
const happened = [
  regex.u`${lead}(?:the |my |our )?(?<event>[\p{L}\d-]+(?: [\p{L}\d-]+)?)(?: (?:is|are|was|were|has|have|been|came back|all|now|finally))* (?:done|finished|over|out|complete|completed|clear|removed|taken out|announced|signed|shipped)(?=$|[.,!;]| (?:so|and|this|last|on(?! \p{L}+days)|now|today|yesterday)\b)`,
  regex.u`${lead}(?:(?:i|we) (?:have |am |are )?)?(?:finished|done with) (?:with )?(?:the |my |our )?(?<event>[\p{L}\d-]+(?: [\p{L}\d-]+)?)(?=$|[.,!;]| (?:so|and|this|last|on(?! \p{L}+days)|now|today|yesterday)\b)`,
]
const unsure = regex.u`\b(?:not|never|n't|no longer|if|when|once|until|till|before|after|will|would|might|maybe|almost|nearly|soon|tomorrow|next|says? who|he|she|they|his|her|their|\p{L}+'s (?:team|house|place)|kids?|positive)\b`
/** Verbs and adverbs that say nothing of what a ban or a permission is about. */
const light =
  /^(?:add|us|run|touch|do|have|book|order|drive|lift|swim|(?:direct|free|full|total)li|ban|stuff|thing|item)$/
const ofBody = regex`^(?:i|we)(?:'m| am| are)? (?:can't|cannot|not (?:allowed|permitted) to)\b|^no (?:running|driving|swimming|lifting)(?= (?:for|until|till|yet|before)\b|$|[,;])`
/** What shows nothing by being done. */
const test = /\b(?:biopsy|tests?|scans?|bloods|x-rays?|check-?ups?|mri)\b/
const good = /\b(?:clear|negative|normal|fine)\b/

function isDay(stem: string): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)da[yi]/.test(stem)
}

const opening = regex.u`^(?:(?:ok|okay|so|and|but|hey|good news)[,:!]? )?(?:${doctor} (?:says|said|told me)(?: that)?[,:]? (?=(?:no|i|never|nothing)\b))?`
function plainOf(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?<=\p{L})'s (?=(?:ok|fine|allowed|back|open|done|finished|over|out|clear|complete|been)\b)/gu, ' is ')
    .replace(opening, '')
    .replace(/\bdb\b/g, 'database')
    .replace(/[.!\s]+$/, '')
}

/** The bans of a statement, by their words and by what they wait for. Linear. */
export function bansOf(sentence: string): Claim[] {
  const plain = plainOf(sentence)
  if (!ban.test(plain) || allergy().test(plain) || liftsOf(plain).length > 0) return []
  const value = wordsIn(plain, true).join(' ')
  const isOfBody = ofBody.test(plain)
  const words = danger.test(plain) ? [] : wordsIn(plain, true).filter((one) => isOfBody || !light.test(one))
  // What is banned on a day, only a permission for that day lifts.
  const days = words.filter(isDay)
  const objects = days.length > 0 ? days : words
  const ends = waits.flatMap((one) => wordsIn(one.exec(plain)?.groups?.['event'] ?? '', true))
  return [
    ...objects.map((one) => claim(`|ban|${one}`, { value })),
    ...ends.map((one) => claim(`|until|${one}`, { value: ends.join(' ') })),
  ]
}

/** What a clause in lower case lifts. Linear. */
export function liftsOf(clause: string): Claim[] {
  const plain = plainOf(clause)
  const read = (kind: string, patterns: readonly RegExp[]): Claim[] =>
    patterns.flatMap((one) => {
      const said = one.exec(plain)?.groups ?? {}
      const { event = '', object = event } = said
      const words = wordsIn(object, true)
      const heavy = words.filter((it) => !light.test(it))
      const [first, ...others] = (heavy.length > 0 ? heavy : words).sort((a, b) => Number(isDay(b)) - Number(isDay(a)))
      if (first === undefined || (test.test(event) && !good.test(plain))) return []
      return [claim(`|${kind}|${first}`, { value: others.join(' '), stance: 'ended', mark: 'clear' })]
    })
  if (unsure.test(plain.replace(/ (?:now that|since|because) .*$/, ''))) return []
  return [...read('ban', lifted), ...read('until', happened)]
}
