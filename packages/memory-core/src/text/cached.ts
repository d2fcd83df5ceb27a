/**
 * Caches a function of a text, for up to `most` texts of at most `longest` characters; by default for all. A full cache is
 * emptied, which is faster than to track the order of use.
 */
export function cached<Value>(
  make: (text: string) => Value,
  most: number = Number.POSITIVE_INFINITY,
  longest: number = Number.POSITIVE_INFINITY,
): (text: string) => Value {
  const values = new Map<string, Value>()
  return (text) => {
    const known = values.get(text)
    if (known !== undefined) return known
    const value = make(text)
    if (values.size >= most) values.clear()
    if (text.length <= longest) values.set(text, value)
    return value
  }
}
