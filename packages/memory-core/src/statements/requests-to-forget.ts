import { largeRegex, matchesOf, regex, source } from '../text/regex.ts'
import { medicineEndings } from './claims/claim-forms.ts'
import type { ProseLine } from './prose/prose.ts'
import { sentencesOf } from './stated-sentences.ts'
import type { Statement } from './statement.ts'

/*
 * Requests in a chat to forget something that was said: "Forget that I'm vegan", "delete my address from your memory".
 * They end what they name, and say nothing themselves. What they name is read as claims (`claims/claims-to-forget.ts`).
 */

/** Polite openings of a request. */
export const requestLead = source`(?:(?:ok(?:ay)?|so|and|also|actually|oh|no|nope|yes|yeah|yep|right|true|fair enough|you(?:'re|re| are) right|wait|sorry|hey|hi|then|thanks|btw|god|gosh|omg|ugh|oops|whoops|damn|please|pls|plz|keep (?:this|that|it)(?: one)? between us)[\s,.:;!–—-]+){0,4}(?:(?:(?:can|could|would|will) you|you (?:can|may|should|must)|i(?:'d| would) (?:like|prefer|appreciate)(?: it)?(?: if| that)? you(?: to| would| could)?|i(?:'d| would) rather(?: that)? you|i (?:want|need) you to)(?: please| now| just| also| kindly)? )?(?:(?:please|pls|kindly|just) ){0,2}`
const negated = "(?:do not|don't|dont|didn't|did not|would not|not|never)(?: ever)?"
const keeping = 'remember|store|save|keep|note|record|retain|memori[sz]e'
const naming = 'mention|bring up|repeat'
/** Verbs that take a thing out of a memory. */
export const clearing = '(?:delete|remove|erase|wipe|drop|scrub)'
export const unkeep = `${negated} (?:${keeping})`
const unsay = `(?:${unkeep}|${negated} (?:${naming}))`
const thing = '(?:thing|stuff|bit|story|info(?:rmation)?|detail|matter|affair|business)s?'
const told = "i(?:'ve| have)? (?:told|mentioned|said)"
/** What the user has said of a thing, or the assistant knows of it. */
const whatWasSaid = `(?:(?:what|everything|anything|all|whatever|(?:the|that|any) ${thing})(?: that)? (?:i(?: have|'ve)?(?: ever| just| once)? (?:said|told|mentioned|wrote|shared)(?: to)?(?: you)?|you(?: have|'ve)? (?:know|knew|have|saved|stored|remembered|remember|noted)) (?:about|on|regarding) |(?:everything|anything|all) (?:about|on|regarding) (?=my )|any of (?:that|this|it) (?:about|on|regarding) )`
/** What few speak of but as their own: "forget the antidepressants". */
const intimate = source`(?:[a-z]+ )?(?:anti[a-z]+|[a-z]+(?:${medicineEndings})|pills|tablets|medication|therap(?:y|ist)|diagnosis|pregnancy|miscarriage|abortion|divorce|affair|arrest|debts?|addiction|bankruptcy)\b`
const owner = "(?=(?:my|our) |[a-z]+'?s [a-z])"
/** Where the assistant keeps things. */
export const ownMemory = '(?:your|the) (?:memory|memories|notes|records|mind)'
const fromMemory = ` (?:from|out of) your (?:memory|memories|notes|records)`
/** Where what a request names ends. */
const stop = source`(?:,? (?:please|pls|plz|now|again|any ?more|any longer|ever|thanks|thank you|though|too|to anyone))*(?=\s*$|[,.;:!?)]| (?:because|cause|cos|since|but|and (?:delete|remove|forget|do not|don'?t)|i (?:should|was|do|don|never|want)[a-z']*)\b)`
/** No task follows: "forget the debt, compute the equity". */
const alone = source`(?![^,:;]*[,:;] (?!(?:please|pls|plz|thanks|thank you|sorry|ok(?:ay)?|and|because|cause|cos|since|i'?m sorry|i (?:should|was|do|did|don|wish|never|want|regret|feel)[a-z']*|(?:it|that|this)(?:'s|s| is| was)(?! too\b))(?![a-z])))`
/** A request up to the end of what it names, which is its group `what`. */
export const namingRequest = source`(?:${[
  `(?:forget(?: about)?|${clearing}|${unsay}) ${whatWasSaid}`,
  `${alone}(?:forget(?: about)?|${unsay}) (?:that|the|those) ${thing} (?:about|with) `,
  `${alone}(?:forget(?: about)?|${unsay}) (?=(?:the|that|my|our) [^,.;:!?]{2,60} ${told}\\b)`,
  `${negated} (?:${naming}) (?=[^,.;:!?]{2,60} (?:thing|stuff|bit|story|matter|affair|business)s? (?:again|any ?more|to anyone)\\b)`,
  "you (?:do not|don't|dont) (?:have|need) to remember (?=(?:the|my|our|that) [^,;:]*$)",
  source`${alone}${clearing} (?![^,.;:!?]* from (?:the|this|our|each)\b)(?:that|(?:the |any |all |that )?${thing}) (?:about|on|regarding) ${owner}`,
  source`${alone}forget(?: about)? (?:what|how much) (?!(?:my|our) \S+ (?:does|do|is|says?)\b)(?=(?:i|we|my|our) (?!(?:just|said|told|mentioned|asked|wrote|need|want(?:ed)?|discussed|typed|pasted|sent|meant|thought)\b))`,
  `${alone}forget(?: about)? (?:the|my|our) (?=${intimate}${stop})`,
  `(?:forget(?: about)?|${clearing}|clear|take) (?!that |the fact )(?=[^,.;]{2,60}?${fromMemory})`,
].join(
  '|',
)})(?:(?:everything|anything|all|what) (?:about|on) )?(?:(?:the|my|our|that) )?(?<what>(?!(?:this|that|it)\b)[^,.;:!?]{2,60}?)(?: ${thing})?(?:(?: that| which)? ${told}(?: to)?(?: you)?)?(?:${fromMemory})?${stop}`
/** How the user wishes that a thing was not known. */
export const unsaid =
  "(?:pretend (?:that )?i(?:'ve| have)? (?:never|didn't|did not)(?: ever)? (?:told you|tell you)|forget (?:that )?i(?: ever)? (?:said|told you|mentioned))(?: (?:anything|something))?(?: about)? (?:the |my |any )?(?!(?:that|this|it|so|i|im|i'[a-zà-ž]+|he|she|we|they)\\b)"
/** A thing of the speaker, and all that may follow it. */
export const ofMine = source`(?!my (?:last|previous|first|question|message|request|prompt)\b)my (?:[a-zà-ž\d'-]+ ){0,3}?[a-zà-ž\d'-]+`
/** Why it is to be forgotten: it was about another person, or wrong. */
export const mistaken = source`(?:,| -| –)? (?:that|it|this)(?:'s| is| was| were) (?:(?:for |about )?my|(?:only |just )?an? (?:mis[a-zà-ž]+|joke|lie|typo|test)|someone|not me|never|wrong|not true)\b.*`
const end = '(?: please| pls| now| any ?more| again)*[.!?]*$'
const theFact = '(?:that|the fact that)'
/** How one speaks of a preference. */
export const liking = '(?:preferences?|liking|fondness|interest|dislike) (?:for|about|of|in|regarding|towards?)'
const first = source`(?=(?:i|me|im|ive|i'[a-zà-ž]+|my|we|we'[a-zà-ž]+|our|the|he|she|they)\b)`

const request = largeRegex.i`^${requestLead}(?:${[
  namingRequest.replace('?<what>', '?:'),
  `(?:forget|disregard|ignore)(?: about| briefly| for (?:an?|one) [a-zà-ž]+)? (?:${theFact} ${first}|(?=(?:i|im|i'm|we're) ))`,
  `(?:delete|remove|erase|wipe|drop) ${theFact} ${first}(?=.+ from ${ownMemory})`,
  `delete ${theFact} ${first}(?!.* (?:from|in|at the) )`,
  `forget(?: about)? ${ofMine}(?: from ${ownMemory})?(?=${end}|[,;])`,
  `(?:delete|remove|erase|wipe|clear|drop) ${ofMine} from ${ownMemory}`,
  source`${unsaid}\S`,
  source`forget ${theFact} (?!(?:it|this|that|there|you|one|everyone)\b)[a-zà-ž]+ (?:is|has|was|had|got|went)\b`,
  source`(?:forget|disregard)(?: about)? (?:(?:my|our|the|any) ${liking} |the (?:fact|details?) (?:that|about|of) ${first})\S`,
  `${clearing} from ${ownMemory} (?:${theFact} ${first}|(?:my|our) )`,
  `forget(?: about)? (?:the|my|any) [^,.;!?]{3,60}(?=${mistaken})`,
  source`(?:scratch|strike) that[\s,.:;!–—-]+(?:i'?m|i am|we'?re|we are) not [a-zà-ž]+ing\b`,
  '(?:bitte )?(?:vergiss|vergesst|vergessen sie)(?: bitte)?,? (?:dass (?=ich|wir|mein)|meine?n? |was ich (?:dir )?(?:über|zu) |alles (?:über|zu) (?=mein))',
  '(?:bitte )?(?:lösche?|entferne?)(?: bitte)?,? dass (?=(?:ich|wir|mein).+ aus (?:deinem|dem) (?:gedächtnis|speicher))',
  '(?:bitte )?(?:lösche?|entferne?)(?: bitte)? meine?n? [a-zà-ž-]+ aus (?:deinem|dem) (?:gedächtnis|speicher)',
  '(?:por favor,? )?(?:olvida|olvídate de)(?:,? por favor,?)? (?:que |mi |lo que (?:te )?(?:dije|he dicho|conté) sobre |todo sobre (?=mi ))',
  '(?:por favor,? )?(?:borra|elimina) que (?=[^,;]+ de tu memoria)',
  '(?:por favor,? )?(?:borra|elimina) mi [a-zà-ž ]{2,30} de tu memoria',
  "(?:s'il (?:te|vous) pla[iî]t,? )?(?:(?:peux-tu |pourrais-tu |pouvez-vous )?oubli(?:e|ez|er)|(?:efface|supprime)z? de (?:ta|votre) mémoire)(?:,? s'il (?:te|vous) pla[iî]t,?)? (?:qu(?:e |')(?=j|mon|ma|mes|nous)|(?:mon|ma|mes) (?!derni|précéd|message|question)|ce que je t'ai dit (?:sur|de) )",
  '(?:per favore,? )?(?:dimentica|scordati|cancella dalla tua memoria)(?:,? per favore,?)? (?:che (?!cosa)|(?:il|la|i|le) mi[oaei] (?!ultim|messaggi|domand)|quello che ti ho detto (?:su|di) )',
  '(?:por favor,? )?(?:esque[çc][ae]|apag(?:a|ue) da (?:tua|sua) memória)(?:,? por favor,?)? (?:que |(?:o|a|os|as) (?:meus?|minhas?) (?!últim|mensage|pergunt)|o que te contei sobre )',
  '(?:alsjeblieft,? )?(?:vergeet(?: alsjeblieft)?|wis uit je geheugen) (?:dat (?=ik|mijn|we|wij)|mijn (?!laatste|vorige|bericht|vraag)|wat ik (?:je )?heb verteld over )',
].join('|')})`
/** The verbs of requests. */
const verb =
  /forget|disregard|ignore|delete|remove|erase|wipe|scrub|clear|drop|take|pretend|remember|store|save|keep|retain|memori[sz]e|record|note|mention|bring up|repeat|scratch|strike|vergiss|vergess|lösch|entfern|olv[ií]da|borra|elimina|oubli|efface|supprime|dimentica|scordati|cancella|esque[çc]|apag|vergeet|wis/i
/** Words by which it is forgotten for one reply only. */
const once =
  /\bfor (?:(?:a|one) (?:moment|second|sec|minute|bit|while|reply|answer)|this [a-zà-ž]+|now|once)\b|\b(?:this time|just now|today|tonight)\b|(?:\band|,) (?:just |please )?(?:give|suggest|tell|show|write|make|find|plan|answer|help|recommend|what|which|how|where|who|let's|can you|could you)\b|(?<![a-zà-ž])(?:für (?:diese|einen moment|jetzt|heute)|por (?:ahora|esta vez|un momento|hoy))(?![a-zà-ž])/i
/** Where a statement follows the request: "Forget that I'm vegan, I eat fish now". */
const statement = /(?:[,;.:!]| -| –| —| but| and)+ (?=(?:i|i'[a-zà-ž]+|im|we|we're|my|ich|wir)\b)/i

const anyOf = '(?:any of |all of |all )?(?:this|that|it)'
const affair = 'th(?:is|at) (?:whole )?(?:affair|matter|secret|info(?:rmation)?|topic|subject)'
const justSaid =
  "(?:what|everything|anything|all) i(?:'ve| have)? (?:just )?(?:said|told you|shared|mentioned)(?: to you)?(?: just now)?"
const ended = source`(?=[\s,.:;!?()–—-]*(?:$|but\b|,|:|;|\.|!|please\b|pls\b|anywhere\b|though\b|again\b|any ?more\b|and (?:i|that|delete|remove)\b))`
/** What another person said, or what a program is to do: "if it is invalid, do not save it". */
const notOfOthers = source`(?=do n|don|did|delete|never|not|would|remove|erase|wipe|scrub|forget)(?<!\b(?:i|we|they|he|she|to|says|said) |\b(?:if|when|whenever|unless) (?!you\b)[^.!?\n]{1,80})`
/** A request to keep nothing of the message, or of what was said before it. */
const unkept = largeRegex.i`\b(?:${[
  source`${notOfOthers}(?<!(?<!\b(?:if|that|would|could|can|rather|prefer|want|like) )\byou )(?:do not|don't|dont|never|(?<=\byou (?:please |just |kindly )?)(?:not|didn't|did not|would not|wouldn't)) (?:(?:remember|save|store|keep|note|memori[sz]e|record|log) (?:${anyOf}|${affair}|(?<!remember )${justSaid})(?: down)?|write (?:this|that|it) down|(?:mention|bring up|repeat) (?:${anyOf}|${affair})(?: to anyone| ever)?(?= (?:again|any ?more|to anyone)))${ended}`,
  source`i (?:do not|don't|dont) want (?:you to (?:remember|save|store|keep|record|mention) ${anyOf}|${anyOf} (?:to be )?(?:kept|stored|saved|remembered|recorded|written down|(?:mentioned|brought up)(?: ever)?(?= (?:again|any ?more))))${ended}`,
  source`${notOfOthers}(?:(?:delete|remove|erase|wipe|scrub) (?:${anyOf}(?:${fromMemory})|${affair})|forget(?: about)? (?:${affair}|${justSaid}(?=[\s,.!?]*(?:(?:please|pls|thanks|now)\b[\s,.!?]*)*$)))${ended}`,
].join(
  '|',
)})|^(?:this is |strictly )?off the record\b|(?<![a-zà-ž])(?:merk(?:e)? dir das nicht|(?:das |bitte )+nicht (?:speichern|merken)|speicher(?:e)? das nicht|no (?:lo )?(?:guardes|recuerdes|anotes)(?: esto| eso)?)(?![a-zà-ž])`

/** Whether a message asks to keep nothing of it: "Don't save this: …". */
export function asksToKeepNothing(text: string): boolean {
  return unkept().test(text.slice(0, maxHead).replaceAll('’', "'"))
}

const onlyLead = regex.i`^${requestLead}$`
/** Courtesy and the reason behind a request, and nothing else. */
const onlyReason =
  /^[\s,.;:!?()–—-]*(?:(?:please|pls|thanks|thank you|anywhere|though|again|any ?more|to anyone)\b[\s,.;!?]*)*(?:$|(?:and|because|since|as|cause|cos)?\s*(?:(?:i|im|i'[a-z]+|delete it|that you delete it)\b|(?:it|that)(?:'s|s| is) (?:private|confidential|embarrassing|a secret|between)))/i
/** What is no message of the speaker alone, and what is about a program. */
const notOfBefore = /["“`\n:]|\blog\b/i
const longestOfBefore = 200

/** Whether a message asks to keep nothing of what was said before it in the conversation: "yeah, don't keep that". */
export function asksToKeepNothingBefore(text: string): boolean {
  const said = text.replaceAll('’', "'")
  const found = text.length <= longestOfBefore && !notOfBefore.test(text) ? unkept().exec(said) : null
  if (!found) return false
  const lead = `${said.slice(0, found.index).trim()} `.trimStart()
  return onlyLead.test(lead) && onlyReason.test(said.slice(found.index + found[0].length))
}

/** Requests by which a thing is to be forgotten, not one message: "I refused Siemens. Please delete this affair." */
const ofThing = /\b(?:delete|remove|erase|wipe|forget|mention|mentioned|bring up|brought up)\b/i
/** The names in a message; `beside`: of what is spoken to or done with. */
const nameIn =
  /(?<=[\p{Ll}\d,] )(?:(?<=(?<beside>\b(?:with|and|to|at|by|my|our|[Mm]r|[Mm]rs|[Mm]s|[Dd]r)\.? ))|)(?!I\b|I'|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)(?<name>\p{Lu}[\p{L}\d'-]+(?: \p{Lu}[\p{L}\d'-]+)*)/gu

/** What a message asks to forget beside itself: what was said before it, or the one thing that it names. */
export function unkeeping(text: string): Statement[] {
  const said = text.slice(0, maxHead).trim().toWellFormed()
  if (asksToKeepNothingBefore(text)) return [{ ...statementOf(said), isAboutBefore: true }]
  const [found, ...others] = ofThing.test(unkept().exec(said)?.[0] ?? '') ? matchesOf(nameIn, said) : []
  const { name, beside } = found?.groups ?? {}
  const isOne = name !== undefined && beside === undefined && others.every(({ groups }) => groups?.['name'] === name)
  return isOne ? [statementOf(`Forget what I said about ${name}`)] : []
}

/** The statement of a request, which is worth nothing itself. */
function statementOf(text: string, sentence = text, isLocal = false): Statement {
  const span = isLocal ? 'local' : 'lasting'
  return { text, sentence, kind: 'other', span, worth: 0, telling: 0, isForgetting: true }
}

/** Whether a sentence or a clause asks to forget something. */
export function asksToForget(said: string): boolean {
  return verb.test(said) && request().test(plain(said))
}

/** Whether a message asks to keep nothing of it, or to forget something: other conversations are not to quote it. */
export function isWithheld(text: string): boolean {
  const head = text.slice(0, maxHead)
  return asksToKeepNothing(head) || (verb.test(head) && sentencesOf(head).some((one) => asksToForget(one.trim())))
}

/** Maximum characters of a message in which such a request is found. */
const maxHead = 1_000
/** Maximum characters of a request. */
const maxRequest = 300

function plain(sentence: string): string {
  return sentence.slice(0, maxRequest).replaceAll('’', "'")
}

/** The requests to forget something in the sentences of a message, and the sentences without them. Linear. */
export function withoutRequests(lines: readonly ProseLine[]): { left: ProseLine[]; requests: Statement[] } {
  const left: ProseLine[] = []
  const requests: Statement[] = []
  for (const line of lines) {
    const asked = verb.test(line.masked) ? request().exec(plain(line.masked))?.[0].length : undefined
    if (asked === undefined) {
      left.push(line)
      continue
    }
    const next = statement.exec(line.masked.slice(asked))
    const stop = asked + (next?.index ?? line.masked.length)
    const from = asked + (next ? next.index + next[0].length : line.masked.length)
    const text = line.text
      .slice(0, Math.min(stop, maxRequest))
      .replace(/[\s?!.]+$/, '')
      .toWellFormed()
    requests.push(statementOf(text, line.text, once.test(line.masked.slice(0, stop))))
    if (next) left.push({ ...line, text: line.text.slice(from), masked: line.masked.slice(from) })
  }
  return { left, requests }
}
