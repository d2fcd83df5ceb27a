import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory, textOf } from '@daybook/memory-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Across, acrossProblems, corrected, correction, describeAcross, goAcross, told } from '../src/across.ts'
import { parseArguments } from '../src/arguments.ts'
import { total } from '../src/figures.ts'
import { type Framework, type Saying, sayThrough } from '../src/frameworks.ts'
import { verdict } from '../src/run.ts'

let directory = ''
let across: Across

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-across-'))
  across = await goAcross(directory)
}, 60_000)

afterAll(() => rm(directory, { recursive: true }))

async function stored(): Promise<string[]> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  const said: string[] = []
  for (const { key: id } of await memory.sessions.list())
    for (const message of await memory.sessions.messages(id)) said.push(`${id}, ${message.role}: ${textOf(message)}`)
  await memory.close()
  return said
}

describe('across frameworks', () => {
  it('what was told through the AI SDK and corrected through LangChain is asked through both and Mastra, and all agree', () => {
    expect(across.errors).toEqual([])
    expect(across.asked.map(({ framework }) => framework)).toEqual(['AI SDK', 'LangChain', 'Mastra'])
    for (const { context, answer } of across.asked) {
      expect(context).toContain(corrected)
      expect(context).not.toContain('room 314')
      expect(context).toContain('</memory>')
      expect(answer).toContain(corrected)
    }
    expect(new Set(across.asked.map(({ context }) => context)).size).toBe(1)
    expect(acrossProblems(across)).toEqual([])
  })

  it('stores what was told, once, and nothing of what was only asked', async () => {
    const expected = [
      ...[`corrected, assistant: Corrected.`, `corrected, user: ${correction}`],
      ...['told, assistant: Noted.', `told, user: ${told}`],
    ]
    expect(new Set(await stored())).toEqual(new Set(expected))
    expect(await stored()).toHaveLength(4)
  })

  it('begins again in a directory that was played in, and lets no framework call home', async () => {
    vi.stubEnv('MASTRA_TELEMETRY_DISABLED', '')
    const again = await goAcross(directory)
    expect(process.env['MASTRA_TELEMETRY_DISABLED']).toBe('1')
    vi.unstubAllEnvs()
    expect(acrossProblems(again)).toEqual([])
    expect(await stored()).toHaveLength(4)
  }, 60_000)

  it('is reported by what was said, and what each framework answered', () => {
    const report = describeAcross(across)
    expect(report).toContain(`told through the AI SDK:      ${told}\n  corrected through LangChain:  ${correction}`)
    for (const name of ['AI SDK   ', 'LangChain', 'Mastra   '])
      expect(report).toMatch(new RegExp(`${name} > .*room 412.*\\[corrected statement: in context\\]`))
    expect(report).toMatch(/all 3 agree$/)
  })

  it('fails for a context without the correction, for answers that differ, and for a memory that failed', () => {
    const [first, second, third] = across.asked
    if (!first || !second || !third) throw new Error('three frameworks are asked')
    const forgetful = [first, second, { ...third, context: `<recalled>${told}</recalled>`, answer: told }]
    const problems = acrossProblems({ asked: forgetful, errors: [new Error('disk full')] })
    expect(problems).toEqual([
      'asked through Mastra, the context does not hold what was corrected',
      'asked through Mastra, the answer is not what was corrected',
      expect.stringContaining('there are 2 answers'),
      'across frameworks the memory failed, first with Error: disk full',
    ])
    const report = describeAcross({ ...across, asked: forgetful })
    expect(report).toContain('[corrected statement: MISSING]')
    expect(report).toContain('they do NOT agree')
    expect(acrossProblems({ asked: [], errors: [] })).toEqual(['no framework was asked'])
  })
})

describe('the exit code', () => {
  it('is 1 when the frameworks disagree', () => {
    const problems = vi.spyOn(console, 'error').mockReturnValue()
    const given = parseArguments([])
    expect([verdict(total([]), [], given), verdict(total([]), ['they differ'], given)]).toEqual([0, 1])
    expect(problems.mock.calls).toEqual([['failed: they differ']])
    problems.mockRestore()
  })
})

describe.each<Framework>(['AI SDK', 'LangChain', 'Mastra'])('through %s', (framework) => {
  it('what is said is stored with its reply, and what is only asked is not', async () => {
    const own = await mkdtemp(join(tmpdir(), 'daybook-across-'))
    const memory = await openMemory({ directory: own })
    const errors: unknown[] = []
    const saying = (fields: Partial<Saying>): Saying => ({
      ...{ memory, session: 's', text: 'I like tea.', readOnly: false, model: () => 'Noted.' },
      ...{ onError: (error: unknown) => void errors.push(error), ...fields },
    })
    expect(await sayThrough[framework](saying({}))).toBe('Noted.')
    let shown = ''
    const model = (text: string): string => {
      shown = text
      return 'Tea.'
    }
    expect(await sayThrough[framework](saying({ session: 'q', text: 'Tea or not?', readOnly: true, model }))).toBe(
      'Tea.',
    )
    expect(shown).toContain('I like tea')
    expect(shown).toContain('Tea or not?')
    const messages = await memory.sessions.messages('s')
    expect(messages.map((message) => `${message.role}: ${textOf(message)}`)).toEqual([
      'user: I like tea.',
      'assistant: Noted.',
    ])
    expect(await memory.sessions.messages('q')).toEqual([])
    expect(errors).toEqual([])
    await memory.close()
    await rm(own, { recursive: true })
  })

  it('a memory that fails is told of', async () => {
    const own = await mkdtemp(join(tmpdir(), 'daybook-across-'))
    const memory = await openMemory({ directory: own })
    await memory.close()
    const errors: unknown[] = []
    const answer = await sayThrough[framework]({
      ...{ memory, session: 's', text: 'Hello', readOnly: false, model: () => 'Hello.' },
      onError: (error) => errors.push(error),
    })
    expect(answer).toBe('Hello.')
    expect(errors).not.toEqual([])
    await rm(own, { recursive: true })
  })
})
