const header = /^---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/
const markedValue = /^([A-Za-z_][\w-]*:[ \t]+)([^"'|>\s\n][^\n]*?)([ \t]*\r?)$/gm

/**
 * A note in whose header a mark such as `[redacted: password]` stands, with that value in quotes: without them YAML would
 * take the mark for a list. Other texts, and other lines, stay as they are.
 */
export function quotedHeader(text: string): string {
  if (!text.startsWith('---') || !text.includes('[redacted: ')) return text
  const found = header.exec(text)?.[0]
  if (found === undefined) return text
  const quoted = found.replaceAll(markedValue, (line, key: string, value: string, end: string) =>
    value.includes('[redacted: ') ? `${key}${JSON.stringify(value)}${end}` : line,
  )
  return quoted + text.slice(found.length)
}
