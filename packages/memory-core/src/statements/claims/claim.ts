/** What a statement says of its value: it holds, it held and is over, or it is not so. */
export type Stance = 'holds' | 'ended' | 'denied'

/**
 * How many values an attribute has at a time. `one`: another value takes the place of the first (home, name). `one-of-kind`:
 * one of each kind of thing (a package manager, a bundler). `one-if-alike`: one, of towns and of countries; places of which one may lie in the other are not compared. `marked`: one, where the statement says that it is a change; `clearly-marked`: where it says so clearly.
 * `several`: they add up, unless the statement says that it is a change or a correction (a dog's name). `many`: any number (likes, languages, pets).
 */
export type Cardinality = 'one' | 'one-of-kind' | 'one-if-alike' | 'marked' | 'clearly-marked' | 'several' | 'many'

/** What a statement says, so that two of them can be compared: of whom, what about them, and which value. */
export interface Claim {
  /** Subject and attribute: claims with different keys never concern each other. */
  key: string
  /** The value, normalised; "" where the verb says it all (`I smoke`). */
  value: string
  stance: Stance
  cardinality: Cardinality
  /** Whether the statement calls itself a change: hardly (`now`, `actually`), or clearly (`switched to`, `renamed`). */
  mark: 'none' | 'weak' | 'clear'
  /** The value that it says it replaces: `from A to B`, `not A but B`. */
  replaces?: string
  /** Whether it adds to others of its kind: `also`, `another`. */
  isAdditional: boolean
  /** It holds for one purpose only (`we use MySQL for billing`), for which there is a claim of its own. */
  isPartial?: true
  /** The words for what a figure is for, where it stands within a clause (`my book budget of $50`): without one, it is unknown. */
  about?: ReadonlySet<string>
}

/**
 * One form of a statement. The pattern is tested on a clause in lower case, without openings and adverbs, and has the
 * named groups `s` (subject), `n` (what of it), `a` (attribute, where the row has none), `v` (value), `o` (the old value), `f` (what it
 * is for), as far as it needs them.
 */
export interface ClaimRow {
  pattern: RegExp
  /** @default the group `a` */
  attribute?: string
  cardinality: Cardinality
  mark?: 'weak' | 'clear'
  stance?: Stance
  /** Of whom, where the pattern does not say. */
  subject?: string
  /** The statement goes on to be tried by the rows below. */
  goesOn?: true
}

/** A row whose pattern is compiled when it is first read. */
export function claimRow(pattern: string, rest: Omit<ClaimRow, 'pattern'>): ClaimRow {
  let compiled: RegExp | undefined
  return {
    ...rest,
    get pattern() {
      compiled ??= new RegExp(`^${pattern}$`, 'u')
      return compiled
    },
  }
}

/** How statements look in one language. Every pattern is linear, or quadratic in the 300 characters of a clause at the worst. */
export interface ClaimLanguage {
  /** Words of this language that a clause needs one of, to be tried. Absent: it is tried always. */
  needs?: RegExp
  /** What makes a sentence no statement of what holds now: questions, conditions, plans, reports, the past, exceptions. */
  leftOut: readonly RegExp[]
  /** What a sentence opens with and does not belong to what it says; those that correct. */
  opening: RegExp
  correcting: RegExp
  /** What an apostrophe stands in → the whole words. */
  contractions: readonly (readonly [RegExp, string])[]
  /** Spelling, phrases and the like → one form. */
  rewrites: readonly (readonly [RegExp, string | ((match: string) => string)])[]
  /** Words that add: `also`. */
  adding: RegExp
  /** Words that say that it is new: `now`. Taken out. */
  changing: RegExp
  /** Adverbs and times that say nothing for the comparison. Taken out. */
  adverbs: RegExp
  /** Retractions: the group `rest` is the statement that is over. */
  retracting: readonly RegExp[]
  /** `rest` with an old value `o` that is replaced: `instead of A`. */
  replacing: readonly RegExp[]
  /** Where a clause with a subject of its own begins. */
  joint: RegExp
  rows: readonly ClaimRow[]
  /** The one of `leftOut` beside which there may be figures that hold. */
  intending?: RegExp
  /** Reads figures that stand within a clause. */
  figures?: (clause: string, speaker: string) => Claim[]
}
