/** A value as it will be read again: without what JSON cannot hold, dates as texts. @throws TypeError for cycles */
export function jsonCopy<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
