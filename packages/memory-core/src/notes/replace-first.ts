import { MemoryError, shown } from '../errors.ts'
import { withoutControls } from '../text/one-line.ts'
import { parseFrontMatter } from './front-matter.ts'
import { isNoteType } from './note.ts'

/**
 * Replaces the first occurrence of a text in a file. In a file with Windows line breaks, `\n` in the text matches them,
 * and the new text gets them, too.
 * @throws MemoryError `not-found` if the text does not occur; `bad-input` if it is empty
 */
export function replaceFirst(filename: string, text: string, oldText: string, newText: string): string {
  if (oldText === '')
    throw new MemoryError('bad-input', 'oldText is "", expected the text to replace, exactly as in the note')
  const isWindows = text.includes('\r\n')
  const wanted = isWindows && !text.includes(oldText) ? windowsBreaks(oldText) : oldText
  const next = isWindows ? windowsBreaks(withoutControls(newText)) : withoutControls(newText)
  const at = text.indexOf(wanted)
  if (at >= 0) return `${text.slice(0, at)}${next}${text.slice(at + wanted.length)}`
  throw new MemoryError(
    'not-found',
    `text not found in ${shown(filename)}: ${shown(oldText)}; read the note and repeat the change`,
  )
}

/** @throws MemoryError `bad-input` if a change removes or breaks a readable header, or gives it an unknown type */
export async function refuseBroken(filename: string, before: string, after: string): Promise<void> {
  const [old, now] = [await parseFrontMatter(before), await parseFrontMatter(after)]
  if (old.hasHeader && !now.hasHeader)
    throw new MemoryError(
      'bad-input',
      `the change would break the header of ${shown(filename)}: keep the two lines --- and the lines between them readable`,
    )
  if (now.meta.type !== old.meta.type && now.meta.type !== undefined && !isNoteType(now.meta.type))
    throw new MemoryError(
      'bad-input',
      `the change would make the type of ${shown(filename)} ${shown(now.meta.type)}, expected user, feedback, project or reference`,
    )
}

function windowsBreaks(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}
