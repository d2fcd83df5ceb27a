import { matchesOf } from './matches-of.ts'

/** Ends of sentences. Emoji end one like a full stop. */
const end =
  /[.!?…]+(?=\s|$)|[。！？]+|(?:[\u{1f600}-\u{1f64f}\u{1f910}-\u{1f92f}\u{1f970}-\u{1f97a}👍👎👌👏🎉])+(?=\s|$)/gu
/** Full stops that do not end a sentence. */
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|mr|mrs|ms|mx|dr|prof|st|rev|sgt|capt|approx|z\.b|d\.h|bzw|usw|ca|sr|sra|p\.ej)$/i
const germanDate = /^\.\s(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)/

/** The end positions of sentences, except after `Dr.`, `St.` or `3. Mai`. Linear. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = []
  for (const { 0: stop, index } of matchesOf(end, text))
    if (stop !== '.' || !isWithin(text, index)) ends.push(index + stop.length)
  return ends
}

/** The sentences of a text, trimmed; the last one may lack its full stop. */
export function splitSentences(text: string): string[] {
  const ends = sentenceEnds(text)
  return [0, ...ends].map((from, index) => text.slice(from, ends[index]).trim()).filter((sentence) => sentence !== '')
}

function isWithin(text: string, index: number): boolean {
  if (abbreviation.test(text.slice(Math.max(0, index - 12), index))) return true
  return /\d/.test(text[index - 1] ?? '') && germanDate.test(text.slice(index, index + 12))
}
