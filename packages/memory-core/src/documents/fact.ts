import { withoutBreaks } from '../text/one-line.ts'
import { markdownLines } from './markdown-lines.ts'
import { type SectionHeadings, sectionHeadings } from './placed-lines.ts'

/** One fact: a bullet of MEMORY.md. */
export interface Fact {
  /** Its text on one line, without bullet and category. */
  text: string
  /** The category of `- [category] text`. */
  category?: string
  /** The text of the nearest heading above it. */
  section?: string
  /** Its first line in the document, from 1. */
  line: number
}

/**
 * The bullets (`-`, `*`, `+`, `•`, `–`, `1.`, `1)`) of a document, without those in code or without visible text. Never
 * throws. Linear.
 */
export function parseFacts(markdown: string): Fact[] {
  const facts: Fact[] = []
  let section: string | undefined
  for (const { kind, body, index } of markdownLines(markdown)) {
    if (kind === 'heading') section = body === '' ? undefined : body
    if (kind !== 'bullet') continue
    const fact = parseBullet(body)
    if (speaking.test(fact.text)) facts.push({ ...fact, ...(section !== undefined && { section }), line: index + 1 })
  }
  return facts
}

function parseBullet(body: string): Pick<Fact, 'text' | 'category'> {
  const match = /^\[([^[\]]*)\](?:[ \t]|$)/.exec(body)
  const category = match?.[1]?.trim()
  if (match && category) return { text: body.slice(match[0].length).trim(), category }
  return { text: escaped.test(body) ? body.slice(1) : body }
}

/** Texts that would be read as a category, or the bullet as a rule. */
const misread = /^\\*(?:\[|[- ]+$)/
const escaped = /^\\+(?:\[|[- ]+$)/
/** Matches a text of which {@link printFact} would print anything. */
const speaking = /[^\s\p{Cc}]/u

/**
 * A fact as a line of Markdown, without line break. Line breaks and control characters become blanks, and so do
 * brackets in the category; a text that begins with a bracket or has only dashes gets a backslash. No text can forge
 * another line or category, and {@link parseFacts} returns the printed fact.
 */
export function printFact(fact: Pick<Fact, 'text' | 'category'>): string {
  const text = withoutBreaks(fact.text)
  const category = withoutBreaks((fact.category ?? '').replace(/[[\]]/g, ' '))
  if (category !== '') return `- [${category}] ${text}`
  return `- ${misread.test(text) ? '\\' : ''}${text}`
}

/** How MEMORY.md is maintained. */
export interface FactsOptions {
  /** The folder of MEMORY.md and of its previous versions, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * What consolidation does with new facts. `append` adds them under a dated heading, which is cheap, but the document
   * grows and may repeat itself. `rewrite` replaces the document by the model's revision, which costs the whole
   * document as output tokens each time, but it stays short and consistent. @default 'rewrite'
   */
  mode?: 'append' | 'rewrite'
  /** Sizes above which the model is asked to compress the document. It is never cut off. */
  limits?: FactsLimits
  /**
   * Number of previous versions in `.versions/`: the newest, and from 2 on the longest of all. 0 keeps none. Each costs
   * a copy of the document. @default 20
   */
  versions?: number
  /**
   * Where captured statements of a kind appear. `always`: as a line in MEMORY.md. `when-it-fits`: as records that are
   * recalled for a question. `never`: in no context; only `recall` returns them. A message or history entry that states
   * something else as well is still quoted, and so is the conversation itself. The kinds are those of a record's `about`:
   * rule, preference, identity, health, home, person, work, project, decision, possession, skill, routine, goal, plan,
   * event, other. @default always, for each kind
   */
  tell?: Readonly<Record<string, 'always' | 'when-it-fits' | 'never'>>
  /**
   * The share of common words, from 0 to 1, from which a fact repeats an earlier one and is removed after a
   * consolidation that added facts; see `facts.compact`. Meant for documents that are appended to. 0 disables it.
   * @default 0
   */
  compactAt?: number
  /** The headings of MEMORY.md. @default English: "Rules and preferences", "About you", … */
  headings?: Partial<SectionHeadings>
}

/** The sizes above which MEMORY.md is too large. */
export interface FactsLimits {
  /** UTF-8 bytes. @default 8192 */
  bytes?: number
  /** Lines. @default no limit */
  lines?: number
  /** Tokens, as the memory's `countTokens` counts them. @default no limit */
  tokens?: number
}

/** {@link FactsOptions} with the defaults filled in. */
export type ResolvedFactsOptions = Required<Omit<FactsOptions, 'headings'>> & { headings: SectionHeadings }

export const factsDefaults: ResolvedFactsOptions = {
  directory: 'memory',
  mode: 'rewrite',
  limits: { bytes: 8192 },
  versions: 20,
  tell: {},
  compactAt: 0,
  headings: sectionHeadings,
}
