import { MemoryError, wrongValue } from '../errors.ts'
import { anyText, anything, checkShape, checkText, wholeNumber } from '../option-checks.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import type { FactsFile, FactsVersion } from './facts-file.ts'
import { type Fact, markdownLines, parseFacts, printFact } from './markdown.ts'
import { queryWords, searchTexts } from './search-texts.ts'

/**
 * The long-term facts: one Markdown document, MEMORY.md, that people may edit. Every call reads the present file. Of
 * an open memory, the calls that show it first bring it in step with the records, which takes a second at most.
 */
export interface Facts {
  /** The document; "" if there is none. */
  read(): Promise<string>
  /**
   * Replaces the document and keeps the previous text as a version; does nothing if the text is the same. With
   * `expected`, only if the document still has that text.
   * @throws MemoryError `version-conflict` if it does not
   */
  replace(text: string, options?: { expected?: string | undefined }): Promise<void>
  /**
   * Appends Markdown without trailing blanks, or one fact as a bullet. Blank Markdown adds nothing. Costs one append,
   * whatever the document's size.
   * @throws MemoryError `bad-input` for a fact without text, or anything but a string or a fact
   */
  append(entry: string | { text: string; category?: string | undefined }): Promise<void>
  /** The document's bullets, in order; with `category`, those of that category. */
  list(options?: { category?: string | undefined }): Promise<Fact[]>
  /**
   * The matching lines, best first, by TF-IDF; with `category`, only bullets `- [category] …`. A query of one word
   * returns the lines that contain it, in order; one without a usable word returns the first lines. Reads and scores
   * the whole document.
   */
  search(
    query: string,
    options?: {
      /** @default 10 */
      limit?: number | undefined
      category?: string | undefined
    },
  ): Promise<string[]>
  /**
   * Removes facts that repeat an earlier one, and returns their number; see `compactFacts` for what counts as a
   * repetition. The previous text is kept as a version.
   * @param threshold the share of words that two facts must have in common, above 0 and at most 1. @default 0.7
   */
  compact(threshold?: number): Promise<number>
  /** The kept previous texts, newest first: the newest ones, and the longest of all. */
  versions(): Promise<FactsVersion[]>
  /** Restores a version; the present text becomes a version. @throws MemoryError `not-found` */
  restore(id: string): Promise<void>
}

/** Removes repeated facts from MEMORY.md; returns their number. Call it inside the guard. */
export async function compactFile(setting: Setting, file: FactsFile, threshold?: number): Promise<number> {
  const [{ compactFacts }, before] = await Promise.all([import('./compact-facts.ts'), file.read()])
  const { text, removed } = compactFacts(before.text, threshold)
  if (removed === 0) return 0
  await file.replace(text, { ifVersion: before.version })
  const message = `removed ${removed} repeated ${removed === 1 ? 'fact' : 'facts'} from ${file.path}`
  setting.report({ type: 'facts-compacted', level: 'info', message, path: file.path, details: { removed } })
  return removed
}

/** Touches no disk until it is used; every write runs inside the guard. */
export function createFacts(setting: Setting, file: FactsFile, guard: DocumentGuard): Facts {
  const read = async (): Promise<string> => (await file.read()).text

  return {
    read,
    async replace(text, options = {}) {
      checkText(text, 'the document', '# Facts')
      checkShape(options, { expected: anything }, 'facts.replace', 'bad-input')
      const { expected } = options
      await guard(async () => {
        if (expected === undefined) return file.replace(text)
        const { text: current, version } = await file.read()
        if (current !== expected)
          throw new MemoryError('version-conflict', `${file.path} has changed since it was read; read it again`)
        return file.replace(text, { ifVersion: version })
      })
    },
    async append(entry) {
      const text = typeof entry === 'string' ? entry : bulletOf(entry)
      await guard(() => file.append(text))
    },
    async list(options = {}) {
      checkShape(options, { category: anyText }, 'facts.list', 'bad-input')
      const facts = parseFacts(await read())
      return options.category === undefined ? facts : facts.filter(({ category }) => category === options.category)
    },
    async search(query, options = {}) {
      checkText(query, 'query', 'green tea')
      checkShape(options, { limit: wholeNumber(0), category: anyText }, 'facts.search', 'bad-input')
      const { limit = 10, category } = options
      const wrapped = markdownLines((await read()).replaceAll(/\r\n?/g, '\n'))
      const lines = wrapped.map(({ raw }) => raw.trim().replaceAll(/\s*\n\s*/g, ' '))
      const isWanted = (line: string): boolean =>
        category === undefined || parseFacts(line).some((fact) => fact.category === category)
      const own = lines.filter((line) => line !== '' && isWanted(line))
      return queryWords(query).length === 0 ? own.slice(0, limit) : searchTexts(own, query, limit)
    },
    compact: (threshold) => guard(() => compactFile(setting, file, threshold)),
    versions: () => file.versions(),
    restore: (id) => guard(async () => file.replace(await file.version(id))),
  }
}

function bulletOf(fact: { readonly text?: unknown; readonly category?: unknown } | null): string {
  const expected = 'Markdown or a fact such as { text: "Prefers pnpm", category: "user_preference" }'
  const { text, category = '' } = fact ?? {}
  if (typeof text !== 'string' || text.trim() === '' || typeof category !== 'string')
    throw wrongValue('the entry to append', fact, expected)
  // A listed fact may be appended as it is.
  const fields = { text: anything, category: anything, section: anything, line: anything }
  checkShape(fact, fields, 'facts.append', 'bad-input', ['text'])
  return printFact({ text, category })
}
