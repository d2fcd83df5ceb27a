import type { HistoryFormat } from './history-entry.ts'

/** When and how HISTORY.md is divided into parts. Searches and lists always span all parts. */
export type HistoryRotation =
  | 'none'
  | {
      by: 'size'
      /** Bytes above which the older half moves to an archive file; costs one rewrite of the file. @default 512000 */
      maxBytes?: number
    }
  | {
      by: 'month'
      /** Also writes every entry to HISTORY.md, for readers of that file only; doubles the writes. @default false */
      keepMain?: boolean
    }

/** How HISTORY.md is maintained. */
export interface HistoryOptions {
  /** The folder of the history's files, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * The format of an entry: `line` is `[2026-02-27 14:30:00 UTC] text`, `section` is `## 2026-02-27T14:30:00.000Z` with
   * the text below, `plain` is `2026-02-27 14:30: text`. All three are read, also mixed in one file; only `section`
   * keeps milliseconds. @default 'section'
   */
  format?: HistoryFormat
  /**
   * What a consolidation logs: a `summary` of its messages, the `turns` themselves with their own times (every word is
   * then stored twice), or `both`. @default 'summary'
   */
  content?: 'summary' | 'turns' | 'both'
  /** How the log is divided into files. @default { by: 'month', keepMain: false } */
  rotation?: HistoryRotation
  /**
   * What writes the summary: the `llm` that consolidates anyway (no extra call), or a `rule` that lists topics in the
   * user's words. Without a model it is always the rule. @default 'llm'
   */
  summarizer?: 'rule' | 'llm'
  /**
   * How fast entries fade in `history.search`, per hour: the score is multiplied by 1 / (1 + age × rate). With 0.001 an
   * entry has half its weight after 1,000 hours (42 days); 0 disables fading. @default 0.001
   */
  decayRate?: number
}

/** {@link HistoryOptions} with the defaults filled in. */
export type ResolvedHistoryOptions = Required<HistoryOptions>

export const historyDefaults: ResolvedHistoryOptions = {
  directory: 'memory',
  format: 'section',
  content: 'summary',
  rotation: { by: 'month', keepMain: false },
  summarizer: 'llm',
  decayRate: 0.001,
}
