import type { FoundSecret, Redact } from './redact.ts'

/** A list without what only several of its values say together. */
export interface RedactedList {
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
export function labelOf(owner: object, field: string): string {
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
export function redactList(values: readonly unknown[], name: string, redact: Redact): RedactedList {
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
