import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { createPlanFiles, type Failure, type Plan } from './plan.ts'

const plan: Plan = {
  daybook: 1,
  id: 'p1',
  session: 'chat',
  at: '2026-03-01T09:30:00.000Z',
  messages: ['m1'],
  facts: { mode: 'append', text: '- a\n', base: 'hash', size: 3, lines: ['hash'] },
  history: [{ path: 'memory/HISTORY.md', text: 'x\n', size: 0 }],
  window: { trim: ['m1'], lastConsolidated: 0 },
  failure: null,
}
const failure: Failure = {
  daybook: 1,
  session: 'chat',
  count: 1,
  retryAt: '2026-03-01T09:30:30.000Z',
  isQuoted: true,
  due: ['m1'],
}
const path = '.daybook/consolidation/chat.plan.json'

async function opened(files: Record<string, string> = {}) {
  const storage = inMemoryStorage()
  for (const [name, text] of Object.entries(files)) await storage.files.write(name, text)
  const events: MemoryEvent[] = []
  return { plans: createPlanFiles(storage.files, (event) => events.push(event)), files: storage.files, events }
}

describe('plans on disk', () => {
  it('reads back what was written, and forgets what was removed', async () => {
    const { plans } = await opened()
    await plans.writePlan(plan)
    await plans.writeFailure('chat', failure)
    expect(await plans.leftover()).toEqual(['chat'])
    expect(await plans.readPlan('chat')).toEqual(plan)
    expect(await plans.failures()).toEqual([failure])
    await plans.removePlan('chat')
    await plans.writeFailure('chat', null)
    expect(await plans.leftover()).toEqual([])
    expect(await plans.readFailure('chat')).toBeUndefined()
  })

  it.each([
    ['no JSON', '{'],
    ['another value', '[]'],
    ['null', 'null'],
    ['no history', JSON.stringify({ ...plan, history: undefined })],
    ['a history of numbers', JSON.stringify({ ...plan, history: [1] })],
    ['messages that are no ids', JSON.stringify({ ...plan, messages: [{}] })],
    ['facts without text', JSON.stringify({ ...plan, facts: { mode: 'append' } })],
    ['a window without trim', JSON.stringify({ ...plan, window: {} })],
    ['an impossible session', JSON.stringify({ ...plan, session: '' })],
    ['a session that is no text', JSON.stringify({ ...plan, session: [plan.session] })],
    ['no session', JSON.stringify({ ...plan, session: undefined })],
    ['a session that cannot be a file', JSON.stringify({ ...plan, session: 'x'.repeat(20_000) })],
    ['another session', JSON.stringify({ ...plan, session: 'other' })],
  ])('sets a plan with %s aside, and says so', async (_, text) => {
    const { plans, files, events } = await opened({ [path]: text })
    expect(await plans.leftover()).toEqual([])
    expect(events.map(({ type }) => type)).toEqual(['file-quarantined'])
    expect(await plans.readPlan('chat')).toBeUndefined()
    expect((await files.list('.daybook/consolidation')).map((entry) => entry.path)).toEqual([
      expect.stringMatching(/^\.daybook\/consolidation\/chat\.plan\.json\.corrupt-/),
    ])
  })

  it('sets a failure aside whose messages are no ids', async () => {
    const text = JSON.stringify({ ...failure, due: 'all' })
    const { plans } = await opened({ '.daybook/consolidation/chat.failure.json': text })
    expect(await plans.failures()).toEqual([])
  })

  it.each([path, '.daybook/consolidation/chat.failure.json'])(
    'refuses %s of a newer format, and leaves it',
    async (name) => {
      const { plans, files } = await opened({ [name]: JSON.stringify({ ...plan, ...failure, daybook: 2 }) })
      const reading = name === path ? plans.readPlan('chat') : plans.readFailure('chat')
      await expect(reading).rejects.toMatchObject({ code: 'newer-format' })
      expect(await files.stat(name)).toBeDefined()
    },
  )
})
