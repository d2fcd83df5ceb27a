/**
 * The right to do one long piece of work (a consolidation with its model call), across processes. It is renewed in the
 * background and expires when its holder dies or is suspended; every new holder gets a higher fencing number, so that
 * a holder that slept too long finds out before it writes.
 */
export interface Lease {
  /** Higher than that of every earlier holder of the same name. */
  readonly fence: number
  /**
   * Call it inside `storage.lock`, before writing.
   * @throws MemoryError `lease-lost` when somebody else has taken over
   */
  check(): Promise<void>
  /** Gives the lease back; harmless when it was lost. */
  release(): Promise<void>
}
