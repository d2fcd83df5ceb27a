import { isRecord, parsedJson } from '../json.ts'

/** A model's answer to the `json` contract. Fields that are absent or not a text are missing. */
export interface ConsolidationReply {
  historyEntry?: string
  memoryUpdate?: string
}

/** Maximum characters of a reply; longer ones are ignored, because no honest answer comes near it. */
const maxLength = 1_000_000

/**
 * Reads a model's reply in tiers, each tried if the previous one found neither field: the fenced or bare text as JSON,
 * the first balanced `{…}`, and the two fields one by one. Undefined if no tier finds a field, if the reply was cut
 * inside a field, or if it exceeds a million characters. Linear in the length of the reply.
 */
export function parseReply(reply: string): ConsolidationReply | undefined {
  if (reply.length > maxLength) return undefined
  for (const tier of tiers) {
    const found = pickFields(tier(reply))
    if (found) return found
  }
  return undefined
}

const thoughtEnd = '</think>'

/** A model's reply without the thoughts that some models write before it, with drafts of the answer. */
export function withoutThoughts(reply: string): string {
  const end = reply.lastIndexOf(thoughtEnd)
  return end < 0 || parsedJson(reply) !== undefined ? reply : reply.slice(end + thoughtEnd.length)
}

const tiers: readonly ((text: string) => unknown)[] = [
  (text) => parsedJson(withoutFence(text)),
  (text) => parsedJson(firstObject(text) ?? ''),
  (text) => fieldsIn(text),
]

function pickFields(value: unknown): ConsolidationReply | undefined {
  if (!isRecord(value)) return undefined
  const [entry, update] = [joined(value['history_entry']), joined(value['memory_update'])]
  const reply: ConsolidationReply = {}
  if (typeof entry === 'string' && entry.trim() !== '') reply.historyEntry = entry.trim()
  if (typeof update === 'string') reply.memoryUpdate = update
  return reply.historyEntry === undefined && reply.memoryUpdate === undefined ? undefined : reply
}

/** Some models answer lines as a list. */
function joined(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string')
    ? value.join('\n')
    : value
}

function withoutFence(text: string): string {
  const start = text.indexOf('```')
  if (start < 0) return text
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd < 0 ? -1 : text.lastIndexOf('```')
  return end > lineEnd ? text.slice(lineEnd + 1, end) : text
}

function firstObject(text: string): string | undefined {
  const start = text.indexOf('{')
  let depth = 0
  let inString = false
  for (let i = start; i >= 0 && i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return text.slice(start, i + 1)
  }
  return undefined
}

/** Both fields, or the only one present; undefined if one begins and does not end, because the reply was cut there. */
function fieldsIn(text: string): unknown {
  const names = ['history_entry', 'memory_update'].filter((name) => text.includes(`"${name}"`))
  const fields = names.map((name) => [name, fieldIn(text, name)])
  return fields.every(([, value]) => value !== undefined) ? Object.fromEntries(fields) : undefined
}

/** The string value of `"name": "…"` anywhere, even if the object around it is cut or broken. */
function fieldIn(text: string, name: string): string | undefined {
  const key = text.indexOf(`"${name}"`)
  const colon = text.indexOf(':', key + name.length + 2)
  const open = colon < 0 ? -1 : text.indexOf('"', colon)
  if (open < 0 || text.slice(colon + 1, open).trim() !== '') return undefined
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return unescapeString(text.slice(open, i + 1))
  }
  return undefined
}

/** Models write raw line breaks into strings, which JSON does not allow. */
function unescapeString(quoted: string): string | undefined {
  const value = parsedJson(quoted.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
  return typeof value === 'string' ? value : undefined
}
