import { parseNote } from '../notes/parse-note.ts'
import type { Passage } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import { contentHash } from '../text/content-hash.ts'

/** A passage of a note grows to this many characters before a paragraph begins the next one. */
const passageLength = 1_200

/**
 * The searchable passages of a note: what it is about, then its text in pieces of whole paragraphs. Each is found by the
 * note's name too.
 */
export async function passagesOfNote(path: string, text: string): Promise<Passage[]> {
  const { note, body, meta } = await parseNote(path, text)
  const createdAt = dateOf(meta.updated)
  const about = { id: `note:${note.filename}`, text: aboutNote(note.name, note.description), line: 1 }
  const pieces = piecesOf(body).map((piece) => ({
    id: `note:${note.filename}:${contentHash(piece.text).slice(0, 16)}`,
    ...piece,
  }))
  const passages = [about, ...pieces].map(
    ({ id, text: part, line }): Passage => ({
      id,
      layer: 'notes',
      type: note.type,
      origin: path,
      text: part,
      tokens: analyse(`${note.name}\n${part}`),
      ...(createdAt === undefined ? {} : { createdAt }),
      source: { path, line },
    }),
  )
  return [...new Map(passages.map((passage) => [passage.id, passage])).values()]
}

function aboutNote(name: string, description: string): string {
  return name === description ? name : `${name}: ${description}`
}

/** Whole paragraphs, with the line of the body at which each piece begins. */
function piecesOf(body: string): { text: string; line: number }[] {
  const pieces: { text: string; line: number }[] = []
  let line = 1
  for (const paragraph of body.split(/\n(?=\s*\n)/)) {
    const text = paragraph.trim()
    const last = pieces.at(-1)
    if (last && text !== '' && last.text.length + text.length < passageLength) last.text += `\n\n${text}`
    else if (text !== '') pieces.push({ text, line })
    line += paragraph.split('\n').length
  }
  return pieces
}

/** The day of a header, when it is one. */
function dateOf(updated: string | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(updated ?? '')?.[0]
  const ms = day === undefined ? Number.NaN : Date.parse(day)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
