import { describe, expect, it } from 'vitest'
import { sleep, withTimeout } from './timeout.ts'

const never = (): Promise<never> => new Promise(() => undefined)

describe('withTimeout', () => {
  it('N17 rejects after the time, also when the work does not heed its signal', async () => {
    await expect(withTimeout(never, 20, undefined)).rejects.toMatchObject({
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
    await expect(withTimeout(work, 20, undefined)).rejects.toThrow()
    expect(signal?.aborted).toBe(true)
  })

  it('answers what the work answers, and leaves its signal alone', async () => {
    let signal: AbortSignal | undefined
    const work = async (given: AbortSignal): Promise<string> => {
      signal = given
      return 'done'
    }
    expect(await withTimeout(work, 20, undefined)).toBe('done')
    await sleep(30)
    expect(signal?.aborted).toBe(false)
  })

  it('rejects with the reason of the caller who gives up', async () => {
    const caller = new AbortController()
    const waiting = withTimeout(never, 60_000, caller.signal)
    caller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(withTimeout(never, 60_000, caller.signal)).rejects.toThrow('enough')
  })

  it('takes a time that is too long for a timer', async () => {
    expect(await withTimeout(() => sleep(10).then(() => 'done'), 1e12, undefined)).toBe('done')
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
