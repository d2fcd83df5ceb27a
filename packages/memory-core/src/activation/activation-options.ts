import type { RecordPriority } from '../storage/records.ts'

/** Which records come into a context unasked. */
export interface ActivationOptions {
  /** The most tokens of all activated records together. @default 800 */
  budget?: number
  /** Policies, architecture and preferences of this priority or a more urgent one are always in (layer A). @default 'high' */
  minPriority?: RecordPriority
  /** The least score of a record in layer B; with `relevance: 'required'`, of one that does not fit the question. @default 0.3 */
  threshold?: number
  /** The most procedures (layer C). @default 3 */
  procedures?: number
  /**
   * `required`: what fits the question or the file comes first, and where layer A is too long for the budget, its
   * records that fit come first among those of a priority. `none`: to the letter of document 003, the score alone
   * decides; the question only chooses procedures. @default 'required'
   */
  relevance?: 'required' | 'none'
  /** With `required`: how many of the strongest records come in without fitting, when there is room. @default 5 */
  fill?: number
}

/** {@link ActivationOptions} with the defaults filled in. */
export type ResolvedActivationOptions = Required<ActivationOptions>

/** What an option is when it is not given. */
export const activationDefaults: ResolvedActivationOptions = {
  budget: 800,
  minPriority: 'high',
  threshold: 0.3,
  procedures: 3,
  relevance: 'required',
  fill: 5,
}
