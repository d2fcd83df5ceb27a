import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { createPatternExtractor } from './pattern-extractor.ts'

const from = (user: string, response = '') => createPatternExtractor().extract({ user, response })

describe('createPatternExtractor', () => {
  it.each([
    ['I prefer pnpm over npm.', 'user_preference', 'I prefer pnpm over npm'],
    ['Well, I always use tabs; thanks', 'user_preference', 'I always use tabs; thanks'],
    ['My favourite editor is Helix.', 'user_preference', 'My favourite editor is Helix'],
    ["Don't use semicolons here", 'user_preference', "Don't use semicolons here"],
    ['Please don’t show diffs. Thanks!', 'user_preference', 'don’t show diffs'],
    ['please always run the tests', 'user_preference', 'please always run the tests'],
    ["Let's go with PostgreSQL.", 'project_decision', "Let's go with PostgreSQL"],
    ['We have decided to drop IE. Good.', 'project_decision', 'We have decided to drop IE'],
    ['ok, going forward with Node.js 24', 'project_decision', 'going forward with Node.js 24'],
    ['The plan is to ship on Monday', 'project_decision', 'The plan is to ship on Monday'],
  ])('G52 takes from %j of the user a %s', (text, category, content) => {
    const tags = [category === 'user_preference' ? 'preference' : 'decision']
    expect(from(text)).toEqual([{ category, content, source: 'user_message', tags }])
  })

  it.each([
    ['It says TypeError: x is not a function at line 3.', 'TypeError: x is not a function at line 3'],
    ['CORS errors were fixed by adding the origin header.', 'CORS errors were fixed by adding the origin header'],
  ])('G52 takes from %j of the agent an error pattern', (text, content) => {
    expect(from('', text)).toEqual([{ category: 'error_pattern', content, source: 'agent_response', tags: ['error'] }])
  })

  it('G52 tells of a tool at its fifth call, once, counted over exchanges', () => {
    const extractor = createPatternExtractor()
    expect(extractor.extract({ toolCalls: ['read', 'read', 'grep'] })).toEqual([])
    expect(extractor.extract({ toolCalls: ['read', 'read'] })).toEqual([])
    expect(extractor.extract({ toolCalls: ['read'] })).toEqual([
      {
        category: 'system_behavior',
        content: "Tool 'read' is frequently used",
        source: 'tool_usage',
        tags: ['tool_frequency', 'read'],
      },
    ])
    expect(extractor.extract({ toolCalls: Array.from({ length: 20 }, () => 'read') })).toEqual([])
  })

  it('G52 takes three patterns at most; a tool that found no room is told at its next call', () => {
    const extractor = createPatternExtractor()
    const user = "I prefer tea. My favourite cup is blue. Let's use the kettle. The plan is to drink it"
    const toolCalls = Array.from({ length: 5 }, () => 'boil')
    expect(extractor.extract({ user, toolCalls }).map(({ content }) => content)).toEqual([
      'I prefer tea',
      'My favourite cup is blue',
      "Let's use the kettle",
    ])
    expect(extractor.extract({ toolCalls: ['boil'] })).toHaveLength(1)
  })

  it('G52 takes 120 characters at most, whole words and whole characters', () => {
    const [words] = from(`I prefer ${'long words '.repeat(50)}`)
    expect(words?.content.length).toBeLessThanOrEqual(120)
    expect(words?.content).toMatch(/(long|words)$/)
    const [smileys] = from(`I prefer x${'😀'.repeat(500)}`)
    expect([...(smileys?.content ?? '')].length).toBeLessThanOrEqual(120)
    expect(smileys?.content.isWellFormed()).toBe(true)
    const [tool] = createPatternExtractor().extract({ toolCalls: Array.from({ length: 5 }, () => 't'.repeat(10_000)) })
    expect(tool?.content.length).toBeLessThanOrEqual(120)
    expect(tool?.tags.every((tag) => tag.length <= 200)).toBe(true)
  })

  it.each([
    'Do you know what I prefer to drink?',
    'Should we say: never use tabs?',
    '> I prefer tabs',
    '```\nI prefer tabs\n```',
    'the error handling is important to all of us',
    'I am fine.',
    '',
  ])('takes nothing from %j', (text) => {
    expect(from(text, text)).toEqual([])
  })

  it('goes on after code, and says nothing twice', () => {
    expect(from('```\nx\n```\nPlease never use tabs')).toMatchObject([{ content: 'Please never use tabs' }])
    expect(from('Please never use tabs')).toHaveLength(1)
    expect(from('I prefer tea.\nI prefer tea.')).toHaveLength(1)
  })

  it('does not hang on hostile text', () => {
    const spentMs = startCpuClock()
    for (const text of ['i prefer ', 'error ', 'a', 'errors ', ' ', '\n', '. ', 'fixed by errors: ', '`'])
      from(text.repeat(1_000_000 / text.length), text.repeat(1_000_000 / text.length))
    expect(spentMs()).toBeLessThan(2_000)
  })

  it('remembers a thousand tools at most', () => {
    const extractor = createPatternExtractor()
    extractor.extract({ toolCalls: Array.from({ length: 1_000 }, (_, index) => `tool ${index}`) })
    expect(extractor.extract({ toolCalls: Array.from({ length: 9 }, () => 'late') })).toEqual([])
    expect(extractor.extract({ toolCalls: Array.from({ length: 9 }, () => 'tool 7') })).toHaveLength(1)
  })
})
