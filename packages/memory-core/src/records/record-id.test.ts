import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { type Identity, recordId, recordIdentity } from './drafts.ts'

const statement = (text: string, rest: Partial<Identity> = {}): string =>
  recordIdentity({ kind: 'semantic', type: 'fact', text, createdAt: '2026-01-01T00:00:00.000Z', ...rest })

describe('identity of a record', () => {
  it('is the same for the same words, whatever their case, punctuation and time', () => {
    const one = statement('I prefer pnpm over npm.')
    expect(statement('i prefer  PNPM, over "npm"!')).toBe(one)
    expect(statement('I prefer pnpm over npm.', { createdAt: '2020-01-01T00:00:00.000Z' })).toBe(one)
  })

  it.each([
    ['Prefers C', 'Prefers C++'],
    ['Prefers C#', 'Prefers C++'],
    ['Targets net', 'Targets .NET'],
    ['Costs 1.5', 'Costs 1 5'],
    ['It is -5 degrees', 'It is 5 degrees'],
    ['🎉', '🙈'],
    ['!', '?'],
  ])('tells %j from %j', (one, other) => {
    expect(statement(one)).not.toBe(statement(other))
  })

  it('is another for another type, scope or kind', () => {
    const all = [
      statement('Use tabs'),
      statement('Use tabs', { type: 'policy' }),
      statement('Use tabs', { scope: 'src/**' }),
      statement('Use tabs', { kind: 'episodic' }),
      statement('Use tabs', { kind: 'procedural', name: 'tabs' }),
    ]
    expect(new Set(all).size).toBe(5)
  })

  it('is another for another speaker', () => {
    const by = (quote: string) => statement('I prefer tea.', { source: { quote } })
    expect(by('Ada: I prefer tea.')).not.toBe(by('Bob: I prefer tea.'))
    expect(by('Ada: I prefer tea.')).toBe(by('Ada: Hello, I prefer tea.'))
    expect(by('Hello, I prefer tea.')).toBe(statement('I prefer tea.'))
  })

  it('is that of the name for a procedure, and of moment and outcome for an event', () => {
    const procedure = { kind: 'procedural', name: 'deploy' } as const
    expect(statement('one', procedure)).toBe(statement('two', { ...procedure, type: 'workflow' }))
    const event = { kind: 'episodic' } as const
    expect(statement('Broke', event)).not.toBe(statement('Broke', { ...event, outcome: 'fixed' }))
    expect(statement('Broke', event)).not.toBe(statement('Broke', { ...event, createdAt: '2026-01-02T00:00:00.000Z' }))
  })

  it('takes a megabyte of anything in no time', () => {
    const spentMs = startCpuClock()
    for (const text of ['"', '.', 'a ', '(', '\ud800', 'é-']) statement(text.repeat(1_000_000 / text.length))
    expect(spentMs()).toBeLessThan(4_000)
  })

  it('gives an id of its own to each turn', () => {
    const identity = statement('Use tabs')
    expect(recordId(identity, 0)).toMatch(/^record:[0-9a-f]{20}$/)
    expect(recordId(identity, 1)).toBe(`${recordId(identity, 0)}-1`)
  })
})
