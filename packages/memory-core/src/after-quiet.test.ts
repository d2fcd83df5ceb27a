import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAfterQuiet } from './async.ts'

describe('work that waits for quiet', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function setUp(options: { quietMs: number; mostMs: number; optional?: boolean }) {
    const work = vi.fn()
    return { work, waiting: createAfterQuiet(work, options) }
  }

  it('is done once, when nobody has asked again for the given time', () => {
    const { work, waiting } = setUp({ quietMs: 100, mostMs: 10_000 })
    for (let time = 0; time < 5; time++) {
      waiting.ask()
      vi.advanceTimersByTime(60)
    }
    vi.advanceTimersByTime(39)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10_000)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('does not wait for longer than it may, however often somebody asks', () => {
    const { work, waiting } = setUp({ quietMs: 100, mostMs: 1_000 })
    for (let time = 0; time < 100; time++) {
      waiting.ask()
      vi.advanceTimersByTime(25)
      expect(work).toHaveBeenCalledTimes(Math.floor(((time + 1) * 25) / 1_000))
    }
  })

  it('begins anew with the next one who asks', () => {
    const { work, waiting } = setUp({ quietMs: 100, mostMs: 1_000 })
    for (const time of [1, 2, 3]) {
      waiting.ask()
      vi.advanceTimersByTime(99)
      expect(work).toHaveBeenCalledTimes(time - 1)
      vi.advanceTimersByTime(1)
      expect(work).toHaveBeenCalledTimes(time)
    }
  })

  it('begins at once when it is told to, and only if somebody has asked', () => {
    const { work, waiting } = setUp({ quietMs: 100, mostMs: 1_000 })
    waiting.begin()
    expect(work).not.toHaveBeenCalled()
    waiting.ask()
    waiting.begin()
    waiting.begin()
    expect(work).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5_000)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is not done when it is cancelled', () => {
    const { work, waiting } = setUp({ quietMs: 100, mostMs: 1_000 })
    waiting.ask()
    waiting.cancel()
    vi.advanceTimersByTime(5_000)
    waiting.begin()
    expect(work).not.toHaveBeenCalled()
  })

  it('keeps a process alive unless it is optional', () => {
    vi.useRealTimers()
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const optional = setUp({ quietMs: 60_000, mostMs: 60_000, optional: true })
    optional.waiting.ask()
    expect(timers()).toBe(before)
    const needed = setUp({ quietMs: 60_000, mostMs: 60_000 })
    needed.waiting.ask()
    expect(timers()).toBe(before + 1)
    for (const { waiting } of [optional, needed]) waiting.cancel()
  })
})
