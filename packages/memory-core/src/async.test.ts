import { describe, expect, it, vi } from 'vitest'
import { createQueues, createSerialQueue, sleep, unlessAborted, within } from './async.ts'
import { MemoryError } from './errors.ts'

describe('createQueues', () => {
  it('does the works of one key in order, also after one that fails', async () => {
    const inOrder = createQueues()
    const done: number[] = []
    const first = Promise.withResolvers<void>()
    const works = [
      inOrder('a', async () => {
        await first.promise
        throw new Error('no')
      }).catch(() => done.push(1)),
      inOrder('a', async () => done.push(2)),
      inOrder('b', async () => done.push(3)),
    ]
    await works[2]
    expect(done).toEqual([3])
    first.resolve()
    await Promise.all(works)
    expect(done).toEqual([3, 1, 2])
  })

  it('begins the first work at once', () => {
    let hasBegun = false
    void createQueues()('a', async () => {
      hasBegun = true
    })
    expect(hasBegun).toBe(true)
  })
})

describe('within', () => {
  it('answers what the work answers, and leaves no timer', async () => {
    vi.useFakeTimers()
    try {
      expect(await within({ timeoutMs: 1_000 }, async () => 7)).toBe(7)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('tells the work when the time is over', async () => {
    let told: AbortSignal | undefined
    const waiting = within({ timeoutMs: 5 }, (signal) => {
      told = signal
      return new Promise(() => {})
    })
    await expect(waiting).rejects.toThrow('longer than 5 ms')
    expect(told?.aborted).toBe(true)
  })
})

describe('unlessAborted', () => {
  it('rejects at once when the signal was aborted before', async () => {
    const reason = new Error('gone')
    await expect(unlessAborted(AbortSignal.abort(reason), new Promise(() => {}))).rejects.toBe(reason)
  })

  it('swallows what fails after nobody waits any more', async () => {
    const abort = new AbortController()
    const work = Promise.withResolvers<void>()
    const waiting = unlessAborted(abort.signal, work.promise)
    abort.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    work.reject(new Error('too late'))
    await expect(work.promise).rejects.toThrow('too late')
  })
})

describe('the serial queue', () => {
  it('N09 runs one task at a time, in the order of the calls', async () => {
    const queue = createSerialQueue()
    const log: string[] = []
    const task = (name: string, ms: number) => async (): Promise<void> => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, ms))
      log.push(`${name} ends`)
    }
    await Promise.all([queue.run(task('one', 20)), queue.run(task('two', 0))])
    expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  })

  it('N09 lets a task that fails reject its own caller only', async () => {
    const queue = createSerialQueue()
    const failing = queue.run(() => Promise.reject(new Error('broken')))
    const next = queue.run(async () => 'fine')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('fine')
  })

  it('N09 is idle when the tasks that came meanwhile are done too', async () => {
    const queue = createSerialQueue()
    let done = 0
    void queue.run(async () => {
      void queue.run(async () => {
        done++
      })
      done++
    })
    await queue.idle()
    expect(done).toBe(2)
  })
})

const never = (): Promise<never> => new Promise(() => undefined)

describe('waiting within a time', () => {
  it('N17 rejects after the time, also when the work does not heed its signal', async () => {
    await expect(within({ timeoutMs: 20 }, never)).rejects.toMatchObject({ code: 'storage-failed' })
    const tooLate = (ms: number) => new MemoryError('model-failed', `the model did not answer within ${ms} ms`)
    await expect(within({ timeoutMs: 20, tooLate }, never)).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('within 20 ms'),
    })
  })

  it('N17 aborts the signal of the work', async () => {
    let signal: AbortSignal | undefined
    const work = (given: AbortSignal): Promise<never> => {
      signal = given
      return never()
    }
    await expect(within({ timeoutMs: 20 }, work)).rejects.toThrow()
    expect(signal?.aborted).toBe(true)
  })

  it('answers what the work answers, and leaves its signal alone', async () => {
    let signal: AbortSignal | undefined
    const work = async (given: AbortSignal): Promise<string> => {
      signal = given
      return 'done'
    }
    expect(await within({ timeoutMs: 20 }, work)).toBe('done')
    await sleep(30)
    expect(signal?.aborted).toBe(false)
  })

  it('rejects with the reason of the caller who gives up', async () => {
    const caller = new AbortController()
    const waiting = within({ timeoutMs: 60_000, signal: caller.signal }, never)
    caller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(within({ timeoutMs: 60_000, signal: caller.signal }, never)).rejects.toThrow('enough')
  })

  it('takes a time that is too long for a timer', async () => {
    expect(await within({ timeoutMs: 1e12 }, () => sleep(10).then(() => 'done'))).toBe('done')
  })
})

describe('sleep', () => {
  it('ends at once when it is aborted', async () => {
    const reason = new Error('enough')
    await expect(sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason)
    const caller = new AbortController()
    const waiting = sleep(60_000, caller.signal)
    caller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })
})
