/** The number of messages that stay when a session is trimmed, or a share of the window between two bounds. */
export type Keep = number | { share: number; min?: number; max?: number }

/** Options of the stored conversations. */
export interface SessionsOptions {
  /** The folder of the session files, relative to the memory's directory. @default 'sessions' */
  directory?: string
  /**
   * Maximum messages in a session before older ones are consolidated; 0 turns consolidation off. A larger window costs
   * longer prompts and later facts, a smaller one more model calls.
   * @default 50
   */
  window?: number
  /** The number of messages that stay in the window after a consolidation. @default { share: 0.5, min: 2 } */
  keep?: Keep
  /** The number of messages that stay when the window is 0 and sessions are only trimmed. @default 10 */
  keepWithoutConsolidation?: number
}

/** {@link SessionsOptions} with its defaults. */
export type ResolvedSessionsOptions = Readonly<Required<SessionsOptions>>

export const sessionsDefaults: ResolvedSessionsOptions = {
  directory: 'sessions',
  window: 50,
  keep: { share: 0.5, min: 2 },
  keepWithoutConsolidation: 10,
}
