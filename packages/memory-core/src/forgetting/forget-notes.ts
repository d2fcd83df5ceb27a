import type { NoteText } from '../notes/note.ts'
import type { Phrase } from '../text/phrase.ts'
import { withoutLines } from './edit-text.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt } from './forgotten.ts'

const prefix = 'note:'

/** Removes the notes of these ids. A piece of a note is none: the whole would go with it. */
export async function forgetNotes(
  { notes }: ForgetParts,
  receipt: ForgetReceipt,
  ids: readonly string[],
): Promise<void> {
  if (!notes) return
  for (const { filename } of await notes.list()) {
    const id = `${prefix}${filename}`
    if (!ids.includes(id)) continue
    if (!receipt.dryRun) await notes.delete(filename)
    receipt.removed([id])
    receipt.count('notes', 1)
  }
}

/** Takes a phrase out of the notes: its lines, or the whole note where the header or the file's name says it. */
export async function forgetInNotes(parts: ForgetParts, receipt: ForgetReceipt, phrase: Phrase): Promise<void> {
  const { notes, notesDirectory, setting } = parts
  for (const { filename } of (await notes?.list()) ?? []) {
    const note = await notes?.read(filename)
    if (!notes || !note || !(phrase.isIn(filename) || phrase.isIn(note.text))) continue
    const after = withoutPhrase(note, phrase)
    if (after === undefined) receipt.removed([`${prefix}${filename}`])
    receipt.count('notes', 1, `${notesDirectory}/${filename}`)
    if (receipt.dryRun) continue
    if (after === undefined) await notes.delete(filename)
    else await notes.edit(filename, (text) => (text === note.text ? after : withoutLines(text, phrase.linesOf(text))))
  }
  const { files } = setting.storage
  for (const { path } of await files.list(`${notesDirectory}/.versions`)) {
    const copy = await files.read(path)
    if (!copy || !(phrase.isIn(path) || phrase.isIn(copy.text))) continue
    receipt.count('versions', 1, path)
    if (!receipt.dryRun) await files.remove(path)
  }
}

/** The file's text without the phrase; undefined where its header says it, or nothing would be left below it. */
function withoutPhrase({ filename, text, content }: NoteText, phrase: Phrase): string | undefined {
  const start = text.lastIndexOf(content)
  if (start < 0 || phrase.isIn(filename) || phrase.isIn(text.slice(0, start))) return undefined
  const body = withoutLines(text.slice(start), phrase.linesOf(text.slice(start)))
  return body.trim() === '' ? undefined : text.slice(0, start) + body
}
