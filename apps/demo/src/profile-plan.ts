import type { ProfileName } from '@daybook/memory-core'

/** Where planted facts can be written down, besides what the memory takes from the conversation by itself. */
export type WrittenLayer = 'notes' | 'records' | 'knowledge'

/** What the demo does with a profile, and what it may ask of it. */
export interface ProfilePlan {
  /** Where the planted facts are written down while playing; undefined for nowhere. */
  written: WrittenLayer | undefined
  /** The tool with which the model does that; undefined when the host does. */
  tool: string | undefined
  /** The layers of a context of which one must hold a planted fact; undefined when the profile promises none. */
  promised: 'any' | WrittenLayer | undefined
  /** Whether questions are asked again, to be answered from the response cache. */
  cached: boolean
  /** The tool that is asked for each planted fact, where a context recalls nothing by itself. */
  search: string | undefined
}

const nothing: ProfilePlan = {
  written: undefined,
  tool: undefined,
  promised: undefined,
  cached: false,
  search: undefined,
}

/**
 * The plans. `index` promises that the index of the notes is in every context. `grip` exports at most 2,000 characters
 * of knowledge, `cognitive` activates at most 800 tokens of records that have not faded, and what consolidation keeps
 * in `grip`, `autobot` and `neoclaw` is a model's to decide: there the figure is printed and nothing is promised.
 */
export const profilePlans: Readonly<Record<ProfileName, ProfilePlan>> = {
  default: { ...nothing, promised: 'any' },
  grip: { ...nothing, written: 'knowledge', cached: true },
  index: { ...nothing, written: 'notes', tool: 'memory_write', promised: 'notes' },
  autobot: nothing,
  cognitive: { ...nothing, written: 'records', tool: 'memory_learn', search: 'memory_recall' },
  neoclaw: nothing,
}
