/**
 * Copies a value as JSON would, without values that JSON does not have; dates become text. @throws TypeError for cycles
 */
export function jsonCopy<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
