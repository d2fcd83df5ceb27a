import { StringOutputParser } from '@langchain/core/output_parsers'
import { ChatPromptTemplate } from '@langchain/core/prompts'
import { RunnableLambda, RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { describe, expect, it } from 'vitest'
import { temporaryMemories, temporaryMemory } from '../test/temporary-memory.ts'
import { DaybookRetriever } from './retriever.ts'

describe('a retriever', () => {
  it('finds documents with scores and sources', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Ada lives in Oslo' })
    const [stored] = await memory.addMessages('s', { role: 'user', content: 'The ferry to Oslo leaves at nine.' })
    const documents = await new DaybookRetriever({ memory }).invoke('Oslo')
    const message = documents.find(({ metadata }) => metadata.layer === 'sessions')
    expect(message).toMatchObject({
      pageContent: 'The ferry to Oslo leaves at nine.',
      metadata: { score: expect.any(Number), source: { session: 's', messageId: stored?.id, role: 'user' } },
    })
    expect(documents.map(({ metadata }) => metadata.layer)).toContain('facts')
    for (const { id, metadata } of documents) expect(id).toBe(metadata.id)
  })

  it('searches as recall does', async () => {
    const memory = await temporaryMemory()
    await memory.addMessages('s', [
      { role: 'user', content: 'Oslo one' },
      { role: 'user', content: 'Oslo two' },
    ])
    await memory.facts.append({ text: 'Oslo three' })
    const one = new DaybookRetriever({ memory, recall: { limit: 1, layers: ['sessions'] } })
    expect(await one.invoke('Oslo')).toHaveLength(1)
    expect((await one.invoke('Oslo'))[0]?.metadata.layer).toBe('sessions')
  })

  it('works in a chain', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Ada lives in Oslo' })
    let asked = ''
    const chain = RunnableSequence.from([
      {
        context: new DaybookRetriever({ memory }).pipe((documents) =>
          documents.map(({ pageContent }) => pageContent).join('\n'),
        ),
        question: new RunnablePassthrough<string>(),
      },
      ChatPromptTemplate.fromTemplate('{context}\n\n{question}'),
      RunnableLambda.from((prompt: { toString(): string }) => {
        asked = prompt.toString()
        return asked
      }),
      new FakeListChatModel({ responses: ['In Oslo.'] }),
      new StringOutputParser(),
    ])
    expect(await chain.invoke('Where does Ada live?')).toBe('In Oslo.')
    expect(asked).toContain('Ada lives in Oslo')
  })

  it('keeps users apart who ask at the same time', async () => {
    const memories = await temporaryMemories()
    const users = ['ada', 'bob', 'cy']
    for (const user of users)
      await (await memories.for({ user })).facts.append({ text: `The code word is ${user}-word` })
    const retriever = new DaybookRetriever({ memory: memories })
    const asked = Array.from({ length: 60 }, (_, n) => users[n % 3] ?? '')
    const found = await Promise.all(asked.map((user) => retriever.invoke('code word', { configurable: { user } })))
    for (const [n, documents] of found.entries())
      expect(documents.map(({ pageContent }) => pageContent)).toEqual([expect.stringContaining(`${asked[n]}-word`)])
    const viaChain = RunnableLambda.from((question: string, config) => retriever.invoke(question, config))
    const [document] = await viaChain.invoke('code word', { configurable: { userId: 'bob' } })
    expect(document?.pageContent).toContain('bob-word')
  })

  it('finds nothing without a user, says so once, and finds nothing when the memory fails', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown): void => void errors.push(error)
    const retriever = new DaybookRetriever({ memory: await temporaryMemories(), onError })
    expect(await retriever.invoke('x')).toEqual([])
    expect(await retriever.invoke('x')).toEqual([])
    expect(errors).toHaveLength(1)
    const memory = await temporaryMemory()
    await memory.close()
    expect(await new DaybookRetriever({ memory, onError }).invoke('x')).toEqual([])
    expect(errors[1]).toMatchObject({ code: 'closed' })
  })

  it('ends with the signal of its call', async () => {
    const memory = await temporaryMemory()
    const errors: unknown[] = []
    const retriever = new DaybookRetriever({ memory, onError: (error) => errors.push(error) })
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(retriever.invoke('x', { signal })).rejects.toThrow('enough')
    expect(errors).toEqual([])
  })

  it('tells tracers what it found', async () => {
    const memory = await temporaryMemory()
    await memory.facts.append({ text: 'Ada lives in Oslo' })
    const events: string[] = []
    const callbacks = [
      {
        handleRetrieverStart: (_: unknown, query: string) => void events.push(`start ${query}`),
        handleRetrieverEnd: (documents: readonly unknown[]) => void events.push(`end ${documents.length}`),
      },
    ]
    await new DaybookRetriever({ memory }).invoke('Oslo', { callbacks })
    expect(events).toEqual(['start Oslo', 'end 1'])
  })
})
