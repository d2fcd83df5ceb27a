import { z } from 'zod'
import { MemoryError } from '../errors.ts'
import { isNoteType, type ListedNote, noteTypes } from '../notes/note.ts'
import { isIndexName } from '../notes/note-files.ts'
import { oneLine } from '../text/plain-text.ts'
import { type Command, defineTool } from './tool-definition.ts'

const filesPerPage = 100
const longestRead = 50_000
const longestDescription = 200

const filename = z
  .string()
  .describe('The file of the note as the index names it, such as "user_prefs.md". One name, no folders.')

const memoryView: Command = defineTool({
  name: 'memory_view',
  description:
    'Shows what the notes hold. target "index": the index, one line for each note, by type. target "files": every file with its type, description and day of the last change. Read a note itself with memory_read. Example: {"target":"files"}',
  inputSchema: z.strictObject({
    target: z.enum(['index', 'files']).optional().describe('What to show. Default: index.'),
    offset: z.int().min(0).optional().describe('For files: how many to skip. Default: 0.'),
  }),
  effect: 'reads',
  needs: ['notes'],
  longest: 60_000,
  async run({ notes }, { target = 'index', offset = 0 }) {
    return target === 'index' ? (await notes.index()).trimEnd() : viewFiles(await notes.list(), offset)
  },
})

const memoryRead: Command = defineTool({
  name: 'memory_read',
  description:
    'Reads one note, header and text. Use it before you work on something that a line of the index is about. Example: {"filename":"user_prefs.md"}',
  inputSchema: z.strictObject({
    filename,
    offset: z.int().min(0).optional().describe('For a long note: the character to read on from. Default: 0.'),
  }),
  effect: 'reads',
  needs: ['notes'],
  longest: longestRead,
  async run({ notes }, { filename: name, offset = 0 }) {
    const text = isIndexName(name) ? await notes.index() : (await notes.read(name))?.text
    return text === undefined ? missing(name) : readFrom(text, offset)
  },
})

const memoryWrite: Command = defineTool({
  name: 'memory_write',
  description:
    'Saves a note for later sessions, or replaces the one of that filename. Look at the index first: update a note that exists (memory_update) rather than writing a second one. Never store passwords or keys. Example: {"filename":"user_prefs.md","name":"User Preferences","description":"Editor settings and communication style","type":"user","content":"- Uses vim keybindings"}',
  inputSchema: z.strictObject({
    filename,
    name: z.string().min(1).max(200).describe('A short title.'),
    description: z.string().min(1).max(2000).describe('One line for the index: what one finds in the note.'),
    // Unknown types are refused with an own message.
    type: z.string().meta({
      description:
        'user: who the user is (role, preferences). feedback: corrections and confirmed approaches. project: ongoing work, decisions, deadlines. reference: pointers to external resources.',
      enum: noteTypes,
    }),
    content: z.string().describe('The text of the note, Markdown, without a header.'),
  }),
  effect: 'writes',
  needs: ['notes'],
  async run({ notes }, { type, ...draft }) {
    if (!isNoteType(type)) return `Error: Invalid type '${oneLine(type, 80)}'. Must be one of: ${noteTypes.join(', ')}`
    const note = await notes.write({ ...draft, type })
    return `Memory saved: ${note.filename}`
  },
})

const memoryUpdate: Command = defineTool({
  name: 'memory_update',
  description:
    'Changes a piece of text in a note: the first place where old_text stands is replaced by new_text. Read the note first, and copy old_text exactly. Example: {"filename":"user_prefs.md","old_text":"- Uses vim","new_text":"- Uses vim\\n- Prefers a dark theme"}',
  inputSchema: z.strictObject({
    filename,
    old_text: z.string().min(1).describe('The text to replace, exactly as it stands in the note.'),
    new_text: z.string().describe('What to put in its place; "" removes it.'),
  }),
  effect: 'writes',
  needs: ['notes'],
  async run({ notes }, { filename: name, old_text: oldText, new_text: newText }) {
    const before = await notes.read(name)
    if (before && !before.text.replaceAll('\r\n', '\n').includes(oldText.replaceAll('\r\n', '\n')))
      return `Error: Text not found in ${before.filename}`
    return answered(name, async () => `Memory updated: ${(await notes.update(name, oldText, newText)).filename}`)
  },
})

const memoryDelete: Command = defineTool({
  name: 'memory_delete',
  description:
    'Permanently removes a note that is no longer true. To correct one, use memory_update. Example: {"filename":"project_auth.md"}',
  inputSchema: z.strictObject({ filename }),
  effect: 'writes',
  needs: ['notes'],
  async run({ notes }, { filename: name }) {
    const found = (await notes.read(name))?.filename ?? name
    return answered(name, async () => {
      await notes.delete(name)
      return `Memory deleted: ${oneLine(found, 120)}`
    })
  },
})

export const noteTools: readonly Command[] = [memoryView, memoryRead, memoryWrite, memoryUpdate, memoryDelete]

function viewFiles(notes: readonly ListedNote[], offset: number): string {
  if (notes.length === 0) return '(no memory files yet)'
  const lines = notes
    .slice(offset, offset + filesPerPage)
    .map(
      ({ filename: name, type, description, updated }) =>
        `  ${oneLine(name, 120)}  [${type}]  ${oneLine(description, longestDescription)}  (updated: ${oneLine(updated ?? '?', 40)})`,
    )
  const left = notes.length - offset - filesPerPage
  if (left > 0) lines.push(`(${left} more files: memory_view with target "files" and offset ${offset + filesPerPage})`)
  return lines.length === 0 ? `(no files from ${offset} on; there are ${notes.length})` : lines.join('\n')
}

/** The text from an offset on, which with the notice fits into 50,000 characters. */
function readFrom(text: string, offset: number): string {
  const rest = text.slice(offset)
  if (rest.length <= longestRead) return rest.toWellFormed()
  const end = longestRead - 100
  // Does not cut a surrogate pair.
  const kept = rest.slice(0, end + (/[\uD800-\uDBFF]/.test(rest.charAt(end - 1)) ? -1 : 0))
  return `${kept.toWellFormed()}\n... (${rest.length - kept.length} characters truncated; read on with offset ${offset + kept.length})`
}

async function answered(name: string, fn: () => Promise<string>): Promise<string> {
  try {
    return await fn()
  } catch (error) {
    if (MemoryError.isInstance(error) && error.code === 'not-found') return missing(name)
    throw error
  }
}

function missing(name: string): string {
  return `Error: ${oneLine(name, 120)} not found. memory_view with target "files" lists what there is.`
}
