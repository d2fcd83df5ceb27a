import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../src/events.ts'
import { localStorage } from '../../src/local/storage.ts'
import { layerCalls } from '../../src/memory/layer-calls.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { MemoryOptions } from '../../src/options.ts'
import { foundBelow, holds, newSaid, newSecret } from './secret.ts'
import { seenWrites } from './seen-writes.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const at = '2026-11-21T09:30:00.000Z'
const mark = '[redacted: github-token]'

const portsThatWrite = [
  'files.append',
  'files.write',
  'items.put',
  'passages.update',
  'records.update',
  'records.write',
]

type Calls<Layer> = { readonly [Method in keyof Layer]: (layer: Layer, secret: string) => unknown }

const note = (name: string, secret: string) => ({
  filename: `${name}.md`,
  name: `The ${secret}`,
  description: `about ${secret}`,
  type: 'user' as const,
  content: `It is ${secret}`,
})
const message = (secret: string) => ({
  id: 'm-1',
  role: 'assistant' as const,
  name: secret,
  content: [
    { type: 'text' as const, text: `it is ${secret}` },
    { type: 'reasoning' as const, text: secret },
  ],
  toolCalls: [{ id: 'c', name: 'login', input: { with: [secret], [secret]: 1 } }],
  metadata: { deep: { er: secret } },
  native: { framework: 'x', value: { parts: [{ text: secret }] } },
  extra: secret,
})

/** Every call of every layer, with a secret wherever it takes a text. */
const calls: { readonly [Name in keyof typeof layerCalls]: Calls<Memory[Name]> } = {
  facts: {
    replace: (facts, secret) => facts.replace(`# Facts\n- uses ${secret}\n`),
    append: async (facts, secret) => {
      await facts.append(`- uses ${secret}`)
      await facts.append({ text: `uses ${secret}`, category: secret })
    },
    read: (facts) => facts.read(),
    list: (facts, secret) => facts.list({ category: secret }),
    search: (facts, secret) => facts.search(secret),
    compact: (facts) => facts.compact(),
    versions: (facts) => facts.versions(),
    restore: async (facts) => facts.restore((await facts.versions())[0]?.id ?? ''),
  },
  history: {
    append: (history, secret) => history.append(`learned ${secret}`),
    list: (history) => history.list(),
    search: (history, secret) => history.search(secret),
  },
  notes: {
    write: (notes, secret) => notes.write(note('written', secret)),
    update: (notes, secret) => notes.update('written', 'It is', `It was ${secret} and is`),
    create: (notes, secret) => notes.create('created.md', `---\nname: a\ndescription: has ${secret}\n---\n${secret}`),
    edit: (notes, secret) => notes.edit('created.md', (text) => `${text}\n${secret}`),
    rename: (notes, secret) => expect(notes.rename('created.md', secret)).rejects.toMatchObject({ code: 'bad-input' }),
    list: (notes) => notes.list(),
    read: (notes, secret) => notes.read(secret),
    delete: (notes) => notes.delete('created.md'),
    index: (notes) => notes.index(),
  },
  knowledge: {
    add: async (knowledge, secret) => {
      await knowledge.add('user_preference', `likes ${secret}`, { source: secret, tags: [secret] })
      await knowledge.add(secret, 'likes tea')
    },
    get: (knowledge, secret) => knowledge.get(secret),
    search: (knowledge, secret) => knowledge.search(secret),
    byCategory: (knowledge) => knowledge.byCategory('user_preference'),
    list: (knowledge) => knowledge.list(),
    remove: (knowledge, secret) => knowledge.remove(secret),
    clearCategory: (knowledge) => knowledge.clearCategory('learned_fact'),
    stats: (knowledge) => knowledge.stats(),
    exportForContext: (knowledge) => knowledge.exportForContext(),
    flush: (knowledge) => knowledge.flush(),
  },
  records: {
    learn: (records, secret) =>
      records.learn({
        text: `uses ${secret}`,
        tags: [secret],
        source: { session: 's', messageId: 'm', quote: secret },
      }),
    update: async (records, secret) => {
      const [first] = await records.list()
      await records.update(first?.id ?? '', { text: `no longer uses ${secret}`, tags: [secret] })
    },
    episode: (records, secret) => records.episode({ text: `tried ${secret}`, outcome: `failed with ${secret}` }),
    procedure: (records, secret) =>
      records.procedure({ name: `login ${secret}`, steps: [`type ${secret}`], text: secret }),
    get: (records, secret) => records.get(secret),
    list: (records, secret) => records.list({ tags: [secret.slice(0, 64)] }),
    archive: (records, secret) => records.archive([secret]),
    restore: (records, secret) => records.restore([secret]),
    remove: (records, secret) => records.remove([secret]),
    recall: (records, secret) => records.recall(secret),
    reinforce: (records, secret) => records.reinforce([secret]),
    report: (records, secret) => expect(records.report(secret, 'success')).rejects.toMatchObject({ code: 'not-found' }),
    stats: (records) => records.stats(),
  },
  sessions: {
    append: (sessions, secret) => sessions.append('s', message(secret)),
    align: (sessions, secret) =>
      sessions.align('t', [
        { role: 'user', content: `I always use ${secret}` },
        { role: 'assistant', content: 'noted' },
      ]),
    update: (sessions, secret) => sessions.update('s', 'm-1', { content: secret, metadata: { secret } }),
    describe: (sessions, secret) => sessions.describe('s', { title: secret, metadata: { secret } }),
    list: (sessions) => sessions.list(),
    get: (sessions) => sessions.get('s'),
    messages: (sessions) => sessions.messages('s', { archived: true }),
    remove: (sessions, secret) => sessions.remove('s', [secret]),
    setAside: (sessions, secret) => sessions.setAside('s', [secret]),
    trim: (sessions) => sessions.trim('s', 0),
    clear: (sessions) => sessions.clear('t'),
    recap: (sessions) => sessions.recap('s'),
  },
  responses: {
    put: (responses, secret) =>
      responses.put('key', { text: secret, list: [secret] }, { model: secret, message: `what is ${secret}` }),
    key: (responses, secret) => responses.key({ model: 'm', message: secret }),
    get: (responses) => responses.get('key'),
    invalidate: (responses, secret) => responses.invalidate(secret),
    clear: (responses) => responses.stats(),
    stats: (responses) => responses.stats(),
  },
  items: {
    put: (items, secret) =>
      items.put([{ namespace: ['a'], key: 'k', value: { token: secret, [secret]: [secret] }, at }]),
    get: (items) => items.get(['a'], ['k'], { at }),
    remove: (items, secret) => items.remove(['a'], [secret]),
    clear: (items) => items.clear(['nothing']),
    search: (items, secret) => items.search({ prefix: [], filter: { token: secret }, limit: 1, at }),
    namespaces: (items) => items.namespaces({ limit: 1, at }),
    count: (items) => items.count([], at),
    prune: (items) => items.prune([], { at }),
  },
}

/** The calls of the memory itself that are no layers. */
const own: Readonly<Record<string, (memory: Memory, secret: string) => unknown>> = {
  addMessages: (memory, secret) =>
    memory.addMessages('u', [
      { role: 'user', content: `I prefer ${secret} over everything. Remember that I always use ${secret}.` },
      { role: 'tool', toolCallId: 'c', content: `{"token":"${secret}"}` },
    ]),
  buildContext: (memory, secret) => memory.buildContext({ session: 'u', query: `what about ${secret}?` }),
  recall: (memory, secret) => memory.recall(secret),
  consolidate: (memory) => memory.consolidate('u'),
  resetSession: (memory) => memory.resetSession('s'),
  maintain: (memory) => memory.maintain(),
  forget: (memory, secret) => memory.forget({ ids: [secret] }),
  scrub: (memory) => memory.scrub({ dryRun: true }),
  log: (memory) => memory.log(),
  check: (memory) => memory.check(),
  backup: async (memory) => {
    const place = join(await temporaryDirectory(), 'backup')
    await memory.backup(place)
    expect((await readdir(place)).length).toBeGreaterThan(0)
  },
  tools: async (memory, secret) => {
    const tools = await memory.tools({ tools: 'all' })
    const inputs: Readonly<Record<string, object>> = {
      memory_learn: { text: `knows ${secret}`, tags: [secret] },
      memory_episode: { text: `did ${secret}`, outcome: secret },
      memory_procedure: { name: secret, steps: [secret] },
      memory_write: note('by_tool', secret),
      memory_update: { filename: 'by_tool.md', old_text: 'It is', new_text: `It was ${secret}` },
    }
    for (const tool of tools) {
      const input = inputs[tool.name]
      if (input) await tool.execute(input)
    }
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  },
  flush: (memory) => memory.flush(),
  close: (memory) => memory.close(),
}

/** A model that repeats secrets, with characters escaped. */
function leakingModel(secret: string): () => Promise<string> {
  const escaped = `\\u0067${secret.slice(1)}`
  return async () =>
    JSON.stringify({ history_entry: `said ${secret}`, memory_update: `# Facts\n- has XX` }).replace('XX', escaped)
}

const options = (more: Partial<MemoryOptions>): Partial<MemoryOptions> => ({
  knowledge: {},
  responses: { enabled: true },
  clock: () => Date.parse(at),
  ...more,
})

describe('row 17: secrets never reach the disk', () => {
  const kinds = Object.keys(newSaid)

  // Each call gets two of the kinds: what is taken for a secret does not depend on the call.
  it.each([kinds.filter((_, at) => at % 2 === 0), kinds.filter((_, at) => at % 2 > 0)])(
    'through no call of the memory and of its layers, before the first byte is written: %s and %s in turns',
    {
      timeout: 60_000,
    },
    async (...inTurns) => {
      const directory = await temporaryDirectory()
      const secrets: string[] = []
      const lines: string[] = []
      const log = (line: string): void => void lines.push(line)
      const onEvent = (event: MemoryEvent): void => void lines.push(JSON.stringify(event))
      const make = (): string => {
        const { secret = '', text = '' } = newSaid[inTurns[secrets.length % inTurns.length] ?? '']?.() ?? {}
        secrets.push(secret)
        return text
      }
      const token = newSecret()
      secrets.push(token)
      const [seen, leaks] = [new Set<string>(), new Set<string>()]
      const storage = seenWrites(await localStorage({ directory }), (call, written) => {
        seen.add(call)
        if (holds(written, ...secrets)) leaks.add(call)
      })
      const model = leakingModel(token)
      const memory = await openMemory({
        storage,
        ...options({ model, onEvent, logger: { info: log, warn: log, error: log } }),
      })
      for (const name of Object.keys(layerCalls) as (keyof typeof layerCalls)[]) {
        const ownOf: Readonly<Record<string, (layer: never, secret: string) => unknown>> = calls[name]
        expect(new Set(Object.keys(ownOf)), name).toEqual(new Set(Object.keys(memory[name])))
        for (const [method, call] of Object.entries(ownOf)) {
          await call(memory[name] as never, make())
          expect([...leaks], `${name}.${method}`).toEqual([])
          expect(await foundBelow(directory, secrets.slice(-1)), `${name}.${method}`).toEqual([])
        }
      }
      const layers = [...Object.keys(layerCalls), 'receipts', 'layers', 'toolChoice']
      const ownCalls = Object.keys(memory).filter((key) => !layers.includes(key))
      expect(new Set(Object.keys(own))).toEqual(new Set(ownCalls))
      for (const [method, call] of Object.entries(own)) {
        await call(memory, make())
        await delay(5)
        expect([...leaks], method).toEqual([])
        expect(await foundBelow(directory, secrets), method).toEqual([])
      }
      for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([])
      expect(lines.some((line) => line.includes('secret-redacted'))).toBe(true)
      expect([...seen].sort()).toEqual(portsThatWrite)
    },
  )

  it('as a statement of which nothing else is left, which becomes no record and no line', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory() })
    for (const text of [newSecret(), `"${newSecret()}".`])
      await expect(memory.records.learn({ text })).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('nothing is left of records[0].text but a secret'),
      })
    await memory.flush()
    expect(await memory.records.list()).toEqual([])
    expect(await memory.facts.list()).toEqual([])
    await memory.close()
  })

  it.each(Object.keys(newSaid))(
    'and every one that is stored without redaction is seen on its way there: %s',
    async (kind) => {
      const { secret = '', text = '' } = newSaid[kind]?.() ?? {}
      const leaks = new Set<string>()
      const storage = seenWrites(await localStorage({ directory: await temporaryDirectory() }), (call, written) => {
        if (holds(written, secret)) leaks.add(call)
      })
      const memory = await openMemory({ storage, ...options({ redaction: false }) })
      await memory.addMessages('s', { role: 'user', content: `I prefer ${text}` })
      await memory.facts.replace(`- ${text}`)
      await memory.records.learn({ text })
      await memory.items.put([{ namespace: ['a'], key: 'k', value: { text }, at }])
      await memory.recall('tea')
      await memory.close()
      expect([...leaks].sort()).toEqual([
        'files.append',
        'files.write',
        'items.put',
        'passages.update',
        'records.write',
      ])
    },
  )

  it('through a model that writes them into facts and history', async () => {
    const directory = await temporaryDirectory()
    const secret = newSecret()
    const events: MemoryEvent[] = []
    const memory = await openMemory({
      directory,
      ...options({ model: leakingModel(secret), onEvent: (event) => void events.push(event) }),
    })
    await memory.addMessages(
      'a',
      [1, 2, 3].map((turn) => ({ role: 'user', content: `turn ${turn}` })),
    )
    await memory.resetSession('a')
    expect(await memory.facts.read()).toContain(`- has ${mark}`)
    expect((await memory.history.list()).map(({ text }) => text).join()).toContain(`said ${mark}`)
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'secret-redacted',
        session: 'a',
        details: { place: 'consolidation', 'github-token': 3 },
      }),
    )
    expect(await foundBelow(directory, [secret])).toEqual([])
    await memory.close()
  })

  it('in no error of refused input', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), ...options({}) })
    const secret = newSecret()
    const refused: readonly (() => Promise<unknown>)[] = [
      () => memory.addMessages('a', { role: secret as 'user', content: 'x' }),
      () => memory.addMessages('a', { role: 'user', content: { secret } as unknown as string }),
      () => memory.addMessages(`a/${secret}`.repeat(600), { role: 'user', content: 'x' }),
      () => memory.facts.append({ secret } as unknown as string),
      () => memory.notes.write({ ...note('x', 'y'), filename: `${secret}/..` }),
      () => memory.notes.read({ secret } as unknown as string),
      () => memory.notes.delete(secret),
      () => memory.records.learn({ text: 'x', [secret]: secret } as { text: string }),
      () => memory.records.update(secret, { text: 'x' }),
      () => memory.responses.put(`${secret}\ud800`, {}),
      () => memory.items.put([{ namespace: [''], key: secret, value: {}, at }]),
      () => memory.recall({ secret } as unknown as string),
      () => memory.history.append('x', { at: secret }),
      () => memory.tools({ tools: [secret] }),
    ]
    for (const [turn, call] of refused.entries()) {
      const error: unknown = await call().then(
        () => 'nothing',
        (reason: unknown) => reason,
      )
      expect(error, `${turn}`).toBeInstanceOf(Error)
      expect(String(error), `${turn}`).not.toContain(secret.slice(4, 20))
    }
    await memory.close()
  })
})

describe('redaction', () => {
  it('keeps ids, and everything else of a message as it was given', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), ...options({}) })
    const secret = newSecret()
    const [stored] = await memory.addMessages('a', { ...message(secret), id: secret })
    expect(stored).toMatchObject({
      id: secret,
      name: mark,
      content: [{ text: `it is ${mark}` }, { text: mark }],
      toolCalls: [{ id: 'c', name: 'login', input: { with: [mark], [mark]: 1 } }],
      metadata: { deep: { er: mark } },
      native: { framework: 'x', value: { parts: [{ text: mark }] } },
    })
    await memory.close()
  })

  it('aligns a conversation that is sent again, and reports a secret once', async () => {
    const events: MemoryEvent[] = []
    const memory = await openMemory({
      directory: await temporaryDirectory(),
      ...options({ onEvent: (event) => void (event.type === 'secret-redacted' && events.push(event)) }),
    })
    const first = [
      { role: 'user', content: `use ${newSecret()}` },
      { role: 'assistant', content: 'done' },
    ] as const
    await memory.sessions.align('a', first)
    const again = await memory.sessions.align('a', [...first, { role: 'user', content: 'thanks' }])
    expect(again.appended.map(({ content }) => content)).toEqual(['thanks'])
    expect(await memory.sessions.messages('a')).toHaveLength(3)
    expect(events).toEqual([
      {
        type: 'secret-redacted',
        level: 'info',
        message: 'kept secrets out of what sessions.align stored: 1 × github-token',
        session: 'a',
        details: { place: 'sessions.align', 'github-token': 1 },
      },
    ])
    await memory.close()
  })

  it('stands a call that a host puts another one in the place of, and back', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), ...options({}) })
    const { append } = memory.facts
    memory.facts.append = async () => {
      throw new Error('disk full')
    }
    await expect(memory.facts.append('- tea')).rejects.toThrow('disk full')
    memory.facts.append = append
    await memory.facts.append(`- tea ${newSecret()}`)
    expect(await memory.facts.read()).toContain(`- tea ${mark}`)
    await memory.close()
  })

  it('says nothing of a call that was refused', async () => {
    const events: MemoryEvent[] = []
    const memory = await openMemory({
      directory: await temporaryDirectory(),
      ...options({ onEvent: (event) => void events.push(event) }),
    })
    await expect(memory.addMessages('a', { role: 'nobody' as 'user', content: newSecret() })).rejects.toMatchObject({
      code: 'bad-input',
    })
    expect(events.filter(({ type }) => type === 'secret-redacted')).toEqual([])
    await memory.close()
  })

  it('refuses what cannot be looked through, and leaves what has no JSON to the layer', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), ...options({}) })
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    await expect(memory.addMessages('a', { role: 'user', content: 'x', metadata: circle })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('cycles'),
    })
    await memory.close()
  })

  it('keeps the header of a note readable', async () => {
    const memory = await openMemory({ directory: await temporaryDirectory(), ...options({}) })
    const text = `---\nname: keys\ndescription: the ${newSecret()} key\ntype: user\n---\nbody`
    expect(await memory.notes.create('keys', text)).toMatchObject({ name: 'keys', description: `the ${mark} key` })
    await memory.notes.edit('keys', (before) => before.replace('name: keys', `name: ${newSecret()}`))
    expect(await memory.notes.list()).toMatchObject([{ name: mark, description: `the ${mark} key`, type: 'user' }])
    await memory.close()
  })

  it('can be turned off, added to, and told what to let through', async () => {
    const secret = newSecret()
    const said = `HOUSE-12 ${secret} password=hunter2000`
    const stored = async (redaction: MemoryOptions['redaction']) => {
      const memory = await openMemory({ directory: await temporaryDirectory(), redaction })
      await memory.facts.replace(said)
      const text = await memory.facts.read()
      await memory.close()
      return text
    }
    expect(await stored(false)).toBe(said)
    expect(await stored({ rules: [{ name: 'house', pattern: /HOUSE-\d\d/ }] })).toBe(
      `[redacted: house] ${mark} password=[redacted: password]`,
    )
    expect(await stored({ allow: ({ rule }) => rule === 'password' })).toBe(`HOUSE-12 ${mark} password=hunter2000`)
  })

  it.each([
    true,
    { rule: [] },
    { rules: {} },
    { rules: [{ name: 'Bad Name', pattern: /x/ }] },
    { rules: [{ name: 'x', pattern: 'x' }] },
    { rules: [{ name: 'x', pattern: /x/, isSecret: true }] },
    { rules: [{ name: 'x', pattern: /x/, more: 1 }] },
    { allow: true },
  ])('refuses the option %j', async (redaction) => {
    const given = { directory: await temporaryDirectory(), redaction } as unknown as MemoryOptions
    await expect(openMemory(given)).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining('redaction'),
    })
  })
})
