import { redactionMarkOf, redactionMarksOf } from './marked.ts'
import { ruleOfField } from './named-rules.ts'
import { type FoundSecret, foundIn, type Redact, type Redacted } from './redact.ts'

/** A list without what only several of its values say together. */
interface RedactedList {
  /** What is replaced stands in copies. */
  list: readonly unknown[]
  found: FoundSecret[]
}

interface TextPart {
  type?: unknown
  text: string
}

/** Which fields say what another one is: `{ "name": "password", "value": "…" }`, a fact with its category. */
const labels: ReadonlyMap<string, readonly string[]> = new Map([
  ['value', ['name', 'key', 'field', 'label', 'id']],
  ['text', ['category']],
  ['content', ['category']],
])
/** The types of text parts in the shapes of frameworks and hosts; where parts have none, the names of their lists. */
const partTypes: ReadonlySet<string> = new Set([
  ...['text', 'reasoning', 'thinking', 'text-delta', 'reasoning-delta', 'text_delta', 'thinking_delta'],
  ...['input_text', 'output_text', 'summary_text', 'reasoning_text'],
])
const partLists: ReadonlySet<string> = new Set(['parts', 'content'])
const longestLabel = 64
const option = /^--[A-Za-z][A-Za-z-]{0,62}$/
const announcing = /[:：=][ \t]{0,8}$/

/** What names a field of an object, without a colon or a star behind it; "" when nothing does. */
function labelOf(owner: object, field: string): string {
  for (const name of labels.get(field) ?? []) {
    const label: unknown = Object.hasOwn(owner, name) ? Reflect.get(owner, name) : undefined
    if (typeof label === 'string' && label.length <= longestLabel && label !== '')
      return label.replace(/[ \t:：*=]{1,16}$/, '')
  }
  return ''
}

/**
 * Takes out what a list, in the field of this name, says only together: the text parts of a message, which a stream cuts
 * anywhere, and a string with the next one behind `password:` or `--password`. Comes before each of them is looked at by
 * itself, or the first half of a secret would be taken for all of it. Price: nothing where there are none.
 */
function redactList(values: readonly unknown[], name: string, redact: Redact): RedactedList {
  const found: FoundSecret[] = []
  if (values.length < 2) return { list: values, found }
  const list = [...values]
  for (const places of runsOf(list, partLists.has(name))) {
    const parts = places.map((place) => list[place])
    const before = parts.map(textOf)
    // As one stream, and as lines.
    const after = redact.together(before, ['', '\n'])
    found.push(...after.found)
    for (const [at, place] of places.entries())
      if (after.texts[at] !== before[at]) list[place] = withText(parts[at], after.texts[at] ?? '')
  }
  for (const [place, value] of list.entries()) {
    const before = list[place - 1]
    const separator = typeof value === 'string' ? separatorOf(before, value) : undefined
    if (typeof before !== 'string' || typeof value !== 'string' || separator === undefined) continue
    const pair = redact.together([before, value], [separator])
    found.push(...pair.found)
    list[place - 1] = pair.texts[0]
    list[place] = pair.texts[1]
  }
  return found.length === 0 ? { list: values, found } : { list, found }
}

/** The places of the text parts, by their type; those that stand alone are left out. Others may have a `text` of their own. */
function runsOf(values: readonly unknown[], arePartsUntyped: boolean): number[][] {
  const runs = new Map<unknown, number[]>()
  for (const [place, value] of values.entries()) {
    if (!isTextPart(value)) continue
    if (typeof value.type === 'string' ? !partTypes.has(value.type) : !arePartsUntyped) continue
    const run = runs.get(value.type)
    if (run) run.push(place)
    else runs.set(value.type, [place])
  }
  return [...runs.values()].filter(({ length }) => length > 1)
}

function isTextPart(value: unknown): value is TextPart {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'text') &&
    'text' in value &&
    typeof value.text === 'string'
  )
}

function textOf(part: unknown): string {
  return isTextPart(part) ? part.text : ''
}

function withText(part: unknown, text: string): unknown {
  return isTextPart(part) ? { ...part, text } : part
}

/** What would stand between two strings if they were one; undefined where the first one names nothing. */
function separatorOf(before: unknown, value: string): string | undefined {
  if (typeof before !== 'string') return undefined
  if (option.test(before)) return value.startsWith('-') ? undefined : '='
  return announcing.test(before.slice(-16)) ? '\n' : undefined
}

/** A value without its secrets. */
interface RedactedValue<T> {
  /** The value itself when nothing was found; what is replaced stands in copies of the objects around it. */
  value: T
  found: FoundSecret[]
}

/** Which fields are left as they are: paths of names from the top, such as `toolCalls.id`; lists add nothing to a path. */
export type KeptFields = ReadonlySet<string>

/** Whether a field is a secret because of its name alone; the rule's name then. */
type FieldRule = (name: string, text: string) => string | undefined

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
