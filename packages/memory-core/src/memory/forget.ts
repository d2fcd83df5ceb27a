import { parseFacts } from '../documents/fact.ts'
import { checkShape, texts } from '../option-checks.ts'
import { factPassageId } from '../recall/passages-of.ts'
import { statementKey } from '../text/statement-key.ts'
import type { Parts } from './parts.ts'

/** What to forget. */
export interface ForgetRequest {
  /** Ids of records, facts, notes and knowledge entries, as `recall` gives them. */
  ids: readonly string[]
}

/** What was forgotten. */
export interface Forgotten {
  /** The ids that were removed: those asked for, and those that said the same. */
  removed: string[]
  /** The ids of which there is nothing, or that only their own layer removes: messages and history entries. */
  notFound: string[]
}

/** What forgetting reaches. */
interface ForgetParts extends Pick<Parts, 'layers' | 'files' | 'documents' | 'rows' | 'consolidator'> {
  /** The facts, records and knowledge entries that share words with a text. */
  find(text: string): Promise<readonly { id: string; text: string }[]>
}

/**
 * Makes `memory.forget`. What says the same in another layer goes with it, and is answered too. Ids are no guesses: what
 * does not exist is answered in `notFound`, and nothing else is touched.
 */
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

  /** The same statement in another layer would be recalled in the place of the one that went. */
  async function twinsOf(ids: readonly string[]): Promise<string[]> {
    const texts = await textsOf(ids)
    const hits = await Promise.all(texts.map((text) => parts.find(text)))
    const keys = new Set(texts.map(statementKey))
    return hits.flat().flatMap(({ id, text }) => (keys.has(statementKey(text)) ? [id] : []))
  }

  async function textsOf(ids: readonly string[]): Promise<string[]> {
    const wanted = new Set(ids)
    const facts = on.facts ? parseFacts((await files.facts.read()).text) : []
    const records = on.records ? await Promise.all(ids.map((id) => rows.records.get(id))) : []
    const entries = on.knowledge ? await documents.knowledge.list() : []
    return [
      ...facts.filter(({ text }) => wanted.has(factPassageId(text))).map(({ text }) => text),
      ...records.flatMap((record) => (record?.kind === 'semantic' ? [record.text] : [])),
      ...entries.filter(({ id }) => wanted.has(`knowledge:${id}`)).map(({ content }) => content),
    ]
  }

  return async (request) => {
    checkShape(request, { ids: texts }, 'forget', 'bad-input')
    const asked = [...new Set(request.ids)]
    const ids = [...new Set([...asked, ...(await twinsOf(asked))])]
    const removed = new Set(await forgetFacts(new Set(ids.filter((id) => id.startsWith('fact:')))))
    for (const id of ids) if (!id.startsWith('fact:') && (await forgetOne(id))) removed.add(id)
    return { removed: [...removed], notFound: asked.filter((id) => !removed.has(id)) }
  }
}
