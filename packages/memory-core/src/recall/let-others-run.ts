/** Lets timers, the network and other calls have their turn in the middle of long work. Costs about a millisecond. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

/** So long one turn may take; what is done between two calls comes on top. */
const turnMs = 15

/** Answers a function to call between the pieces of long work: it lets others run when the work has had its turn. */
export function takeTurns(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < turnMs) return
    await letOthersRun()
    started = performance.now()
  }
}
