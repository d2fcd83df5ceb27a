import type { ContentPart } from '@daybook/memory-core'
import type { PromptMessage } from './model-call.ts'

type FilePart = Extract<Extract<PromptMessage, { role: 'user' }>['content'][number], { type: 'file' }>

/**
 * Where a file is, or what is in it. Models of `ai` 7 say which of them it is; those of `ai` 5 and 6 give the bytes,
 * base64 or a URL as they are.
 */
export type FileData = FilePart['data'] | string | Uint8Array | URL

/** What prompts and replies have in common where they show a file. */
export interface ShownFile {
  mediaType: string
  filename?: string | undefined
  data: FileData
  /** In prompts of `ai` 5 and 6: the URL as the host wrote it. */
  originalUrl?: string | undefined
}

/**
 * A file as it is remembered: media type, name, and either where it is or the hash of its bytes. The bytes themselves
 * are not kept. Price: one SHA-256 of the bytes.
 */
export async function filePart({ mediaType, filename, data, originalUrl }: ShownFile): Promise<ContentPart> {
  const name = filename !== undefined && { name: filename }
  return { type: 'file', mediaType, ...name, ...(await place(data, originalUrl)) }
}

interface Place {
  reference?: string
  hash?: string
}

async function place(data: FileData, originalUrl: string | undefined): Promise<Place> {
  if (data instanceof URL) return urlPlace(originalUrl ?? data.href)
  if (data instanceof Uint8Array) return { hash: await sha256(data) }
  // Base64 has no colon, and every URL has one.
  if (typeof data === 'string') return data.includes(':') ? urlPlace(data) : { hash: await sha256(fromBase64(data)) }
  switch (data.type) {
    case 'data':
      return { hash: await sha256(typeof data.data === 'string' ? fromBase64(data.data) : data.data) }
    case 'text':
      return { hash: await sha256(new TextEncoder().encode(data.text)) }
    case 'url':
      return urlPlace(data.originalUrl ?? data.url.href)
    case 'reference':
      return { reference: referenceText(data.reference) }
  }
}

/** The id of a file at its provider; at each of them when there are several. */
export function referenceText(reference: string | Readonly<Record<string, string>>): string {
  if (typeof reference === 'string') return reference
  return Object.entries(reference)
    .map(([provider, id]) => `${provider}:${id}`)
    .join(' ')
}

/** A data URL is the file itself, not the place of one. */
async function urlPlace(url: string): Promise<Place> {
  if (!/^data:/i.test(url)) return { reference: url }
  const comma = url.indexOf(',')
  const body = url.slice(comma + 1)
  const isBase64 = comma > 0 && url.slice(0, comma).toLowerCase().endsWith(';base64')
  return { hash: await sha256(isBase64 ? fromBase64(body) : new TextEncoder().encode(body)) }
}

/** The bytes; of a text that is no base64, the bytes of the text: it is only hashed. */
function fromBase64(text: string): Uint8Array {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
  } catch {
    return new TextEncoder().encode(text)
  }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
