/** So long one turn may take; what is done between two calls comes on top. */
const turnMs = 15

/**
 * Answers a function to call between the pieces of long work: when the work has had its turn, it lets others run, then
 * calls `goOn`, which may end the work by throwing. So does an aborted signal, at each call.
 */
export function takeTurns(signal: AbortSignal | undefined, goOn: () => Promise<void>): () => Promise<void> {
  let started = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - started < turnMs) return
    await new Promise<void>((resolve) => {
      setTimeout(resolve)
    })
    signal?.throwIfAborted()
    await goOn()
    started = performance.now()
  }
}
