import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateTokens, type Memory, openMemories, openMemory } from '@daybook/memory-core'
import { commands, memoryLearnUnheard, toolsCost } from '@daybook/memory-core/tools'
import type { Client } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryServer, type Serving, serveHttp } from '../src/index.ts'
import { eras, main, overHttp, overStdio, textOf } from './clients.ts'

const defaults = ['memory_learn', 'memory_recall', 'memory_forget', 'memory_context', 'memory_why', 'memory_log']
let root = ''
let memory: Memory
let serving: Serving

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'daybook-mcp-'))
  memory = await openMemory({ directory: join(root, 'http') })
  await memory.addMessages('monday', { role: 'user', content: 'I prefer pnpm over npm.' })
  await memory.history.append('Chose a package manager.')
  await memory.notes.write({
    filename: 'ada.md',
    name: 'Ada',
    description: 'Who Ada is',
    type: 'user',
    content: 'Tea.',
  })
  await memory.flush()
  serving = await serveHttp(memory, { port: 0, watchMs: 50 })
})

afterAll(async () => {
  await serving.close()
  await memory.close()
  await rm(root, { recursive: true })
})

describe.each(eras)('a client of the generation %s', (era) => {
  describe.each(['stdio', 'http'] as const)('over %s', (kind) => {
    const open = async (confirm?: () => boolean): Promise<Client> => {
      if (kind === 'http') return overHttp(serving.url, era, confirm)
      return (await overStdio(join(root, `stdio-${era}`), era, confirm)).client
    }
    let client: Client

    beforeAll(async () => {
      client = await open()
    })
    afterAll(() => client.close())

    it('lists the six usual tools as the table of commands has them', async () => {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(defaults)
      for (const tool of tools) {
        const row = [memoryLearnUnheard, ...commands].find(({ name }) => name === tool.name)
        expect(tool).toMatchObject({
          description: row?.description,
          title: row?.purpose.replace(/\.$/, ''),
          annotations: {
            readOnlyHint: row?.effect === 'reads',
            destructiveHint: row?.effect === 'destroys',
            openWorldHint: false,
          },
        })
      }
    })

    it('learns, recalls, explains, forgets', async () => {
      const call = (name: string, input: object) => client.callTool({ name, arguments: { ...input } })
      const text = `The deploy target of ${kind} ${era} is the staging cluster`
      const learned = await call('memory_learn', { text })
      expect(textOf(learned)).toMatch(/^Learned: \[record:/)
      const found = await call('memory_recall', { query: `deploy target ${kind} ${era}` })
      expect(textOf(found)).toContain(text)
      expect(found.structuredContent).toMatchObject({ items: expect.any(Array) })
      expect(textOf(await call('memory_why', { statement: text }))).toContain('said by    assistant')
      expect(textOf(await call('memory_context', { query: 'deploy target' }))).toContain('<memory-protocol>')
      expect(textOf(await call('memory_log', {}))).toContain(text)
      const id = String(Reflect.get(learned.structuredContent ?? {}, 'id'))
      expect(textOf(await call('memory_forget', { ids: [id] }))).toContain('Forgot 1')
      expect(textOf(await call('memory_forget', { ids: [id] }))).toContain('Not found')
    })

    it('answers errors as texts that a model can act on', async () => {
      const wrong = await client.callTool({ name: 'memory_recall', arguments: { query: 5 } })
      expect(wrong.isError).toBe(true)
      expect(textOf(wrong)).toContain('query')
      await expect(client.callTool({ name: 'memory_erase', arguments: {} })).rejects.toThrow('memory_erase')
      await expect(client.readResource({ uri: 'memory://session/none' })).rejects.toThrow('memory://session/none')
    })

    it('asks the user before it forgets, where the client can', async () => {
      const text = `A secret of ${kind} ${era}`
      let agrees = false
      const asked = await open(() => agrees)
      const learned = await asked.callTool({ name: 'memory_learn', arguments: { text } })
      const ids = [String(Reflect.get(learned.structuredContent ?? {}, 'id'))]
      // HTTP of the older generation has no way back to the client: the host asks, by the hint of the tool.
      const canAsk = !(kind === 'http' && era === 'legacy')
      if (canAsk) {
        const refused = await asked.callTool({ name: 'memory_forget', arguments: { ids } })
        expect(textOf(refused)).toBe('The user did not agree: nothing was removed.')
        const unknown = await asked.callTool({ name: 'memory_forget', arguments: { ids: ['record:none'] } })
        expect(textOf(unknown)).toMatch(/^Nothing was removed\. Not found: record:none\./)
      }
      agrees = true
      expect(textOf(await asked.callTool({ name: 'memory_forget', arguments: { ids } }))).toContain('Forgot 1')
      await asked.close()
    })

    it('gets the prompt of what is known', async () => {
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).toEqual(['what_do_you_know_about_me'])
      const { messages } = await client.getPrompt({ name: 'what_do_you_know_about_me' })
      expect(JSON.stringify(messages)).toContain('What do you know about me?')
    })
  })

  it('reads the receipt of the context that was told last', async () => {
    await memory.buildContext({ session: 'receipts', query: 'Which package manager?' })
    await memory.flush()
    const client = await overHttp(serving.url, era)
    const { contents } = await client.readResource({ uri: 'memory://told' })
    expect(JSON.stringify(contents)).toContain('I prefer pnpm over npm')
    expect(JSON.stringify(contents)).toContain('isExact')
    await client.close()
  })

  it('reads MEMORY.md, the history, notes and a conversation', async () => {
    const client = await overHttp(serving.url, era)
    const read = async (uri: string) => JSON.stringify((await client.readResource({ uri })).contents)
    expect(await read('memory://MEMORY.md')).toContain('I prefer pnpm over npm')
    expect(await read('memory://history')).toContain('Chose a package manager.')
    expect(await read('memory://notes')).toContain('ada.md')
    expect(await read('memory://notes/ada.md')).toContain('Tea.')
    expect(await read('memory://session/monday')).toContain('**user**')
    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    expect(uris).toEqual(expect.arrayContaining(['memory://MEMORY.md', 'memory://session/monday']))
    await client.close()
  })

  it('is told over stdio when MEMORY.md changes, by whoever changes it', async () => {
    const directory = join(root, `watch-${era}`)
    const { client } = await overStdio(directory, era)
    const told = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
    })
    if (era === 'legacy') await client.subscribeResource({ uri: 'memory://MEMORY.md' })
    else await client.listen({ resourceSubscriptions: ['memory://MEMORY.md'] })
    const other = await openMemory({ directory })
    await other.facts.append('- Likes green tea')
    expect(await told).toBe('memory://MEMORY.md')
    await other.close()
    await client.close()
  })

  it('has read MEMORY.md before it serves over stdio, so that it misses no change', async () => {
    const memory = await openMemory({ directory: join(root, `slow-${era}`) })
    const served = era === 'legacy' ? 'legacy' : 'modern'
    let isRead = false
    const read = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      isRead = true
      return memory.facts.read()
    }
    const server = await createMemoryServer({ ...memory, facts: { ...memory.facts, read } })({ era: served })
    expect(isRead).toBe(served === 'modern')
    await server.close()
    await memory.close()
  })

  it('stops waiting for a call that it cancels', async () => {
    const client = await overHttp(serving.url, era)
    const stopping = new AbortController()
    const call = client.callTool({ name: 'memory_recall', arguments: { query: 'pnpm' } }, { signal: stopping.signal })
    stopping.abort(new Error('stopped by the test'))
    await expect(call).rejects.toThrow('stopped by the test')
    expect(textOf(await client.callTool({ name: 'memory_recall', arguments: { query: 'pnpm' } }))).toContain('pnpm')
    await client.close()
  })
})

describe('the README', () => {
  it('has an example of what a model learns and is told in another chat', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    const asked = (name: string) => {
      const json = new RegExp(`\`${name} (\\{.*?\\})\``).exec(readme)?.[1]
      return { name, arguments: JSON.parse(json ?? `no example of ${name}`) }
    }
    const directory = join(root, 'readme')
    const monday = await overStdio(directory, 'legacy')
    expect(textOf(await monday.client.callTool(asked('memory_learn')))).toContain('Learned')
    await monday.client.close()
    const tuesday = await overStdio(directory, 'legacy')
    const line = '- I prefer pnpm over npm ('
    expect(await readFile(join(directory, 'memory/MEMORY.md'), 'utf8')).toContain(line)
    expect(textOf(await tuesday.client.callTool(asked('memory_context')))).toContain(line)
    await tuesday.client.close()
  })
})

describe('a server', () => {
  it('is told over HTTP of changes by subscribers of the newer generation', async () => {
    const client = await overHttp(serving.url, '2026-07-28')
    const told = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
    })
    const subscription = await client.listen({ resourceSubscriptions: ['memory://MEMORY.md'] })
    await memory.facts.append('- Likes oolong')
    expect(await told).toBe('memory://MEMORY.md')
    await subscription.close()
    await client.close()
  })

  it('costs a model at most 900 tokens', () => {
    const rows = defaults.map((name) => commands.find((row) => row.name === name))
    const brief = rows.flatMap((row) => (row ? { ...row, inputSchema: row.briefSchema } : []))
    expect(brief).toHaveLength(6)
    expect(toolsCost(brief, estimateTokens)).toBeLessThanOrEqual(900)
  })

  it.each([
    ['Host', { host: 'evil.example' }],
    ['Origin', { origin: 'https://evil.example' }],
  ])('refuses a foreign %s', async (_, headers) => {
    const status = await new Promise((resolve, reject) => {
      const asked = request(serving.url, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asked.on('error', reject)
      asked.end('{}')
    })
    expect(status).toBe(403)
  })

  it('takes the user from the token, and serves nobody without one', async () => {
    const memories = openMemories({ directory: join(root, 'many') })
    const ada = await memories.for({ user: 'ada' })
    await ada.facts.append('- Likes tea')
    const handler = createMcpHandler(createMemoryServer(memories, { onError: () => undefined }))
    const ask = async (sub?: string) => {
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'memory_context', arguments: {} },
      }
      const asked = new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(body),
      })
      const authInfo = sub === undefined ? undefined : { token: 't', clientId: 'c', scopes: [], extra: { sub } }
      return (await handler.fetch(asked, authInfo ? { authInfo } : {})).text()
    }
    expect(await ask('ada')).toContain('Likes tea')
    expect(await ask('bob')).not.toContain('Likes tea')
    const nobody = await ask()
    expect(nobody).toContain('isError')
    expect(nobody).not.toContain('Likes tea')
    await handler.close()
    await memories.close()
  })

  it('offers only what reads, where it is said so', async () => {
    const reading = await serveHttp(memory, { port: 0, readOnly: true })
    const client = await overHttp(reading.url, '2026-07-28')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['memory_recall', 'memory_context', 'memory_why', 'memory_log'])
    await client.close()
    await reading.close()
  })

  it('says that a port is in use, and what to do', async () => {
    const port = Number(new URL(serving.url).port)
    await expect(serveHttp(memory, { port })).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(new RegExp(`^port ${port} cannot be used: .*; choose another one$`)),
    })
  })

  it.each(['pipe', 'ignore'] as const)('ends over stdio when nobody is there to ask it (%s)', (stdin) => {
    const args = [main, '--directory', join(root, `nobody-${stdin}`)]
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: [stdin, 'pipe', 'pipe'], encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.each([
    [['--port', '99999'], /^daybook-mcp: --port is "99999", expected a number from 0 to 65535\n$/],
    [['--port', '-1'], /^daybook-mcp: [^\n]+\n$/],
    [['--user', ''], /^daybook-mcp: --user is empty[^\n]*\n$/],
    [['--user', 'ada'], /^daybook-mcp: \S+ is the directory of one memory[^\n]*\n$/],
    [['--colour'], /^daybook-mcp: Unknown option '--colour'[^\n]*\n$/],
  ])('does not start with %j', async (args, expected) => {
    const directory = join(root, 'one')
    await (await openMemory({ directory })).close()
    const { status, stderr } = spawnSync(process.execPath, [main, '--directory', directory, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(expected) })
  })

  it('says which options there are', () => {
    expect(() => createMemoryServer(memory, { tools: ['memory_recal'] })).toThrow('did you mean "memory_recall"')
    expect(() => createMemoryServer(memory, { watchMs: -1 })).toThrow('createMemoryServer.watchMs is -1')
  })
})
