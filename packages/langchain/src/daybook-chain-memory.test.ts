import { ConversationChain } from '@langchain/classic/chains'
import { AIMessage } from '@langchain/core/messages'
import { FakeListChatModel, FakeLLM } from '@langchain/core/utils/testing'
import { describe, expect, it } from 'vitest'
import { said, temporaryMemory } from '../test/temporary-memory.ts'
import { DaybookChainMemory } from './memory.ts'

describe('the memory of a chain', () => {
  it('tells a ConversationChain what is remembered, and stores each turn', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('earlier', { role: 'user', content: 'I prefer pnpm over npm.' })
    const prompts: string[] = []
    const seen = { handleChatModelStart: (_: unknown, shown: unknown) => void prompts.push(JSON.stringify(shown)) }
    const llm = new FakeListChatModel({ responses: ['pnpm.', 'Because you said so.'], callbacks: [seen] })
    const chain = new ConversationChain({ llm, memory: new DaybookChainMemory({ memory, session: 's' }) })
    expect(await chain.invoke({ input: 'npm or pnpm?' })).toEqual({ response: 'pnpm.' })
    await chain.invoke({ input: 'Why?' })
    expect(prompts[0]).toContain('I prefer pnpm over npm')
    expect(prompts[1]).toContain('npm or pnpm?')
    expect(await said(memory, 's')).toEqual([
      'user: npm or pnpm?',
      'assistant: pnpm.',
      'user: Why?',
      'assistant: Because you said so.',
    ])
  })

  it('stores nothing of a chain that fails', async () => {
    const memory = await temporaryMemory()
    const llm = new FakeLLM({ thrownErrorString: 'model down' })
    const chain = new ConversationChain({ llm, memory: new DaybookChainMemory({ memory, session: 's' }) })
    await expect(chain.invoke({ input: 'Hi' })).rejects.toThrow('model down')
    expect(await said(memory, 's')).toEqual([])
  })

  it('goes by the names that it is told', async () => {
    const memory = await temporaryMemory()
    const named = new DaybookChainMemory({
      memory,
      session: 's',
      memoryKey: 'known',
      inputKey: 'question',
      outputKey: 'answer',
    })
    expect(named.memoryKeys).toEqual(['known'])
    await named.saveContext({ question: 'Who?', other: 1 }, { answer: new AIMessage('Ada.'), sources: [] })
    const { known } = await named.loadMemoryVariables({ question: 'Who?', other: 1 })
    expect(known).toContain('Ada.')
    expect(await said(memory, 's')).toEqual(['user: Who?', 'assistant: Ada.'])
  })

  it('leaves a chain alone when it fails', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const failing = new DaybookChainMemory({ memory, session: 's', onError: (error) => errors.push(error) })
    await failing.saveContext({ input: 7 }, { response: 'x' })
    await memory.close()
    const chain = new ConversationChain({ llm: new FakeListChatModel({ responses: ['Hi.'] }), memory: failing })
    expect(await chain.invoke({ input: 'Hello' })).toEqual({ response: 'Hi.' })
    expect(errors).toHaveLength(3)
  })
})
