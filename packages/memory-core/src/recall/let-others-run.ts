/** Lets timers, the network and other calls have their turn in the middle of long work. Costs about a millisecond. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
