import type { StoredMessage } from '@daybook/memory-core'
import { describe, expect, it } from 'vitest'
import type { Prompt, PromptMessage } from './model-call.ts'
import { trimPrompt } from './trim-prompt.ts'

const user = (text: string): PromptMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const assistant = (text: string): PromptMessage => ({ role: 'assistant', content: [{ type: 'text', text }] })
const system: PromptMessage = { role: 'system', content: 'Be brief.' }
const asks = (id: string): PromptMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} }],
})
const gets = (id: string): PromptMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: id, toolName: 'look', output: { type: 'text', value: 'x' } }],
})

/** The prompt as if all but its system messages and the first `unmatched` others were stored under their places. */
function captured(prompt: Prompt, unmatched = 0) {
  const places = prompt.flatMap((message, place) => (message.role === 'system' ? [] : [place]))
  const stored = places.slice(unmatched).map((place): StoredMessage => {
    return { id: String(place), role: 'user', content: '', createdAt: '2026-01-01T00:00:00.000Z' }
  })
  return { alignment: { stored, appended: [], aside: [] }, places }
}

describe('trimPrompt', () => {
  const prompt = [system, user('a'), assistant('b'), user('c'), assistant('d'), user('e')]

  it.each([
    ['3', [0, 3, 4, 5]],
    ['4', [0, 3, 4, 5]],
    ['5', [0, 5]],
    ['1', [0, 1, 2, 3, 4, 5]],
    ['none', [0, 1, 2, 3, 4, 5]],
    [undefined, [0, 1, 2, 3, 4, 5]],
  ])('from message %s on keeps whole turns and the system messages', (from, kept) => {
    const trimmed = trimPrompt(prompt, captured(prompt), from)
    expect(trimmed.prompt).toEqual(kept.map((place) => prompt[place]))
    expect(trimmed.ids).toEqual(kept.filter((place) => place > 0).map(String))
  })

  it('counts from the end where the first messages are not stored', () => {
    expect(trimPrompt(prompt, captured(prompt, 2), '5').prompt).toEqual([system, user('e')])
    expect(trimPrompt(prompt, captured(prompt, 2), '5').ids).toEqual(['5'])
  })

  it('keeps the call of a result that comes after another user message', () => {
    const parted = [user('a'), assistant('b'), user('c'), asks('1'), user('wait'), gets('1'), user('e')]
    expect(trimPrompt(parted, captured(parted), '5').prompt).toEqual(parted.slice(2))
    expect(trimPrompt(parted, captured(parted), '6').prompt).toEqual(parted.slice(6))
  })

  it('keeps a prompt whole that has no user message before the first one to keep', () => {
    const answer = [assistant('a'), user('b')]
    expect(trimPrompt(answer, captured(answer), '0').prompt).toBe(answer)
  })

  it('takes a prompt of 20,000 results without calls', () => {
    const many = [user('a'), ...Array.from({ length: 20_000 }, (_, at) => [gets(String(at)), user('b')]).flat()]
    expect(trimPrompt(many, captured(many), '40000').ids).toEqual(['40000'])
  }, 2_000)
})
