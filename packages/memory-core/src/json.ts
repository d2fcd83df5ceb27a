/** Parses JSON; undefined for any other text, such as a line that a crash cut short. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON of a value; undefined for one without: a function, a cycle, a bigint, deep nesting. */
export function printedJson(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent)
  } catch {
    return undefined
  }
}

/** The texts of a list; none for any other value. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Whether a value is an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON with the fields of each object in the order of their names: the same text for equal values. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}
