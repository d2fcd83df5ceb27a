import { parseFacts } from '../documents/fact.ts'
import { checkShape, texts } from '../option-checks.ts'
import { factPassageId } from '../recall/passages-of.ts'
import type { Parts } from './parts.ts'

/** What to forget. */
export interface ForgetRequest {
  /** Ids of records, facts, notes and knowledge entries, as `recall` gives them. */
  ids: readonly string[]
}

/** What was forgotten. */
export interface Forgotten {
  /** The ids that were removed. */
  removed: string[]
  /** The ids of which there is nothing, or that only their own layer removes: messages and history entries. */
  notFound: string[]
}

/** What forgetting reaches. */
type ForgetParts = Pick<Parts, 'layers' | 'files' | 'documents' | 'rows' | 'consolidator'>

/** Makes `memory.forget`. Ids are no guesses: what does not exist is answered in `notFound`, and nothing else is touched. */
export function createForget(parts: ForgetParts): (request: ForgetRequest) => Promise<Forgotten> {
  const { files, documents, rows, consolidator } = parts
  const { on } = parts.layers

  async function forgetFacts(ids: ReadonlySet<string>): Promise<string[]> {
    if (!on.facts || ids.size === 0) return []
    return consolidator.guard(async () => {
      const { text, version } = await files.facts.read()
      const found = parseFacts(text).filter((fact) => ids.has(factPassageId(fact.text)))
      const lines = new Set(found.map(({ line }) => line))
      const rest = text.split('\n').filter((_, index) => !lines.has(index + 1))
      if (found.length > 0) await files.facts.replace(rest.join('\n'), { ifVersion: version })
      return found.map((fact) => factPassageId(fact.text))
    })
  }

  async function forgetNote(filename: string): Promise<boolean> {
    // A piece of a note is none: the whole would go with it.
    if (!on.notes || !(await documents.notes.list()).some((note) => note.filename === filename)) return false
    await documents.notes.delete(filename)
    return true
  }

  async function forgetOne(id: string): Promise<boolean> {
    const [, kind = '', own = ''] = /^(note|knowledge):(.*)$/s.exec(id) ?? []
    if (kind === 'note') return forgetNote(own)
    if (kind === 'knowledge') return on.knowledge && (await documents.knowledge.remove(own))
    return on.records && (await rows.records.remove([id])) > 0
  }

  return async (request) => {
    checkShape(request, { ids: texts }, 'forget', 'bad-input')
    const ids = [...new Set(request.ids)]
    const removed = new Set(await forgetFacts(new Set(ids.filter((id) => id.startsWith('fact:')))))
    for (const id of ids) if (!id.startsWith('fact:') && (await forgetOne(id))) removed.add(id)
    return { removed: [...removed], notFound: ids.filter((id) => !removed.has(id)) }
  }
}
