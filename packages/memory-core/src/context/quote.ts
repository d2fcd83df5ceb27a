/** Most texts: nothing to take out and nothing to escape, told in one look. */
const plain = /^[\t\n -;=-~]*$/
/** Characters that show nothing and can hide or reorder what is shown; joiners that real scripts and emoji need stay. */
const invisible = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** What could be read as the beginning of a tag, also with something between that hardly shows. */
const tagStart = /<(?=[\s\p{Cf}\p{M}]*[/!?|｜]|[\p{Cf}\p{M}]*\p{L})/gu

/** Marks of a turn in the templates of chat models that are no tags: quoted text must not begin one. */
const turnMarks = /\[(?=\/?INST\])|(?<=\n[ \t]{0,8}\n[ \t]{0,8}(?:Human|Assistant|System)):/g

/**
 * Text from a memory as it may stand inside a context block: it cannot open or close a tag or begin a turn there, and it hides nothing.
 * Line breaks and tabs stay.
 */
export function quote(text: string): string {
  const own = text.replaceAll(turnMarks, (mark) => (mark === ':' ? '&#58;' : '&#91;'))
  if (plain.test(own)) return own
  return own
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(tagStart, '&lt;')
}

/** The same on one line of at most `length` characters. */
export function quoteLine(text: string, length: number): string {
  const line = quote(text.slice(0, length * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= length) return line
  const characters = Array.from(line)
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : line
}

/** The two halves of what a model is given: what the host says, and what is remembered. */
export function framed(protocol: readonly string[], tag: string, lines: readonly string[]): string {
  return [fence('memory-protocol', protocol), fence(tag, lines)].filter((text) => text !== '').join('\n')
}

/** A part of the context block: what stands inside a tag of ours. "" when there is nothing inside. */
export function fence(tag: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<${tag}>\n${lines.join('\n')}\n</${tag}>`
}

/** A sentence or a line ends here. */
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*\s+|\n+/g

/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  start: number
  end: number
}

/**
 * At most `length` characters of a text: whole sentences, those around which most of the words stand. The words are stems in
 * lower case. A text that is short enough is answered as it is. Linear in the text for each word.
 */
export function excerptOf(text: string, words: readonly string[], length: number): string {
  return excerptAt(text, excerptRange(text, words, length), length)
}

/** The part of a text that {@link excerptOf} answers, as it is printed. */
export function excerptAt(text: string, { start, end }: TextRange, length: number): string {
  if (text.length <= length) return text
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length && end - start <= length ? ' …' : ''}`
}

/** Where in a text the excerpt for these words stands. */
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
