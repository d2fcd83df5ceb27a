import type { ContentPart } from '@daybook/memory-core'
import { bytesOfBase64, type FilePlace, placeOfUrl, sha256 } from '@daybook/memory-core/adapters'
import type { PromptMessage } from './model-call.ts'

type FilePart = Extract<Extract<PromptMessage, { role: 'user' }>['content'][number], { type: 'file' }>

/**
 * The URL, the content or the reference of a file. Models of `ai` 7 say which of them it is; those of `ai` 5 and 6 give
 * bytes, base64 or a URL directly.
 */
export type FileData = FilePart['data'] | string | Uint8Array | URL

/** The fields of files in prompts and replies. */
export interface ShownFile {
  mediaType: string
  filename?: string | undefined
  data: FileData
  /** In prompts of `ai` 5 and 6: the original URL. */
  originalUrl?: string | undefined
}

/** A file as it is stored: media type, name, and its URL or the SHA-256 of its bytes, which are not stored. */
export async function filePart({ mediaType, filename, data, originalUrl }: ShownFile): Promise<ContentPart> {
  const name = filename !== undefined && { name: filename }
  return { type: 'file', mediaType, ...name, ...(await place(data, originalUrl)) }
}

async function place(data: FileData, originalUrl: string | undefined): Promise<FilePlace> {
  if (data instanceof URL) return placeOfUrl(originalUrl ?? data.href)
  if (data instanceof Uint8Array) return { hash: await sha256(data) }
  // A URL contains a colon, base64 does not.
  if (typeof data === 'string')
    return data.includes(':') ? placeOfUrl(data) : { hash: await sha256(bytesOfBase64(data)) }
  switch (data.type) {
    case 'data':
      return { hash: await sha256(typeof data.data === 'string' ? bytesOfBase64(data.data) : data.data) }
    case 'text':
      return { hash: await sha256(new TextEncoder().encode(data.text)) }
    case 'url':
      return placeOfUrl(data.originalUrl ?? data.url.href)
    case 'reference':
      return { reference: referenceText(data.reference) }
  }
}

/** The id of a file at its provider, or at each of several providers. */
export function referenceText(reference: string | Readonly<Record<string, string>>): string {
  if (typeof reference === 'string') return reference
  return Object.entries(reference)
    .map(([provider, id]) => `${provider}:${id}`)
    .join(' ')
}
