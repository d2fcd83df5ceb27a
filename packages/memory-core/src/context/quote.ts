import { isSecret } from '../statements/english/orders.ts'

/** Matches texts with nothing to remove and nothing to escape, which most are. */
const plain = /^[\t\n -;=-~]*$/
/** Characters that are invisible and can hide or reorder others, except joiners that real scripts and emoji need. */
const invisible = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** The beginning of a tag, as a model could read it even with hardly visible characters in between. */
const tagStart = /<(?=[\s\p{Cf}\p{M}]*[/!?|｜]|[\p{Cf}\p{M}]*\p{L})/gu

/** Turn markers in the templates of chat models that are not tags; quoted text must not begin a turn. */
const turnMarks = /\[(?=\/?INST\])|(?<=\n[ \t]{0,8}\n[ \t]{0,8}(?:Human|Assistant|System)):/g

/** Quotes stored text: it can neither open nor close a tag, begin a turn, or hide characters. Keeps line breaks. */
export function quote(text: string): string {
  const own = text.replaceAll(turnMarks, (mark) => (mark === ':' ? '&#58;' : '&#91;'))
  if (plain.test(own)) return own
  return own
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(tagStart, '&lt;')
}

/** Quotes at most `length` characters of a text as one line; an escaped character counts as one. */
export function quoteLine(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= length) return quote(line)
  const characters = Array.from(line)
  return characters.length > length ? `${quote(characters.slice(0, length).join(''))}…` : quote(line)
}

/** Joins the host's instructions and the remembered lines, each in a tag. */
export function framed(protocol: readonly string[], tag: string, lines: readonly string[]): string {
  return [fence('memory-protocol', protocol), fence(tag, lines)].filter((text) => text !== '').join('\n')
}

/** Wraps lines in a tag of the context block; "" if there are none. */
export function fence(tag: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<${tag}>\n${lines.join('\n')}\n</${tag}>`
}

/** The end of a sentence or a line. Chinese and Japanese marks need no blank after them. */
const sentenceEnd = /[.!?…]["'”’»)\]]*\s+|[。！？]+["'”’»)\]」』）】]*\s*|\n+/g

/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  start: number
  end: number
}

/** Quotes at most `length` characters of a part of a text, with ellipses where it was cut, and what makes it a secret. */
export function excerptAt(text: string, { start, end }: TextRange, length: number): string {
  if (text.length <= length) return quoteLine(text, length)
  const after = text.slice(end, end + length)
  const told = isSecret.test(after.replaceAll('’', "'")) ? after.slice(0, sentencesOf(after)[0]?.end) : ''
  const isCut = end + told.length < text.length && (told !== '' || end - start <= length)
  return `${start > 0 ? '… ' : ''}${quoteLine(text.slice(start, end), length)}${told && ' '}${quoteLine(told, length)}${isCut ? ' …' : ''}`
}

/**
 * The range of the excerpt: at most `length` characters of consecutive whole sentences, with most of the words, which
 * are stems in lower case; a short text as a whole. Linear in the text for each word.
 */
export function excerptRange(text: string, words: readonly string[], length: number): TextRange {
  if (text.length <= length) return { start: 0, end: text.length }
  const sentences = sentencesOf(text)
  const lower = text.toLowerCase()
  const worths = sentences.map(({ start, end }) => {
    const sentence = lower.slice(start, end)
    return words.filter((word) => sentence.includes(word)).length
  })
  let best = { from: 0, to: 0, worth: -1 }
  for (let from = 0; from < sentences.length; from++) {
    const start = sentences[from]?.start ?? 0
    let worth = 0
    let to = from
    while (to < sentences.length && ((sentences[to]?.end ?? 0) - start <= length || to === from))
      worth += worths[to++] ?? 0
    if (worth > best.worth) best = { from, to, worth }
  }
  return { start: sentences[best.from]?.start ?? 0, end: sentences[best.to - 1]?.end ?? text.length }
}

function sentencesOf(text: string): { start: number; end: number }[] {
  const ends = [...text.matchAll(sentenceEnd)].map(({ 0: said, index }) => index + said.length)
  const cuts = [0, ...ends.filter((end) => end < text.length), text.length]
  return cuts.slice(1).map((end, i) => ({ start: cuts[i] ?? 0, end }))
}
