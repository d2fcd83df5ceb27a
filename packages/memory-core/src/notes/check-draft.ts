import { MemoryError, shown } from '../errors.ts'
import { type Check, checkShape } from '../option-checks.ts'
import { isNoteType, type NoteDraft, noteTypes } from './note.ts'

const longestName = 200
const longestDescription = 2000

const words =
  (longest: number): Check =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest
      ? undefined
      : `a text of 1 to ${longest} characters`
const anyText: Check = (value) => (typeof value === 'string' ? undefined : 'a text')
const type: Check = (value) => (isNoteType(value) ? undefined : `one of ${noteTypes.join(', ')}`)

/**
 * A copy of a draft whose fields are all what they have to be.
 * @throws MemoryError `bad-input` naming the field
 */
export function checkDraft(draft: NoteDraft): NoteDraft {
  const shape = {
    filename: anyText,
    name: words(longestName),
    description: words(longestDescription),
    type,
    content: anyText,
  }
  checkShape(draft, shape, 'note', 'bad-input')
  const { filename, name, description, content } = draft
  for (const [field, value] of Object.entries({ name, description, type: draft.type, content }))
    if (value === undefined)
      throw new MemoryError(
        'bad-input',
        `note has no ${field}; expected { filename, name, description, type, content }`,
      )
  return { ...(filename === undefined ? {} : { filename }), name, description, type: draft.type, content }
}

/** @throws MemoryError `bad-input` unless the value is a string */
export function checkString(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected a text`)
}
