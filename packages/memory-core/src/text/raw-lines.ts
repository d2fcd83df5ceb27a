/** The lines of a text with their line breaks, of any system; "" has none. Every line number counts these. */
export function rawLines(text: string): string[] {
  return text.match(/[^\n\r]*(?:\r\n?|\n)|[^\n\r]+/g) ?? []
}
