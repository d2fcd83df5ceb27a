import { factId, type Memory, MemoryError } from '@daybook/memory-core'

/**
 * Changes the words of a known item, like a person who edits its file. Returns its new id.
 * @throws MemoryError `not-found`, `bad-input`
 */
export async function editItem(memory: Memory, given: Readonly<Record<string, unknown>>): Promise<string> {
  const { id, text } = given
  if (typeof id !== 'string' || typeof text !== 'string' || text.trim() === '')
    throw new MemoryError(
      'bad-input',
      'an edit needs an id and a text that is not empty; to remove something, forget it',
    )
  if (id.startsWith('fact:')) return editFact(memory, id, text)
  if (id.startsWith('knowledge:')) return editEntry(memory, id.slice('knowledge:'.length), text)
  if (id.startsWith('note:'))
    throw new MemoryError('bad-input', 'a note is a file of its own: open it in an editor, or forget it here')
  await memory.records.update(id, { text: text.trim() })
  return id
}

/** Replaces the words in the fact's own line: its bullet, its category and every other line stay unchanged. */
async function editFact(memory: Memory, id: string, text: string): Promise<string> {
  const document = await memory.facts.read()
  const fact = (await memory.facts.list()).find((one) => factId(one.text) === id)
  const lines = document.split('\n')
  const line = lines[(fact?.line ?? 0) - 1]
  if (!fact || line === undefined || !line.includes(fact.text)) throw gone()
  const at = line.lastIndexOf(fact.text)
  const words = text.replaceAll(/\s+/g, ' ').trim()
  lines[fact.line - 1] = line.slice(0, at) + words + line.slice(at + fact.text.length)
  // A person may have saved the file between the two reads.
  if ((await memory.facts.read()) !== document) throw gone()
  await memory.facts.replace(lines.join('\n'))
  return factId(words)
}

async function editEntry(memory: Memory, id: string, text: string): Promise<string> {
  const entry = (await memory.knowledge.list()).find((one) => one.id === id)
  if (!entry) throw gone()
  const { category, source, tags } = entry
  const added = await memory.knowledge.add(category, text, { tags, ...(source !== undefined && { source }) })
  await memory.knowledge.remove(id)
  return `knowledge:${added.id}`
}

function gone(): MemoryError {
  return new MemoryError('not-found', 'it has changed since it was shown: look at its present text, and try again')
}
