import { oneLine } from '../text/one-line.ts'
import type { Note } from './note.ts'
import { escapedLink } from './note-names.ts'

/** The index of a memory without notes. */
export const emptyIndex = '# Memory\n\n(empty)\n'

const sections = [
  { type: 'user', title: 'User' },
  { type: 'feedback', title: 'Feedback' },
  { type: 'project', title: 'Project' },
  { type: 'reference', title: 'Reference' },
  { type: 'other', title: 'Other' },
] as const

const longestTitle = 120
const longestDescription = 300
const leftOutPattern = /^\(\d+ more notes?: /
const ownLine = /^(?:# Memory|## (?:User|Feedback|Project|Reference|Other)|\(empty\)|- \[.*\]\([^()\s]+\) - .*|)$/

/**
 * The index of the notes: a section for each type that has any, a line for each note, in the notes' order. It stays
 * below `maxLines` lines: the notes that were updated longest ago are left out, and its last line says how many.
 */
export function printIndex(notes: readonly Note[], maxLines: number): string {
  if (notes.length === 0) return emptyIndex
  // Ten thousand lines need not be made to see that they are too many.
  const count = 1 + notes.length + 2 * new Set(notes.map(({ type }) => type)).size
  if (count < maxLines) return `${indexLines(notes).join('\n')}\n`
  // The last line and the blank one before it.
  const kept = newest(notes, maxLines - 2)
  const left = notes.length - kept.size
  const lines = indexLines(notes.filter((note) => kept.has(note)))
  const more = `(${left} more ${left === 1 ? 'note' : 'notes'}: memory_view with target "files" lists them all)`
  return `${[...lines, '', more].join('\n')}\n`
}

/** Whether a text has the form of a generated index, so that nothing is lost when it is generated anew. */
export function isGeneratedIndex(text: string): boolean {
  const lines = text.split(/\r?\n/)
  return lines[0] === '# Memory' && lines.every((line) => ownLine.test(line) || leftOutPattern.test(line))
}

function indexLines(notes: readonly Note[]): string[] {
  const blocks = sections.flatMap(({ type, title }) => {
    const lines = notes.filter((note) => note.type === type).map(indexLine)
    return lines.length === 0 ? [] : ['', `## ${title}`, ...lines]
  })
  return ['# Memory', ...blocks]
}

function indexLine({ filename, name, description }: Note): string {
  const title = oneLine(name, longestTitle) || oneLine(filename, longestTitle)
  const text = oneLine(description, longestDescription) || title
  return `- [${title.replaceAll(/[\\[\]<`]/g, '\\$&')}](${escapedLink(filename)}) - ${text.replaceAll('<', '\\<')}`
}

/** The notes updated last that fit into less than so many lines. */
function newest(notes: readonly Note[], maxLines: number): ReadonlySet<Note> {
  const kept = new Set<Note>()
  const types = new Set<string>()
  let lines = 1
  const byAge = [...notes].sort((a, b) => compare(b.updated ?? '', a.updated ?? '') || compare(a.filename, b.filename))
  for (const note of byAge) {
    const cost = types.has(note.type) ? 1 : 3
    if (lines + cost >= maxLines) break
    lines += cost
    types.add(note.type)
    kept.add(note)
  }
  return kept
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
