import type { output, ZodObject, ZodRawShape } from 'zod'
import { MemoryError, shown } from '../errors.ts'
import { isRecord } from '../json.ts'

/** Maximum mistakes named in one answer. */
const mostMistakes = 5

/**
 * Reads the arguments of a model as the fields of the schema. JSON text is parsed, an absent input is an empty object. A
 * field counts as absent if it is null, or if it is optional and "" or an empty list, because models fill in every field
 * they see. A person (`isPerson`) types only what they mean, so "" counts as given.
 * @throws MemoryError `bad-input`, in words that the caller can act on
 */
export function toolInput<Fields extends ZodRawShape>(
  tool: string,
  schema: ZodObject<Fields>,
  input: unknown,
  isPerson = false,
): output<ZodObject<Fields>> {
  const fields = fieldsOf(schema, typeof input === 'string' ? parsed(tool, input) : (input ?? {}), isPerson)
  const result = fields ? schema.safeParse(fields, { reportInput: true }) : undefined
  if (result?.success) return result.data
  const given = `the arguments are ${shown(input)}, expected an object`
  const mistakes = result?.error.issues.slice(0, mostMistakes).map((issue) => mistake(issue)) ?? [given]
  const wayOut = isPerson ? `; see ${tool} --help` : `. Call ${tool} again with ${takes(schema)}.`
  throw new MemoryError('bad-input', `${mistakes.join('; ')}${wayOut}`)
}

function parsed(tool: string, text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `the arguments ${shown(text)} are not JSON. Call ${tool} again with one JSON object.`
    throw new MemoryError('bad-input', message, { cause })
  }
}

function fieldsOf(schema: ZodObject, input: unknown, isPerson: boolean): object | undefined {
  if (!isRecord(input)) return undefined
  const entries = Object.entries(input).filter(([name, value]) => {
    if (value === null || value === undefined) return false
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    return isPerson || !isEmpty || !mayBeAbsent(schema, name)
  })
  return Object.fromEntries(entries)
}

function mayBeAbsent({ shape }: ZodObject, name: string): boolean {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  return field !== undefined && 'safeParse' in field && field.safeParse(undefined).success
}

/** The part of a zod issue that messages are made from. */
interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly input?: unknown
  readonly code?: string
  readonly keys?: readonly string[]
  readonly values?: readonly unknown[]
}

function mistake({ path, message, input, code, keys, values }: Issue): string {
  const field = shown(path.map(String).join('.'))
  if (code === 'unrecognized_keys' && keys)
    return `there is no field ${keys.slice(0, mostMistakes).map(shown).join(', ')}`
  // A message of the schema's own, which is a whole sentence.
  if (code === 'too_small' && !message.startsWith('Too small')) return message
  // "Invalid input: expected string, received number"
  const wanted = /expected .*?(?=, received|$)/.exec(message)?.[0] ?? message
  const expected = values ? `expected one of ${values.map(String).join(', ')}` : wanted
  return input === undefined ? `${field} is missing, ${expected}` : `${field} is ${shown(input)}, ${expected}`
}

function takes(schema: ZodObject): string {
  const names = Object.keys(schema.shape).map((name) => (mayBeAbsent(schema, name) ? name : `${name} (required)`))
  return names.length === 0 ? 'no arguments' : names.join(', ')
}
