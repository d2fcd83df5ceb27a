import { type ClaimRow, form, claimRow as row } from './claim.ts'
import { verbStem } from './claim-of-row.ts'

/* Parts of the patterns of English rows. */

/** The subject of a clause. */
export const subject =
  "(?<s>i|we|(?:my|our|the|his|her|their|\\p{L}+'s) [\\p{L}\\d' -]{1,50}?|\\p{L}[\\p{L}\\d-]{1,30})"
/** A thing of the speaker. */
export const thing = "(?<a>(?:my|our|the) [\\p{L}\\d' -]{1,60}?)"
/** The auxiliary of a perfect tense. */
export const have = '(?:(?:have|has|had) )?'
/** The old value. */
export const from = '(?: from (?<o>.+?))?'
/** The purpose of something, which is not a duration. */
export const purpose =
  '(?: (?:as|for) (?!(?:\\d|about|over|almost|nearly|years|ages|good|ever|a (?:while|year|month|long))\\b)(?<f>[^,]{2,60}))?'
/** A place. Few names begin with an article. People also "move to" languages, tools, chapters and jobs. */
export const place =
  '(?<v>(?!(?:an?|my|our|his|her|their|this|that|these|those|one|two|three|\\d+|some|constant|peace|harmony|fear|poverty|style|hope|interesting|here|there|next|another|step|phase|part-time|full-time|remote|management|production|staging|frontend|backend|bed|sleep|tears|hr|qa|finance|product|legal|sales|marketing|engineering|support|operations|accounting|nights|days|work|therapy|normal|(?:mon|tues|wednes|thurs|fri|satur|sun)day|running|writing|coding|teaching|working|smoking|drinking|iphone|android|basics|square|tea|coffee|cash|paper|pen|spreadsheets|notebooks|vinyl|analog(?:ue)?|decaf|oat|almond|soy|contact|gmail|outlook|plan|row|level|chapter|part|stage|round|page|line|section|module|lesson|unit|together|typescript|javascript|python|rust|golang|go|java|kotlin|swift|scala|ruby|php|elixir|c\\+\\+|c#|git|docker|kubernetes|esm|v\\d+|version)\\b|the (?!(?:netherlands|usa?|u\\.s\\.|uk|u\\.k\\.|states|united|czech|philippines|bahamas|maldives|gambia|emirates|bronx|hague|bay area|algarve|cotswolds|midwest|north of|south of|east of|west of)\\b)).+)'

/** A claim that a statement ends. */
export type EndedClaim = Pick<ClaimRow, 'attribute' | 'subject' | 'value'>

/** What a person does: `do eat`. */
export function habit(verb: string): EndedClaim {
  return { attribute: `do ${verbStem(verb)}` }
}

/** A row that ends other claims. */
export function ended(pattern: string, ends: readonly EndedClaim[]): ClaimRow {
  return row(`${pattern}(?:, .+)?`, { ...form.over, ends, goesOn: true })
}
