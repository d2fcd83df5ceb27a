import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openMemories } from '@daybook/memory-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createInspector } from '../dist/index.js'
import type { KnownItem } from '../src/known.ts'
import type { TimelineEvent } from '../src/timeline.ts'
import { temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

const host = 'http://127.0.0.1'

function caller(inspector: ReturnType<typeof createInspector>) {
  return {
    async get<T>(path: string): Promise<T> {
      const answer: T = JSON.parse(await (await inspector.fetch(new Request(`${host}/api/${path}`))).text())
      return answer
    },
    async post(path: string, body: object): Promise<Response> {
      return inspector.fetch(
        new Request(`${host}/api/${path}`, { method: 'POST', body: JSON.stringify(body), headers: { origin: host } }),
      )
    },
  }
}

describe('what is known', () => {
  it('is told once, whichever layers hold it, with its source, its date and its worth', async () => {
    const { memory } = await temporaryMemory({ knowledge: {} })
    await memory.addMessages('s', { id: 'm1', role: 'user', content: 'I prefer pnpm over npm.' })
    await memory.knowledge.add('project_context', 'The cluster has three nodes.')
    await memory.notes.write({ name: 'Deploys', description: 'how we deploy', type: 'project', content: 'x' })
    await memory.records.episode({ text: 'Deployed on Friday', outcome: 'success' })
    await memory.flush()
    const { items } = await caller(createInspector(memory)).get<{ items: KnownItem[] }>('known')
    expect(items.map(({ kind }) => kind).sort()).toEqual(['fact', 'knowledge', 'note', 'record'])
    const fact = items.find(({ kind }) => kind === 'fact')
    expect(fact).toMatchObject({
      source: { session: 's', message: 'm1' },
      worth: expect.any(Number),
      line: expect.any(Number),
    })
    expect(fact?.at).toMatch(/^\d{4}-/)
  })

  it.each(['\n', '\r\n', '\r'])('is edited where it stands, with every other line left alone: %j', async (end) => {
    const { memory } = await temporaryMemory({ knowledge: {} })
    const document = `# Mine${end}${end}Some words.${end}\n- [home] Lives in Porto${end}- Likes tea\n`
    await memory.facts.replace(document)
    const entry = await memory.knowledge.add('learned_fact', 'Tea is green.')
    const [record] = await memory.records.learn({ text: 'Use the blue button' })
    const { get, post } = caller(createInspector(memory))
    const idOf = async (words: string) =>
      (await get<{ items: KnownItem[] }>('known')).items.find(({ text }) => text.includes(words))?.id
    expect((await post('edit', { id: await idOf('Porto'), text: 'Lives in\n Braga ' })).status).toBe(200)
    expect(await memory.facts.read()).toBe(document.replace('Porto', 'Braga'))
    await post('edit', { id: record?.id, text: 'Use the red button' })
    expect((await memory.records.get(record?.id ?? ''))?.text).toBe('Use the red button')
    await post('edit', { id: `knowledge:${entry.id}`, text: 'Tea is black.' })
    expect((await memory.knowledge.list()).map(({ content }) => content)).toEqual(['Tea is black.'])
    for (const body of [
      { id: 'fact:0000', text: 'x' },
      { id: await idOf('tea'), text: ' ' },
      { id: 'note:n.md', text: 'x' },
      {},
    ])
      expect((await post('edit', body)).status).toBe(400)
  })

  it('loses nothing that an agent writes meanwhile', async () => {
    const { memory } = await temporaryMemory()
    await memory.facts.replace('# Mine\n\n- Likes tea\n')
    const { get, post } = caller(createInspector(memory))
    const { items } = await get<{ items: KnownItem[] }>('known')
    const written = Array.from({ length: 20 }, (_, at) => memory.facts.append(`- Agent's fact ${at}`))
    const edited = post('edit', { id: items[0]?.id, text: 'Likes coffee' })
    await Promise.all([...written, edited])
    expect((await edited).status).toBe(200)
    expect(await memory.facts.read()).toContain('- Likes coffee\n')
    expect(await memory.facts.list()).toHaveLength(21)
  })

  it('is the line that was shown, of two with the same words', async () => {
    const { memory } = await temporaryMemory()
    const document = '## Ada\n- Likes tea\n\n## Bob\n- Likes tea\n'
    await memory.facts.replace(document)
    const { get, post } = caller(createInspector(memory))
    const { items } = await get<{ items: KnownItem[] }>('known')
    const { id, line } = items.find(({ type }) => type === 'Bob') ?? {}
    await post('edit', { id, line, text: 'Likes coffee' })
    expect(await memory.facts.read()).toBe(document.replace(/tea\n$/, 'coffee\n'))
  })

  it.each(['Uses nx', 'Uses Nx', 'Uses nx '])('keeps an entry of knowledge that is saved as "%s"', async (text) => {
    const { memory } = await temporaryMemory({ knowledge: {} })
    const { id } = await memory.knowledge.add('learned_fact', 'Uses nx')
    await caller(createInspector(memory)).post('edit', { id: `knowledge:${id}`, text })
    expect(await memory.knowledge.list()).toHaveLength(1)
  })

  it('has every message of a conversation', async () => {
    const { memory } = await temporaryMemory()
    const said = Array.from({ length: 1_500 }, (_, at) => ({ role: 'user', content: `message ${at}` }) as const)
    await memory.addMessages('long', said)
    const { messages } = await caller(createInspector(memory)).get<{ messages: object[] }>('session?key=long')
    expect(messages).toHaveLength(1_500)
  })

  it('can be brought back: an earlier version of MEMORY.md, an archived record', async () => {
    const { memory } = await temporaryMemory()
    await memory.facts.replace('# One\n\n- Lives in Porto\n')
    await memory.facts.replace('# Two\n\n- Lives in Braga\n')
    const [record] = await memory.records.learn({ text: 'Use the blue button' })
    await memory.records.archive([record?.id ?? ''])
    const { get, post } = caller(createInspector(memory))
    const { events } = await get<{ events: TimelineEvent[] }>('timeline')
    const version = events.find((event) => event.version !== undefined)?.version
    expect((await post('restore', { version })).status).toBe(200)
    expect(await memory.facts.read()).toContain('Porto')
    expect(events.find(({ kind }) => kind === 'archived')?.record).toBe(record?.id)
    await post('restore', { record: record?.id })
    for (const body of [{}, { record: 5 }]) expect((await post('restore', body)).status).toBe(400)
    expect((await post('restore', { record: 'x' })).status).toBe(404)
    expect((await memory.records.list()).map(({ id }) => id)).toContain(record?.id)
  })
})

describe('the page', () => {
  it('shows the memories of several users, each by itself', async () => {
    const memories = openMemories({ directory: await temporaryDirectory(), consolidation: { auto: false } })
    onTestFinished(() => memories.close())
    for (const user of ['ada', 'bob']) await (await memories.for({ user })).facts.append(`- This is ${user}`)
    const { get } = caller(createInspector(memories))
    expect(await get('about')).toMatchObject({ users: ['ada', 'bob'] })
    const known = await get<{ items: KnownItem[] }>('known?user=bob')
    expect(known.items.map(({ text }) => text)).toEqual(['This is bob'])
  })

  it('hears of what another process writes', async () => {
    const { memory, directory } = await temporaryMemory()
    await memory.facts.append('- One')
    await memory.flush()
    const { get } = caller(createInspector(memory, { directory }))
    const { version } = await get<{ version: string }>('news')
    const next = get<{ version: string }>(`news?known=${encodeURIComponent(version)}`)
    await memory.facts.append('- Two')
    expect((await next).version).not.toBe(version)
  })

  it('is at most 150 kB when it is packed, and asks nobody else for anything', async () => {
    const folder = new URL('../dist/page/', import.meta.url).pathname
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
    )
    expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThanOrEqual(150_000)
    const urls = texts.flatMap((text) => [...text.toString().matchAll(/https?:\/\/[^\s"'`)]+/g)].map(([url]) => url))
    expect(urls.filter((url) => !url.startsWith('http://www.w3.org/'))).toEqual([])
  })
})
