import { MemoryError, shown } from '../errors.ts'
import type { Report } from '../events.ts'
import { isRecord, printedJson } from '../json.ts'
import { createRedact, type FoundSecret, foundIn, type Redact, type RedactionOptions } from '../privacy/redact.ts'
import { addFound, type KeptFields, redactValue } from '../privacy/redact-value.ts'
import type { ShownLayers, StoredArguments } from './layer-calls.ts'

export type Redaction = ReturnType<typeof createRedaction>

export type AnyCall = (...given: readonly unknown[]) => Promise<unknown>

/** A line of one word that may be the value of a secret. */
const loneValue = /^\s{0,16}\S{6,512}[ \t]{0,8}(?:\r?\n|$)/
/** Longer lines are not read as the name of a secret. */
const longestLine = 256

/** Removes secrets from everything that a memory is given to store. */
export function createRedaction(options: RedactionOptions | undefined, report: Report) {
  const redact = createRedact({ rules: [...(options?.rules ?? [])], ...(options?.allow && { allow: options.allow }) })

  function say(found: readonly FoundSecret[], place: string, session: string | undefined): void {
    if (found.length === 0) return
    const secrets = found.map(({ rule, count }) => `${count} × ${rule}`).join(', ')
    report({
      type: 'secret-redacted',
      level: 'info',
      message: `kept secrets out of what ${place} stored: ${secrets}`,
      ...(session === undefined ? {} : { session }),
      details: { place, ...Object.fromEntries(found.map(({ rule, count }) => [rule, count])) },
    })
  }

  function without(given: unknown, keep: KeptFields | undefined, total: Map<string, number>): unknown {
    if (typeof given === 'function')
      return (...args: readonly unknown[]) => without(Reflect.apply(given, undefined, args), undefined, total)
    const { value, found } = redactedOrRefused(given, redact, keep)
    addFound(total, found)
    return value
  }

  function ownArguments(
    given: readonly unknown[],
    { places, keep, names }: StoredArguments,
    total: Map<string, number>,
  ) {
    if (!names)
      return given.map((argument, place) => (places.includes(place) ? without(argument, keep, total) : argument))
    const named = without(Object.fromEntries(names.map((name, place) => [name, given[place]])), keep, total)
    return names.map((name) => (isRecord(named) ? named[name] : undefined))
  }

  /** A value on a line of its own is a secret if the line above names one. Reads the stored text only for such values. */
  async function belowLine(argument: unknown, read: () => Promise<unknown>, total: Map<string, number>) {
    if (typeof argument !== 'string' || !loneValue.test(argument)) return argument
    const stored = await read()
    const end = typeof stored === 'string' ? stored.trimEnd().slice(-longestLine) : ''
    const above = end.slice(end.search(/[^\r\n]*$/))
    const { texts, found } = redact.together([above, argument], ['\n'])
    addFound(total, found)
    return texts[1]
  }

  /** Wraps a method of a layer: redacts its stored arguments, then reports the number of secrets. */
  function call(layer: object, name: keyof ShownLayers, method: string, rule: StoredArguments): AnyCall {
    const { through, below } = rule
    // Looked up now, because a host may replace the method temporarily.
    const inner = methodOf(layer, through?.method ?? method)
    return async (...args) => {
      const total = new Map<string, number>()
      const given = through ? through.given(args) : args
      const own = ownArguments(given, rule, total)
      if (below) own[0] = await belowLine(own[0], methodOf(layer, below), total)
      const result = await inner(...(name === 'notes' ? own.map(quotedHeaders) : own))
      const session = name === 'sessions' && typeof args[0] === 'string' ? args[0] : undefined
      say(method === 'align' ? newlyFound(total, result) : foundIn(total), `${name}.${method}`, session)
      return result
    }
  }

  return {
    redact,
    call,
    /** Redacts what a model wrote, and reports it at once. */
    written<T>(given: T, place: string, session?: string): T {
      const { value, found } = redactValue(given, redact)
      say(found, place, session)
      return value
    },
  }
}

/** The method of this name; the table of names is checked at compile time. */
function methodOf(layer: object, name: string): AnyCall {
  const method: unknown = Reflect.get(layer, name)
  if (typeof method !== 'function') throw new TypeError(`no call ${name} in a layer`)
  return async (...args) => Reflect.apply(method, layer, args)
}

/** @throws MemoryError `bad-input` for JSON that is nested too deeply to be searched */
function redactedOrRefused(given: unknown, redact: Redact, keep?: KeptFields) {
  try {
    return redactValue(given, redact, keep)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  if (printedJson(given) === undefined) return { value: given, found: [] } // the layer's own error is more precise
  throw new MemoryError('bad-input', `${shown(given)} is nested too deeply to be searched for secrets: make it flatter`)
}

/** Hosts align the same conversation repeatedly: only secrets in newly stored messages are reported. */
function newlyFound(total: ReadonlyMap<string, number>, alignment: unknown): FoundSecret[] {
  if (total.size === 0) return []
  const stored = isRecord(alignment) ? JSON.stringify(alignment['appended'] ?? []) : ''
  return foundIn(total).flatMap(({ rule, count }) => {
    const isNew = Math.min(count, stored.split(`[redacted: ${rule}]`).length - 1)
    return isNew === 0 ? [] : [{ rule, count: isNew }]
  })
}

/** Quotes redaction markers in the header of a note, or of the notes that a function returns. */
function quotedHeaders(given: unknown): unknown {
  if (typeof given === 'string') return quotedHeader(given)
  return typeof given === 'function' ? (...args: unknown[]) => quotedHeaders(given(...args)) : given
}

const header = /^---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/
const markedValue = /^([A-Za-z_][\w-]*:[ \t]+)([^"'|>\s\n][^\n]*?)([ \t]*\r?)$/gm

/** Quotes header values of a note that contain a marker such as `[redacted: password]`, which YAML reads as a list. */
export function quotedHeader(text: string): string {
  if (!text.startsWith('---') || !text.includes('[redacted: ')) return text
  const found = header.exec(text)?.[0]
  if (found === undefined) return text
  const quoted = found.replaceAll(markedValue, (line, key: string, value: string, end: string) =>
    value.includes('[redacted: ') ? `${key}${JSON.stringify(value)}${end}` : line,
  )
  return quoted + text.slice(found.length)
}
