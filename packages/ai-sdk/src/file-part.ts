import type { ContentPart } from '@daybook/memory-core'
import { bytesOfBase64, type FilePlace, placeOfUrl, sha256 } from '@daybook/memory-core/adapters'
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

async function place(data: FileData, originalUrl: string | undefined): Promise<FilePlace> {
  if (data instanceof URL) return placeOfUrl(originalUrl ?? data.href)
  if (data instanceof Uint8Array) return { hash: await sha256(data) }
  // Base64 has no colon, and every URL has one.
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

/** The id of a file at its provider; at each of them when there are several. */
export function referenceText(reference: string | Readonly<Record<string, string>>): string {
  if (typeof reference === 'string') return reference
  return Object.entries(reference)
    .map(([provider, id]) => `${provider}:${id}`)
    .join(' ')
}
