import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { expect, it } from 'vitest'
import { DaybookMemory } from '../src/index.ts'
import { allText, scriptedModel } from './scripted-model.ts'
import { temporaryMemories } from './temporary-memory.ts'

it('leaves a receipt that makes again, byte for byte, what the provider was told', async () => {
  const users = await temporaryMemories()
  const memory = new DaybookMemory({ memory: users })
  const { model, prompts } = scriptedModel(() => 'Lovely.')
  const agent = new Agent({ id: 'a', name: 'a', instructions: 'Be kind.', model, memory })
  const mastra = new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false })
  const say = (text: string, thread: string) =>
    mastra.getAgent('agent').generate(text, { memory: { thread, resource: 'ada' } })
  await say('Yesterday we painted the boat blue. I only drink tea.', 't1')
  await memory.settled()
  await say('What colour did we paint the boat?', 't2')
  await memory.settled()
  const ada = await users.for({ user: 'ada' })
  await ada.flush()
  const receipt = await ada.receipts.get()
  const shown = allText(prompts.at(-1))
  const told = [...shown.matchAll(/<memory-protocol>[\s\S]*<\/memory>|<recalled>[\s\S]*<\/recalled>/g)].map(
    ([text]) => text,
  )
  expect(told).toEqual([receipt?.stable.text, receipt?.volatile.text])
  expect([receipt?.stable.isExact, receipt?.volatile.isExact]).toEqual([true, true])
  expect(receipt).toMatchObject({ session: 't2', question: 'What colour did we paint the boat?' })
  expect(receipt?.volatile.text).toContain('painted the boat blue')
})
