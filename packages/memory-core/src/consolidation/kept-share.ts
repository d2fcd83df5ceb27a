/** The share of a line's words that must stand in one stretch of the new text for the line to count as kept. */
const leastShare = 0.6
/** Maximum words of such a stretch, as a multiple of the line's; and the length that is allowed in any case, on two lines. */
const stretching = 2
const leastStretch = 12
/** Maximum places of a line's rarest words that are looked at; above it, similar lines are not distinguished. */
const mostPlaces = 64

/** The words of a text in order, and where each stands. */
interface WordPlaces {
  words: readonly string[]
  /** The number of the line in which each of the words stands; blank lines count for nothing. */
  lines: readonly number[]
  places: ReadonlyMap<string, readonly number[]>
  /** The words of its lines, joined: what stands there unchanged is found at once. */
  whole: ReadonlySet<string>
}

/**
 * The share of some lines that a text keeps. A line is kept when most of its words stand near each other: in at most two
 * lines that follow one another, and not scattered over them. So a reworded, merged or parted line is kept, and a text
 * that only has all the words is not a memory of what they said. Lines without words are not counted. Linear.
 */
export function keptShare(lines: readonly string[], text: string): number {
  const known = wordPlaces(text)
  const owned = lines.map((line) => wordsOf(withoutCategory(line))).filter((words) => words.length > 0)
  if (owned.length === 0) return 1
  return owned.filter((words) => isKept(words, known)).length / owned.length
}

function isKept(line: readonly string[], text: WordPlaces): boolean {
  if (text.whole.has(line.join(' '))) return true
  const own = new Set(line)
  const least = Math.ceil(own.size * leastShare)
  const reach = Math.max(leastStretch, line.length * stretching)
  return stretches(own, least, reach, text).some(([from, to]) => holdsMost(own, least, reach, text, from, to))
}

/**
 * Where a stretch with enough of the words can be, sorted and apart: a text without `least` of them lacks at least one of
 * any others, so that it has to have one of the rarest.
 */
function stretches(own: ReadonlySet<string>, least: number, reach: number, text: WordPlaces): [number, number][] {
  const byRarity = [...own].map((word) => text.places.get(word) ?? []).sort((a, b) => a.length - b.length)
  const places: number[] = []
  for (const some of byRarity.slice(0, own.size - least + 1))
    for (const place of some) if (places.length < mostPlaces) places.push(place)
  const found: [number, number][] = []
  for (const place of places.sort((a, b) => a - b)) {
    const last = found.at(-1)
    const [from, to] = [Math.max(0, place - reach + 1), Math.min(text.words.length, place + reach)]
    if (last && from <= last[1]) last[1] = to
    else found.push([from, to])
  }
  return found
}

/** Whether somewhere between two places a stretch holds enough of the words. One pass. */
function holdsMost(
  own: ReadonlySet<string>,
  least: number,
  reach: number,
  { words, lines }: WordPlaces,
  from: number,
  to: number,
): boolean {
  const counts = new Map<string, number>()
  let first = from
  for (let at = from; at < to; at++) {
    for (; at - first >= reach || (lines[at] ?? 0) - (lines[first] ?? 0) > 1; first++) leave(words[first] ?? '')
    const word = words[at] ?? ''
    if (own.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    if (counts.size >= least) return true
  }
  return false

  function leave(word: string): void {
    const count = counts.get(word)
    if (count === 1) counts.delete(word)
    else if (count !== undefined) counts.set(word, count - 1)
  }
}

function wordPlaces(text: string): WordPlaces {
  const words: string[] = []
  const lines: number[] = []
  const places = new Map<string, number[]>()
  const whole = new Set<string>()
  let number = 0
  for (const line of text.split('\n')) {
    const own = wordsOf(line)
    if (own.length === 0) continue
    number += 1
    whole.add(wordsOf(withoutCategory(line)).join(' '))
    for (const word of own) {
      const known = places.get(word)
      if (known) known.push(words.length)
      else places.set(word, [words.length])
      words.push(word)
      lines.push(number)
    }
  }
  return { words, lines, places, whole }
}

/** A fact says the same under another category. */
function withoutCategory(line: string): string {
  return line.replace(/^\s{0,64}[-*+][ \t]{1,8}\[[^[\]]{1,64}\][ \t]/, '')
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
