import { type NoteMeta, type ParsedNote, parseFrontMatter } from './front-matter.ts'
import { isNoteType, type Note } from './note.ts'

/**
 * A note's file → what its header says and the text below it.
 * @param path the file; only its name is used, for a note without a name
 */
export async function parseNote(path: string, text: string): Promise<ParsedNote & { note: Note }> {
  const parsed = await parseFrontMatter(text)
  return { ...parsed, note: noteOf(path.slice(path.lastIndexOf('/') + 1), parsed.meta) }
}

/** What is known of a note out of its header; what the header does not give comes from the file's name. */
export function noteOf(filename: string, meta: NoteMeta): Note {
  const stem = fileStemOf(filename)
  const type = meta.type?.toLowerCase()
  return {
    filename,
    name: meta.name ?? stem,
    description: meta.description ?? stem,
    type: isNoteType(type) ? type : 'other',
    ...(meta.updated === undefined ? {} : { updated: meta.updated }),
  }
}

/** A file's name without `.md`. */
export function fileStemOf(filename: string): string {
  return filename.replace(/\.md$/i, '')
}
