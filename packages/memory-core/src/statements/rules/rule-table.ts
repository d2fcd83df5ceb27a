import type { RecordPriority, RecordType } from '../../storage/records.ts'

/** The languages that capture reads. The first five have rules, all have requests to remember. */
export const captureLanguages = [
  'english',
  'german',
  'spanish',
  'chinese',
  'japanese',
  'french',
  'italian',
  'portuguese',
  'dutch',
] as const

/** One of {@link captureLanguages}. */
export type CaptureLanguage = (typeof captureLanguages)[number]

/** What every match of a rule is worth. Rules match little that should not be kept. */
export const ruled = { span: 'lasting', worth: 0.8, telling: 0.8 } as const

/** What a rule finds: a constraint to obey, a correction, a wish, or something that the user asked to remember. */
export type CaptureFamily = 'constraint' | 'correction' | 'preference' | 'explicit'

/**
 * A rule as its table writes it. Patterns are tested on a statement with straight apostrophes, and with `¤` in place of
 * code, quotations and links. Each pattern is linear, or at worst quadratic in 1,000 characters.
 */
interface RuleForm {
  /** One of them has to match, or `lead` and `after`. */
  patterns?: RegExp | readonly RegExp[]
  /** None of them may match anywhere in the statement. */
  unless?: RegExp | readonly RegExp[]
  /** A lead-in that is cut off the remembered text if the rest stands alone: `actually, `. */
  lead?: RegExp | undefined
  /** The source of what follows `lead` where the rule matches. */
  after?: string
}

/** A rule with the record that it gives. */
export interface CaptureRule extends Pick<RuleForm, 'lead'> {
  patterns: readonly RegExp[]
  unless: readonly RegExp[]
  /** The name of the rule in results: `must`. */
  name: string
  family: CaptureFamily
  type: RecordType
  priority: RecordPriority
}

/** Rules by name, the most specific first. A rule of mere patterns is written as them. */
type RuleTable = Readonly<Record<string, RuleForm | RegExp | RegExp[]>>

/** The rules of a language in the order in which they are tried: constraints, corrections, standing orders, wishes. */
export function rulesOf(
  tables: Readonly<Record<'constraints' | 'corrections' | 'orders' | 'wishes', RuleTable>>,
): CaptureRule[] {
  const of = (table: RuleTable, given: Pick<CaptureRule, 'family' | 'type' | 'priority'>): CaptureRule[] =>
    Object.entries(table).map(([name, written]) => {
      const isPlain = written instanceof RegExp || Array.isArray(written)
      const { patterns = [], unless = [], lead, after }: RuleForm = isPlain ? { patterns: written } : written
      const behind = lead && after !== undefined ? [new RegExp(lead.source + after, 'iu')] : []
      return { name, patterns: [behind, patterns].flat(2), unless: [unless].flat(), lead, ...given }
    })
  return [
    ...of(tables.constraints, { family: 'constraint', type: 'policy', priority: 'critical' }),
    ...of(tables.corrections, { family: 'correction', type: 'fact', priority: 'high' }),
    ...of(tables.orders, { family: 'preference', type: 'preference', priority: 'high' }),
    ...of(tables.wishes, { family: 'preference', type: 'preference', priority: 'medium' }),
  ]
}

/** The rules of one language. Some have only requests to remember. */
export interface RulePack {
  language: CaptureLanguage
  /** Opening words without meaning: `ok, so`. */
  opening: RegExp
  /** Texts that state nothing about the user: questions without a mark, tasks about a text, error messages. */
  leftOut: readonly RegExp[]
  /** Words before a match that make it another person's statement, a hypothesis or an example. */
  before: readonly RegExp[]
  /** A request that looks like a question: `can you always …?` */
  request: RegExp
  /** "Remember that", at the beginning or the end of a statement. */
  remember: RegExp
  /** Texts after a request to remember that are not worth remembering: `remember when …`. */
  notRemembered: RegExp
  /** "Remember this" alone, which means the previous statement. */
  rememberBefore: RegExp
  /** "No" or "that's wrong" alone, with the correction in the next statement. */
  rejection?: RegExp
  /** Texts that can be understood without a lead-in. */
  standsAlone?: RegExp
  /** The first match decides. */
  rules?: readonly CaptureRule[]
  /** Whether a clause after "that" has its verb last. */
  verbLast?: true
}
