import type { ContentPart } from '@daybook/memory-core'
import { filePart, referenceText } from './file-part.ts'

/** How the prompts of `ai` 5 and 6 show a file that a tool gave. */
export type OlderResultPart =
  | { type: 'media' | 'file-data' | 'image-data'; data: string; mediaType: string; filename?: string }
  | { type: 'file-url' | 'image-url'; url: string; mediaType?: string }
  | { type: 'file-id' | 'image-file-id'; fileId: string | Readonly<Record<string, string>> }

/** Where nothing says what kind of file it is. */
const anyFile = 'application/octet-stream'
const anyImage = 'image/*'

/** Such a file as it is remembered: by its place, or the hash of its bytes. */
export async function olderResultPart(part: OlderResultPart): Promise<ContentPart> {
  if ('data' in part) return filePart(part)
  const mediaType = part.type.startsWith('image') ? anyImage : anyFile
  if ('url' in part) return filePart({ mediaType: part.mediaType ?? mediaType, data: part.url })
  return { type: 'file', mediaType, reference: referenceText(part.fileId) }
}
