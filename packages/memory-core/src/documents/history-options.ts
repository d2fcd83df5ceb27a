import type { HistoryFormat } from './history-entry.ts'

/** When and how HISTORY.md is divided into parts. Searches and lists always span all parts. */
export type HistoryRotation =
  | 'none'
  | {
      by: 'size'
      /** Size in bytes above which the older half moves to an archive file; costs one rewrite of the file. @default 512000 */
      maxBytes?: number
    }
  | {
      by: 'month'
      /** Also write every entry to HISTORY.md, for readers that know no other file: doubles the writes. @default false */
      keepMain?: boolean
    }

/** How HISTORY.md is kept. */
export interface HistoryOptions {
  /** The folder of the history's files, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * What an entry looks like: `line` is `[2026-02-27 14:30:00 UTC] text`, `section` is `## 2026-02-27T14:30:00.000Z` with
   * the text below, `plain` is `2026-02-27 14:30: text`. All three are read, also mixed in one file; `section` alone keeps
   * milliseconds. @default 'section'
   */
  format?: HistoryFormat
  /**
   * What a consolidation logs: a `summary` of its messages, the `turns` themselves with their own times (every word then
   * stands on disk twice), or `both`. @default 'summary'
   */
  content?: 'summary' | 'turns' | 'both'
  /** How the log is divided into files. @default { by: 'month', keepMain: false } */
  rotation?: HistoryRotation
  /**
   * Who writes the summary: the `llm` that consolidates anyway (no extra call), or a `rule` that lists the topics from
   * the user's words. Without a model it is the rule. @default 'llm'
   */
  summarizer?: 'rule' | 'llm'
  /**
   * How fast entries fade in `history.search`, per hour: the score is multiplied by 1 / (1 + age × rate). With 0.001 an
   * entry weighs half after 1,000 hours (42 days); 0 turns fading off. @default 0.001
   */
  decayRate?: number
}

/** {@link HistoryOptions} with the defaults filled in. */
export type ResolvedHistoryOptions = Required<HistoryOptions>

/** What an option is when it is not given. */
export const historyDefaults: ResolvedHistoryOptions = {
  directory: 'memory',
  format: 'section',
  content: 'summary',
  rotation: { by: 'month', keepMain: false },
  summarizer: 'llm',
  decayRate: 0.001,
}
