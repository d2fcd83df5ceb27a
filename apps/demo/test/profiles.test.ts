import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ContextItem,
  estimateTokens,
  openMemory,
  type ProfileName,
  type StoredMessage,
} from '@daybook/memory-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseArguments, profileNames, UsageError } from '../src/arguments.ts'
import { sumByLayer, tokensByLayer } from '../src/context-share.ts'
import type { Collection, Question, Turn } from '../src/conversation.ts'
import { type ExplainedContext, explainContext, mostTelling } from '../src/explain-context.ts'
import { factsByReply } from '../src/planted.ts'
import { play } from '../src/play.ts'
import { isMissing } from '../src/run.ts'
import { isTurn, saidBefore, toMessages } from '../src/said.ts'
import { bensConversation, demo, type Outcome } from './run-demo.ts'
import { shortConversation } from './short-conversation.ts'

const folder = 'ben-bot~4a06073809d8'

let root = ''
/** Where Ben has told each profile of Greta; tests that go on with it take a copy. */
let ended = ''
const told = new Map<string, Outcome>()

beforeAll(async () => {
  ended = await mkdtemp(join(tmpdir(), 'daybook-demo-'))
  for (const profile of profileNames) told.set(profile, await playBen(profile, 'Greta', ended))
})

afterAll(() => rm(ended, { recursive: true }))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'daybook-demo-'))
})

afterEach(() => rm(root, { recursive: true }))

async function playBen(profile: string, answer: string, parent = root, ...more: string[]): Promise<Outcome> {
  const file = await bensConversation(parent, answer)
  return demo('--verbose', '--profile', profile, '--conversation', file, '--directory', join(parent, profile), ...more)
}

/** The run of a profile that has ended, below the test's own folder. */
async function inCopy(profile: string): Promise<string> {
  await cp(join(ended, profile), join(root, profile), { recursive: true })
  return join(root, profile)
}

function showing(profile: string): Outcome {
  const outcome = told.get(profile)
  if (outcome === undefined) throw new Error(`${profile} was not played`)
  return outcome
}

describe('what a profile shows', () => {
  it('default: records by type, with date and source, RECORDS.md, and what each layer put into the context and why', () => {
    const { code, out, problems } = showing('default')
    expect({ code, problems }).toEqual({ code: 0, problems: '' })
    expect(out).toMatch(/RECORDS\.md {2}\d/)
    expect(out).toContain('RECORDS, 1 captured from what the user said\n  1 fact\n')
    expect(out).toMatch(/\n {2}2026-02-01 {2}D1:1 +fact, normal, score 0\.\d\d: My bicycle is a green Peugeot/)
    expect(out).not.toContain('written down')
    const [, explained = ''] = out.split('WHAT EACH LAYER PUT INTO THE CONTEXT, AND WHY')
    expect(explained).toMatch(/q1 \(name\) What does Ben call his bicycle\?\n {2}\d+ of at most 3000 tokens/)
    expect(explained).toMatch(
      / {2}facts: 1, \d+ tokens, \d+ %\n +1\.00 {2}My bicycle .* \[facts are always in context\]\n {2}sessions: \d+/,
    )
    expect(explained).toMatch(/left out: \d+\n +(?:records|facts) +\d+\.\d\d .*\[.*the context says it already\]/)
    expect(out).toMatch(/ {4}by layer +facts \d+\.\d %, sessions \d+\.\d %, .*titles, dates and instructions \d+\.\d %/)
  })

  it('index: the notes that the model wrote with its tool, and that they hold the planted fact', async () => {
    const { code, out, problems } = showing('index')
    expect({ code, problems }).toEqual({ code: 0, problems: '' })
    expect(out).toContain('NOTES, 1, and their index')
    expect(out).toContain('- [name: Greta](q1.md) - My bicycle is a green Peugeot, and I call her Greta.')
    expect(out).toMatch(/messages +7 in 2 sessions, and 2 of tool calls/)
    expect(out).toMatch(/consolidations +none: the profile does not consolidate/)
    expect(out).toMatch(/written down +1 by memory_write, 1 still in notes/)
    expect(out).toMatch(/planted facts +1 of 1 in context\n +by layer +notes 1/)
    const note = await readFile(join(ended, 'index', folder, '.memory', 'q1.md'), 'utf8')
    expect(note).toContain('Said in D1:1.')
  })

  it('cognitive: records by capture and by tool, with their layers', () => {
    const { code, out, problems } = showing('cognitive')
    expect({ code, problems }).toEqual({ code: 0, problems: '' })
    expect(out).toContain('RECORDS, 1 captured from what the user said, 1 learnt with a tool\n  1 preference, 1 fact\n')
    expect(out).toMatch(/written down +1 by memory_learn, 1 still in records/)
    expect(out).toMatch(/records: 2, \d+ tokens, \d+ %\n.*I call her Greta\. {2}\[layer B: score \d\.\d\d\]/)
    expect(out).toMatch(/I always keep her in the cellar\. {2}\[layer A: preference, high: always\]/)
    expect(out).not.toContain('\nMEMORY.md\n')
  })

  it('grip: knowledge, and answers from the response cache', () => {
    const { code, out, problems } = showing('grip')
    expect({ code, problems }).toEqual({ code: 0, problems: '' })
    expect(out).toMatch(/KNOWLEDGE, 1 entries\n {2}1 learned_fact\n {2}2026-02-01 {2}D1:1 +\[learned_fact\] My bicycle/)
    expect(out).toMatch(/written down +1 by the host, 1 still in knowledge/)
    expect(out).toMatch(/response cache +answers 1 of 1 questions when they are asked again, in capitals/)
    expect(out).toMatch(/knowledge: 1, \d+ tokens/)
  })

  it.each(['autobot', 'neoclaw'])('%s: facts and history alone', (profile) => {
    const { code, out, problems } = showing(profile)
    expect({ code, problems }).toEqual({ code: 0, problems: '' })
    expect(out).toContain('\nMEMORY.md\n')
    expect(out).toContain('\nHISTORY, the last entries\n')
    expect(out).toMatch(/planted facts +1 of 1 in context; the profile promises none\n +by layer +facts 1/)
    expect(out).not.toMatch(/RECORDS|NOTES|KNOWLEDGE|written down|response cache/)
  })
})

describe('the first four sessions of its own conversation', () => {
  /** A whole play costs each profile three times as much, and shows the same. */
  async function firstSessions(): Promise<string> {
    const { name, collections } = JSON.parse(
      await readFile(join(import.meta.dirname, '../conversation/ada.json'), 'utf8'),
    )
    const [{ id, docs, queries }] = collections
    const isEarly = (turn: string): boolean => /^S[1-4]:/.test(turn)
    const early = {
      id,
      docs: docs.filter((doc: { id: string }) => isEarly(doc.id)),
      queries: queries.filter(({ gold }: { gold: string[] }) => gold.every(isEarly)),
    }
    const file = join(root, 'ada.json')
    await writeFile(file, JSON.stringify({ name, collections: [early] }))
    return file
  }

  it('are whole and remembered with the profiles that write something down', async () => {
    const written = { index: 'by memory_write, 13 still in notes', cognitive: 'by memory_learn, 13 still in records' }
    const expected = Object.entries({ ...written, grip: 'by the host, 13 still in knowledge' })
    const planted = [/\n +by layer +notes 13/, /memory_recall finds 1\d of 13/, /planted facts +13 of 13/]
    const budgets = ['3000', '400', '3000']
    const given = ['--conversation', await firstSessions(), '--quiet']
    const runs = expected.map(([profile], place) =>
      demo(`--profile=${profile}`, `--budget=${budgets[place]}`, '--directory', join(root, profile), ...given),
    )
    for (const [place, { code, out, problems }] of (await Promise.all(runs)).entries()) {
      expect({ code, problems }).toEqual({ code: 0, problems: '' })
      expect(out).toMatch(/messages +78 in 4 sessions/)
      expect(out).toMatch(new RegExp(`budget +${budgets[place]} tokens, never exceeded`))
      expect(out).toMatch(/planted facts +\d+ of 13 in context/)
      expect(out).toMatch(planted[place] ?? /never/)
      expect(out).toMatch(new RegExp(`written down +13 ${expected[place]?.[1]}`))
    }
  })
})

describe('the exit code', () => {
  it('is 0 for a fact that nobody said where not every fact is promised, with the figure', async () => {
    const outcomes = await Promise.all(['index', 'autobot'].map((profile) => playBen(profile, 'Gudrun')))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
    const ends = [', MISSING q1', '; the profile promises none']
    for (const [place, { out }] of outcomes.entries())
      expect(out).toMatch(new RegExp(`planted facts +0 of 1 in context${ends[place]}\\n +by layer +none`))
  })

  it('is 1 when the index has no room for a note', async () => {
    const { code, out, problems } = await playBen('index', 'Greta', root, '--budget', '60')
    expect(out).toMatch(/written down +1 by memory_write, 1 still in notes/)
    expect(problems).toBe('failed: the planted fact of question q1 is not in the notes of the context\n')
    expect(code).toBe(1)
  })

  it('asks for a fact in the layer that promises it, and only where it was written down', () => {
    const fact = { hasPlanted: true, plantedIn: ['sessions' as const], isWritten: true }
    expect([isMissing(fact, 'index'), isMissing({ ...fact, isWritten: false }, 'index')]).toEqual([true, false])
    expect([isMissing(fact, 'default'), isMissing({ ...fact, hasPlanted: false }, 'default')]).toEqual([false, true])
    expect(isMissing({ ...fact, hasPlanted: false }, 'cognitive')).toBe(false)
  })

  it('is 1 when something that was written down is gone', async () => {
    await Promise.all(['index', 'grip', 'cognitive'].map((profile) => inCopy(profile)))
    await rm(join(root, 'index', folder, '.memory', 'q1.md'))
    await forget('cognitive', (memory) => memory.records.list({ archived: 'all' }))
    await forget('grip', (memory) => memory.knowledge.list())
    const again = await Promise.all(['index', 'grip', 'cognitive'].map((profile) => playBen(profile, 'Greta')))
    for (const { code, out, problems } of again) {
      expect(code).toBe(1)
      expect(problems).toContain('what was written down for question q1 is lost')
      expect(out).toMatch(/written down +1 by .*, 0 still in \w+, LOST q1/)
    }
  })

  async function forget(
    profile: ProfileName,
    list: (memory: Awaited<ReturnType<typeof openMemory>>) => Promise<{ id: string }[]>,
  ): Promise<void> {
    const memory = await openMemory({ directory: join(root, profile, folder), profile })
    for (const { id } of await list(memory)) {
      if (profile === 'grip') await memory.knowledge.remove(id)
      else await memory.records.remove([id])
    }
    await memory.close()
  }

  it('is 2 for a profile that there is not, and for a directory of another one', async () => {
    expect(() => parseArguments(['--profile', 'elephant'])).toThrow(
      new UsageError('--profile is "elephant", expected one of default, grip, index, autobot, cognitive, neoclaw'),
    )
    const args = ['--conversation', await bensConversation(root, 'Greta'), '--directory', await inCopy('autobot')]
    const other = await demo(...args, '--profile', 'neoclaw')
    expect(other.code).toBe(2)
    expect(other.problems).toContain('holds a run with --profile autobot')
    expect((await demo(...args, '--profile', 'neoclaw', '--fresh')).code).toBe(0)
  })

  it('is explained by --help, which names every profile', async () => {
    const { out } = await demo('--help')
    expect(out).toContain('--profile NAME')
    for (const profile of profileNames) expect(out).toContain(profile)
  })
})

describe('a run with tools that was cut short', () => {
  /** The user says S2:2 and S3:2, each of which is asked for. */
  const withQuestion: Collection = {
    ...shortConversation,
    questions: [
      { id: 'q1', text: 'What is S2:2 about?', category: 'any', gold: ['S2:2'], answer: 'subject 202' },
      { id: 'q2', text: 'What is S3:2 about?', category: 'any', gold: ['S3:2'], answer: 'subject 302' },
    ],
  }
  const index = { profile: 'index' } as const

  async function stored(directory: string): Promise<{ all: StoredMessage[]; notes: string[] }> {
    const memory = await openMemory({ directory, ...index })
    const sessions = withQuestion.sittings.map(({ id }) => memory.sessions.messages(id, { archived: true }))
    const all = (await Promise.all(sessions)).flat()
    const notes = (await memory.notes.list()).map(({ filename }) => filename)
    await memory.close()
    return { all, notes }
  }

  async function windowOf(directory: string, session: string): Promise<StoredMessage[]> {
    const memory = await openMemory({ directory, ...index })
    const messages = await memory.sessions.messages(session)
    await memory.close()
    return messages
  }

  it('goes on with the tool calls in its conversation, and makes none twice', async () => {
    const directory = join(root, 'm')
    const stop = new Error('stop here')
    const stopped = play({
      collection: withQuestion,
      directory,
      memory: index,
      onTurn: ({ turn }) => {
        if (turn.id === 'S2:8') throw stop
      },
    })
    await expect(stopped).rejects.toBe(stop)
    const stoppedLater = play({
      collection: withQuestion,
      directory,
      memory: index,
      onTurn: ({ turn }) => {
        if (turn.id === 'S2:12') throw stop
      },
    })
    await expect(stoppedLater).rejects.toBe(stop)
    expect((await windowOf(directory, 'S2')).filter((message) => !isTurn(message))).toHaveLength(2)
    await play({ collection: withQuestion, directory, memory: index })
    const { all, notes } = await stored(directory)
    expect(all.filter(isTurn)).toHaveLength(60)
    expect(all.filter((message) => !isTurn(message)).map(({ role }) => role)).toEqual([
      ...['assistant', 'tool'],
      ...['assistant', 'tool'],
    ])
    expect(notes).toEqual(['q1.md', 'q2.md'])
  })

  it('calls again where it was killed between a call and the reply', async () => {
    const directory = join(root, 'm')
    const beginning = { ...withQuestion, sittings: withQuestion.sittings.slice(0, 1) }
    await play({ collection: beginning, directory, memory: index })
    const memory = await openMemory({ directory, ...index })
    const [first, second] = withQuestion.sittings[1]?.turns ?? []
    for (const turn of [first, second])
      if (turn) await memory.addMessages('S2', { role: turn.role, content: turn.text })
    const toolCalls = [{ id: 'call-q1', name: 'memory_write', input: { filename: 'q1.md' } }]
    await memory.addMessages('S2', { role: 'assistant', content: '', toolCalls })
    await memory.close()
    const stop = new Error('stop here')
    const stopped = play({
      collection: withQuestion,
      directory,
      memory: index,
      onTurn: ({ turn }) => {
        if (turn.id === 'S2:8') throw stop
      },
    })
    await expect(stopped).rejects.toBe(stop)
    const { errors } = await play({ collection: withQuestion, directory, memory: index })
    const { all, notes } = await stored(directory)
    expect(errors).toEqual([])
    expect(all.filter(isTurn)).toHaveLength(60)
    const calls = all.filter((message) => !isTurn(message)).map(({ role }) => role)
    expect(calls).toEqual(['assistant', 'assistant', 'tool', 'assistant', 'tool'])
    expect(notes).toEqual(['q1.md', 'q2.md'])
  })
})

describe('what was said before', () => {
  const at = { createdAt: '2026-01-01T00:00:00.000Z' }
  const call = { id: 'c', name: 'memory_write', input: { filename: 'a.md' } }
  const all: StoredMessage[] = [
    { id: '1', role: 'user', content: 'Hello', ...at },
    { id: '2', role: 'assistant', content: 'Wait.', toolCalls: [call], ...at },
    { id: '3', role: 'tool', content: 'Memory saved: a.md', toolCallId: 'c', ...at },
    { id: '4', role: 'assistant', content: 'Noted.', ...at },
  ]
  const called = { type: 'tool-call', toolCallId: 'c', toolName: 'memory_write', input: { filename: 'a.md' } }
  const output = { type: 'text', value: 'Memory saved: a.md' }

  it('is sent again with the calls of tools and what they answered, before the reply', () => {
    expect(toMessages(saidBefore(all, all))).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'text', text: 'Wait.' }, called] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'memory_write', output }] },
      { role: 'assistant', content: 'Noted.' },
    ])
  })

  it('is sent without the steps that are not in the window any more', () => {
    expect(toMessages(saidBefore(all, []))).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Noted.' },
    ])
  })
})

describe('what is written down of a conversation', () => {
  const turn = (id: string, role: Turn['role'], text: string): Turn => ({ id, role, text, at: 0 })
  const question = (id: string, answer: string, gold: string[]): Question => ({
    ...{ id, text: '?', category: 'any', gold, answer },
  })

  it('is the sentence with the fact, at the reply to it; the whole turn when that sentence is short', () => {
    const turns = [
      turn('1', 'user', 'Hello there. In the end the meeting was moved to Thursday,\nthe 4th of May. Fine.'),
      turn('2', 'user', 'Kernel. Grey, eight kilos.'),
      turn('3', 'assistant', 'Noted, Kernel.'),
      turn('4', 'user', 'And nobody answers Zed.'),
    ]
    const questions = [
      question('a', 'Thursday', ['1']),
      question('b', 'Kernel', ['2', '3']),
      question('c', 'Zed', ['4']),
    ]
    const facts = factsByReply({ id: 'x', sittings: [{ id: 's', turns }], questions })
    expect([...facts.keys()]).toEqual(['3'])
    expect(facts.get('3')?.map(({ question: id, turn: said, statement }) => [id, said, statement])).toEqual([
      ['a', '1', 'In the end the meeting was moved to Thursday, the 4th of May.'],
      ['b', '2', 'Kernel. Grey, eight kilos.'],
    ])
  })

  it('is nothing of a turn that is no evidence, or does not hold the words', () => {
    const turns = [turn('1', 'user', 'I like Zed.'), turn('2', 'assistant', 'Good.')]
    const questions = [question('a', 'Zed', ['9']), question('b', 'Vim', ['1'])]
    expect(factsByReply({ id: 'x', sittings: [{ id: 's', turns }], questions }).size).toBe(0)
  })
})

describe('an explained context', () => {
  const said = (layer: ContextItem['layer'], score: number, text: string, reason: string): ContextItem => ({
    ...{ layer, id: text, text, score, reason },
  })
  const context: ExplainedContext = {
    ...{ id: 'q', category: 'any', text: 'Who?', answer: 'Ada', tokens: 100 },
    items: [
      ...['one', 'two', 'three', 'four', 'Ada'].map((text) => said('facts', 1, text, 'always')),
      said('records', 0.5, 'Ada is here', 'layer B: fits the question, score 0.50'),
    ],
    dropped: [
      said('sessions', 7, 'later', 'the budget is used up'),
      said('records', 0.2, 'weak', 'layer B: fits, but its score is under 0.3'),
      said('records', 0.1, 'weaker', 'layer B: fits, but its score is under 0.3'),
    ],
  }

  it('shows the planted fact first in each layer, and one dropped item for each layer and reason, records first', () => {
    expect(explainContext(context, 300).trim().split('\n')).toEqual([
      'q (any) Who?',
      '  100 of at most 300 tokens',
      expect.stringMatching(/^ {2}facts: 5, \d+ tokens, \d+ %$/),
      '     1.00  Ada  [always]',
      '     1.00  one  [always]',
      '     1.00  two  [always]',
      '     1.00  three  [always]',
      '    (… 1 more)',
      expect.stringMatching(/^ {2}records: 1, \d+ tokens, \d+ %$/),
      '     0.50  Ada is here  [layer B: fits the question, score 0.50]',
      '  left out: 3',
      '    records    0.20  weak  [layer B: fits, but its score is under 0.3]  and 1 more',
      '    sessions   7.00  later  [the budget is used up]',
    ])
  })

  it('is chosen where most layers speak of the planted fact, then where there are most layers', () => {
    const plain = { ...context, id: 'plain', answer: 'nothing' }
    const poor = { ...plain, id: 'poor', items: context.items.slice(0, 1), dropped: [] }
    expect(mostTelling([poor, plain, context]).map(({ id }) => id)).toEqual(['q', 'plain'])
  })

  it('counts the tokens of what each layer said, as far as a context says it', () => {
    const long = said('sessions', 1, 'word '.repeat(1_000), 'recalled')
    const once = tokensByLayer({ items: [long] })
    expect(once.sessions).toBe(estimateTokens(long.text.slice(0, 600)))
    expect(sumByLayer([once, once, { facts: 3 }])).toEqual({ sessions: 2 * (once.sessions ?? 0), facts: 3 })
  })
})
