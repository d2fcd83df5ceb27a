import { describe, expect, it } from 'vitest'
import { fixedClock } from './fixed-clock.ts'
import { scriptedPrompt } from './scripted-prompt.ts'

describe('scriptedPrompt', () => {
  it('answers in order, throws its errors, and remembers the requests', async () => {
    const prompt = scriptedPrompt(['one', new Error('refused'), ({ prompt: text }) => `${text}!`])
    expect(await prompt({ prompt: 'a' })).toBe('one')
    await expect(prompt({ prompt: 'b' })).rejects.toThrow('refused')
    expect(await prompt({ prompt: 'c', maxTokens: 5 })).toBe('c!')
    expect(prompt.requests).toEqual([{ prompt: 'a' }, { prompt: 'b' }, { prompt: 'c', maxTokens: 5 }])
  })

  it('throws when it is asked once too often', async () => {
    await expect(scriptedPrompt([])({ prompt: 'a' })).rejects.toThrow('has 0 replies and was asked 1 times')
  })
})

describe('fixedClock', () => {
  it('stands still until it is moved', () => {
    const clock = fixedClock('2026-03-01')
    expect([clock(), clock()]).toEqual([Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 1)])
    clock.advance(1500)
    expect(clock()).toBe(Date.UTC(2026, 2, 1, 0, 0, 1, 500))
    clock.set('2026-03-02T10:00')
    expect(clock()).toBe(Date.UTC(2026, 2, 2, 10))
    clock.set(7)
    expect(clock()).toBe(7)
  })
})
