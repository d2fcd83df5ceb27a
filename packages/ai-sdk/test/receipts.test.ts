import { generateText } from 'ai'
import { expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../src/index.ts'
import { scriptedModel, systemTexts, userTexts } from './scripted-model.ts'
import { temporaryMemory } from './temporary-memory.ts'

it('leaves a receipt that makes again, byte for byte, what the provider was told', async () => {
  const memory = await temporaryMemory()
  const inner = scriptedModel(['Lovely.', 'Blue.'])
  const model = withMemory(inner, { memory })
  const said = ['Yesterday we painted the boat blue. I only drink tea.', 'What colour did we paint the boat?']
  for (const [turn, prompt] of said.entries())
    await generateText({ model, prompt, providerOptions: memoryOptions({ session: `day-${turn}` }) })
  await memory.flush()
  const receipt = await memory.receipts.get()
  const { prompt } = inner.doGenerateCalls[1] ?? {}
  expect(systemTexts(prompt)).toEqual([receipt?.stable.text])
  expect(userTexts(prompt)).toEqual([said[1], receipt?.volatile.text])
  expect([receipt?.stable.isExact, receipt?.volatile.isExact]).toEqual([true, true])
  expect(receipt).toMatchObject({ session: 'day-1', question: said[1] })
  expect(receipt?.volatile.text).toContain('painted the boat blue')
})
