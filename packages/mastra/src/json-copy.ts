/**
 * Copies a value as JSON would: leaves out values that JSON does not have, and turns dates into strings. @throws
 * TypeError for cycles
 */
export function jsonCopy<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
