/** An object type whose fields are all optional but never undefined. */
export type Given<T> = { [Name in keyof T]?: T[Name] & (NonNullable<unknown> | null) }

export function withoutUndefined<T extends object>(fields: T): Given<T> {
  const kept: Given<T> = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
