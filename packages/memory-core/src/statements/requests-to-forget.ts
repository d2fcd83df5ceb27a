import { regex, source } from '../text/regex.ts'
import type { ProseLine } from './prose/prose.ts'
import { sentencesOf } from './stated-sentences.ts'

/*
 * Requests in a chat to forget something that was said: "Forget that I'm vegan", "delete my address from your memory".
 * They end what they name, and say nothing themselves. What they name is read as claims (`claims/claims-to-forget.ts`).
 */

/** Polite openings of a request. */
export const requestLead = source`(?:(?:ok(?:ay)?|so|and|also|actually|oh|no|wait|sorry|hey|btw|god|gosh|omg|ugh|oops|whoops|damn|please|pls|plz)[\s,.!:;–—-]+){0,3}(?:(?:(?:can|could|would|will) you|you (?:can|may|should)|i(?:'d| would) like you to|i (?:want|need) you to)(?: please| now| just| also)? )?(?:please )?`
/** What the user has said of a thing, or the assistant knows of it. */
export const whatWasSaid =
  "(?:(?:(?:what|everything|anything|all|whatever)(?: that)?|(?:the|that|any) (?:thing|stuff|bit|story)s?(?: that)?) (?:i|you)(?: have|'ve)?(?: ever| just| once)? (?:said|told you|mentioned|wrote|shared|know|knew|saved|stored|remember|have) (?:about|on|regarding) |(?:everything|anything|all) (?:about|on|regarding) (?=my ))"
/** How the user wishes that a thing was not known. */
export const unsaid =
  "(?:pretend (?:that )?i(?:'ve| have)? (?:never|didn't|did not)(?: ever)? (?:told you|tell you)|forget (?:that )?i(?: ever)? (?:said|told you|mentioned))(?: (?:anything|something))?(?: about)? (?:the |my |any )?(?!(?:that|this|it|so|i|im|i'[a-zà-ž]+|he|she|we|they)\\b)"
export const unkeep =
  "(?:do not|don't|dont|never|i(?:'d| would) rather you (?:didn't|did not)) (?:store|save|keep|record|note)"
/** Where the assistant keeps things. */
export const ownMemory = '(?:your|the) (?:memory|memories|notes|records|mind)'
/** A thing of the speaker, and all that may follow it. */
export const ofMine = source`(?!my (?:last|previous|first|question|message|request|prompt)\b)my (?:[a-zà-ž\d'-]+ ){0,3}?[a-zà-ž\d'-]+`
/** Why it is to be forgotten: it was about another person, or wrong. */
export const mistaken = source`(?:,| -| –)? (?:that|it|this)(?:'s| is| was| were) (?:(?:for |about )?my|(?:only |just )?an? (?:mis[a-zà-ž]+|joke|lie|typo|test)|someone|not me|never|wrong|not true)\b.*`
const end = '(?: please| pls| now| any ?more| again)*[.!?]*$'
const theFact = '(?:that|the fact that)'
const first = source`(?=(?:i|im|ive|i'[a-zà-ž]+|my|we|we'[a-zà-ž]+|our|the|he|she|they)\b)`

const request = regex.i`^${requestLead}(?:${[
  `(?:forget|disregard|ignore)(?: about| briefly| for (?:an?|one) [a-zà-ž]+)? (?:${theFact} ${first}|(?=(?:i|im|i'm|we're) ))`,
  `(?:delete|remove|erase|wipe|drop) ${theFact} ${first}(?=.+ from ${ownMemory})`,
  `delete ${theFact} ${first}(?!.* (?:from|in|at the) )`,
  `forget(?: about)? ${ofMine}(?: from ${ownMemory})?(?=${end}|[,;])`,
  `(?:delete|remove|erase|wipe|clear|drop) ${ofMine} from ${ownMemory}`,
  source`(?:forget|delete|remove|erase|wipe)(?: about)? ${whatWasSaid}(?=\S)`,
  `(?:delete|remove|erase|wipe|clear|drop|take) [^,.;]{2,60}? (?:from|out of) your (?:memory|memories|notes|records)${end}`,
  source`${unkeep} ${whatWasSaid}(?=\S)`,
  source`${unsaid}\S`,
  source`forget ${theFact} (?!(?:it|this|that|there|you|one|everyone)\b)[a-zà-ž]+ (?:is|has|was|had|got|went)\b`,
  `forget(?: about)? (?:the|my|any) [^,.;!?]{3,60}(?=${mistaken})`,
  source`(?:scratch|strike) that[\s,.:;!–—-]+(?:i'?m|i am|we'?re|we are) not [a-zà-ž]+ing\b`,
  '(?:bitte )?(?:vergiss|vergesst|vergessen sie)(?: bitte)?,? (?:dass (?=ich|wir|mein)|meine?n? |was ich (?:dir )?(?:über|zu) |alles (?:über|zu) (?=mein))',
  '(?:bitte )?(?:lösche?|entferne?)(?: bitte)?,? dass (?=(?:ich|wir|mein).+ aus (?:deinem|dem) (?:gedächtnis|speicher))',
  '(?:bitte )?(?:lösche?|entferne?)(?: bitte)? meine?n? [a-zà-ž-]+ aus (?:deinem|dem) (?:gedächtnis|speicher)',
  '(?:por favor,? )?(?:olvida|olvídate de)(?:,? por favor,?)? (?:que |mi |lo que (?:te )?(?:dije|he dicho|conté) sobre |todo sobre (?=mi ))',
  '(?:por favor,? )?(?:borra|elimina) que (?=[^,;]+ de tu memoria)',
  '(?:por favor,? )?(?:borra|elimina) mi [a-zà-ž ]{2,30} de tu memoria',
].join('|')})`
/** The verbs of requests. */
const verb =
  /forget|disregard|ignore|delete|remove|erase|wipe|clear|drop|take|pretend|remember|store|save|keep|memori[sz]e|record|note|scratch|strike|vergiss|vergess|lösch|entfern|olv[ií]da|borra|elimina/i
/** Words by which it is forgotten for one reply only. */
const once =
  /\bfor (?:(?:a|one) (?:moment|second|sec|minute|bit|while|reply|answer)|this [a-zà-ž]+|now|once)\b|\b(?:this time|just now|today|tonight)\b|(?:\band|,) (?:just |please )?(?:give|suggest|tell|show|write|make|find|plan|answer|help|recommend|what|which|how|where|who|let's|can you|could you)\b|(?<![a-zà-ž])(?:für (?:diese|einen moment|jetzt|heute)|por (?:ahora|esta vez|un momento|hoy))(?![a-zà-ž])/i
/** Where a statement follows the request: "Forget that I'm vegan, I eat fish now". */
const statement = /(?:[,;.:!]| -| –| —| but| and)+ (?=(?:i|i'[a-zà-ž]+|im|we|we're|my|ich|wir)\b)/i

/** A request to forget something. */
export interface RequestToForget {
  text: string
  sentence: string
  /** It holds for one reply: "Forget that I'm vegan for a moment". */
  isLocal: boolean
}

/** A request to keep nothing of the message. */
const unkept =
  /\b(?:do not|don't|dont|never) (?<!\b(?:i|we|you|they|he|she|to) (?:do not|don't|dont|never) )(?:remember|save|store|keep|note|memori[sz]e|record|log) (?:this|that|it|any of (?:this|that|it))(?=[\s,.:;!()–—-]*(?:$|but\b|,|:|;|\.|!|please\b|pls\b|anywhere\b|though\b))|^(?:this is |strictly )?off the record\b|(?<![a-zà-ž])(?:merk(?:e)? dir das nicht|(?:das |bitte )+nicht (?:speichern|merken)|speicher(?:e)? das nicht|no (?:lo )?(?:guardes|recuerdes|anotes)(?: esto| eso)?)(?![a-zà-ž])/i

/** Whether a message asks to keep nothing of it: "Don't save this: …". */
export function asksToKeepNothing(text: string): boolean {
  return unkept.test(text.slice(0, maxHead).replaceAll('’', "'"))
}

/** Whether a sentence or a clause asks to forget something. */
export function asksToForget(said: string): boolean {
  return verb.test(said) && request.test(plain(said))
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
export function withoutRequests(lines: readonly ProseLine[]): { left: ProseLine[]; requests: RequestToForget[] } {
  const left: ProseLine[] = []
  const requests: RequestToForget[] = []
  for (const line of lines) {
    const asked = verb.test(line.masked) ? request.exec(plain(line.masked))?.[0].length : undefined
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
    requests.push({ text, sentence: line.text, isLocal: once.test(line.masked.slice(0, stop)) })
    if (next) left.push({ ...line, text: line.text.slice(from), masked: line.masked.slice(from) })
  }
  return { left, requests }
}
