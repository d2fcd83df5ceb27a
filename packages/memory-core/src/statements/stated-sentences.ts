import { regex, source } from '../text/regex.ts'
import { splitSentences } from '../text/sentences.ts'
import { medicineEndings, medicines } from './claims/claim-forms.ts'
import { feelingAbout } from './english/leaning.ts'

const quotation = /^"(?<said>[^\n]*)" \((?:(?<name>[^()]*), )?\d{4}-\d{2}-\d{2}\)$/

/** Takes a statement, and its speaker if named, out of a fact that quotes it: `"…" (Name, 2026-01-31)`. */
export function unquoted(text: string): { text: string; speaker?: string | undefined } {
  const groups = quotation.exec(text)?.groups
  return groups ? { text: groups['said'] ?? '', speaker: groups['name'] } : { text }
}

/** Splits a statement into sentences, also at semicolons. */
export function sentencesOf(text: string): string[] {
  return text.split(/;\s+|\n+/u).flatMap(splitSentences)
}

const opening = regex.i`^(?:(?:actually|no|nope|sorry|wait|correction|well|so|oh|yes|ok|okay|hey|hi|hello|btw|by the way|fyi|note|remember|update|please remember(?: that)?|guess what)\b[\s,.:;!–—-]*)+`
/** Removes the opening words of a statement: "Actually, no, …". */
export function withoutOpening(text: string): string {
  return text.replace(opening, '')
}

/** The story before a decision: "I talked it over with Tom tonight and we decided …". */
export const deliberation = regex.i`^(?:i|we) (?:talked|discussed|thought|slept)\b[^,;.!?]{0,60}?,? and (?=(?:i|we)(?:'ve| have)? (?:finally )?(?:decided|agreed|chose|settled)\b)`

/** Additions that say the same more exactly: a year, a place, what it is not, since when, by the way. */
const detail =
  /,? (?:and |but )?(?:he|she)(?:'s| is) (?:very|really|so|quite|super|a bit|pretty|kind of|always) [^,;]*$|, no [a-zà-ž][^,;]{1,40} please|, (?:one|two|three|\d+)(?: or [a-zà-ž]+)? (?:sentences|lines|words|paragraphs)(?: max| at most| tops)?|, i(?:'m| am)? (?:trying|learning|practi[sc]ing|find|hate|can't stand)\b[^,;]*$| and (?:happy|proud|fine|content) [^,;]*$| and (?:it )?was \S{1,12} (?:before|last [a-zà-ž]+)(?=$|[.!])|,?\sso (?!that\b|(?<=\d\S* so )(?:no|never|not|i can't|i don't|don't)\b)[^;]*$| with (?:(?:two|three|four|\d|my|some|other) )?(?:flat|room|house)mates?\b|\s?\((?![^()]*\b(?:i|we|my|our|and)\b)[^()]{1,40}\)|(?<!\b(?:is|are|costs?|pay) \D?\d\S*(?:,? (?:and|but|so))?)[,;]? (?:and |but |so )?(?:it|which|that|they)(?:'s|’s)? (?!(?:is|was) (?:my|our)\b)[^;]*$|,? with (?:an?|no) (?:[a-zà-ž]+ )?(?:balcony|garden|yard|terrace|view|lift|elevator|pool|cat|dog)\b[^,;.!]{0,60}|, (?:(?:(?:up |down |out |over )?in|near|at|on|not|since|by|close to|next to) [^,;]{1,40}|(?:[a-zà-ž]{2,10}|\d{1,2}[a-zà-ž]{2}) floor|no (?:lift|elevator)|\p{Lu}[a-zà-ž'-]*(?: \p{Lu}[a-zà-ž'-]*){0,2})(?=$|[.!,])|, (?:by the way|btw|please|too)\b|, \d[\d.]* ?(?:mg|mcg|ml|g|units?)\b|, (?:(?:the )?rent (?:is )?[$€£]?\d|[-+]?\d|under|over|about|around|up to|at least|mostly|only|low on) ?[^,;]{0,30}|(?<=pregnant) with (?:my|our) (?:first|second|third|fourth)|(?<=\b(?:address is|road|street|avenue|lane|drive|square|court)\b[^,;]{0,40}), (?!(?:i|we|my|our|and|but|so|the|with)\b)[^,;]{2,30}(?=$|[.!,])|, for (?:the|my) [^,;]{1,40}(?=$|[.,!])|(?<=\d(?:st|nd|rd|th)?), (?:19|20)\d\d\b|, due (?:in|on) [^,;]{1,40}|(?<=day)s? and (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/giu
/** The beginning of a second clause or a reason. */
const joint =
  /[，；]|[,;:(–—]\s|\s[(–—-]|\s(?:and|(?<!\b(?:at|for) \S{1,20}\s)&|\+|as well as|along with|but|plus|while|because|since(?= [a-zà-ž]+ (?:is|are|was|have|has|had)\b)|who|whose|which|where|so|und|aber|weil|y|e|pero|porque|donde)\s/i
const companion =
  /\bwith (?:my|our|his|her|their|an?|two|three|four|five|\d+)\s|\b(?:in|at|to|take) (?!go with\b)\S.{0,80} with \S|\bmit (?:mein|unser|ein|zwei|drei)[a-zà-ž]*\s|\bcon (?:mis?|nuestr[oa]s?|una?|dos|tres)\s/i
/** Those who are "we" when the speaker says so. */
const family =
  / with (?:my|our) (?:husband|wife|partner|girlfriend|boyfriend|fianc[eé]e?|family|kids|children)(?=$|[.,!;])/i
/** The second figure of a statement: "My day rate is 260 and call out is 75". */
const figure =
  /,? (?:and |plus )?(?:my |the )?([a-z]{3,}(?: [a-z]+)?) (?:is|are) (?:about )?[$€£]?\d[^ ,;]*(?: (?:an?|per) [a-z]+)?[.!]*$/i
function isFigureOf(thing: string, text: string): boolean {
  const rest = text.toLowerCase().split(`${thing.toLowerCase()} `)[1] ?? ''
  return /^(?:(?:is|are|now|more|like|about) )*[$€£]?\d/.test(rest)
}
const role = /\b(?:at|for|bei|en) \S.{0,80}\s(?:as|als|como) /i
/** A clause of the speaker beside what is said of a being. */
const ofSpeaker = /(?:,|;|\band|\bbut|\bso)\s(?:i|we|my|our)\b/i
/** What is said of the holder of a role goes with the role: "My boss is Anna, she hates long mails". */
const ofHolder =
  /^(?:[Mm]y|[Oo]ur) [a-z -]{2,30} is (?:(?:Dr|Mrs?|Ms|Prof)\.? )?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*,? (?:and |but )?(?:he|she|who)(?!.*\b(?:allerg|diabet|c?o?eliac|vegan|deaf|blind))/u
const ofBeing = /^(?:he|she)(?:'s)? /i
/** What only describes a thing, and goes with it: "…, class on Thursdays at 19", "… with Bill". */
const ofThing =
  /(?:, | with )(?!.*\b(?:and|but|so|while|because|who|where|i|we|my|our|is|are|has|have|allerg\w*|intoleran\w*|diabet\w*|never|not|no)\b)[^;]*$/i
const value = /[\p{L}\p{N}]/u
const searched = 2_000

/**
 * Whether a statement says more than one thing, so that one of them can be replaced while the others stay true. The
 * other thing is a sentence (unless it only goes on about a being that is gone, `isBeingOver`), a clause, a companion or a
 * role at work (unless `isJobOver`). A family goes with the speaker (`isOfUs`), and
 * a second figure with the `newer` statement that has one for the same thing. Errs on the side of true; always true above 2,000 characters.
 */
export function saysMore(
  text: string,
  { isJobOver = false, isBeingOver = false, isThingOver = false, isOfUs = false, newer = '' } = {},
): boolean {
  if (text.length > searched) return true
  const stated = sentencesOf(withoutOpening(unquoted(text.trim()).text)).filter((one) => value.test(one))
  const sentences = stated.length > 1 ? stated.filter((one) => !visit.test(one)) : stated
  const [, ...others] = sentences
  if (others.some((one) => !isBeingOver || !ofBeing.test(one))) return true
  const first = sentences[0] ?? ''
  // What else is said of a being goes with it: "Rex is 11 and a bit stiff".
  if ((isBeingOver || ofHolder.test(first)) && !ofSpeaker.test(first)) return false
  const thing = isThingOver ? first.replace(ofThing, '') : first
  const clause = thing
    .replace(deliberation, '')
    .replace(feelingAbout(), '')
    .replaceAll(detail, '')
    .replace(isOfUs ? family : '', '')
    .replace(figure, (half, of) => (isFigureOf(of, newer) ? '' : half))
  return joint.test(clause) || companion.test(clause) || (!isJobOver && role.test(clause))
}

/** What led to the news: "I saw Dr. Lind on Tuesday." */
const visit = regex.i`^(?:i|we) (?:just )?(?:saw|visited|went to|spoke (?:to|with)|talked (?:to|with)|had (?:my|an?) (?:appointment|check-?up|review)) [^,;]{0,50}[.!]*$`

/** A medicine with its dose and times. */
const medicine = source`(?:an? |the )?(?:[a-z]{3,}(?:${medicineEndings})|${medicines}|statins?|vitamin [a-z]\d*)(?: (?:\d[\d.]*(?: ?(?:mg|mcg|ml|units?))?|once|twice|three|times|an?|per|each|every|day|daily|at|night|bedtime|in|the|mornings?|evenings?|now|with|food|breakfast|dinner)(?=[ ,.!]|$)){0,6}`
/** What is so of the speaker: "my rent is 720", "I'm on sertraline", "I drive a Golf". */
const state = source`(?:(?:my|our) (?:[a-zà-ž-]+ ){1,3}(?:is|are|has|have|hates?|loves?|drives?|works?|lives?|can['’]t|costs?)|(?:i|we)(?: also)? (?:have|can['’]t|cannot|don['’]t|never|only|live|work|drive|take|charge|own|eat|use|pay|prefer)|(?:i|we)(?:['’]ve got|(?:['’]m|['’]re| am| are) (?:all |both )?(?:an?|on|in|off|from|\d+|allergic|vegan|vegetarians?|coeliac|diabetic|pregnant|married|lactose|scared|deaf)))(?= )`
/** Between two states of which each stands by itself: "My rent is 720 and my landlord is Gus". */
const between = regex.i`^(${state}(?: [^,;.]{1,80}?)?)(?:[,;] (?:and |but )?| and | but )((?:${state}|(?<=but )(?:never|don't ever)|(?:landlord|boss|rent|deposit|budget|dentist|teacher|wife|husband|partner|son|daughter) is) (?!.*\b(?:it|its|it's|this|that|that's|they|them|there|he|she|he's|she's|his|her|him|too|either|same|one|ones|so|do|does|did|those)\b).*)`

/** Medicines in a row, each of which may end or change by itself: "I take metformin 500, ramipril 5 and a statin". */
const medicineList = regex.i`^(?<who>(?:i|we) (?:also )?(?:take|am on)|(?:i|we)(?:['’]m|['’]re) (?:also )?on) (?<list>${medicine}(?:,? and |, )${medicine}(?:(?:,? and |, )${medicine})*)[.!]*$`
const timed = /\b(?:at|in|every|once|twice|daily|with|day)\b/i
const betweenMedicines = /,? and |, /

/** The states that a statement joins, which may be none by themselves; undefined if it joins none. */
export function halvesOf(text: string): readonly string[] | undefined {
  const { who, list = '' } = medicineList.exec(text)?.groups ?? {}
  const each = list.split(betweenMedicines).map((one) => `${who} ${one}`)
  // "Metformin and ramipril in the morning" may be both.
  if (who !== undefined)
    return timed.test(each.at(-1) ?? '') && !each.every((one) => timed.test(one)) ? undefined : each
  return between.exec(text)?.slice(1)
}

const joke = regex.i`^\W*(?:(?:i'?m |i am |i was )?(?:just |only )?(?:kidding|joking)|jk|j/k|april fools?|gotcha)\b`

/** Drops the last sentence that calls the previous one a joke, and that previous one. */
export function seriously(sentences: readonly string[]): string[] {
  const last = sentences.findLastIndex((sentence) => joke.test(sentence.replace(/[’]/g, "'")))
  return sentences.filter((_, index) => index > last || index < last - 1)
}
