import type { ContentPart } from '@daybook/memory-core'
import { bytesOfBase64, bytesOfDataUrl, isObject, sha256 } from '@daybook/memory-core/adapters'

/** Media types for kinds of blocks that do not contain their own. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['image', 'image/*'],
  ['image_url', 'image/*'],
  ['audio', 'audio/*'],
  ['input_audio', 'audio/*'],
  ['video', 'video/*'],
  ['document', 'application/pdf'],
])

/**
 * Blocks that are not content: tool calls and results, which are stored elsewhere in a message or were run by the
 * provider, encrypted reasoning, cache markers, citations.
 */
const noContent =
  /(?:^|_)(?:tool|mcp)(?:_|$)|_call(?:_output)?$|^(?:input_json_delta|redacted_thinking|cache_?point|citations?|compaction)$/i

/**
 * The content of a message as it is stored: texts, reasoning, and files by URL or by the SHA-256 of their bytes, which
 * are not stored. A block of an unknown kind is stored as its hash.
 */
export async function contentParts(content: unknown): Promise<ContentPart[]> {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  const parts = await Promise.all(content.map(partOf))
  return parts.filter((part) => part !== undefined)
}

async function partOf(block: unknown): Promise<ContentPart | undefined> {
  if (typeof block === 'string') return said('text', block)
  if (!isObject(block)) return undefined
  const type = textAt(block, 'type') ?? (isObject(at(block, 'cachePoint')) ? 'cachePoint' : 'text')
  if (noContent.test(type)) return undefined
  if (type === 'non_standard' && isObject(at(block, 'value'))) return partOf(at(block, 'value'))
  if (type === 'reasoning' || type === 'thinking')
    return said('reasoning', textAt(block, 'reasoning') ?? textAt(block, 'thinking'))
  if (type === 'reasoning_content') return said('reasoning', textAt(at(block, 'reasoningText'), 'text'))
  const text = textAt(block, 'text') ?? (type === 'refusal' ? textAt(block, 'refusal') : undefined)
  if (text !== undefined) return said('text', text)
  return filePart(type, block)
}

function said(type: 'text' | 'reasoning', text: string | undefined): ContentPart | undefined {
  return text === undefined || text === '' ? undefined : { type, text }
}

async function filePart(type: string, block: object): Promise<ContentPart> {
  const inner = at(block, 'source') ?? at(block, type) ?? block
  const url = typeof inner === 'string' ? inner : firstText([inner, block], ['url', 'image_url', 'file_url'])
  const given = url === undefined ? undefined : bytesOfDataUrl(url)
  const bytes = bytesIn([inner, block]) ?? given
  const reference = (given ? undefined : url) ?? firstText([inner, block], ['file_id', 'fileId', 'id'])
  const name = firstText([inner, block], ['filename', 'name', 'title'])
  return {
    type: 'file',
    mediaType: firstText([inner, block], ['mimeType', 'mime_type', 'media_type']) ?? mediaTypes.get(type) ?? anyType,
    ...(name !== undefined && { name }),
    ...(bytes || reference === undefined ? { hash: await sha256(bytes ?? printed(block)) } : { reference }),
  }
}

const anyType = 'application/octet-stream'

function bytesIn(places: readonly unknown[]): Uint8Array | undefined {
  for (const place of places) {
    const bytes = at(place, 'data') ?? at(place, 'file_data')
    if (bytes instanceof Uint8Array) return bytes
    if (typeof bytes === 'string') return bytesOfDataUrl(bytes) ?? bytesOfBase64(bytes)
  }
  return undefined
}

function firstText(places: readonly unknown[], names: readonly string[]): string | undefined {
  for (const place of places)
    for (const name of names) {
      const text = textAt(place, name)
      if (text !== undefined && text !== '') return text
    }
  return undefined
}

/** The value of an own field; undefined if there is none. */
function at(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

function textAt(value: unknown, name: string): string | undefined {
  const text = at(value, name)
  return typeof text === 'string' ? text : undefined
}

function printed(value: object): Uint8Array {
  try {
    return new TextEncoder().encode(JSON.stringify(value))
  } catch {
    // A cycle or a bigint, which no model could have been shown.
    return new Uint8Array()
  }
}
