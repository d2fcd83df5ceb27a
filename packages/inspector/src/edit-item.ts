import { type Fact, factId, type Memory, MemoryError } from '@daybook/memory-core'

/**
 * Changes the words of a known item, like a person who edits its file. Returns its new id.
 * @throws MemoryError `not-found`, `bad-input`
 */
export async function editItem(memory: Memory, given: Readonly<Record<string, unknown>>): Promise<string> {
  const { id, text, line } = given
  if (typeof id !== 'string' || typeof text !== 'string' || text.trim() === '') {
    const message = 'an edit needs an id and a text that is not empty; to remove something, forget it'
    throw new MemoryError('bad-input', message)
  }
  if (id.startsWith('fact:')) return editFact(memory, { id, text, line: Number(line) || 0 })
  if (id.startsWith('knowledge:')) return editEntry(memory, id.slice('knowledge:'.length), text)
  if (id.startsWith('note:'))
    throw new MemoryError('bad-input', 'a note is a file of its own: open it in an editor, or forget it here')
  await memory.records.update(id, { text: text.trim() })
  return id
}

interface FactEdit {
  id: string
  text: string
  /** Where it was shown: of several lines with the same words, the nearest is meant. */
  line: number
}

/** Replaces the words in the fact's own line: its bullet, its category and every other line stay unchanged. */
async function editFact(memory: Memory, edit: FactEdit, attempts = 5): Promise<string> {
  const document = await memory.facts.read()
  const away = (one: Fact): number => Math.abs(one.line - edit.line)
  const same = (await memory.facts.list()).filter((one) => factId(one.text) === edit.id)
  const [fact] = same.toSorted((a, b) => away(a) - away(b))
  // With their line breaks, of any system.
  const lines = document.split(/(?<=\n|\r(?!\n))/)
  const line = lines[(fact?.line ?? 0) - 1]
  if (!fact || line === undefined || !line.includes(fact.text)) throw gone()
  const at = line.lastIndexOf(fact.text)
  const words = edit.text.replaceAll(/\s+/g, ' ').trim()
  lines[fact.line - 1] = line.slice(0, at) + words + line.slice(at + fact.text.length)
  try {
    await memory.facts.replace(lines.join(''), { expected: document })
    return factId(words)
  } catch (error) {
    // An agent or a person has written other lines in between.
    if (!MemoryError.isInstance(error) || error.code !== 'version-conflict' || attempts === 1) throw error
    return editFact(memory, edit, attempts - 1)
  }
}

async function editEntry(memory: Memory, id: string, text: string): Promise<string> {
  const entry = (await memory.knowledge.list()).find((one) => one.id === id)
  if (!entry) throw gone()
  const { category, source, tags } = entry
  const added = await memory.knowledge.add(category, text, { tags, ...(source !== undefined && { source }) })
  // An entry that differs only in case or blanks has the same id.
  if (added.id !== id) await memory.knowledge.remove(id)
  return `knowledge:${added.id}`
}

function gone(): MemoryError {
  return new MemoryError('not-found', 'it has changed since it was shown: look at its present text, and try again')
}
