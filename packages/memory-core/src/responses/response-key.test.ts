import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { messageAndModelKey, type ResponseKeyParts, responseKey } from './responses.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const parts: Required<ResponseKeyParts> = {
  model: 'gpt-4o',
  message: 'Hello',
  messages: [{ role: 'user', content: 'Hello' }],
  system: 'Be brief.',
  tools: [{ name: 'read', parameters: { type: 'object' } }],
  parameters: { temperature: 0, maxTokens: 100 },
  user: 'ada',
  conversation: 'chat-1',
}

describe('responseKey', () => {
  it('X28 differs when any of the parts does, or is not given', () => {
    const changed = Object.keys(parts).flatMap((name) => [
      responseKey({ ...parts, [name]: 'another' }),
      ...(name === 'model' ? [] : [responseKey({ ...parts, [name]: undefined })]),
    ])
    const keys = [responseKey(parts), ...changed]
    expect(new Set(keys).size).toBe(16)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is the same for the same request, whatever the order of its parts and fields', () => {
    const reversed = Object.fromEntries(Object.entries(parts).reverse())
    const again = { ...reversed, model: parts.model, parameters: { maxTokens: 100, temperature: 0, topP: undefined } }
    expect(responseKey(again)).toBe(responseKey(parts))
  })

  it('lets nothing run from one part into another', () => {
    const model = 'm'
    const keys = [
      responseKey({ model, message: 'a', system: 'b' }),
      responseKey({ model, message: 'a","system":"b' }),
      responseKey({ model, message: 'ab' }),
      responseKey({ model, message: 'a', user: 'b' }),
      responseKey({ model, message: 'a', conversation: 'b' }),
      responseKey({ model, messages: 'a', system: 'b' }),
      responseKey({ model, messages: ['a'], system: 'b' }),
      responseKey({ model, message: 'A', system: 'b' }),
      responseKey({ model, message: 'a ', system: 'b' }),
      responseKey({ model, message: '\ud800', system: 'b' }),
      responseKey({ model, message: '\udc00', system: 'b' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('hashes a megabyte at once', () => {
    const spentMs = startCpuClock()
    responseKey({ model: 'm', messages: Array.from({ length: 10_000 }, () => ({ content: 'x'.repeat(100) })) })
    expect(spentMs()).toBeLessThan(2_000)
  })

  it.each([
    ['no parts', undefined, /response is undefined, expected an object with model/],
    ['no model', { message: 'x' }, /response\.model is undefined, expected a text/],
    ['an empty model', { model: '', message: 'x' }, /response\.model is "", expected a text/],
    ['nothing that is answered', { model: 'm' }, /the message or the messages/],
    ['an unknown part', { model: 'm', message: 'x', session: 's' }, /response has no field "session"; there are model/],
    ['what is not JSON', { model: 'm', messages: [() => 1] }, /^messages of a response contains/],
  ])('refuses %s', (_, value, message) => {
    expect(() => responseKey(JSON.parse('0') || value)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) }),
    )
  })
})

describe('messageAndModelKey', () => {
  it('G46 is the SHA-256 of the trimmed message in lower case, two bars, and the model', () => {
    const expected = sha256('what is größe?||gpt-4o')
    expect(messageAndModelKey({ model: 'gpt-4o', message: ' What is GRÖSSE? \n'.replace('SS', 'ß') })).toBe(expected)
    expect(messageAndModelKey({ ...parts, message: 'what is größe?' })).toBe(expected)
    expect(messageAndModelKey({ model: 'GPT-4o', message: 'what is größe?' })).not.toBe(expected)
  })

  it('needs the message and the model', () => {
    expect(() => messageAndModelKey({ model: 'm', messages: [] })).toThrow(/message of a response is undefined/)
    expect(() => messageAndModelKey({ model: '', message: 'x' })).toThrow(/response\.model/)
  })
})
