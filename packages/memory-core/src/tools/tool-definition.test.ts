import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MemoryError } from '../errors.ts'
import { bindTool, bindTools, defineTool } from './tool-definition.ts'
import type { ToolSources } from './tool-sources.ts'

const echo = defineTool({
  name: 'memory_echo',
  description: 'Says it again.',
  inputSchema: z.strictObject({
    text: z.string().min(1).max(20).describe('What to say.'),
    type: z.enum(['loud', 'quiet']).optional().describe('How.'),
    times: z.int().min(1).max(5).optional().describe('How often.'),
    tags: z.array(z.string()).optional().describe('Words.'),
  }),
  effect: 'reads',
  needs: ['forget'],
  longest: 100,
  async run({ forget }, { text, times = 1, type }) {
    const { removed } = await forget({ ids: [text] })
    return `${type ?? 'plain'}: ${removed.join('').repeat(times)}`
  },
})

const sources: ToolSources = { forget: async ({ ids = [] }) => ({ removed: [...ids], notFound: [] }) }
const tool = bindTool(echo, sources)

function failing(error: unknown): { answer: Promise<string>; told: unknown[] } {
  const told: unknown[] = []
  const bound = bindTool(echo, {
    forget: () => Promise.reject(error),
    onError: (...what) => void told.push(...what),
  })
  return { answer: bound.execute({ text: 'hi' }), told }
}

describe('a bound tool', () => {
  it('has the name, description and schema of its definition', () => {
    expect(tool).toMatchObject({ name: 'memory_echo', description: 'Says it again.', writes: false })
    expect(tool.inputSchema).toBe(echo.inputSchema)
  })

  it('takes an object, or the JSON text of one', async () => {
    expect(await tool.execute({ text: 'hi', times: 2 })).toBe('plain: hihi')
    expect(await tool.execute('{"text":"hi","type":"loud"}')).toBe('loud: hi')
  })

  it('takes null, "" and an empty list for a field that is not given', async () => {
    expect(await tool.execute({ text: 'hi', times: null, type: null })).toBe('plain: hi')
    expect(await tool.execute({ text: 'hi', type: '', tags: [] })).toBe('plain: hi')
  })

  it.each([
    ['undefined', undefined, '"text" is missing'],
    ['null', null, '"text" is missing'],
    ['an empty text', '', '"text" is missing'],
    ['a list', [1], 'the arguments are [1], expected an object'],
    ['a list as JSON', '[1]', 'expected an object'],
    ['a number', 5, 'the arguments are 5, expected an object'],
    ['a function', () => 1, 'expected an object'],
    ['text', 'hi', 'the arguments "hi" are not JSON'],
    ['half of an object', '{"text":"hi"', 'not JSON. Call memory_echo again with one JSON object'],
    ['a wrong type', { text: 5 }, '"text" is 5, expected string'],
    ['no text', { text: '' }, '"text" is "", '],
    ['a long text', { text: 'x'.repeat(1_000_000) }, '"text" is "xxx'],
    ['an unknown word', { text: 'hi', type: 'rule' }, '"type" is "rule", expected one of loud, quiet'],
    ['a part number', { text: 'hi', times: 1.5 }, '"times" is 1.5, expected int'],
    ['a large number', { text: 'hi', times: 50 }, '"times" is 50, '],
    ['a wrong member', { text: 'hi', tags: ['a', 5] }, '"tags.1" is 5, expected string'],
    ['an unknown field', { text: 'hi', colour: 1 }, 'there is no field "colour"'],
    ['a prototype', '{"text":"hi","__proto__":{"times":9}}', '__proto__'],
    ['deep nesting', { text: JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) }, '"text" is '],
  ])('answers %s with a text that says what is wrong', async (_, input, expected) => {
    const answer = await tool.execute(input)
    expect(answer).toContain(expected)
    expect(answer).toMatch(/^Error: .*Call memory_echo again with /)
    expect(answer.length).toBeLessThan(300)
  })

  it('says which arguments there are', async () => {
    expect(await tool.execute({})).toBe(
      'Error: "text" is missing, expected string. Call memory_echo again with text (required), type, times, tags.',
    )
  })

  it('tells several mistakes at once, but not a hundred', async () => {
    const answer = await tool.execute({
      times: 'x',
      type: 3,
      ...Object.fromEntries([...'abcdefgh'].map((k) => [k, 1])),
    })
    expect(answer).toContain('"times"')
    expect(answer).toContain('"type"')
    expect(answer.length).toBeLessThan(400)
  })

  it('answers whatever cannot be read with a text', async () => {
    const hostile = {
      get text(): string {
        throw new Error('no')
      },
    }
    const cyclic: { text: unknown } = { text: undefined }
    cyclic.text = cyclic
    expect(await tool.execute(hostile)).toMatch(/^Error: /)
    expect(await tool.execute(cyclic)).toMatch(/^Error: /)
    expect(await tool.execute({ text: 10n })).toMatch(/^Error: /)
    expect(await tool.execute({ text: Symbol('x') })).toMatch(/^Error: /)
  })

  it('answers an error of the memory with its message', async () => {
    const { answer, told } = failing(new MemoryError('not-found', 'there is no record "x"'))
    expect(await answer).toBe('Error: there is no record "x"')
    expect(told).toEqual([])
  })

  it('reports what no model can do anything about', async () => {
    const full = new MemoryError('storage-failed', 'the disk is full')
    const refused = failing(full)
    expect(await refused.answer).toBe('Error: the disk is full')
    expect(refused.told).toEqual([full, 'memory_echo'])
    const broken = failing('broken /home/ada')
    expect(await broken.answer).toMatch(/^Error: memory_echo failed inside the memory/)
    expect(await broken.answer).not.toContain('ada')
    expect(broken.told).toEqual(['broken /home/ada', 'memory_echo'])
  })

  it('answers although the listener fails', async () => {
    const bound = bindTool(echo, {
      forget: () => Promise.reject(new Error('x')),
      onError: () => {
        throw new Error('y')
      },
    })
    expect(await bound.execute({ text: 'hi' })).toMatch(/^Error: /)
  })

  it('rejects when the signal is aborted before, and at once when it is aborted meanwhile', async () => {
    const reason = new Error('enough')
    await expect(tool.execute({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const endless = bindTool(echo, { forget: () => new Promise(() => {}) })
    const waiting = endless.execute({ text: 'hi' }, { signal: controller.signal })
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })

  it('cuts an answer that is too long, and says so', async () => {
    const bound = bindTool(echo, { forget: async () => ({ removed: ['line\n'.repeat(40)], notFound: [] }) })
    const answer = await bound.execute({ text: 'hi' })
    expect(answer).toMatch(/line\n\(111 characters are left out\. Ask more exactly, or for less at a time\.\)$/)
  })

  it('is not offered when its layer is off, and says so when it is called all the same', async () => {
    expect(bindTools([echo], {})).toEqual([])
    expect(bindTools([echo], sources)).toHaveLength(1)
    expect(await bindTool(echo, {}).execute({ text: 'hi' })).toBe(
      'Error: memory_echo needs forget: the layer is off in this memory',
    )
  })
})
