import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, type MemoryEvent, type MemoryOptions, openMemory } from '../../src/index.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'

/** Whether everything is tried, and not a sample of it. */
export const isLong: boolean = process.env['DAYBOOK_FAULTS'] === 'long'

/** What the tests ask the layers for. */
export interface View {
  facts: string
  history: string[]
  notes: string[]
  knowledge: string[]
  records: string[]
  response: string | undefined
  messages: string[]
}

export const session = 'chat-1'
export const responseKey = 'what is it'

/** A memory in `directory` that records what it reports. */
export async function opened(
  directory: string,
  options: Partial<MemoryOptions> = {},
): Promise<{ memory: Memory; events: MemoryEvent[] }> {
  const events: MemoryEvent[] = []
  const memory = await openMemory({
    directory,
    clock: fixedClock('2026-05-01T10:00:00Z'),
    knowledge: {},
    maintenance: { auto: false },
    consolidation: { auto: false },
    ...options,
    onEvent: (event) => events.push(event),
  })
  return { memory, events }
}

/** A directory with something in every layer, closed. */
export async function filledDirectory(): Promise<string> {
  const directory = await fs.mkdtemp(join(tmpdir(), 'daybook-faults-'))
  const { memory } = await opened(directory)
  await memory.addMessages(
    session,
    Array.from({ length: 12 }, (_, turn) => ({
      id: `m${turn}`,
      role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `turn ${turn}: the marmot of cabin ${turn} likes Käse 日本 ${'and walks '.repeat(4)}`,
    })),
  )
  await memory.sessions.trim(session, 6)
  await memory.facts.append('- The cabin has a green door')
  await memory.facts.append('- The stove burns birch')
  await memory.history.append('The marmots were counted')
  await memory.notes.write({
    name: 'stove',
    description: 'how to light it',
    type: 'reference',
    content: 'Birch first.',
  })
  await memory.knowledge.add('learned_fact', 'Birch bark lights when wet')
  for (let turn = 0; turn < 8; turn += 1)
    await memory.records.learn({ text: `Rule ${turn}: always shut window ${turn}`, type: 'policy', tags: ['house'] })
  await memory.responses.put(responseKey, 'a marmot')
  await memory.recall('marmot')
  await memory.close()
  return directory
}

/** All that the layers answer. */
export async function viewOf(memory: Memory): Promise<View> {
  const records = await memory.records.list({ limit: 100 })
  return {
    facts: await memory.facts.read(),
    history: (await memory.history.list()).map(({ text }) => text),
    notes: (await memory.notes.list()).map(({ name }) => name),
    knowledge: (await memory.knowledge.list()).map(({ content }) => content),
    records: records.map(({ text }) => text).sort(compareTexts),
    response: await answerOf(memory),
    messages: (await memory.sessions.messages(session, { archived: true })).map(({ content }) => String(content)),
  }
}

async function answerOf(memory: Memory): Promise<string | undefined> {
  return (await memory.responses.get(responseKey))?.toString()
}

/** A copy of a directory, for one damage. */
export async function copyOf(directory: string): Promise<string> {
  const copy = await fs.mkdtemp(join(tmpdir(), 'daybook-faults-'))
  await fs.cp(directory, copy, { recursive: true })
  return copy
}
