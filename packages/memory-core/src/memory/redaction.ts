import { MemoryError, shown } from '../errors.ts'
import type { Report } from '../events.ts'
import { createRedact, type FoundSecret, type Redact, type RedactionOptions } from '../privacy/redact.ts'
import { addFound, foundIn, type KeptFields, redactValue } from '../privacy/redact-value.ts'
import { quotedHeader } from './quoted-header.ts'
import { type ShownLayers, type StoredArguments, storedArguments } from './stored-arguments.ts'

/** Takes secrets out of all that a memory is given to store. */
export interface Redaction {
  /** The rules; undefined when redaction is off. */
  redact: Redact | undefined
  /** A layer whose calls store their arguments without secrets, and say so afterwards. */
  layer<Name extends keyof ShownLayers>(name: Name, layer: ShownLayers[Name]): ShownLayers[Name]
  /** What a model wrote, without secrets; reported at once. */
  written<T>(value: T, place: string, session?: string): T
}

const off: Redaction = { redact: undefined, layer: (_, layer) => layer, written: (value) => value }

/** Makes the redaction that the option `redaction` asks for. */
export function createRedaction(options: RedactionOptions | false | undefined, report: Report): Redaction {
  if (options === false) return off
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

  function wrapped(
    name: keyof ShownLayers,
    method: string,
    call: (...args: unknown[]) => unknown,
    rule: StoredArguments,
  ) {
    const { places, keep } = rule
    return async (...given: readonly unknown[]): Promise<unknown> => {
      const total = new Map<string, number>()
      const own = given.map((argument, place) => (places.includes(place) ? without(argument, keep, total) : argument))
      const result = await call(...(name === 'notes' ? own.map(quotedHeaders) : own))
      const session = name === 'sessions' && typeof given[0] === 'string' ? given[0] : undefined
      say(method === 'align' ? newlyFound(total, result) : foundIn(total), `${name}.${method}`, session)
      return result
    }
  }

  return {
    redact,
    layer(name, layer) {
      const rules = new Map<string, StoredArguments | false>(Object.entries(storedArguments[name]))
      return new Proxy(layer, {
        get(target, property) {
          const method: unknown = Reflect.get(target, property)
          const rule = rules.get(String(property))
          if (typeof method !== 'function' || !rule) return method
          return wrapped(name, String(property), (...args) => Reflect.apply(method, target, args), rule)
        },
      })
    },
    written(given, place, session) {
      const { value, found } = redactValue(given, redact)
      say(found, place, session)
      return value
    },
  }
}

/** @throws MemoryError `bad-input` for what JSON could say, but nobody can look through */
function redactedOrRefused(given: unknown, redact: Redact, keep: KeptFields = new Set()) {
  try {
    return redactValue(given, redact, { keep })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  if (!hasJson(given)) return { value: given, found: [] } // refused by the layer, which can say why
  throw new MemoryError(
    'bad-input',
    `${shown(given)} is nested too deeply to be looked through for secrets: make it flatter`,
  )
}

function hasJson(value: unknown): boolean {
  try {
    // A function, and undefined, have none.
    const json: string | undefined = JSON.stringify(value)
    return json !== undefined
  } catch {
    return false
  }
}

/** A host sends its conversation again and again: only what was stored now is news. */
function newlyFound(total: ReadonlyMap<string, number>, alignment: unknown): FoundSecret[] {
  if (total.size === 0) return []
  const isAlignment = typeof alignment === 'object' && alignment !== null && 'appended' in alignment
  const stored = isAlignment ? JSON.stringify(alignment.appended) : ''
  return foundIn(total).flatMap(({ rule, count }) => {
    const isNew = Math.min(count, stored.split(`[redacted: ${rule}]`).length - 1)
    return isNew === 0 ? [] : [{ rule, count: isNew }]
  })
}

/** A note as a whole, or what makes one: a mark in its header is put into quotes. */
function quotedHeaders(given: unknown): unknown {
  if (typeof given === 'string') return quotedHeader(given)
  return typeof given === 'function' ? (...args: unknown[]) => quotedHeaders(given(...args)) : given
}
