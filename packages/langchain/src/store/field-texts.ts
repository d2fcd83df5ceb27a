import type { Json } from '@daybook/memory-core'

/**
 * The texts of a value to embed. A field is `$` for the whole value, or a path: `title`, `meta.title`,
 * `chapters[*].text`, `lines[0]`, `lines[-1]`; `*` matches every field. Each match is a separate text.
 */
export function fieldTexts(value: Json, fields: readonly string[]): string[] {
  const texts = fields.flatMap((field) => (field === '$' ? [JSON.stringify(value)] : textsAt([value], stepsOf(field))))
  return [...new Set(texts)].filter((text) => text !== '')
}

/** All words of a value: its texts and numbers, without field names. */
export function allText(value: Json): string {
  const found: string[] = []
  const waiting: Json[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' || typeof next === 'number') found.push(String(next))
    else if (isList(next)) for (const part of next) waiting.push(part)
    else if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) waiting.push(part)
  }
  return found.join('\n')
}

function stepsOf(field: string): string[] {
  return field.split(/\.|(?=\[)/).filter((step) => step !== '')
}

function textsAt(values: readonly Json[], steps: readonly string[]): string[] {
  const [step, ...rest] = steps
  if (step === undefined) return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return textsAt(
    values.flatMap((value) => partsAt(value, step)),
    rest,
  )
}

function partsAt(value: Json, step: string): readonly Json[] {
  if (typeof value !== 'object' || value === null) return []
  const [, index] = /^\[(\*|-?\d+)\]$/.exec(step) ?? []
  if (isList(value)) {
    if (index === '*' || step === '*') return value
    const part = index === undefined ? undefined : value.at(Number(index))
    return part === undefined ? [] : [part]
  }
  if (step === '*') return Object.values(value)
  const part = Object.hasOwn(value, step) ? value[step] : undefined
  return part === undefined || part === null ? [] : [part]
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
