import type { ContentPart, Message, ToolCall } from '../message.ts'

/** The content of a message as it is stored. A single text becomes a string. */
export function plainContent(parts: readonly ContentPart[]): Message['content'] {
  const [first, ...more] = parts
  if (!first) return ''
  return first.type === 'text' && more.length === 0 ? first.text : parts
}

/** A message with these parts and tool calls, in a list; the list is empty if there are neither parts nor calls. */
export function saidMessages(
  role: Message['role'],
  parts: readonly ContentPart[],
  toolCalls: readonly ToolCall[] = [],
): Message[] {
  if (parts.length === 0 && toolCalls.length === 0) return []
  return [{ role, content: plainContent(parts), ...(toolCalls.length > 0 && { toolCalls }) }]
}

/** The result of a tool as text. */
export function resultText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** The URL of a file, or the hash of its content. */
export interface FilePlace {
  reference?: string
  /** SHA-256, in hex. */
  hash?: string
}

/** The place of a file with this URL. The content of a data URL is hashed. */
export async function placeOfUrl(url: string): Promise<FilePlace> {
  const bytes = bytesOfDataUrl(url)
  return bytes ? { hash: await sha256(bytes) } : { reference: url }
}

/** The bytes of a data URL; undefined for any other URL. */
export function bytesOfDataUrl(url: string): Uint8Array | undefined {
  if (!/^data:/i.test(url)) return undefined
  const comma = url.indexOf(',')
  const body = url.slice(comma + 1)
  const isBase64 = comma > 0 && url.slice(0, comma).toLowerCase().endsWith(';base64')
  return isBase64 ? bytesOfBase64(body) : new TextEncoder().encode(body)
}

/** Decodes base64 or base64url; for any other text returns its own bytes, which suffice for a hash. */
export function bytesOfBase64(text: string): Uint8Array {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
  } catch {
    return new TextEncoder().encode(text)
  }
}

/** Bytes as base64. */
export function base64OfBytes(bytes: Uint8Array): string {
  let text = ''
  // A call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

/** The SHA-256 of bytes, in hex. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
