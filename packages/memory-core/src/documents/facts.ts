import { MemoryError, shown, wrongValue } from '../errors.ts'
import { anyText, anything, checkShape, checkText, wholeNumber } from '../option-checks.ts'
import { type PreparedStatement, prepareStatement, saysOtherwise } from '../statements/claims/contradiction.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import { tokenize } from '../text/analyse.ts'
import { createJaccardIndex, isSimilar } from '../text/comparison.ts'
import { cached } from '../text/plain-text.ts'
import type { FactsFile, FactsVersion } from './facts-file.ts'
import { type Fact, hasLinesBelow, type MarkdownLine, markdownLines, parseFacts, printFact } from './markdown.ts'
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
  const before = await file.read()
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

/**
 * Removes facts that repeat an earlier one: they share enough words (Jaccard on `tokenize`), and do not differ in
 * meaning (`saysOtherwise`). Only whole lines are removed; headings, blank lines, indentation, code, tables and prose
 * stay unchanged. A fact is a bullet, or a line of text outside wrapped prose. Facts are compared only in the same
 * place: under headings that are equal except for their date, and below the same parent bullets. A bullet with lines
 * below it is never removed. Idempotent.
 * @throws MemoryError `bad-input` if the threshold is not above 0 and at most 1
 */
export function compactFacts(markdown: string, threshold = 0.7): { text: string; removed: number } {
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1))
    throw new MemoryError('bad-input', `threshold is ${shown(threshold)}, expected a number above 0 and at most 1`)
  let text = markdown
  let removed = 0
  // A bullet that lost its last nested bullet may itself be a repetition.
  for (;;) {
    const lines = markdownLines(text)
    const repeated = repetitions(candidates(lines), threshold)
    if (repeated.size === 0) return { text, removed }
    removed += repeated.size
    const kept = lines.filter((_, index) => !repeated.has(index))
    text = kept.map(({ raw }) => raw).join('')
  }
}

interface Candidate {
  line: number
  /** The number of its place in the document; see {@link compactFacts}. */
  place: number
  tokens: ReadonlySet<string>
  statement: PreparedStatement
  removable: boolean
}

function repetitions(facts: readonly Candidate[], threshold: number): Set<number> {
  const repeated = new Set<number>()
  // Only facts of one place with the same names, numbers and negations can be repetitions.
  for (const group of Map.groupBy(facts, ({ place, statement }) => `${place}\n${statement.decisive}`).values()) {
    const words = group.map(({ tokens }) => tokens)
    const index = createJaccardIndex(words, threshold)
    for (const [number, fact] of group.entries()) {
      const isRepeated = index.candidates(fact.tokens).some((other) => {
        const earlier = group[other]
        if (!earlier || !isSimilar(earlier.tokens, fact.tokens, threshold)) return false
        return !saysOtherwise(earlier.statement, fact.statement)
      })
      if (isRepeated && fact.removable) repeated.add(fact.line)
      else index.add(number, fact.tokens)
    }
  }
  return repeated
}

function candidates(lines: readonly MarkdownLine[]): Candidate[] {
  const prose = proseLines(lines)
  const found: Candidate[] = []
  const within = createPlaces()
  let headings: { depth: number; place: number }[] = []
  let parents: { indent: number; place: number }[] = []
  for (const [line, { kind, body, raw, indent }] of lines.entries()) {
    if (kind === 'heading') {
      const depth = raw.trim().match(/^#+/)?.[0].length ?? 1
      headings = headings.filter((heading) => heading.depth < depth)
      // Without its date, so that sections such as "Consolidated 2024-02-28" are one place.
      const name = body.replace(/\d{4}-\d{2}(?:-\d{2})?/g, '').trim()
      headings.push({ depth, place: within(headings.at(-1)?.place, `# ${name.toLowerCase()}`) })
      parents = []
    }
    if (kind !== 'bullet' && (kind !== 'text' || prose.has(line))) continue
    parents = parents.filter((parent) => parent.indent < indent)
    const place = (parents.at(-1) ?? headings.at(-1))?.place ?? 0
    const removable = kind === 'text' || !hasLinesBelow(lines, line)
    // "[x]" is a checkbox, not a category.
    const text = body.replace(/^\[[^[\]]{2,}\][ \t]/, '')
    found.push({ line, place, tokens: new Set(tokenize(body)), statement: prepareStatement(text), removable })
    if (kind === 'bullet') parents.push({ indent, place: within(place, `- ${body}`) })
  }
  return found
}

/** Numbers places by name and outer place, so that a long name is stored once. */
function createPlaces(): (outer: number | undefined, name: string) => number {
  let places = 0
  const placeOf = cached((_key) => ++places)
  return (outer = 0, name) => placeOf(`${outer} ${name}`)
}

/** Lines of wrapped paragraphs: a line begins in lower case, or the one before is long and does not end a sentence. */
function proseLines(lines: readonly MarkdownLine[]): Set<number> {
  const prose = new Set<number>()
  let paragraph: number[] = []
  for (let at = 0; at <= lines.length; at++) {
    if (lines[at]?.kind === 'text') paragraph.push(at)
    else {
      if (isWrapped(paragraph.map((line) => lines[line]?.body ?? ''))) for (const line of paragraph) prose.add(line)
      paragraph = []
    }
  }
  return prose
}

function isWrapped(paragraph: readonly string[]): boolean {
  return paragraph.some((body, index) => {
    const before = paragraph[index - 1]
    return before !== undefined && (/^\p{Ll}/u.test(body) || (before.length >= 60 && !/[.!?:;。！？]$/.test(before)))
  })
}
