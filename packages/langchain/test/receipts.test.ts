import { expect, it } from 'vitest'
import { allShownTo, answering, remembering } from './agents.ts'
import { temporaryMemory } from './temporary-memory.ts'

it('leaves a receipt that makes again, byte for byte, what the provider was told', async () => {
  const memory = await temporaryMemory()
  const model = answering('Lovely.', 'Blue.')
  const { say } = remembering(model, { memory })
  await say('Yesterday we painted the boat blue. I only drink tea.', {}, 't1')
  await memory.flush()
  await say('What colour did we paint the boat?', {}, 't2')
  await memory.flush()
  const receipt = await memory.receipts.get()
  const shown = allShownTo(model)
  const told = [...shown.matchAll(/<memory-protocol>[\s\S]*<\/memory>|<recalled>[\s\S]*<\/recalled>/g)].map(
    ([text]) => text,
  )
  expect(told).toEqual([receipt?.stable.text, receipt?.volatile.text])
  expect([receipt?.stable.isExact, receipt?.volatile.isExact]).toEqual([true, true])
  expect(receipt).toMatchObject({ session: 't2', question: 'What colour did we paint the boat?' })
  expect(receipt?.volatile.text).toContain('painted the boat blue')
})
