/** A place in a text that is to be taken out. */
export interface RedactedSpan {
  start: number
  end: number
  /** The name of the rule that found it. */
  rule: string
}

const opening = '[redacted: '
const mark = /\[redacted: [a-z0-9-]{1,64}\]/y

/** What stands in the place of what a rule took out. */
export function redactionMarkOf(rule: string): string {
  return `${opening}${rule}]`
}

/** A text with marks in the places of some spans, which are sorted and apart from each other. */
export function marked(text: string, spans: readonly RedactedSpan[]): string {
  return markedTogether([text], spans)[0] ?? ''
}

/**
 * Texts of which some spans are taken out, which count as if the texts were one. The mark stands in the text in which a
 * span begins; the rest of it goes from the texts behind it.
 */
export function markedTogether(texts: readonly string[], spans: readonly RedactedSpan[]): string[] {
  let from = 0
  let next = 0
  return texts.map((text) => {
    const to = from + text.length
    const pieces: string[] = []
    let at = from
    for (let span = spans[next]; span && span.start < to; span = spans[next]) {
      if (span.start >= from) pieces.push(text.slice(at - from, span.start - from), redactionMarkOf(span.rule))
      at = Math.min(span.end, to)
      if (span.end > to) break
      next += 1
    }
    pieces.push(text.slice(at - from))
    from = to
    return pieces.join('')
  })
}

/** Spans that count with `gap` characters between two texts, as they count without. What lies in a gap alone is left out. */
export function withoutGaps(spans: readonly RedactedSpan[], texts: readonly string[], gap: number): RedactedSpan[] {
  let place = 0
  let from = 0
  function counted(at: number): number {
    for (let length = texts[place]?.length ?? 0; place + 1 < texts.length && at >= from + length + gap; ) {
      from += length + gap
      place += 1
      length = texts[place]?.length ?? 0
    }
    return from - place * gap + Math.min(at - from, texts[place]?.length ?? 0)
  }
  return spans
    .map(({ start, end, rule }) => ({ start: counted(start), end: counted(end), rule }))
    .filter(({ start, end }) => start < end)
}

/** Spans that were found in two ways, each sorted and apart: what overlaps is one, by the name of the first. */
export function mergedSpans(some: readonly RedactedSpan[], others: readonly RedactedSpan[]): RedactedSpan[] {
  const merged: RedactedSpan[] = []
  for (const span of [...some, ...others].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}

/** Where marks stand in a text. */
export function redactionMarksOf(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = []
  let start = text.indexOf(opening)
  while (start >= 0) {
    mark.lastIndex = start
    const isMark = mark.test(text)
    if (isMark) found.push({ start, end: mark.lastIndex, rule: '' })
    start = text.indexOf(opening, isMark ? mark.lastIndex : start + 1)
  }
  return found
}

/** Whether a span has a character in common with one of those taken, which are sorted and apart from each other. */
export function overlaps(taken: readonly RedactedSpan[], { start, end }: RedactedSpan): boolean {
  return (taken[firstBehind(taken, start)]?.start ?? Number.POSITIVE_INFINITY) < end
}

/** Whether a span holds all of those that it overlaps, and more than the line break behind a key. */
export function isMore({ start, end }: RedactedSpan, taken: readonly RedactedSpan[]): boolean {
  let rest = end - start
  for (let at = firstBehind(taken, start); at < taken.length; at++) {
    const inner = taken[at]
    if (!inner || inner.start >= end) break
    if (inner.start < start || inner.end > end) return false
    rest -= inner.end - inner.start
  }
  return rest > 2
}

/** The place of the first span that ends behind a character. */
function firstBehind(taken: readonly RedactedSpan[], start: number): number {
  let low = 0
  let high = taken.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((taken[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return low
}

/** Spans in their order, without those that lie in another one. */
export function outermost(spans: RedactedSpan[]): RedactedSpan[] {
  let end = 0
  return spans
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((span) => {
      const isOuter = span.end > end
      end = Math.max(end, span.end)
      return isOuter
    })
}
