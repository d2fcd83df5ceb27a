import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { type HonoBindings, type HonoVariables, MastraServer } from '@mastra/hono'
import { Memory } from '@mastra/memory'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createDaybookStore, DaybookMemory } from '../../src/index.ts'
import { scriptedModel } from '../scripted-model.ts'
import { temporaryMemories } from '../temporary-memory.ts'

type Body = Record<string, unknown>

/** A server with one agent, asked without a port. */
async function serve(kind: 'DaybookMemory' | 'Memory over createDaybookStore') {
  const users = await temporaryMemories()
  const options = { workingMemory: { enabled: true } } as const
  const memory =
    kind === 'DaybookMemory'
      ? new DaybookMemory({ memory: users, options })
      : new Memory({ storage: createDaybookStore({ memory: users }), options })
  const agent = new Agent({
    id: 'agent',
    name: 'agent',
    instructions: '',
    model: scriptedModel(() => 'Fine.').model,
    memory,
  })
  const mastra = new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false })
  const app = new Hono<{ Bindings: HonoBindings; Variables: HonoVariables }>()
  await new MastraServer({ app, mastra, prefix: '/api' }).init()

  async function call(method: string, path: string, body?: Body): Promise<{ status: number; body: Body }> {
    const url = `/api/memory${path}${path.includes('?') ? '&' : '?'}agentId=agent`
    const response = await app.request(url, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: (await response.json()) as Body } // JSON by the contract
  }
  const tell = (text: string, thread: string, resource = 'ada') =>
    mastra.getAgent('agent').generate(text, { memory: { thread, resource } })
  return { call, tell, memory }
}

describe.each(['DaybookMemory', 'Memory over createDaybookStore'] as const)('the endpoints with %s', (kind) => {
  it('say that there is a memory, and how it is set', async () => {
    const { call } = await serve(kind)
    expect(await call('GET', '/status')).toMatchObject({ status: 200, body: { result: true } })
    expect(await call('GET', '/config')).toMatchObject({ status: 200, body: { config: { lastMessages: 10 } } })
  })

  it('list and read threads', async () => {
    const { call, tell } = await serve(kind)
    await tell('Hello', 't1')
    await tell('Hello', 't2', 'bob')
    expect(await call('GET', '/threads?resourceId=ada')).toMatchObject({
      status: 200,
      body: { total: 1, threads: [{ id: 't1', title: '' }] },
    })
    expect(await call('GET', '/threads/t1')).toMatchObject({ status: 200, body: { id: 't1', resourceId: 'ada' } })
    expect((await call('GET', '/threads/none')).status).toBe(404)
  })

  it('list messages page by page', async () => {
    const { call, tell } = await serve(kind)
    await tell('Hello', 't1')
    await tell('Again', 't1')
    const { body } = await call('GET', '/threads/t1/messages?page=0&perPage=2&resourceId=ada')
    expect(body['messages']).toMatchObject([
      { role: 'user', content: { parts: [{ type: 'text', text: 'Again' }] } },
      { role: 'assistant', content: { parts: expect.arrayContaining([expect.objectContaining({ text: 'Fine.' })]) } },
    ])
  })

  it('read and write the working memory', async () => {
    const { call, tell } = await serve(kind)
    await tell('Hello', 't1')
    const written = await call('POST', '/threads/t1/working-memory', { workingMemory: '# Ada', resourceId: 'ada' })
    expect(written.status).toBe(200)
    expect(await call('GET', '/threads/t1/working-memory?resourceId=ada')).toMatchObject({
      status: 200,
      body: { workingMemory: '# Ada', workingMemoryTemplate: { format: 'markdown' } },
    })
  })

  it('make, change, clone, transfer and delete threads', async () => {
    const { call, tell } = await serve(kind)
    const made = await call('POST', '/threads', { resourceId: 'ada', threadId: 't1', title: 'Tea', metadata: { a: 1 } })
    expect(made).toMatchObject({ status: 200, body: { id: 't1', title: 'Tea' } })
    expect(await call('PATCH', '/threads/t1', { title: '', resourceId: 'ada' })).toMatchObject({
      status: 200,
      body: { title: '' },
    })
    expect((await call('GET', '/threads/t1')).body).toMatchObject({ title: '', metadata: { a: 1 } })
    await tell('Hello', 't1')
    const clone = await call('POST', '/threads/t1/clone', { newThreadId: 't2', resourceId: 'ada' })
    expect(clone).toMatchObject({
      status: 200,
      body: { thread: { id: 't2' }, clonedMessages: [{ role: 'user' }, { role: 'assistant' }] },
    })
    expect((await call('POST', '/threads/t2/transfer', { newResourceId: 'bob', resourceId: 'bob' })).status).toBe(200)
    expect((await call('GET', '/threads/t2')).body).toMatchObject({ resourceId: 'bob' })
    expect((await call('GET', '/threads?resourceId=ada')).body).toMatchObject({ total: 1 })
    expect((await call('DELETE', '/threads/t1')).status).toBe(200)
    expect((await call('GET', '/threads/t1')).status).toBe(404)
  })

  it('save messages, plain text too, and delete them', async () => {
    const { call, tell } = await serve(kind)
    await tell('Hello', 't1')
    const place = { threadId: 't1', resourceId: 'ada', role: 'user', createdAt: '2031-01-01T00:00:00.000Z' }
    const messages = [
      { ...place, id: 'm1', content: { format: 2, parts: [{ type: 'text', text: 'One' }] } },
      { ...place, id: 'm2', content: 'Two', type: 'text' },
    ]
    expect((await call('POST', '/save-messages', { messages })).status).toBe(200)
    const list = async () => (await call('GET', '/threads/t1/messages?perPage=40')).body['messages'] as { id: string }[]
    expect((await list()).map(({ id }) => id)).toEqual(expect.arrayContaining(['m1', 'm2']))
    expect((await call('POST', '/messages/delete', { messageIds: ['m1'] })).status).toBe(200)
    expect((await list()).map(({ id }) => id)).toContain('m2')
    expect((await list()).map(({ id }) => id)).not.toContain('m1')
  })

  it('search, and say that there is no observational memory', async () => {
    const { call, tell } = await serve(kind)
    await tell('The blue suitcase', 't1')
    expect((await call('GET', '/search?searchQuery=suitcase&resourceId=ada')).status).toBe(200)
    expect((await call('GET', '/observational-memory?resourceId=ada')).status).toBe(400)
  })
})
