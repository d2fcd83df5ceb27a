/** Runs one task at a time, in the order of the calls. */
export interface SerialQueue {
  /** A task that throws rejects only its own caller. */
  run<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when nothing is queued or running any more, tasks added meanwhile included. Never rejects. */
  idle(): Promise<void>
}

/** Makes an empty queue. */
export function createSerialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve()

  const idle = async (): Promise<void> => {
    let seen: unknown
    while (seen !== tail) {
      seen = tail
      await tail
    }
  }

  return {
    run(task) {
      const result = tail.then(task)
      tail = result.then(
        () => undefined,
        () => undefined,
      )
      return result
    },
    idle,
  }
}
