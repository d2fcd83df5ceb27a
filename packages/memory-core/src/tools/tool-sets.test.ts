import { describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod'
import { estimateTokens } from '../text/count-tokens.ts'
import { chooseTools, toolDefinitions, toolsCost } from './commands.ts'

const namesOf = (tools: readonly { name: string }[]): string[] => tools.map(({ name }) => name)

describe('chooseTools', () => {
  it('chooses learn, recall and forget when nothing is said', () => {
    expect(namesOf(chooseTools())).toEqual(['memory_learn', 'memory_recall', 'memory_forget'])
  })

  it('chooses all, none, or those that are named, always in the same order', () => {
    expect(chooseTools('all')).toEqual(toolDefinitions)
    expect(chooseTools(false)).toEqual([])
    expect(chooseTools([])).toEqual([])
    expect(namesOf(chooseTools(['memory_stats', 'memory_learn', 'memory_stats']))).toEqual([
      'memory_learn',
      'memory_stats',
    ])
  })

  it.each(['["memory_lern"]', '[null]', '[5]', '"memory_learn"', 'true', '{}'])('refuses %s', (json) => {
    expect(() => chooseTools(JSON.parse(json))).toThrow(
      expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('memory_learn, memory_recall') }),
    )
  })
})

describe('the tools', () => {
  it('have names that no other has', () => {
    expect(new Set(namesOf(toolDefinitions)).size).toBe(toolDefinitions.length)
    expect(namesOf(toolDefinitions).every((name) => /^memory_[a-z_]{2,40}$/.test(name))).toBe(true)
  })

  it.each(toolDefinitions)('$name is strict, and says what each argument is', ({ description, inputSchema }) => {
    const schema = toJSONSchema(inputSchema)
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    for (const field of Object.values(schema.properties ?? {})) {
      expect(field).toMatchObject({ description: expect.stringMatching(/^[A-Za-z].*\.$/s) })
    }
    expect(description.length).toBeLessThan(1_024)
  })

  it('cost few tokens: the usual three under 900', () => {
    const cost = toolsCost(chooseTools(), estimateTokens)
    expect(cost).toBeGreaterThan(400)
    expect(cost).toBeLessThan(900)
    expect(toolsCost([], estimateTokens)).toBe(0)
    expect(toolsCost(chooseTools('all'), estimateTokens)).toBeGreaterThan(cost * 2)
  })
})
