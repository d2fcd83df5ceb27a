import { isSecret } from '../statements/english/orders.ts'
import { endsNoSentence } from '../text/sentences.ts'

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

/**
 * Where a text is cut, the best first: after a sentence or line, after a clause, after some words, after a word,
 * anywhere. Chinese and Japanese marks need no blank after them.
 */
const sentenceEnd = /[.!?…]["'”’»)\]]*\s+|[。！？]+["'”’»)\]」』）】]*\s*|\n+/g
const cuts = [
  sentenceEnd,
  /[,;:]\s+(?!\d{4}\b)|[，、；：]|\s(?=(?:and|but|so|because)\s)/g,
  /(?:(?<!\S)\S+\s+){4}/g,
  /\s+/g,
  /[\s\S]{1,40}/gu,
]

const longestSecret = 160
/** Maximum characters of a long sentence that are searched for its excerpt. */
const mostSearched = 2_000

/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  start: number
  end: number
}

/** Quotes a part of a text, with ellipses where it was cut, and the sentence behind it that makes it a secret. */
export function excerptAt(text: string, { start, end }: TextRange): string {
  const part = text.slice(start, end)
  const isWhole = /[.!?…。！？\n]["'”’»)\]」』）】]*\s*$/.test(part)
  const after = text.slice(end, end + mostSearched).replaceAll('’', "'")
  const next = piecesOf(after, sentenceEnd)[isWhole ? 0 : 1]
  const secret = next && isSecret().test(after.slice(next.start)) ? next : undefined
  const cutAt = [start > 0, secret !== undefined && !isWhole, end + (secret?.end ?? 0) < text.length]
  const [before, between, behind] = cutAt.map((isCut) => (isCut ? '…' : ''))
  const told = secret && quoteLine(text.slice(end + secret.start, end + secret.end), longestSecret)
  return [before, quoteLine(part, end - start), between, told, behind].filter(Boolean).join(' ')
}

/**
 * The range of the excerpt: at most `length` characters of consecutive whole sentences, or within a longer one of
 * clauses or words, with most of the words, which are stems in lower case; a short text as a whole. Linear in the text
 * for each word.
 */
export function excerptRange(text: string, words: readonly string[], length: number, level = 0): TextRange {
  const cut = cuts[level]
  if (text.length <= length || !cut) return { start: 0, end: text.length }
  const pieces = piecesOf(text, cut)
  const lower = text.toLowerCase()
  const found = pieces.map(({ start, end }) => {
    const piece = lower.slice(start, end)
    return words.filter((word) => piece.includes(openStem(word)))
  })
  let best = { from: 0, to: 0, worth: -1 }
  for (let from = 0; from < pieces.length; from++) {
    const start = pieces[from]?.start ?? 0
    const within = new Set<string>()
    let to = from
    while (to < pieces.length && ((pieces[to]?.end ?? 0) - start <= length || to === from))
      for (const word of found[to++] ?? []) within.add(word)
    if (within.size > best.worth) best = { from, to, worth: within.size }
  }
  const [start, end] = [pieces[best.from]?.start ?? 0, pieces[best.to - 1]?.end ?? text.length]
  const within = excerptRange(text.slice(start, Math.min(end, start + mostSearched)), words, length, level + 1)
  return { start: start + within.start, end: start + within.end }
}

/** The part of a stem that its words share: "famili" is the stem of "family". */
function openStem(stem: string): string {
  return stem.length > 4 && stem.endsWith('i') ? stem.slice(0, -1) : stem
}

function piecesOf(text: string, cut: RegExp): TextRange[] {
  const ends = [...text.matchAll(cut)].flatMap(({ 0: said, index }) =>
    cut === sentenceEnd && endsNoSentence(text, index, said.trimEnd()) ? [] : [index + said.length],
  )
  const bounds = [0, ...ends.filter((end) => end < text.length), text.length]
  return bounds.slice(1).map((end, i) => ({ start: bounds[i] ?? 0, end }))
}
