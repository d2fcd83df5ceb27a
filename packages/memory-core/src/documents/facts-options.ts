import { type SectionHeadings, sectionHeadings } from './placed-lines.ts'

/** How MEMORY.md is maintained. */
export interface FactsOptions {
  /** The folder of MEMORY.md and of its previous versions, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * What consolidation does with new facts. `append` adds them under a dated heading: cheap, but grows and may repeat
   * itself. `rewrite` replaces the document by the model's revision: costs the whole document as output tokens each
   * time, but stays short and consistent. @default 'rewrite'
   */
  mode?: 'append' | 'rewrite'
  /** Above any of these the model is asked to compress the document; it is never cut off. */
  limits?: FactsLimits
  /**
   * Number of previous versions in `.versions/`: the newest, and from 2 on the longest of all. 0 keeps none. Each costs
   * a copy of the document. @default 20
   */
  versions?: number
  /**
   * Where captured statements of a kind appear: `always` gives them a line in MEMORY.md, `when-it-fits` keeps them as
   * records, which are recalled for a question, `never` keeps them out of every context: only `recall` returns them. The
   * kinds are those of a record's `about`: rule, preference, identity, health, home, person, work, project, decision,
   * possession, skill, routine, goal, plan, event, other. @default always, for each kind
   */
  tell?: Readonly<Record<string, 'always' | 'when-it-fits' | 'never'>>
  /**
   * After a consolidation that added facts, removes those that repeat an earlier one, which share at least this part of
   * their words, from 0 to 1; see `facts.compact`. Meant for documents that are appended to. 0 disables it. @default 0
   */
  compactAt?: number
  /** The headings of MEMORY.md. @default English: "Rules and preferences", "About you", … */
  headings?: Partial<SectionHeadings>
}

/** When MEMORY.md is too large. */
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

/** Default values. */
export const factsDefaults: ResolvedFactsOptions = {
  directory: 'memory',
  mode: 'rewrite',
  limits: { bytes: 8192 },
  versions: 20,
  tell: {},
  compactAt: 0,
  headings: sectionHeadings,
}
