import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { openMemory } from '../memory.ts'
import type { Message } from '../message.ts'
import type { RecallOptions } from './recall.ts'

const answer = 'Images of 4 MB are loaded at full size.'

/** A question that is answered after so many calls of tools, and two that have nothing to do with it. */
function turnOf(calls: number): Message[] {
  const called = Array.from({ length: calls }, (_, i): Message[] => [
    { role: 'assistant', content: `Step ${i}.`, toolCalls: [{ id: `c${i}`, name: 'grep', input: {} }] },
    { role: 'tool', name: 'grep', toolCallId: `c${i}`, content: i === 2 ? 'image resizer: disabled' : '12 matches' },
  ])
  return [
    { role: 'user', content: 'Why is the login page slow?' },
    ...called.flat(),
    { role: 'assistant', content: answer },
    { role: 'user', content: 'Nice. What is for lunch today?' },
    { role: 'assistant', content: 'Soup and bread are on the menu.' },
  ]
}

async function recalled(messages: readonly Message[], query: string, options: RecallOptions = {}): Promise<string[]> {
  const memory = await openMemory({ storage: inMemoryStorage(), consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  await memory.addMessages('work', messages)
  const { items } = await memory.recall(query, { limit: 30, ...options })
  return items.map(({ text }) => text)
}

const asked = 'What did you find out about the login page?'

describe('an answer without a word of the question', () => {
  it.each([0, 1, 3, 9])('is found with its question when %i calls of tools stand between them', async (calls) => {
    const found = await recalled(turnOf(calls), asked)
    expect(found.slice(0, 3)).toContain(answer)
    expect(found).not.toContain('Soup and bread are on the menu.')
  })

  it('is found behind what a tool returned long before it', async () => {
    expect(await recalled(turnOf(5), asked)).toContain('image resizer: disabled')
  })

  it('is none beyond what the user says next, nor in a turn without end', async () => {
    const [question, ...rest] = turnOf(1)
    const between: Message = { role: 'user', content: 'Never mind.' }
    const other = await recalled(
      [question ?? between, rest[0] ?? between, rest[1] ?? between, between, ...rest.slice(2)],
      asked,
    )
    expect(other).not.toContain(answer)
    expect(await recalled(turnOf(20), asked)).not.toContain(answer)
  })
})

it('is none that was said after `until`', async () => {
  const days = turnOf(3).map((message, at) => ({ ...message, createdAt: `2026-01-${at + 10}` }))
  const found = await recalled(days, asked, { until: '2026-01-12' })
  expect(found).toContain('Why is the login page slow?')
  expect(found).not.toContain(answer)
})

it('is found of several questions, however long the first one is', async () => {
  const long = 'The login page is slow, it is really slow. '.repeat(300)
  const first: Message[] = [{ role: 'user', content: `${long}Why?` }, ...turnOf(3).slice(1, -3)]
  const found = await recalled([...first, { role: 'assistant', content: 'I do not know yet.' }, ...turnOf(3)], asked)
  expect(found).toContain(answer)
})

it('takes no word of a tool for the name of a speaker', async () => {
  const found = await recalled(
    [
      { role: 'user', content: 'The number of our house is 7.' },
      { role: 'user', content: 'Pay back the order of Halden.' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'refund', input: {} }] },
      { role: 'tool', name: 'refund', toolCallId: 'c', content: '{"ok":true}' },
      { role: 'assistant', content: 'Refund rf_7781 is on its way.' },
    ],
    'what was the refund number?',
  )
  expect(found).toContain('Refund rf_7781 is on its way.')
})
