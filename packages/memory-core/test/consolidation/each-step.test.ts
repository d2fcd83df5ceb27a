import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Forgotten, Memory, MemoryOptions, Message, PromptRequest } from '../../src/index.ts'
import { factPassageId } from '../../src/indexing/passages-of.ts'
import { localStorage } from '../../src/local/index.ts'
import { isLong } from '../faults/run-length.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { type SteppedStorage, type Stop, steppedStorage } from './stepped-storage.ts'
import { historyTexts, reply, type Workspace, windowIds, workspace } from './workspace.ts'

type Options = Omit<MemoryOptions, 'directory'>

const kept = ['- Berta wrote this line', '- Carla keeps two cats', '- Dora sails at weekends', '- Emil collects stamps']
const [liked, played, rowed] = ['- Likes Quibblefrost', '- Plays the ocarina', '- Rows on Sundays']
const learned = 'Has a new bike'

const messages: Message[] = [
  { id: 'm1', role: 'user', content: 'Tell me something about Quibblefrost, please.' },
  { id: 'm2', role: 'assistant', content: 'It is cold in winter.' },
  { id: 'm3', role: 'user', content: 'By the way, my new bike is green.' },
  { id: 'm4', role: 'assistant', content: 'A fine colour.' },
]

/** A model that keeps what it is shown, adds a fact, and repeats a word wherever it has read it. */
function keepsAll(pass: (name: string) => Promise<void>) {
  return async ({ prompt }: PromptRequest): Promise<string> => {
    await pass('ask the model')
    const shown = /## Current Long-term Memory\n(.*?)\n\n?## Conversation/s.exec(prompt)?.[1] ?? ''
    const isSaid = prompt.includes('about Quibblefrost')
    const lines = [shown.trim(), `- ${learned}`, ...(isSaid ? ['- Asks about Quibblefrost'] : [])]
    const entry = [
      isSaid ? 'They spoke of Quibblefrost.' : 'They spoke.',
      ...(prompt.includes(played) ? ['An ocarina was heard.'] : []),
    ]
    return reply(entry.join(' '), lines.join('\n'))
  }
}

const listsFacts = (pass: (name: string) => Promise<void>) => async (request: PromptRequest) => {
  await pass('ask the model')
  return [`- ${learned}`, ...(request.prompt.includes('Quibblefrost') ? ['- Asks about Quibblefrost'] : [])].join('\n')
}

interface Case {
  name: string
  options: Options
  model?: typeof keepsAll
  isReset?: boolean
}

const sessions = { window: 4, keep: 2 }
const quiet = { consolidation: { auto: false }, maintenance: { auto: false }, redaction: false } as const

const cases: readonly Case[] = [
  { name: 'with a model', options: { sessions }, model: keepsAll },
  {
    name: 'with a model that is asked once',
    options: { sessions, consolidation: { auto: false, redo: 0 } },
    model: keepsAll,
  },
  { name: 'without a model', options: { sessions } },
  { name: 'with a model and no records', options: { sessions, records: false }, model: keepsAll },
  { name: 'without a model and records', options: { sessions, records: false } },
  { name: 'at the end of a session', options: { sessions }, model: keepsAll, isReset: true },
  { name: 'in grip', options: { profile: 'grip', sessions: { window: 4, keep: 2 } }, model: listsFacts },
]

/** What happens while a consolidation is stopped, and what is true of it in the end. */
interface Happening {
  name: string
  /** Whoever edits by hand waits for no lock. */
  isByHand?: boolean
  happen(place: Workspace, other: Memory): Promise<Forgotten | undefined>
  check(place: Workspace, memory: Memory, expected: Case, forgotten: Forgotten | undefined): Promise<void>
}

const happenings: readonly Happening[] = [
  {
    name: 'a text is forgotten',
    happen: (_, other) => other.forget({ text: 'Quibblefrost' }),
    async check(place, memory, expected) {
      await expectLines(memory, expected, [...kept, played, rowed])
      await expectOnce(place, memory, ['m2', 'm3', 'm4'], expected)
      expect(await filesWith(place.directory, ['Quibblefrost'])).toEqual([])
    },
  },
  {
    name: 'a text that only MEMORY.md says is forgotten',
    happen: (_, other) => other.forget({ text: 'ocarina' }),
    async check(place, memory, expected) {
      await expectLines(memory, expected, [...kept, liked, rowed])
      await expectOnce(place, memory, ['m1', 'm2', 'm3', 'm4'], expected)
      expect(await filesWith(place.directory, ['ocarina'])).toEqual([])
    },
  },
  {
    name: 'a fact is forgotten by its id',
    happen: (_, other) => other.forget({ ids: [factPassageId(played.slice(2))] }),
    async check(place, memory, expected) {
      await expectLines(memory, expected, [...kept, liked, rowed])
      await expectOnce(place, memory, ['m1', 'm2', 'm3', 'm4'], expected)
      expect(await entriesOf(memory)).toHaveLength(1)
      expect(await filesWith(place.directory, ['Plays the ocarina'])).toEqual([])
    },
  },
  {
    name: 'a message is forgotten by its id',
    happen: (_, other) => other.forget({ ids: ['message:chat:m1'] }),
    async check(place, memory, expected, forgotten) {
      await expectLines(memory, expected, [...kept, liked, played, rowed])
      await expectOnce(place, memory, ['m2', 'm3', 'm4'], expected)
      // What a model made of it and of others is left for a person to decide, and was said.
      const texts = [...(await memory.facts.read()).split('\n'), ...(await historyTexts(memory))]
      const left = texts.filter((text) => text.includes('Quibblefrost') && text !== liked)
      expect(forgotten?.unattributed.map(({ text }) => text)).toEqual(expect.arrayContaining(left))
    },
  },
  {
    name: 'the session is forgotten',
    happen: (_, other) => other.forget({ session: 'chat' }),
    async check(place, memory) {
      expect((await memory.facts.read()).split('\n').filter((line) => /bike|Asks/.test(line))).toEqual([])
      await expectLines(memory, undefined, [...kept, liked, played, rowed])
      expect((await memory.sessions.list()).map(({ key }) => key)).not.toContain('chat')
      expect((await historyTexts(memory)).filter((text) => text.includes('spoke'))).toEqual([])
      expect(await filesWith(place.directory, ['green'])).toEqual([])
    },
  },
  {
    name: 'a person removes a line',
    isByHand: true,
    async happen(place) {
      const text = await place.text('memory/MEMORY.md')
      await writeFile(join(place.directory, 'memory/MEMORY.md'), text.replace(`${rowed}\n`, ''))
      return undefined
    },
    async check(place, memory, expected) {
      await expectLines(memory, expected, [...kept, liked, played])
      await expectOnce(place, memory, ['m1', 'm2', 'm3', 'm4'], expected)
      expect(await entriesOf(memory)).toHaveLength(1)
    },
  },
]

/** Of the lines that were there these are left, each once, and what was learned stands once. */
async function expectLines(memory: Memory, expected: Case | undefined, lines: readonly string[]): Promise<void> {
  const all = (await memory.facts.read()).split('\n')
  const before = [...kept, liked, played, rowed]
  expect(all.filter((line) => before.includes(line)).sort()).toEqual([...lines].sort())
  if (expected?.model) expect(all.filter((line) => line.includes(learned))).toHaveLength(1)
}

/** What consolidations that succeeded have told. */
async function entriesOf(memory: Memory): Promise<string[]> {
  return (await historyTexts(memory)).filter((text) => !text.startsWith('[raw-fallback]'))
}

/** Each message stands once, and was consolidated once. */
async function expectOnce(place: Workspace, memory: Memory, ids: string[], { isReset }: Case): Promise<void> {
  const all = await memory.sessions.messages('chat', { archived: true })
  expect(all.map(({ id }) => id)).toEqual(ids)
  expect(await windowIds(memory)).toEqual(isReset ? [] : ids.slice(-2))
  const consolidated = (await place.ledger()).filter(({ failed }) => !failed).flatMap((line) => line.messages)
  // Once nothing is left of what it wrote, the ledger knows a consolidation no more.
  const attributed = consolidated.filter((id) => ids.includes(id))
  expect(attributed.length === 0 && !ids.includes('m1') ? ids : attributed).toEqual(ids)
  expect((await entriesOf(memory)).length).toBeLessThan(2)
  expect(await place.text('.daybook/consolidation/chat.plan.json')).toBe('')
}

interface Full {
  place: Workspace
  stepped: SteppedStorage
  memory: Memory
  options: Options
  work(memory: Memory): Promise<unknown>
}

/** A session that is ready to be consolidated by a process that can be stopped. */
async function fullSession({ options: given, model, isReset }: Case): Promise<Full> {
  const place = await workspace()
  const stepped = steppedStorage(await localStorage({ directory: place.directory }))
  const options = { ...quiet, ...given, ...(model && { model: model(async () => undefined) }) }
  const memory = await place.open({
    ...options,
    ...(model && { model: model(stepped.pass) }),
    storage: stepped.storage,
  })
  await memory.facts.replace(`${[...kept, liked, played, rowed].join('\n')}\n`)
  await memory.addMessages('chat', messages)
  await memory.flush()
  const work = (one: Memory) => (isReset ? one.resetSession('chat') : one.consolidate('chat'))
  return { place, stepped, memory, options, work }
}

/** Answers the step at which it was stopped; undefined when there were fewer. */
async function stopped(expected: Case, stop: Stop, step: number, { happen, check, isByHand }: Happening) {
  const full = await fullSession(expected)
  const { place, stepped, memory, options, work } = full
  const other = await place.open(options)
  stepped.stopAt(step, stop)
  const working = (async () => {
    await work(memory)
    await memory.flush()
  })().catch((error: unknown) => error)
  const isStopped = await Promise.race([stepped.stopped.then(() => true), working.then(() => false)])
  const at = stepped.steps[step - 1]
  let happening: Promise<Forgotten | undefined> | undefined
  if (isStopped) {
    happening = happen(place, other)
    // Who holds a lock lets nobody else finish.
    if (stop === 'pause' && stepped.isLocked() && !isByHand)
      await Promise.race([happening, new Promise((resolve) => setTimeout(resolve, 20))])
    else if (stop === 'pause') await happening
    stepped.resume()
    await happening
  }
  await working
  stepped.stopAt(Number.POSITIVE_INFINITY, stop)
  const forgotten = await (happening ?? happen(place, other))
  const again = await place.open(options)
  await work(again)
  await again.flush()
  try {
    await check(place, again, expected, forgotten)
  } catch (error) {
    throw new Error(`${stop} before step ${step}: ${at ?? 'none'}\n${stepped.steps.join('\n')}`, { cause: error })
  }
  return isStopped ? at : undefined
}

const stops = ['crash', 'pause'] as const
/** Every case with every stop and happening; in the short form each of them with one happening. */
const walks = cases.flatMap((expected, place) =>
  stops.flatMap((stop, how) =>
    happenings
      .filter((_, at) => isLong || (place + 3 * how + at) % happenings.length === 0)
      .map((happening, at) => ({
        name: expected.name,
        stop,
        what: happening.name,
        expected,
        happening,
        first: isLong ? 1 : 1 + ((5 * place + 3 * at) % 12),
        every: isLong ? 1 : 12,
      })),
  ),
)

describe('S4 a consolidation that is stopped at each of its steps', () => {
  it.each(walks)('S4 brings nothing back and loses nothing: $name, $stop, $what', async (walk) => {
    const { expected, stop, happening, first, every } = walk
    let step = first
    while ((await stopped(expected, stop, step, happening)) !== undefined) step += every
    expect(step).toBeGreaterThan(12)
  })

  it('S4 takes every step: the model, the plan, facts, history, session, ledger, and the end of the plan', async () => {
    const [expected] = cases
    if (!expected) throw new Error('there is a first case')
    const { stepped, memory, work } = await fullSession(expected)
    stepped.stopAt(Number.MAX_SAFE_INTEGER, 'pause')
    await work(memory)
    const steps = [
      'take the lease consolidation',
      'ask the model',
      'lock documents, session:chat',
      'check the lease consolidation',
      'write .daybook/consolidation/chat.plan.json',
      'write memory/MEMORY.md',
      'append to memory/HISTORY-2026-03.md',
      'append to sessions/chat.archive/0001.jsonl',
      'write sessions/chat.jsonl',
      'append to .daybook/consolidation/applied.jsonl',
      'remove .daybook/consolidation/chat.failure.json',
      'remove .daybook/consolidation/chat.plan.json',
    ]
    expect(stepped.steps.filter((step) => !step.includes('.versions'))).toEqual(steps)
  })
})
