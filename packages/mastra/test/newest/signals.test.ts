import { textOf } from '@daybook/memory-core'
import { Mastra } from '@mastra/core'
import { Agent } from '@mastra/core/agent'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import { MockMemory } from '@mastra/core/memory'
import { InMemoryStore } from '@mastra/core/storage'
import { describe, expect, it } from 'vitest'
import { createMemoryProcessors, DaybookMemory } from '../../src/index.ts'
import { allText, scriptedModel } from '../scripted-model.ts'
import { temporaryMemories } from '../temporary-memory.ts'

const place = { threadId: 'monday', resourceId: 'ada' }

describe('what is sent to an agent', () => {
  it.each(['sendMessage', 'queueMessage'] as const)('F2 by %s is the user’s word', async (send) => {
    const memories = await temporaryMemories()
    const memory = new DaybookMemory({ memory: memories })
    const { model, prompts } = scriptedModel(() => 'Understood.')
    const agent = new Agent({ id: 'helper', name: 'Helper', instructions: 'Be kind.', model, memory })
    new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false })
    const ada = await memories.for({ user: 'ada' })
    await ada.addMessages('earlier', { role: 'user', content: 'The kiln is in the shed behind the house.' })
    await ada.flush()
    const accepted = await agent[send]('I prefer pnpm over npm. Where is the kiln?', place).accepted
    if (accepted.action === 'wake') await accepted.output.consumeStream()
    await expect
      .poll(async () => (await ada.sessions.messages('monday')).map(({ role }) => role))
      .toEqual(['user', 'assistant'])
    await memory.settled()
    expect((await ada.records.list()).map(({ text }) => text).join('\n')).toContain('I prefer pnpm over npm')
    expect(allText(prompts[0])).toContain('behind the house')
    const { messages } = await memory.recall({ threadId: 'monday', resourceId: 'ada', perPage: 10 })
    expect(messages.map(({ role }) => role)).toContain('signal')
  })

  it('F2 as a notification, a state or a reminder is not', async () => {
    const memories = await temporaryMemories()
    const memory = new DaybookMemory({ memory: memories })
    await memory.createThread({ threadId: 'monday', resourceId: 'ada' })
    const signal = (type: string, text: string, metadata?: Record<string, unknown>): MastraDBMessage => ({
      id: `${type}-1`,
      role: 'signal',
      createdAt: new Date(),
      ...place,
      type,
      content: {
        format: 2,
        parts: [{ type: 'text', text }],
        metadata: metadata ?? { signal: { id: `${type}-1`, type } },
      },
    })
    const reminder = '<system-reminder>I prefer bun over deno.</system-reminder>'
    const messages = [
      signal('notification', 'I prefer npm over pnpm.'),
      signal('state', 'I prefer vim over emacs.'),
      signal('system-reminder', 'I prefer beer over wine.'),
      { ...signal('x', reminder), role: 'user' as const, type: 'text' },
      { ...signal('y', 'I like cats.', { systemReminder: { type: 'todo' } }), role: 'user' as const, type: 'text' },
      signal('user', 'I prefer tea over coffee.'),
    ]
    await memory.saveMessages({ messages })
    await memory.settled()
    const ada = await memories.for({ user: 'ada' })
    const stored = await ada.sessions.messages('monday')
    expect(stored.filter(({ role }) => role === 'user').map(textOf)).toEqual(['I prefer tea over coffee.'])
    expect((await ada.records.list()).map(({ text }) => text)).toEqual([expect.stringContaining('tea over coffee')])
    const { messages: read } = await memory.recall({ ...place, perPage: 10, includeSystemReminders: true })
    expect(read.map(({ role }) => role)).toContain('signal')
  })

  it('F2 is stored beside another memory, too', async () => {
    const memories = await temporaryMemories()
    const { input, output } = createMemoryProcessors({ memory: memories })
    const { model } = scriptedModel(() => 'Understood.')
    const agent = new Agent({
      id: 'helper',
      name: 'Helper',
      instructions: 'Be kind.',
      model,
      memory: new MockMemory(),
      inputProcessors: input,
      outputProcessors: output,
    })
    const accepted = await agent.sendMessage('I prefer pnpm over npm.', place).accepted
    if (accepted.action === 'wake') await accepted.output.consumeStream()
    const ada = await memories.for({ user: 'ada' })
    await expect
      .poll(async () => (await ada.sessions.messages('monday')).map(({ role }) => role))
      .toEqual(['user', 'assistant'])
    expect((await ada.sessions.messages('monday')).map(textOf)[0]).toBe('I prefer pnpm over npm.')
  })
})
