import { type SectionHeadings, sectionHeadings } from './placed-lines.ts'

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
