import { MemoryError } from '../errors.ts'
import type { VectorIndex } from '../storage/vectors.ts'
import type { CatchUp } from './catch-up.ts'

/**
 * Answers what `work` answers. A damaged index begins anew: it is filled from the files,
 * for as long as a call may wait, and `work` is done once more; `CatchUp.isBehind` says whether that was enough.
 */
export type Renewing = <T>(work: () => Promise<T>) => Promise<T>

/** Makes it over what fills the index. A read during a refill that another call began waits for it, or is repeated. */
export function createRenewing(catchUp: Pick<CatchUp, 'lost' | 'inTime'>): Renewing {
  let losses = 0
  let filling: Promise<boolean> | undefined

  async function fill(): Promise<void> {
    const own = catchUp.inTime()
    filling = own
    try {
      await own
    } finally {
      if (filling === own) filling = undefined
    }
  }

  return async (work) => {
    await filling?.catch(() => undefined) // the call that found the loss gets the error
    const before = losses
    try {
      const answer = await work()
      if (losses === before) return answer
    } catch (error) {
      if (!MemoryError.isInstance(error) || error.code !== 'corrupt') throw error
      losses += 1
      catchUp.lost(error)
    }
    await fill()
    return work()
  }
}

/** Vectors that are read in this way. After a loss there are none until they are made again. */
export function renewedVectors(vectors: VectorIndex, renewing: Renewing): VectorIndex {
  return {
    model: () => renewing(() => vectors.model()),
    missing: (name, limit) => renewing(() => vectors.missing(name, limit)),
    put: (model, given) => renewing(() => vectors.put(model, given)),
    nearest: (query) => renewing(() => vectors.nearest(query)),
  }
}
