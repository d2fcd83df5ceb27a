import { describe, expect, it, vi } from 'vitest'
import { createQueues, unlessAborted, within } from './waiting.ts'

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
