/**
 * At most `length` characters of an answer, whole lines where it can be; a last line says how much is left out. `hint`
 * says how to get at the rest.
 */
export function capAnswer(text: string, length: number, hint: string): string {
  if (text.length <= length) return text
  const lineEnd = text.lastIndexOf('\n', length)
  const end = lineEnd > length / 2 ? lineEnd : length
  const kept = text.slice(0, end).toWellFormed()
  return `${kept}\n(${(text.length - end).toLocaleString('en')} characters are left out. ${hint})`
}
