/** Work that is done once it is quiet, however often it was asked for. */
export interface AfterQuiet {
  /** Asks for the work: it begins when nobody has asked again for a moment, or when somebody has waited for long enough. */
  ask(): void
  /** Begins at once what was asked for; does nothing when nothing was. */
  begin(): void
  /** Forgets what was asked for. */
  cancel(): void
}

/** How long to wait, in milliseconds. */
export interface AfterQuietOptions {
  /** So long nobody must have asked again. */
  quietMs: number
  /** After so long the work begins in any case. */
  mostMs: number
  /** Whether a process that has nothing else to do ends without it. @default false */
  optional?: boolean
}

/** Makes work wait for quiet: what is done for many writes at once neither costs as often nor delays them. */
export function createAfterQuiet(work: () => void, { quietMs, mostMs, optional }: AfterQuietOptions): AfterQuiet {
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedFirst = 0
  let askedLast = 0

  function wait(ms: number): void {
    timer = setTimeout(look, ms)
    // Only Node's timers keep a process alive; elsewhere a timer is a number.
    if (optional && typeof timer === 'object') timer.unref()
  }

  /** One timer for many calls: it is set again only when it finds that somebody has asked meanwhile. */
  function look(): void {
    const now = performance.now()
    const left = Math.min(askedLast + quietMs, askedFirst + mostMs) - now
    if (left > 0) wait(Math.ceil(left))
    else begin()
  }

  function begin(): void {
    if (timer === undefined) return
    cancel()
    work()
  }

  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    ask() {
      askedLast = performance.now()
      if (timer !== undefined) return
      askedFirst = askedLast
      wait(Math.min(quietMs, mostMs))
    },
    begin,
    cancel,
  }
}
