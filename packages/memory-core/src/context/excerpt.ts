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
