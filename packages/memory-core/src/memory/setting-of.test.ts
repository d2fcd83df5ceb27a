import { describe, expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import { redact } from '../privacy/redact.ts'
import { redactedError } from './setting-of.ts'

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
