import { describe, expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

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
