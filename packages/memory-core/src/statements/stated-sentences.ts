import { splitSentences } from '../text/sentence-ends.ts'

const quotation = /^"(?<said>[^\n]*)" \((?:(?<name>[^()]*), )?\d{4}-\d{2}-\d{2}\)$/

/** What a text states, and who says it where the text names them: a fact that quotes what was said is that statement. */
export function unquoted(text: string): { text: string; speaker?: string | undefined } {
  const groups = quotation.exec(text)?.groups
  return groups ? { text: groups['said'] ?? '', speaker: groups['name'] } : { text }
}

/** The sentences of a statement; what a semicolon ends is one. */
export function sentencesOf(text: string): string[] {
  return text.split(/;\s+|\n+/u).flatMap(splitSentences)
}

const opening =
  /^(?:(?:actually|no|nope|sorry|wait|correction|well|so|oh|yes|ok|okay|hey|hi|hello|btw|by the way|fyi|note|remember|update|please remember(?: that)?|guess what)\b[\s,.:;!–—-]*)+/iu
/** A statement without what only opens it: "Actually, no, …". */
export function withoutOpening(text: string): string {
  return text.replace(opening, '')
}

/** How a decision was come to: "I talked it over with Tom tonight and we decided …". */
export const deliberation =
  /^(?:i|we) (?:talked|discussed|thought|slept)\b[^,;.!?]{0,60}?,? and (?=(?:i|we)(?:'ve| have)? (?:finally )?(?:decided|agreed|chose|settled)\b)/iu

/** What says the same more exactly: a year, where it lies, what it is not, since when, by the way. */
const detail =
  /,? with (?:an?|no) (?:\p{L}+ )?(?:balcony|garden|yard|terrace|view|lift|elevator|pool|cat|dog)\b[^,;.!]{0,60}|, (?:(?:(?:up |down |out |over )?in|near|at|on|not|since|by|close to|next to) [^,;]{1,40}|(?:\p{L}{2,10}|\d{1,2}\p{L}{2}) floor|no (?:lift|elevator)|\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,2})(?=$|[.!,])|, (?:by the way|btw|please|too)\b|(?<=\d(?:st|nd|rd|th)?), (?:19|20)\d\d\b/gu
/** Where a second clause, a companion or a reason begins. */
const joint =
  /[,;:(–—]\s|\s[(–—-]|\s(?:and|but|plus|while|because|since(?= \p{L}+ (?:is|are|was|have|has|had)\b)|who|whose|which|where|so that|und|aber|weil|y|e|pero|porque|donde)\s/iu
const companion =
  /\bwith (?:my|our|his|her|their|an?|two|three|four|five|\d+)\s|\b(?:in|at|to) (?!go with\b)\S.{0,80} with \S|\bmit (?:mein|unser|ein|zwei|drei)\p{L}*\s|\bcon (?:mis?|nuestr[oa]s?|una?|dos|tres)\s/iu
const role = /\b(?:at|for|bei|en) \S.{0,80}\s(?:as|als|como) /iu
const value = /[\p{L}\p{N}]/u
const searched = 2_000

/**
 * Whether a statement says more than one thing, so that what replaces one of them leaves the others true: another
 * sentence, another clause, who is with me, as what I work there (`isJobOver`: that is over, too). In doubt it does. Looks
 * at the first 2,000 characters; what is longer says more.
 */
export function saysMore(text: string, { isJobOver = false } = {}): boolean {
  if (text.length > searched) return true
  const sentences = sentencesOf(withoutOpening(unquoted(text.trim()).text)).filter((one) => value.test(one))
  if (sentences.length > 1) return true
  const clause = (sentences[0] ?? '').replace(deliberation, '').replaceAll(detail, '')
  return joint.test(clause) || companion.test(clause) || (!isJobOver && role.test(clause))
}

const joke = /^\W*(?:(?:i'?m |i am |i was )?(?:just |only )?(?:kidding|joking)|jk|j\/k|april fools?|gotcha)\b/iu

/** Sentences without those that the next one takes back as a joke. */
export function seriously(sentences: readonly string[]): string[] {
  const last = sentences.findLastIndex((sentence) => joke.test(sentence.replace(/[’]/g, "'")))
  return sentences.filter((_, index) => index > last || index < last - 1)
}
