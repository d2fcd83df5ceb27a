import { redactionMarkOf, redactionMarksOf } from './marked.ts'
import { ruleOfField } from './named-rules.ts'
import { type FoundSecret, foundIn, type Redact, type Redacted } from './redact.ts'
import { labelOf, redactList } from './redact-list.ts'

/** A value without its secrets. */
export interface RedactedValue<T> {
  /** The value itself when nothing was found; what is replaced stands in copies of the objects around it. */
  value: T
  found: FoundSecret[]
}

/** Which fields are left as they are: paths of names from the top, such as `toolCalls.id`; lists add nothing to a path. */
export type KeptFields = ReadonlySet<string>

/** Whether a field is a secret because of its name alone; the rule's name then. */
export type FieldRule = (name: string, text: string) => string | undefined

/** Adds up what was found. */
export function addFound(total: Map<string, number>, found: readonly FoundSecret[]): void {
  for (const { rule, count } of found) total.set(rule, (total.get(rule) ?? 0) + count)
}

/**
 * Takes secrets out of every text of a JSON value: strings, keys of objects, what `toJSON` answers. A field whose name,
 * or the field that names it, says that it is a secret (`password`) is replaced as a whole. What a list says only
 * together, in its text parts or in a string and the next one, is taken out too.
 * @throws RangeError for a value that is nested too deeply, or holds itself
 */
export function redactValue<T>(
  given: T,
  redact: Redact,
  { keep = nothingKept, fieldRule = ruleOfField }: { keep?: KeptFields; fieldRule?: FieldRule } = {},
): RedactedValue<T> {
  const total = new Map<string, number>()
  const longest = Math.max(0, ...[...keep].map((path) => path.length))

  // The names of fields come with every object, and a message's text often a second time in its framework's own shape.
  const known = new Map<string, Redacted>()

  function text(before: string): string {
    const redacted = known.get(before) ?? redact(before)
    known.set(before, redacted)
    addFound(total, redacted.found)
    return redacted.text
  }

  function field(owner: object, name: string, value: unknown, path: string): unknown {
    const after = walk(value, { path, name })
    // What is a mark as a whole has a better name than that of the field.
    if (typeof value !== 'string' || (after !== value && isMark(after))) return after
    const label = labelOf(owner, name)
    const rule = fieldRule(name, value) ?? (label === '' ? undefined : fieldRule(label, value))
    if (rule === undefined || redactionMarksOf(value).length > 0) return after
    addFound(total, [{ rule, count: 1 }])
    return redactionMarkOf(rule)
  }

  function fields(value: object, path: string): unknown {
    let isChanged = false
    const names = new Set<string>()
    const entries = Object.entries(value).map(([name, before]) => {
      // A path that is longer than every kept one is none of them: it need not grow with the depth.
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
    const { list: before, found } = redactList(values, place.name, redact)
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

  /** What stands for `value` in JSON; `value` itself when nothing of it is a secret. */
  function walkOther(json: unknown, value: object, place: Place): unknown {
    const after = walk(json, place)
    return after === json ? value : after
  }

  // What is replaced is a text in the place of a text: the value has the type that it had.
  const value = walk(given, { path: '', name: '' }) as T
  return { value, found: foundIn(total) }
}

/** Where a value stands: what leads to it, and the field that it or its list is in. */
interface Place {
  /** Only as far as a kept path can reach. */
  path: string
  name: string
}

const nothingKept: KeptFields = new Set()

function isMark(text: unknown): boolean {
  return typeof text === 'string' && redactionMarksOf(text)[0]?.end === text.length && text.startsWith('[')
}

/** Two keys that become the same would be one: the later one is numbered. */
function unused(name: string, names: Set<string>): string {
  let free = name
  for (let turn = 2; names.has(free); turn++) free = `${name} ${turn}`
  names.add(free)
  return free
}
