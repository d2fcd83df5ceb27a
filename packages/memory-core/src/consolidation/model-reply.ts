import type { ResolvedFactsOptions } from '../documents/facts-file.ts'
import { markdownLines } from '../documents/markdown.ts'
import { isRecord, parsedJson } from '../json.ts'
import { latinLanguages } from '../text/analysis/languages.ts'
import { stemOf, stopWordsOfEnglish } from '../text/analysis/word-forms.ts'
import { statementText } from '../text/comparison.ts'
import { lazy } from '../text/plain-text.ts'

/** A model's answer to the `json` contract. Fields that are absent or not a text are missing. */
export interface ConsolidationReply {
  historyEntry?: string
  memoryUpdate?: string
}

/** Maximum characters of a reply; longer ones are ignored, because no honest answer comes near it. */
const maxLength = 1_000_000

/**
 * Reads a model's reply in tiers, each tried if the previous one found neither field: the fenced or bare text as JSON,
 * the first balanced `{…}`, and the two fields one by one. Undefined if no tier finds a field, if the reply was cut
 * inside a field, or if it exceeds a million characters. Linear in the length of the reply.
 */
export function parseReply(reply: string): ConsolidationReply | undefined {
  if (reply.length > maxLength) return undefined
  for (const tier of tiers) {
    const found = pickFields(tier(reply))
    if (found) return found
  }
  return undefined
}

const thoughtEnd = '</think>'

/** A model's reply without the thoughts that some models write before it, with drafts of the answer. */
export function withoutThoughts(reply: string): string {
  const end = reply.lastIndexOf(thoughtEnd)
  return end < 0 || parsedJson(reply) !== undefined ? reply : reply.slice(end + thoughtEnd.length)
}

const tiers: readonly ((text: string) => unknown)[] = [
  (text) => parsedJson(withoutFence(text)),
  (text) => parsedJson(firstObject(text) ?? ''),
  (text) => fieldsIn(text),
]

function pickFields(value: unknown): ConsolidationReply | undefined {
  if (!isRecord(value)) return undefined
  const [entry, update] = [joined(value['history_entry']), joined(value['memory_update'])]
  const reply: ConsolidationReply = {}
  if (typeof entry === 'string' && entry.trim() !== '') reply.historyEntry = entry.trim()
  if (typeof update === 'string') reply.memoryUpdate = update
  return reply.historyEntry === undefined && reply.memoryUpdate === undefined ? undefined : reply
}

/** Some models answer lines as a list. */
function joined(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string')
    ? value.join('\n')
    : value
}

function withoutFence(text: string): string {
  const start = text.indexOf('```')
  if (start < 0) return text
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd < 0 ? -1 : text.lastIndexOf('```')
  return end > lineEnd ? text.slice(lineEnd + 1, end) : text
}

function firstObject(text: string): string | undefined {
  const start = text.indexOf('{')
  let depth = 0
  let inString = false
  for (let i = start; i >= 0 && i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return text.slice(start, i + 1)
  }
  return undefined
}

/** Both fields, or the only one present; undefined if one begins and does not end, because the reply was cut there. */
function fieldsIn(text: string): unknown {
  const names = ['history_entry', 'memory_update'].filter((name) => text.includes(`"${name}"`))
  const fields = names.map((name) => [name, fieldIn(text, name)])
  return fields.every(([, value]) => value !== undefined) ? Object.fromEntries(fields) : undefined
}

/** The string value of `"name": "…"` anywhere, even if the object around it is cut or broken. */
function fieldIn(text: string, name: string): string | undefined {
  const key = text.indexOf(`"${name}"`)
  const colon = text.indexOf(':', key + name.length + 2)
  const open = colon < 0 ? -1 : text.indexOf('"', colon)
  if (open < 0 || text.slice(colon + 1, open).trim() !== '') return undefined
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return unescapeString(text.slice(open, i + 1))
  }
  return undefined
}

/** Models write raw line breaks into strings, which JSON does not allow. */
function unescapeString(quoted: string): string | undefined {
  const value = parsedJson(quoted.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
  return typeof value === 'string' ? value : undefined
}

/** A line counts as kept if this share of its words, without stop words, is found in one stretch of the new text. */
const leastShare = 2 / 3
/** Maximum words of a stretch: this multiple of the line's words, or `leastStretch` if that is more. */
const stretching = 2
const leastStretch = 12
/** Maximum positions of a line's rarest words that are tried; beyond it, similar lines are not distinguished. */
const mostPlaces = 64

type WordPlaces = ReturnType<typeof wordPlaces>

/**
 * The share of lines that a text keeps. A line is kept if most of its words are close together: within two consecutive
 * lines, and not scattered over them. A reworded, merged or split line counts as kept; a text that only contains all
 * the words does not. Unrelated lines share their date and stop words, so these are not compared. Lines without words
 * are not counted. Linear.
 */
export function keptShare(lines: readonly string[], text: string): number {
  const known = wordPlaces(text)
  const owned = lines.map(wordsOf).filter((words) => words.length > 0)
  if (owned.length === 0) return 1
  return owned.filter((words) => isKept(words, known)).length / owned.length
}

function isKept(line: readonly string[], text: WordPlaces): boolean {
  const { words, lines, whole } = text
  if (whole.has(line.join(' '))) return true
  const telling = line.filter((word) => !stopWords().has(word))
  const own = new Set((telling.length > 0 ? telling : line).map(stemmed))
  const least = Math.ceil(own.size * leastShare)
  const reach = Math.max(leastStretch, line.length * stretching)

  /** Whether a stretch between two positions has enough of the words. One pass. */
  function holdsMost(from: number, to: number): boolean {
    const counts = new Map<string, number>()
    let first = from
    for (let at = from; at < to; at++) {
      for (; at - first >= reach || (lines[at] ?? 0) - (lines[first] ?? 0) > 1; first++) {
        const count = counts.get(words[first] ?? '') ?? 0
        if (count > 1) counts.set(words[first] ?? '', count - 1)
        else counts.delete(words[first] ?? '')
      }
      const word = words[at] ?? ''
      if (own.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
      if (counts.size >= least) return true
    }
    return false
  }

  return stretches(own, least, reach, text).some(([from, to]) => holdsMost(from, to))
}

/** Sorted ranges without overlaps around the rarest words: a stretch with `least` of the words contains one of them. */
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

function wordPlaces(text: string) {
  const words: string[] = []
  /** The line number of each word; blank lines are not counted. */
  const lines: number[] = []
  /** The words of each line, joined, to find unchanged lines at once. */
  const whole = new Set<string>()
  let number = 0
  for (const line of text.split('\n')) {
    const own = wordsOf(line)
    if (own.length === 0) continue
    number += 1
    whole.add(own.join(' '))
    for (const word of own) {
      words.push(stemmed(word))
      lines.push(number)
    }
  }
  return { words, lines, places: Map.groupBy(words.keys(), (at) => words[at]), whole }
}

function wordsOf(line: string): string[] {
  const lower = statementText(line).toLowerCase()
  return lower.match(/[\p{L}\p{N}]+/gu) ?? []
}

const englishWord = /^[a-z]{1,64}$/

function stemmed(word: string): string {
  return englishWord.test(word) ? stemOf(word) : word
}

const stopWords = lazy(
  () => new Set([...stopWordsOfEnglish(), ...latinLanguages().flatMap((language) => language.stopWords)]),
)

/** A rewrite is garbage if it exceeds this multiple of the byte limit and twice the old text. */
const maxGrowth = 8
/** Limits that no honest consolidation reaches: new lines at once, characters of a line. */
const mostNewLines = 200
const longestLine = 4_000
const minKept = 0.5
/** Minimum share if the model was asked to compress; the old text is kept as a version. */
const leastCompressed = 0.2

/**
 * Why a rewrite must not be used; undefined if it may. Refused: an empty one where there were facts, one that keeps less
 * than half of the lines without being the shorter text that was asked for, and a flood. Appending drops no line, so
 * that only a flood is refused. Linear.
 */
export function whyRefused(
  before: string,
  after: string,
  options: { mode: ResolvedFactsOptions['mode']; compressing: boolean; bytes: number },
): string | undefined {
  if (after.length > Math.max(options.bytes * maxGrowth, before.length * 2))
    return `its ${after.length} characters exceed the size limit`
  const flood = floodIn(before, after)
  if (flood !== undefined || options.mode === 'append') return flood
  const old = statements(before)
  if (old.length === 0) return undefined
  if (after.trim() === '') return 'it is empty'
  const kept = keptShare(old, after)
  // A rewrite that drops lines and adds just as many has compressed nothing.
  const isCompressed = options.compressing && after.length < before.length
  const least = isCompressed ? leastCompressed : minKept
  if (kept >= least) return undefined
  return `it keeps ${Math.round(kept * 100)} % of the facts, at least ${least * 100} % were expected`
}

/** Why `after` adds more to `before` than one consolidation may. Repeated lines count each time, headings included. */
export function floodIn(before: string, after: string): string | undefined {
  const left = new Map<string, number>()
  let longestBefore = 0
  for (const line of countedLines(before)) {
    left.set(line, (left.get(line) ?? 0) + 1)
    longestBefore = Math.max(longestBefore, line.length)
  }
  let added = 0
  let longest = 0
  for (const line of countedLines(after)) {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    else {
      added += 1
      longest = Math.max(longest, line.length)
    }
  }
  if (added > mostNewLines) return `it adds ${added} lines at once, more than ${mostNewLines}`
  if (longest > Math.max(longestLine, longestBefore * 2))
    return `it adds a line of ${longest} characters, more than ${longestLine}`
  return undefined
}

/** A single blank line is a separator; further ones count as lines. */
function countedLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line, place) => line !== '' || (place > 0 && lines[place - 1] === ''))
}

/** The lines with content. Text between bullets counts like a bullet, headings do not. */
function statements(text: string): string[] {
  return markdownLines(text).flatMap(({ kind, raw }) => {
    const line = raw.trim()
    return kind === 'heading' || line === '' ? [] : [line]
  })
}
