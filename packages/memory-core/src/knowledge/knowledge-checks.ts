import { MemoryError, shown } from '../errors.ts'
import { type Check, checkShape, oneOf, wholeNumber } from '../option-checks.ts'

/** The file is rewritten as a whole with every entry: an entry is a statement and no document. */
const longestContent = 10_000
const longestSource = 1_000
const longestTag = 200
const mostTags = 50

/** What can be said about an entry. */
export interface EntryOptions {
  /** Where it comes from. @default '' */
  source?: string | undefined
  tags?: readonly string[] | undefined
}

/** A checked entry: well-formed, trimmed, copied. */
export interface GivenEntry {
  category: string
  content: string
  source: string
  tags: string[]
}

/** @throws MemoryError `bad-input` */
export function checkEntry(category: unknown, content: unknown, options: EntryOptions = {}): GivenEntry {
  const given = { category: checkKnowledgeText(category, 'category', 'learned_fact'), content: checkContent(content) }
  checkShape(options, { source: shortText(longestSource), tags: tagList }, 'the entry', 'bad-input')
  const { source = '', tags = [] } = options
  return { ...given, source: source.toWellFormed(), tags: tags.map((tag) => tag.toWellFormed()) }
}

function checkContent(content: unknown): string {
  const expected = `expected a statement of 1 to ${longestContent} characters; longer texts are for notes`
  if (typeof content === 'string') {
    const trimmed = content.trim().toWellFormed()
    if (trimmed !== '' && trimmed.length <= longestContent) return trimmed
    if (trimmed !== '')
      throw new MemoryError('bad-input', `content ${shown(trimmed)} has ${trimmed.length} characters, ${expected}`)
  }
  throw new MemoryError('bad-input', `content is ${shown(content)}, ${expected}`)
}

/** @throws MemoryError `bad-input` unless the value is a string */
export function checkKnowledgeText(value: unknown, name: string, example: string): string {
  if (typeof value === 'string') return value
  throw new MemoryError('bad-input', `${name} is ${shown(value)}, expected a text such as ${shown(example)}`)
}

/** @throws MemoryError `bad-input` */
export function checkSearch(query: unknown, options: unknown): void {
  checkKnowledgeText(query, 'query', 'database')
  const category: Check = (value) => (typeof value === 'string' ? undefined : 'a category such as "learned_fact"')
  checkShape(options, { category, limit: wholeNumber(0) }, 'the options of knowledge.search', 'bad-input')
}

/** @throws MemoryError `bad-input` */
export function checkExport(options: unknown): void {
  const shape = { maxChars: wholeNumber(0), order: oneOf('category', 'score') }
  checkShape(options, shape, 'the options of knowledge.exportForContext', 'bad-input')
}

function shortText(longest: number): Check {
  return (value) =>
    typeof value === 'string' && value.length <= longest ? undefined : `a text of at most ${longest} characters`
}

const tagList: Check = (value) => {
  const isTag = (tag: unknown): boolean => typeof tag === 'string' && tag !== '' && tag.length <= longestTag
  if (Array.isArray(value) && value.length <= mostTags && value.every(isTag)) return undefined
  return `a list of at most ${mostTags} texts of 1 to ${longestTag} characters`
}
