const openTag = /^\s*<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>\s*$/i
const closeTag = /^\s*<\/([a-z][\w-]{0,40})\s*>\s*$/i

/**
 * Lines without what stands between a line that is an opening tag and the last one that closes it: pasted pages, and our
 * own context block where a host put it into what the user said. They become empty, so that paragraphs stay apart.
 */
export function withoutTagged(lines: readonly string[]): string[] {
  if (!lines.some((line) => line.includes('</'))) return [...lines]
  const closed = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const name = closeTag.exec(line)?.[1]
    if (name !== undefined) closed.set(name.toLowerCase(), at)
  }
  let until = -1
  return lines.map((line, at) => {
    if (at <= until) return ''
    until = closed.get(openTag.exec(line)?.[1]?.toLowerCase() ?? '') ?? -1
    return until > at ? '' : line
  })
}
