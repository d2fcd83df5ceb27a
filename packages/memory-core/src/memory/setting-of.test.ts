import { describe, expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import type { MemoryEvent } from '../events.ts'
import { redact } from '../privacy/redact.ts'
import { redactedError, reporter } from './setting-of.ts'

const key = `gh${'p_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`

describe('an error', () => {
  it('that says no secret is left as it is', () => {
    const error = Object.assign(new Error('fetch failed', { cause: new Error('ECONNRESET') }), { status: 500 })
    expect(redactedError(error, redact)).toBe(error)
    for (const other of [undefined, null, 42, { a: 1 }]) expect(redactedError(other, redact)).toBe(other)
  })

  it.each([
    ['message', new Error(`401 for ${key}`)],
    ['cause', new Error('401', { cause: new Error(`key ${key}`, { cause: `and ${key}` }) })],
    ['field', Object.assign(new Error('401'), { request: { headers: { 'x-key': key } } })],
    ['code of ours', new MemoryError('model-failed', `401 for ${key}`, { cause: new Error(key) })],
  ])('with a secret in its %s is shown without it', (_where, error) => {
    const safe = redactedError(Object.assign(error, { name: error.name }), redact)
    if (!(safe instanceof Error)) throw new Error('expected an error')
    const causes = [safe, safe.cause, safe.cause instanceof Error ? safe.cause.cause : '']
    const said = causes.map(
      (one) => `${String(one)} ${one instanceof Error ? one.stack : ''} ${JSON.stringify({ ...Object(one) })}`,
    )
    expect(said.join()).not.toContain(key.slice(4))
    expect(safe.name).toBe(error.name)
    expect(MemoryError.isInstance(safe)).toBe(MemoryError.isInstance(error))
    if (MemoryError.isInstance(safe)) expect(safe.code).toBe('model-failed')
  })

  it('whose causes run in a circle comes to an end', () => {
    const error = new Error(`401 for ${key}`)
    error.cause = error
    expect(String(redactedError(error, redact))).toBe('Error: 401 for [redacted: github-token]')
  })
})

describe('a listener', () => {
  const event: MemoryEvent = { type: 'captured', level: 'info', message: 'one record' }
  const failures: readonly (readonly [string, () => unknown])[] = [
    ['throws', () => fail()],
    ['rejects', async () => fail()],
  ]

  function fail(): never {
    throw new Error('the log server is down')
  }

  it.each(failures)('of events that %s disturbs neither the memory nor the logger', async (_how, onEvent) => {
    const lines: string[] = []
    const log = (line: string): number => lines.push(line)
    reporter({ onEvent, logger: { info: log, warn: log, error: log } })(event)
    expect(lines).toEqual(['daybook: one record'])
    await noRejection()
  })

  it.each(failures)('of lines that %s does not disturb the memory', async (_how, log) => {
    const events: MemoryEvent[] = []
    reporter({ onEvent: (one) => events.push(one), logger: { info: log, warn: log, error: log } })(event)
    expect(events).toEqual([event])
    await noRejection()
  })

  /** Node reports unhandled rejections after the microtasks; the test runner fails on any. */
  const noRejection = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
})
