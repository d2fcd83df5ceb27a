import { parseNote } from '../notes/front-matter.ts'
import type { Passage } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import { contentHash } from '../text/content-hash.ts'
import { divide } from '../text/divide.ts'

/**
 * The searchable passages of a note: its description, then its text in pieces of whole paragraphs. The note's name
 * finds each of them.
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

/** The pieces of the body, each with the line that it begins at. */
function piecesOf(body: string): { text: string; line: number }[] {
  let line = 1
  return divide(body).flatMap(({ start, end }) => {
    const part = body.slice(start, end)
    const text = part.trim()
    const first = line + linesIn(part.slice(0, part.length - part.trimStart().length))
    line += linesIn(part)
    return text === '' ? [] : [{ text, line: first }]
  })
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}

/** The day in the header, if it is a valid one. */
function dateOf(updated: string | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(updated ?? '')?.[0]
  const ms = day === undefined ? Number.NaN : Date.parse(day)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
