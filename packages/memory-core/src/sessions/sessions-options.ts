/** How many messages stay when a session is trimmed: a number, or a share of the window between two bounds. */
export type Keep = number | { share: number; min?: number; max?: number }

/** How conversations are kept. */
export interface SessionsOptions {
  /** The folder of the session files, relative to the memory's directory. @default 'sessions' */
  directory?: string
  /**
   * How many messages a session may hold before its older ones are consolidated; 0 turns consolidation off.
   * A larger window costs longer prompts and later facts, a smaller one more model calls.
   * @default 50
   */
  window?: number
  /** How many messages stay in the window after a consolidation. @default { share: 0.5, min: 2 } */
  keep?: Keep
  /** How many messages stay when the window is 0 and sessions are only trimmed. @default 10 */
  keepWithoutConsolidation?: number
}

/** {@link SessionsOptions} with every value decided. */
export type ResolvedSessionsOptions = Readonly<Required<SessionsOptions>>

/** What holds where a caller says nothing. */
export const sessionsDefaults: ResolvedSessionsOptions = {
  directory: 'sessions',
  window: 50,
  keep: { share: 0.5, min: 2 },
  keepWithoutConsolidation: 10,
}
