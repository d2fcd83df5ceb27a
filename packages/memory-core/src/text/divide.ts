/** A part of a text; `end` is exclusive. */
interface Span {
  start: number
  end: number
}

/** Lengths of parts in characters: the size of a paragraph. */
const lengths = { least: 120, usual: 400, most: 600 }
/** Maximum parts. A very long text has longer parts. */
const mostParts = 128

/**
 * How suitable a position is to end a part: before a heading, after a blank line, between lines, after a sentence,
 * between words, anywhere. `heldLine` is between lines of one code block, table or quotation, which should stay
 * together.
 */
const strengths = { heading: 6, paragraph: 5, line: 4, heldLine: 3, sentence: 2, word: 1, none: 0 } as const

interface Cut {
  at: number
  strength: number
}

/**
 * Divides a text into parts without gaps: whole paragraphs, lists, code blocks, tables and quotations if they fit, else
 * whole lines, sentences or words. Linear; at most 128 parts.
 */
export function divide(text: string): Span[] {
  const scale = Math.max(1, text.length / (lengths.least * (mostParts - 1)))
  const least = Math.ceil(lengths.least * scale)
  const usual = Math.ceil(lengths.usual * scale)
  const most = Math.ceil(lengths.most * scale)
  if (text.length <= most) return [{ start: 0, end: text.length }]
  const cuts = cutsOf(text, most)
  const parts: Span[] = []
  let next = 0
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= most ? text.length : endOf(text, cuts, { from: next, start, least, usual, most })
    parts.push({ start, end })
    start = end
    while ((cuts[next]?.at ?? Number.POSITIVE_INFINITY) <= start) next++
  }
  return parts
}

/** The most suitable position within `most`; among equals the one nearest to the usual length. */
function endOf(
  text: string,
  cuts: readonly Cut[],
  { from, start, least, usual, most }: typeof lengths & { from: number; start: number },
): number {
  let best: Cut | undefined
  for (let i = from; i < cuts.length; i++) {
    const cut = cuts[i]
    if (!cut || cut.at > start + most) break
    if (cut.at < start + least) continue
    const isNearer = Math.abs(cut.at - start - usual) <= Math.abs((best?.at ?? Infinity) - start - usual)
    if (!best || cut.strength > best.strength || (cut.strength === best.strength && isNearer)) best = cut
  }
  return best?.at ?? wholeCharacter(text, start + most)
}

function wholeCharacter(text: string, at: number): number {
  return text.codePointAt(at - 1) === text.charCodeAt(at - 1) ? at : at - 1
}

const fenceLine = /^\s{0,3}(?:```|~~~)/
const headingLine = /^\s{0,3}#{1,6}\s/
const heldLine = /^\s*[|>]/

/** The positions at which a part may end, including those within lines that are too long. */
function cutsOf(text: string, most: number): Cut[] {
  const cuts: Cut[] = []
  let [isFenced, wasHeld, wasBlank] = [false, false, false]
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf('\n', at)
    const end = stop < 0 ? text.length : stop + 1
    const line = text.slice(at, Math.min(end, at + 64))
    const isBlank = line.trim() === '' && end - at <= 64
    const isFence = fenceLine.test(line)
    const isHeld = heldLine.test(line)
    if (at > 0 && !isBlank)
      cuts.push({ at, strength: strengthOf(line, { isFenced, isHeld: isHeld && wasHeld, wasBlank }) })
    if (end - at > most) pushWithin(cuts, text, at, end)
    if (isFence) isFenced = !isFenced
    wasHeld = isHeld
    wasBlank = isBlank
    at = end
  }
  return cuts
}

function strengthOf(line: string, before: { isFenced: boolean; isHeld: boolean; wasBlank: boolean }): number {
  if (before.isFenced || before.isHeld) return strengths.heldLine
  if (headingLine.test(line)) return strengths.heading
  return before.wasBlank ? strengths.paragraph : strengths.line
}

const gap = /[\s。！？]+/g
const sentenceEnds: ReadonlySet<string> = new Set('.!?…。！？')
const closing: ReadonlySet<string> = new Set('"\'”’»)]')

function pushWithin(cuts: Cut[], text: string, from: number, to: number): void {
  const line = text.slice(from, to)
  for (const { 0: space, index } of line.matchAll(gap)) {
    const end = index + space.length
    const last = closing.has(line[index - 1] ?? '') ? line[index - 2] : line[index - 1]
    const isSentence = sentenceEnds.has(last ?? '') || sentenceEnds.has(space.trim()[0] ?? '')
    if (end < line.length) cuts.push({ at: from + end, strength: isSentence ? strengths.sentence : strengths.word })
  }
}
