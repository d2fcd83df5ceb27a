import { formRules } from './form-rules.ts'
import {
  isMore,
  markedTogether,
  mergedSpans,
  outermost,
  overlaps,
  type RedactedSpan,
  redactionMarksOf,
  withoutGaps,
} from './marked.ts'
import { namedRules } from './named-rules.ts'
import type { FoundValue, Readings } from './read-value.ts'
import type { KnownRule, SecretMatch, SecretRule } from './secret-rule.ts'
import { createPlaces, eachMatch, type RulePlaces, withoutEscapes, withoutHidden } from './secret-rule.ts'
import { issuedRules, prefixedRules } from './token-rules.ts'

/** Number of secrets found by a rule. */
export interface FoundSecret {
  /** The name of the rule. */
  rule: string
  count: number
}

/** A text without its secrets. */
export interface Redacted {
  /** Each secret is replaced by `[redacted: name-of-the-rule]`. */
  text: string
  /** The secrets that were replaced, by rule in order of appearance; [] if there were none. */
  found: FoundSecret[]
}

/** Additions and exceptions to the built-in rules. */
export interface RedactionOptions {
  /** Your own rules, applied before the built-in ones. @default none */
  rules?: readonly SecretRule[]
  /** Whether a match may be stored unchanged. Receives the secret itself. @default none may */
  allow?: (match: SecretMatch) => boolean
}

/** Several texts after the redaction of each, and of all read as one. */
export interface RedactedTexts {
  /** One for each given text. A marker is placed where its secret begins. */
  texts: string[]
  found: FoundSecret[]
}

/** Removes secrets from a text. */
export interface Redact {
  (text: string): Redacted
  /**
   * Redacts several texts that are also read as one, once with each of the separators. Each separator costs a redaction
   * of all texts.
   */
  together(texts: readonly string[], separators: readonly string[]): RedactedTexts
}

/** Where the built-in rules may match; made at the first use. The first matching rule wins. */
let placesOfRules: ReturnType<typeof createPlaces> | undefined
function lookFor(text: string): ReturnType<ReturnType<typeof createPlaces>> {
  placesOfRules ??= createPlaces([...prefixedRules, ...issuedRules, ...formRules, ...namedRules])
  return placesOfRules(text)
}

/** Maximum rounds: removing a secret may reveal another one beside it. */
const passes = 4
/** Maximum values with the same end that a rule examines. */
const mostBeginnings = 16

/** Creates a redaction from the built-in rules and the options. */
export function createRedact({ rules = [], allow }: RedactionOptions = {}): Redact {
  const given = rules.map((rule) => ({ rule, pattern: everywhere(rule.pattern) }))

  /** The matches of a caller's rule, which may begin anywhere. */
  function givenSpans(rule: SecretRule, pattern: RegExp, text: string, taken: readonly RedactedSpan[]): RedactedSpan[] {
    const spans: RedactedSpan[] = []
    for (const match of text.matchAll(pattern)) {
      const place = match.indices?.groups?.['secret']
      const span = { ...(place ? { start: place[0], end: place[1] } : placeOf(match)), rule: rule.name }
      if (!overlaps(taken, span) && isSecret(rule, text, span)) spans.push(span)
    }
    return spans
  }

  function knownSpans(
    { rule, places }: RulePlaces,
    text: string,
    searched: string,
    taken: readonly RedactedSpan[],
    marks: readonly RedactedSpan[],
    seen: Readings,
  ): RedactedSpan[] {
    const spans: RedactedSpan[] = []
    let last = 0
    let [refused, turns] = [-1, 0]
    eachMatch(rule.pattern, places, searched, (match) => {
      const { index } = match
      // A name inside a value names nothing.
      const name = { start: index, end: index + 1, rule: rule.name }
      if (rule.read && overlaps(taken, name) && !overlaps(marks, name)) return
      const value = rule.read ? rule.read(searched, index, index + match[0].length, seen) : placeOf(match)
      if (!value || value.start < last) return
      // A value that was refused repeatedly with other beginnings is not read to the end of the text.
      turns = value.end === refused ? turns + 1 : 0
      if (turns > mostBeginnings) return
      const span = { start: value.start, end: value.end, rule: rule.name }
      // A value is replaced as a whole, even if another rule matched inside it.
      const isFree = !overlaps(taken, span) || (rule.read && !overlaps(marks, span) && isMore(span, taken))
      const isTaken = isFree && isSecret(rule, text, span, value.form)
      if (isTaken) spans.push(span)
      else refused = value.end
      if (isTaken || !rule.read) last = value.end
    })
    return spans
  }

  function isSecret(
    rule: SecretRule | KnownRule,
    text: string,
    { start, end }: RedactedSpan,
    form?: FoundValue['form'],
  ) {
    if (end <= start) return false
    const match = { rule: rule.name, secret: text.slice(start, end), text, index: start }
    return (rule.isSecret?.({ ...match, form }) ?? true) && !allow?.(match)
  }

  /** Texts with hidden characters are searched without them, too, so that these do not hide a secret. */
  function spansOf(text: string): readonly RedactedSpan[] {
    const searched = withoutEscapes(text)
    const { due, hasHidden } = lookFor(searched)
    const spans = visibleSpans(text, searched, due)
    if (!hasHidden) return spans
    const { shown, places } = withoutHidden(text)
    const plain = withoutEscapes(shown)
    const inner = visibleSpans(shown, plain, lookFor(plain).due).map(({ start, end, rule }) => ({
      start: places[start] ?? 0,
      end: (places[end - 1] ?? 0) + 1,
      rule,
    }))
    return mergedSpans(spans, inner)
  }

  function visibleSpans(text: string, searched: string, due: readonly RulePlaces[]): readonly RedactedSpan[] {
    if (due.length === 0 && rules.length === 0) return []
    const marks = redactionMarksOf(text)
    let taken: readonly RedactedSpan[] = marks
    const take = (own: readonly RedactedSpan[]): void => {
      if (own.length > 0) taken = outermost([...taken, ...own])
    }
    for (const { rule, pattern } of given) take(givenSpans(rule, pattern, text, taken))
    const seen: Readings = { quotes: new Map(), stops: new Map(), clear: { start: 0, end: 0 } }
    for (const places of due) take(knownSpans(places, text, searched, taken, marks, seen))
    return marks.length === 0 ? taken : taken.filter((span) => !overlaps(marks, span))
  }

  function redactText(text: string): Redacted {
    const { texts, found } = together([text], [''])
    return { text: texts[0] ?? text, found }
  }

  function together(texts: readonly string[], separators: readonly string[]): RedactedTexts {
    const counts = new Map<string, number>()
    let rest = [...texts]
    for (let pass = 0; pass < passes; pass++) {
      let spans: RedactedSpan[] = []
      for (const separator of separators) {
        const found = spansOf(rest.join(separator))
        if (found.length > 0) spans = mergedSpans(spans, withoutGaps(found, rest, separator.length))
      }
      if (spans.length === 0) break
      for (const { rule } of spans) counts.set(rule, (counts.get(rule) ?? 0) + 1)
      rest = markedTogether(rest, spans)
    }
    return { texts: rest, found: foundIn(counts) }
  }

  return Object.assign(redactText, { together })
}

/** Counts by rule as a list. */
export function foundIn(counts: ReadonlyMap<string, number>): FoundSecret[] {
  return [...counts].map(([rule, count]) => ({ rule, count }))
}

/** A caller's pattern that finds every match, with the position of a group named `secret`. */
function everywhere({ source, flags }: RegExp): RegExp {
  const wanted = [...flags.replace('y', ''), 'g', ...(source.includes('(?<secret>') ? ['d'] : [])]
  return new RegExp(source, [...new Set(wanted)].join(''))
}

/** In built-in rules the secret is last except for an "@": searching it there is twice as fast as match indices. */
function placeOf({ 0: found, index, groups }: RegExpExecArray): Omit<FoundValue, 'form'> & { form?: undefined } {
  const secret = groups?.['secret']
  if (secret === undefined) return { start: index - (groups?.['before']?.length ?? 0), end: index + found.length }
  const start = index + found.lastIndexOf(secret)
  return { start, end: start + secret.length }
}

/**
 * Removes secrets from a text: keys and tokens of some 120 issuers, private keys, JSON Web Tokens, card numbers,
 * passwords in URLs and behind names such as `password =`. Existing markers stay. About half a microsecond for a hundred
 * characters, linear in the length.
 */
export const redact: Redact = createRedact()
