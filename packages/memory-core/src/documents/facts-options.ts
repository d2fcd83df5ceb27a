import { type SectionHeadings, sectionHeadings } from './placed-lines.ts'

/** How MEMORY.md is kept. */
export interface FactsOptions {
  /** The folder of MEMORY.md and of its previous versions, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * What consolidation does with new facts. `append` adds them under a dated heading: cheap, grows, may repeat itself.
   * `rewrite` replaces the document by the model's revision of it: costs the whole document as output tokens each time,
   * stays short and free of contradictions. @default 'rewrite'
   */
  mode?: 'append' | 'rewrite'
  /** Above any of these the model is asked to compress the document; nothing is ever cut off. */
  limits?: FactsLimits
  /**
   * How many previous versions are kept in `.versions/`: the last ones, and from 2 on the fullest of them all, which makes
   * place only for a fuller one. 0 keeps none. Each costs a copy of the document. @default 20
   */
  versions?: number
  /**
   * Where captured statements of a kind appear: `always` gives them a line in MEMORY.md, `when-it-fits` leaves them among
   * the records, which are recalled for a question, `never` keeps them out of every context: only `recall` answers them.
   * The kinds are those of a record's `about`: rule, preference, identity, health, home, person, work, project, decision,
   * possession, skill, routine, goal, plan, event, other. @default always, for each kind
   */
  tell?: Readonly<Record<string, 'always' | 'when-it-fits' | 'never'>>
  /**
   * After a consolidation that added facts, those go that repeat an earlier one: whose words are at least this share of the
   * words of both, from 0 to 1. For documents that are appended to; see `facts.compact`. 0: nothing goes by itself. @default 0
   */
  compactAt?: number
  /** What the sections of MEMORY.md are called. @default English: "Rules and preferences", "About you", … */
  headings?: Partial<SectionHeadings>
}

/** When MEMORY.md counts as too large. */
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

/** What an option is when it is not given. */
export const factsDefaults: ResolvedFactsOptions = {
  directory: 'memory',
  mode: 'rewrite',
  limits: { bytes: 8192 },
  versions: 20,
  tell: {},
  compactAt: 0,
  headings: sectionHeadings,
}
