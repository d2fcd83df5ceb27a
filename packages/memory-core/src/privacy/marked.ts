/** A span of a text to be replaced. */
export interface RedactedSpan {
  start: number
  end: number
  /** The name of the rule that found it. */
  rule: string
}

const opening = '[redacted: '
const mark = /\[redacted: [a-z0-9-]{1,64}\]/g

/** The marker for a rule. */
export function redactionMarkOf(rule: string): string {
  return `${opening}${rule}]`
}

/**
 * Replaces spans of texts that are read as one by markers; the spans are sorted and do not overlap. A marker goes where a
 * span begins; the rest of the span is removed from the following texts.
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

/** Converts spans of texts joined by `gap` characters into spans without the gaps. Spans within a gap are dropped. */
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

/** Merges two lists of spans, each sorted without overlaps; overlapping ones become one with the name of the first. */
export function mergedSpans(some: readonly RedactedSpan[], others: readonly RedactedSpan[]): RedactedSpan[] {
  const merged: RedactedSpan[] = []
  for (const span of [...some, ...others].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}

/** The positions of markers in a text. */
export function redactionMarksOf(text: string): RedactedSpan[] {
  if (!text.includes(opening)) return []
  return Array.from(text.matchAll(mark), ({ 0: found, index: start }) => ({
    start,
    end: start + found.length,
    rule: '',
  }))
}

const endsInMark = /\[redacted: [a-z0-9-]{1,64}\][.!"'”’)]*$/
const betweenClauses = /[,;]?\s+(?:and|but|und|aber|y|pero)\s+|[,;]\s+/

/** Whether each clause of a statement ends in a marker, so that nothing is left of what it said. */
export function saysOnlyMarks(text: string): boolean {
  const isMarked = (clause: string): boolean => endsInMark.test(clause)
  return text.includes(opening) && text.trim().split(betweenClauses).every(isMarked)
}

/** Whether a span overlaps one of those taken, which are sorted without overlaps. */
export function overlaps(taken: readonly RedactedSpan[], { start, end }: RedactedSpan): boolean {
  return (taken[firstBehind(taken, start)]?.start ?? Number.POSITIVE_INFINITY) < end
}

/** Whether a span contains all that it overlaps, and more than the line break behind a key. */
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

/** The index of the first span that ends behind a position. */
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

/** Sorted, without spans inside another one. */
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
