import { MemoryError, shown } from '../errors.ts'
import { isRecord } from '../json.ts'
import { compareTexts } from './compare-texts.ts'
import { checkJson } from './item-checks.ts'
import type { ItemFilter, Json, NamespaceQuery } from './items.ts'

/** Whether a field (undefined if absent) meets a condition. */
type Test = (field: Json | undefined) => boolean

/** The test for each operator and operand. An absent field meets only `$ne`, `$nin` and `$exists: false`. */
const operators: Readonly<Record<string, (operand: Json, name: string) => Test>> = {
  $eq: (operand) => (field) => isEqual(field, operand),
  $ne: (operand) => (field) => !isEqual(field, operand),
  $gt: (operand, name) => ordered(operand, name, (order) => order > 0),
  $gte: (operand, name) => ordered(operand, name, (order) => order >= 0),
  $lt: (operand, name) => ordered(operand, name, (order) => order < 0),
  $lte: (operand, name) => ordered(operand, name, (order) => order <= 0),
  $in: (operand, name) => among(operand, name),
  $nin: (operand, name) => {
    const isAmong = among(operand, name)
    return (field) => !isAmong(field)
  },
  $exists: (operand, name) => {
    if (typeof operand === 'boolean') return (field) => (field !== undefined) === operand
    throw new MemoryError('bad-input', `the filter's ${name} is ${shown(operand)}, expected true or false`)
  },
}

/**
 * Compiles a filter for values of items. A field is an own property of the value, or a path of names joined by dots;
 * `{}` as a condition accepts everything. Linear in the size of filter and value.
 * @throws MemoryError `bad-input` for an unknown operator, or an operand of the wrong type
 */
export function itemFilter(filter: ItemFilter = {}): (value: Json) => boolean {
  if (!isRecord(filter)) throw new MemoryError('bad-input', `filter is ${shown(filter)}, expected conditions by field`)
  const tests = Object.entries(filter).map(([path, condition]) => ({ path, test: testOf(condition, path) }))
  return (value) => tests.every(({ path, test }) => test(fieldOf(value, path)))
}

function testOf(condition: Json, path: string): Test {
  checkJson(condition, `the condition on ${shown(path)}`, new Set())
  // The caller may change the filter while items are read.
  const operand = structuredClone(condition)
  if (!isRecord(operand)) return (field) => isEqual(field, operand)
  const parts = Object.entries(operand)
  if (parts.length > 0 && !parts.some(([name]) => name.startsWith('$'))) return (field) => isEqual(field, operand)
  const tests = parts.map(([name, value]) => operatorOf(name)(value, `${shown(path)}, ${name}`))
  return (field) => tests.every((test) => test(field))
}

function operatorOf(name: string): (operand: Json, name: string) => Test {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (operator) return operator
  const message = `the filter has the operator ${shown(name)}, expected one of ${Object.keys(operators).join(', ')}`
  throw new MemoryError('bad-input', message)
}

function ordered(operand: Json, name: string, isMet: (order: number) => boolean): Test {
  if (typeof operand === 'number')
    return (field) => typeof field === 'number' && isMet(field < operand ? -1 : field > operand ? 1 : 0)
  if (typeof operand === 'string') return (field) => typeof field === 'string' && isMet(compareTexts(field, operand))
  throw new MemoryError('bad-input', `the filter's ${name} is ${shown(operand)}, expected a number or a text`)
}

function among(operand: Json, name: string): Test {
  if (!Array.isArray(operand))
    throw new MemoryError('bad-input', `the filter's ${name} is ${shown(operand)}, expected a list`)
  return (field) => operand.some((one) => isEqual(field, one))
}

/** Tries the whole name first, because a name may contain a dot. Only own properties count. */
function fieldOf(value: Json, path: string): Json | undefined {
  const whole = ownField(value, path)
  if (whole !== undefined || !path.includes('.')) return whole
  let field: Json | undefined = value
  for (const name of path.split('.')) {
    field = ownField(field, name)
    if (field === undefined) return undefined
  }
  return field
}

function ownField(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isEqual(a: Json | undefined, b: Json): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, index) => isEqual(part, b[index] ?? null))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name] ?? null))
  )
}

/** Whether a namespace begins and ends as a query asks. */
export function isNamespaceWanted(namespace: readonly string[], { prefix = [], suffix = [] }: NamespaceQuery): boolean {
  const end = namespace.slice(Math.max(0, namespace.length - suffix.length))
  return fits(namespace, prefix) && fits(end, suffix)
}

/** The labels of a prefix before its first `*`, with which every matching namespace begins. */
export function plainPrefix(prefix: readonly string[] = []): string[] {
  const star = prefix.indexOf('*')
  return prefix.slice(0, star === -1 ? prefix.length : star)
}

function fits(labels: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= labels.length && pattern.every((label, index) => label === '*' || label === labels[index])
}
