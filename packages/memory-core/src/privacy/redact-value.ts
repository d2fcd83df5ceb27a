import { redactionMarkOf, redactionMarksOf } from './marked.ts'
import { passwordField, secretField } from './named-rules.ts'
import { type FoundSecret, foundIn, type Redact, type Redacted } from './redact.ts'
import type { KnownMatch } from './secret-rule.ts'
import { isAssignedSecret, isPassword } from './secret-values.ts'

interface RedactedValue<T> {
  /** The same value if nothing was found; otherwise changes are made in copies. */
  value: T
  found: FoundSecret[]
}

/** Fields that name another field's value: `{ "name": "password", "value": "…" }`, a fact with its category. */
const labels: ReadonlyMap<string, readonly string[]> = new Map([
  ['value', ['name', 'key', 'field', 'label', 'id']],
  ['text', ['category']],
  ['content', ['category']],
])
/** The types of text parts in formats of frameworks and hosts; for parts without types, the names of their lists. */
const partTypes: ReadonlySet<string> = new Set([
  ...['text', 'reasoning', 'thinking', 'text-delta', 'reasoning-delta', 'text_delta', 'thinking_delta'],
  ...['input_text', 'output_text', 'summary_text', 'reasoning_text'],
])
const partLists: ReadonlySet<string> = new Set(['parts', 'content'])
const longestLabel = 64
const option = /^--[A-Za-z][A-Za-z-]{0,62}$/
const announcing = /[:：=][ \t]{0,8}$/

/** The text that names a field's value, without a trailing colon or asterisk; "" if there is none. */
function labelOf(owner: object, field: string): string {
  for (const name of labels.get(field) ?? []) {
    const label: unknown = Object.hasOwn(owner, name) ? Reflect.get(owner, name) : undefined
    if (typeof label === 'string' && label.length <= longestLabel && label !== '')
      return label.replace(/[ \t:：*=]{1,16}$/, '')
  }
  return ''
}

const longestField = 16_384

/** The rule by which the name of a field makes its value a secret, `{ "password": "…" }`; undefined if none does. */
function ruleOfField(name: string, text: string): 'password' | 'secret-value' | undefined {
  if (text.length > longestField) return undefined
  // Tested as if it were quoted behind the name.
  const match: KnownMatch = { rule: '', secret: text, text, index: 0, form: 'quoted' }
  if (passwordField.test(name) && isPassword(match)) return 'password'
  return secretField.test(name) && isAssignedSecret(match) ? 'secret-value' : undefined
}

/**
 * Redacts what is a secret only across values of a list: the text parts of a message, which a stream may cut anywhere,
 * and a string after `password:` or `--password`. Runs before single values are redacted, because the first half of a
 * secret would be taken for all of it. Costs nothing without such parts.
 */
function redactList(values: readonly unknown[], name: string, redact: Redact): RedactedValue<readonly unknown[]> {
  const found: FoundSecret[] = []
  if (values.length < 2) return { value: values, found }
  const list = [...values]
  for (const places of runsOf(list, partLists.has(name))) {
    const parts = places.map((place) => list[place]).filter(isTextPart)
    const texts = parts.map(({ text }) => text)
    // Read as one stream, and as lines.
    const after = redact.together(texts, ['', '\n'])
    found.push(...after.found)
    for (const [at, part] of parts.entries()) {
      const text = after.texts[at] ?? ''
      if (text !== part.text) list[places[at] ?? 0] = { ...part, text }
    }
  }
  for (const [place, value] of list.entries()) {
    const before = list[place - 1]
    if (typeof before !== 'string' || typeof value !== 'string') continue
    const separator = separatorOf(before, value)
    if (separator === undefined) continue
    const pair = redact.together([before, value], [separator])
    found.push(...pair.found)
    list[place - 1] = pair.texts[0]
    list[place] = pair.texts[1]
  }
  return { value: found.length === 0 ? values : list, found }
}

/** Groups text parts by type, without single ones. Other parts may have a `text`, too. */
function runsOf(values: readonly unknown[], arePartsUntyped: boolean): number[][] {
  const parts = values.flatMap((value, place) => (isTextPart(value) ? [{ type: value.type, place }] : []))
  const read = parts.filter(({ type }) => (typeof type === 'string' ? partTypes.has(type) : arePartsUntyped))
  const runs = [...Map.groupBy(read, ({ type }) => type).values()].filter(({ length }) => length > 1)
  return runs.map((run) => run.map(({ place }) => place))
}

function isTextPart(value: unknown): value is { type?: unknown; text: string } {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'text')) return false
  return typeof Reflect.get(value, 'text') === 'string'
}

/** The separator between two strings that are read as one; undefined if the first does not name the second. */
function separatorOf(before: string, value: string): string | undefined {
  if (option.test(before)) return value.startsWith('-') ? undefined : '='
  return announcing.test(before.slice(-16)) ? '\n' : undefined
}

/** Fields to leave unchanged: paths of names from the top, such as `toolCalls.id`; lists add nothing to a path. */
export type KeptFields = ReadonlySet<string>

/** Adds up findings by rule. */
export function addFound(total: Map<string, number>, found: readonly FoundSecret[]): void {
  for (const { rule, count } of found) total.set(rule, (total.get(rule) ?? 0) + count)
}

/**
 * Removes secrets from every text of a JSON value: strings, keys of objects, results of `toJSON`. A field that is a
 * secret by its name or label (`password`) is replaced as a whole. Secrets across text parts or neighbouring strings of
 * a list are removed, too.
 * @throws RangeError for a value that is nested too deeply, or circular
 */
export function redactValue<T>(given: T, redact: Redact, keep: KeptFields = new Set()): RedactedValue<T> {
  const total = new Map<string, number>()
  const longest = Math.max(0, ...[...keep].map((path) => path.length))

  // Caches texts, because field names recur, and messages often contain their text twice.
  const known = new Map<string, Redacted>()

  function text(before: string): string {
    const redacted = known.get(before) ?? redact(before)
    known.set(before, redacted)
    addFound(total, redacted.found)
    return redacted.text
  }

  function field(owner: object, name: string, value: unknown, path: string): unknown {
    const after = walk(value, { path, name })
    // A text that is only a marker keeps it.
    if (typeof value !== 'string' || (after !== value && isMark(after))) return after
    const label = labelOf(owner, name)
    const rule = ruleOfField(name, value) ?? (label === '' ? undefined : ruleOfField(label, value))
    if (rule === undefined || redactionMarksOf(value).length > 0) return after
    addFound(total, [{ rule, count: 1 }])
    return redactionMarkOf(rule)
  }

  function fields(value: object, path: string): unknown {
    let isChanged = false
    const names = new Set<string>()
    const entries = Object.entries(value).map(([name, before]) => {
      // Paths longer than any kept one need not be built.
      const inner = path === '' ? name : path.length > longest ? path : `${path}.${name}`
      if (keep.has(inner)) return [unused(name, names), before] as const
      const after = field(value, name, before, inner)
      const key = unused(text(name), names)
      isChanged ||= after !== before || key !== name
      return [key, after] as const
    })
    return isChanged ? Object.fromEntries(entries) : value
  }

  function list(values: readonly unknown[], place: Place): unknown {
    const { value: before, found } = redactList(values, place.name, redact)
    addFound(total, found)
    const after = before.map((value) => walk(value, place))
    return after.some((value, place) => value !== values[place]) ? after : values
  }

  function walk(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return text(value)
    if (value instanceof String) return walkOther(value.valueOf(), value, place)
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return value instanceof Date ? value : walkOther(value.toJSON(), value, place)
    return Array.isArray(value) ? list(value, place) : fields(value, place.path)
  }

  /** The replacement for `value` in JSON; `value` itself if it has no secret. */
  function walkOther(json: unknown, value: object, place: Place): unknown {
    const after = walk(json, place)
    return after === json ? value : after
  }

  // A text replaces a text, so that the type of the value stays.
  const value = walk(given, { path: '', name: '' }) as T
  return { value, found: foundIn(total) }
}

/** The position of a value: its path, and the field of the value or its list. */
interface Place {
  /** Only as long as kept paths. */
  path: string
  name: string
}

function isMark(text: unknown): boolean {
  return typeof text === 'string' && redactionMarksOf(text)[0]?.end === text.length && text.startsWith('[')
}

/** Keys that become equal are numbered, so that none is lost. */
function unused(name: string, names: Set<string>): string {
  let free = name
  for (let turn = 2; names.has(free); turn++) free = `${name} ${turn}`
  names.add(free)
  return free
}
