import { describe, expect, it } from 'vitest'
import { injectContext } from './inject-context.ts'
import type { Prompt } from './model-call.ts'

const system = (content: string): Prompt[number] => ({ role: 'system', content })
const user = (...texts: string[]): Prompt[number] => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const assistant: Prompt[number] = { role: 'assistant', content: [{ type: 'text', text: 'Yes' }] }
const context = { stable: 'S', volatile: 'V' }

describe('injectContext', () => {
  it.each([
    ['behind leading system messages', [system('A'), user('B')], [system('A'), system('S'), user('B', 'V')]],
    ['at the start without any', [user('B')], [system('S'), user('B', 'V')]],
    ['before late system messages', [user('B'), system('A')], [system('S'), user('B', 'V'), system('A')]],
    [
      'at the last user message',
      [user('B'), assistant, user('C')],
      [system('S'), user('B'), assistant, user('C', 'V')],
    ],
    ['at the question of a tool loop', [user('B'), assistant], [system('S'), user('B', 'V'), assistant]],
    ['without a user message', [system('A')], [system('A'), system('S')]],
  ] satisfies [string, Prompt, Prompt][])('puts the context %s', (_, prompt, expected) => {
    expect(injectContext(prompt, context)).toEqual(expected)
  })

  it('leaves empty halves out', () => {
    expect(injectContext([user('B')], { stable: '', volatile: '' })).toEqual([user('B')])
  })

  it('leaves the given prompt as it is', () => {
    const prompt = [system('A'), user('B')]
    const before = structuredClone(prompt)
    injectContext(prompt, context)
    expect(prompt).toEqual(before)
  })

  it('keeps what the message says to its provider', () => {
    const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
    const [, message] = injectContext([{ ...user('B'), providerOptions }], context)
    expect(message?.providerOptions).toBe(providerOptions)
  })
})
