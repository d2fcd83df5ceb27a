import { ToolLoopAgent } from 'ai'
import { expect, it } from 'vitest'
import { memoryPrepareStep, memoryTools } from '../../src/index.ts'
import { scriptedModel } from '../scripted-model.ts'
import { temporaryMemory } from '../temporary-memory.ts'

it('an agent whose model is not wrapped is told what the memory knows', async () => {
  const memory = await temporaryMemory()
  await memory.addMessages('earlier', { role: 'user', content: 'The staging server is called heron.' })
  const model = scriptedModel(({ prompt }) => JSON.stringify(prompt.at(-1)?.content))
  const agent = new ToolLoopAgent({ model, tools: memoryTools(memory), prepareStep: memoryPrepareStep({ memory }) })
  expect((await agent.generate({ prompt: 'the staging server?' })).text).toContain('heron')
})
