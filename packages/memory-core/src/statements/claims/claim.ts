/** Whether the value holds, held until now, or is denied; `named`: a person or a thing is spoken of by a name. */
export type Stance = 'holds' | 'ended' | 'denied' | 'named'

/**
 * How many values an attribute has at a time.
 *
 * - `one`: a new value replaces the old one (home, name).
 * - `one-of-kind`: one of each kind of thing (a package manager, a bundler).
 * - `one-if-alike`: one town and one country; a town and a country are not compared, as one may lie in the other.
 * - `marked`: one, if the statement calls itself a change; `clearly-marked`: if it does so clearly.
 * - `several`: they add up, unless the statement calls itself a change or a correction (a dog's name).
 * - `many`: any number (likes, languages, pets).
 */
export type Cardinality = 'one' | 'one-of-kind' | 'one-if-alike' | 'marked' | 'clearly-marked' | 'several' | 'many'

/** The content of a statement in a form that can be compared: subject, attribute and value. */
export interface Claim {
  /** Subject and attribute. Claims with different keys do not affect each other. */
  key: string
  /** The normalised value; "" if the verb says everything (`I smoke`). */
  value: string
  stance: Stance
  cardinality: Cardinality
  /** Whether the statement calls itself a change: weakly (`now`, `actually`), or clearly (`switched to`, `renamed`). */
  mark: 'none' | 'weak' | 'clear'
  /** The value that it replaces by its own words: `from A to B`, `not A but B`. */
  replaces?: string
  /** Whether it adds a value to others: `also`, `another`. */
  isAdditional: boolean
  /** It holds for one purpose only (`we use MySQL for billing`), which has a claim of its own. */
  isPartial?: true
  /** It is to hold some day (`my boss will be Ada`). */
  isAhead?: true
  /** The statement says who the named one is (`my dog Rex is 5`), which `Rex turned 6` does not. */
  introduces?: true
  /** Stems that tell the purpose of a figure within a clause (`my book budget of $50`). Empty if unknown. */
  about?: ReadonlySet<string>
}

/**
 * One form of a statement. The pattern is tested on a clause in lower case, without openings and adverbs. Its named
 * groups, all optional: `s` (subject), `n` (the noun that belongs to it), `a` (attribute, if the row has none), `v`
 * (value), `o` (old value), `f` (purpose).
 */
export interface ClaimRow {
  pattern: RegExp
  /** @default the group `a` */
  attribute?: string
  cardinality: Cardinality
  mark?: 'weak' | 'clear'
  stance?: Stance
  /** The subject, if the pattern does not find it. */
  subject?: string
  /** The value, if the pattern does not find it. */
  value?: string
  /** Instead of one claim, it makes one of each of these. */
  ends?: readonly Pick<ClaimRow, 'attribute' | 'subject' | 'value'>[]
  /** Only if the value is the name of a known town or country. */
  isKnownPlace?: true
  /** Later rows are tried, too. */
  goesOn?: true
}

/** Ways to say something, with the form that the rows know, in the order in which they are replaced. */
export type Rewrites = readonly (readonly [from: RegExp, to: string])[]

/** Rewrites by what they result in, table after table. */
export function rewritesTo(...tables: readonly Readonly<Record<string, RegExp | readonly RegExp[]>>[]): Rewrites {
  const pairs = tables.flatMap((table) => Object.entries(table))
  return pairs.flatMap(([to, from]) => [from].flat().map((one) => [one, to] as const))
}

/** The forms of statements in one language. Each pattern is linear, or at worst quadratic in 300 characters. */
export interface ClaimLanguage {
  /** Words of this language, one of which a sentence must have to be read. If absent, every sentence is read. */
  needs?: RegExp
  /** Sentences that do not state what holds now: questions, conditions, plans, reports, the past, exceptions. */
  leftOut: readonly RegExp[]
  /** Opening words that are not part of the statement; `correcting`: those of a correction. */
  opening: RegExp
  correcting: RegExp
  /** Contractions with an apostrophe → the whole words. */
  contractions?: Rewrites
  /** Variants of spelling and phrasing → one form. */
  rewrites: Rewrites
  /** Words that mark an additional value: `also`. */
  adding: RegExp
  /** Words that mark a change: `now`. Removed. */
  changing: RegExp
  /** Adverbs and times that do not matter for the comparison. Removed. */
  adverbs: RegExp
  /** Retractions. The group `rest` is the statement that is over. */
  retracting: readonly RegExp[]
  /** Replacements: `instead of A`. The groups are the statement `rest` and the old value `o`. */
  replacing: readonly RegExp[]
  /** The joint before a clause with its own subject. */
  joint: RegExp
  rows: readonly ClaimRow[]
  /** The one pattern of `leftOut` whose sentences may still contain figures that hold. */
  intending?: RegExp
  /** Reads the figures within a clause. */
  figures?: (clause: string, speaker: string) => Claim[]
  /** Reads whom and what a sentence names, beside its claims, and what it says has happened to them. */
  names?: (sentence: string, claims: readonly Claim[]) => Claim[]
  news?: (clause: string) => Claim[]
  /** Reads what is planned, and what calls it off (`ended`). */
  plans?: (sentence: string, speaker: string) => Claim[]
  /** The one pattern of `leftOut` whose sentences, of a moment, may still tell news. */
  passing?: RegExp
}
