import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Memory, ProfileName } from '../../src/index.ts'
import { type ScriptedReply, scriptedPrompt } from '../../src/testing/index.ts'
import { historyTexts, reply, talk, type Workspace, windowIds, workspace } from '../consolidation/workspace.ts'
import {
  autobotGrep,
  chatLine,
  gripFacts,
  gripHistory,
  gripKnowledge,
  indexNote,
  neoclawHistory,
  neoclawSession,
  rebuiltIndex,
} from './described-readers.ts'

interface Moved extends Workspace {
  memory: Memory
  /** A file of the workspace as the described system left it. */
  before(path: string): Promise<string>
}

/** Opens a copy of what a described system wrote. */
async function movedIn(profile: ProfileName, replies: readonly ScriptedReply[] = []): Promise<Moved> {
  const place = await workspace()
  const fixture = join(import.meta.dirname, 'fixtures', profile)
  await cp(fixture, place.directory, { recursive: true })
  const memory = await place.open({ profile, model: scriptedPrompt(replies) })
  return { ...place, memory, before: (path) => readFile(join(fixture, path), 'utf8') }
}

const texts = (items: readonly { text: string }[]): string[] => items.map(({ text }) => text)

describe('a workspace that Grip wrote', () => {
  it('opens as it is: every file is read, none is changed', async () => {
    const { memory, before, text, events } = await movedIn('grip')
    expect(await memory.facts.list()).toHaveLength(6)
    expect(await memory.history.list()).toHaveLength(7)
    expect(await memory.knowledge.list()).toMatchObject([
      { category: 'user_preference', accessCount: 3, createdAt: '2024-02-28T14:23:45.250Z', tags: ['language'] },
      { category: 'error_pattern', accessCount: 0, source: 'chat' },
    ])
    await memory.recall('database')
    await memory.flush()
    for (const path of [
      'memory/MEMORY.md',
      'memory/HISTORY.md',
      'memory/HISTORY.archive.20240227120000.md',
      'memory/knowledge.json',
    ])
      expect([path, await text(path)]).toEqual([path, await before(path)])
    expect(events.filter(({ level }) => level !== 'info')).toEqual([])
  })

  it('is searched: by recall over every layer, and by the searches of the document', async () => {
    const { memory } = await movedIn('grip')
    const layersOf = async (query: string) => new Set((await memory.recall(query)).items.map(({ layer }) => layer))
    expect(await layersOf('TypeScript JavaScript')).toContain('facts')
    expect(await layersOf('connection pooling')).toContain('history')
    expect(await memory.facts.search('PostgreSQL database', { category: 'project_decision' })).toEqual([
      '- [project_decision] Using PostgreSQL for primary database',
    ])
    expect((await memory.history.search('pool parameter'))[0]).toContain('via the `pool` parameter')
    expect((await memory.knowledge.search('cors')).map(({ content }) => content)).toEqual([
      'CORS errors fixed by adding origin header',
    ])
  })

  it('G27 is searched with its archives, which the described system leaves out', async () => {
    const { memory } = await movedIn('grip')
    const archived = '[2024-02-26 08:00:00 UTC] User: Which cloud do we deploy to?'
    expect(await memory.history.search('cloud')).toEqual([archived])
    expect(await memory.history.search('cloud', { archives: false })).toEqual([])
  })

  it('is added to, and stays readable by the rules of Grip', async () => {
    const { memory, text, before } = await movedIn('grip', [
      '- [user_preference] Likes pnpm\n- [learned_fact] Etna is up',
    ])
    await memory.facts.append({ text: 'Deploys on Fridays', category: 'project_decision' })
    await memory.knowledge.add('learned_fact', 'Etna is the staging server', { tags: ['server'] })
    await memory.knowledge.add('user_preference', 'prefers typescript over javascript')
    await memory.addMessages('chat', talk(21))
    await memory.flush()
    const facts = await text('memory/MEMORY.md')
    expect(facts.startsWith(await before('memory/MEMORY.md'))).toBe(true)
    expect(gripFacts(facts, 'user_preference')).toHaveLength(3)
    expect(gripFacts(facts, 'project_decision').at(-1)).toBe('- [project_decision] Deploys on Fridays')
    expect(gripFacts(facts, 'learned_fact')).toEqual(['- [learned_fact] Etna is up'])
    expect(facts).toContain('\n### Consolidated 2026-03-01\n')
    const history = gripHistory(await text('memory/HISTORY.md'))
    expect(history).toHaveLength(6)
    expect(history.at(-1)).toMatchObject({
      time: '2026-03-01 09:30:00',
      text: expect.stringMatching(/^Consolidated 11/),
    })
    expect(
      gripKnowledge(await text('memory/knowledge.json')).map((entry) => [entry.content, entry.access_count]),
    ).toEqual([
      ['Prefers TypeScript over JavaScript', 4],
      ['CORS errors fixed by adding origin header', 0],
      ['Etna is the staging server', 0],
    ])
  })

  it('P5 answers from the cache file that Grip wrote, for its hour', async () => {
    const { memory, text } = await movedIn('grip')
    const key = memory.responses.key({ message: 'What is the capital of France?', model: 'gpt-4o-mini' })
    expect(await memory.responses.get(key)).toBeUndefined()
    expect(JSON.parse((await text('state/semantic_cache.json')) || '{}')).toEqual({})
    await memory.close()
    const place = await movedIn('grip')
    place.clock.set('2024-02-28T15:23:45.249Z')
    expect(await place.memory.responses.get(key)).toBe('Paris')
    place.clock.advance(1)
    expect(await place.memory.responses.get(key)).toBeUndefined()
  })
})

describe('a workspace that the index system wrote', () => {
  const files = ['MEMORY.md', 'feedback_testing.md', 'project_auth.md', 'scratch.md', 'user_prefs.md']

  async function onDisk({ directory }: Workspace): Promise<Map<string, string>> {
    const names = (await readdir(join(directory, '.memory'))).filter((name) => name.endsWith('.md')).sort()
    const read = names.map(async (name) => [name, await readFile(join(directory, '.memory', name), 'utf8')] as const)
    return new Map(await Promise.all(read))
  }

  it('opens as it is: the index is what its rules make of the files', async () => {
    const moved = await movedIn('index')
    expect(await moved.memory.notes.index()).toBe(await moved.before('.memory/MEMORY.md'))
    expect((await moved.memory.notes.list()).map(({ filename, type }) => `${filename} ${type}`)).toEqual([
      'feedback_testing.md feedback',
      'project_auth.md project',
      'scratch.md other',
      'user_prefs.md user',
    ])
    for (const name of files) expect(await moved.text(`.memory/${name}`)).toBe(await moved.before(`.memory/${name}`))
  })

  it('is searched: by recall, and by the tools', async () => {
    const { memory } = await movedIn('index')
    const [found] = (await memory.recall('vim keybindings')).items
    expect(found).toMatchObject({ layer: 'notes', type: 'user' })
    const read = (await memory.tools()).find(({ name }) => name === 'memory_read')
    expect(await read?.execute({ filename: 'user_prefs.md' })).toContain('- Timezone: UTC+8')
  })

  it('is added to, and stays readable by its rules', async () => {
    const moved = await movedIn('index')
    const { memory } = moved
    await memory.notes.write({
      name: 'CI: how',
      description: 'Where the pipeline is',
      type: 'reference',
      content: '- ci/',
    })
    await memory.notes.write({
      filename: 'a_first.md',
      name: 'First',
      description: 'One',
      type: 'user',
      content: 'one',
    })
    await memory.notes.update(
      'user_prefs.md',
      '- Uses vim keybindings',
      '- Uses vim keybindings\n- Prefers a dark theme',
    )
    await memory.notes.delete('project_auth.md')
    const stored = await onDisk(moved)
    const { meta, body } = indexNote(stored.get('user_prefs.md') ?? '')
    expect([...meta]).toEqual([
      ['name', 'User Preferences'],
      ['description', 'Editor settings and communication style'],
      ['type', 'user'],
      ['updated', '2026-03-01'],
    ])
    expect(body).toBe('- Prefers concise answers\n- Uses vim keybindings\n- Prefers a dark theme\n- Timezone: UTC+8')
    expect(stored.get('scratch.md')).toBe(await moved.before('.memory/scratch.md'))
    const plain = new Map(
      [...stored].filter(([name]) => indexNote(stored.get(name) ?? '').meta.get('type') !== 'reference'),
    )
    const withoutReference = (stored.get('MEMORY.md') ?? '').replace(/\n## Reference\n.*\n/, '')
    expect(withoutReference).toBe(rebuiltIndex(plain))
  })

  it('keeps a name with a colon whole for its reader, which takes quotation marks for part of it', async () => {
    const moved = await movedIn('index')
    const note = await moved.memory.notes.write({ name: 'CI: how', description: 'd', type: 'reference', content: 'x' })
    const { meta } = indexNote(await moved.text(`.memory/${note.filename}`))
    expect((meta.get('name') ?? '').replaceAll(/^['"]|['"]$/g, '')).toBe('CI: how')
  })
})

describe('a workspace that Autobot wrote', () => {
  // The document says of the session file only that it is JSONL: its lines have what the prompt shows of a message.
  it('opens as it is, with the session that was going on', async () => {
    const { memory, text, before, events } = await movedIn('autobot')
    expect(await memory.facts.read()).toBe(await before('memory/MEMORY.md'))
    expect(await historyTexts(memory)).toEqual([
      'User asked about api changes in version 2. Agreed to keep the old endpoints until March.',
      'User asked about deployment. Discussed Docker setup and CI/CD pipeline. Decided on GitHub Actions.',
    ])
    const messages = await memory.sessions.messages('session')
    expect(messages.map(({ role, content, createdAt }) => [role, content, createdAt])).toEqual([
      ['user', 'how do I deploy this?', '2025-01-15T10:30:00.000Z'],
      ['assistant', "I'll help you...", '2025-01-15T10:31:00.000Z'],
      ['user', 'what about Docker?', '2025-01-15T10:32:00.000Z'],
    ])
    expect(messages[1]?.toolCalls?.map(({ name }) => name)).toEqual(['exec', 'read_file'])
    await memory.flush()
    expect(await text('sessions/session.jsonl')).toBe(await before('sessions/session.jsonl'))
    expect(events.filter(({ level }) => level !== 'info')).toEqual([])
  })

  it('is searched: by recall over facts, history and the session', async () => {
    const { memory } = await movedIn('autobot')
    expect(texts((await memory.recall('GitHub Actions')).items).join('\n')).toContain('CI/CD: GitHub Actions')
    expect((await memory.recall('old endpoints')).items[0]).toMatchObject({ layer: 'history' })
    expect((await memory.recall('deploy', { layers: ['sessions'] })).items[0]).toMatchObject({
      text: 'how do I deploy this?',
      source: { session: 'session' },
    })
    expect(await memory.history.search('deployment')).toHaveLength(1)
  })

  it('is added to, and stays readable by grep and as lines of JSON', async () => {
    const update =
      '# User\nAda lives in Turin.\n\n# Project\n- CI/CD: GitHub Actions\n- Docker for the staging server\n- pnpm\n'
    const { memory, text, before } = await movedIn('autobot', [reply('User chose pnpm.', update)])
    await memory.addMessages('session', talk(48))
    await memory.flush()
    const history = await text('memory/HISTORY.md')
    expect(history).toBe(`${await before('memory/HISTORY.md')}2026-03-01 09:30: User chose pnpm.\n`)
    expect(autobotGrep(history, /DEPLOYMENT/i)).toHaveLength(1)
    expect(autobotGrep(history, /2026-03-01/)).toEqual(['2026-03-01 09:30: User chose pnpm.'])
    expect(await text('memory/MEMORY.md')).toBe(update)
    const [header = '', ...lines] = (await text('sessions/session.jsonl')).trimEnd().split('\n')
    expect(JSON.parse(header)).toMatchObject({ _type: 'metadata', createdAt: '2025-01-15T10:30:00.000Z' })
    expect(lines.map(chatLine)).toHaveLength(10)
    expect((await memory.sessions.messages('session', { archived: true })).length).toBe(51)
  })
})

describe('a workspace that NeoClaw wrote', () => {
  it('opens as it is: entries that stand in two files are one, the session keeps its beginning', async () => {
    const { memory, text, before, events } = await movedIn('neoclaw')
    expect((await memory.history.list()).map(({ at }) => at)).toEqual([
      '2026-01-20T08:00:00.000Z',
      '2026-02-27T14:30:00.000Z',
      '2026-02-27T15:00:00.000Z',
    ])
    expect(await memory.sessions.get('main')).toMatchObject({
      createdAt: '2026-02-27T14:00:00.000Z',
      messageCount: 2,
      lastConsolidated: 0,
    })
    expect(await windowIds(memory, 'main')).toHaveLength(2)
    await memory.flush()
    for (const path of ['memory/MEMORY.md', 'memory/HISTORY.md', 'memory/HISTORY-2026-01.md', 'sessions/main.jsonl'])
      expect([path, await text(path)]).toEqual([path, await before(path)])
    expect(events.filter(({ level }) => level !== 'info')).toEqual([])
  })

  it('is searched: by recall over every layer, and by words in all parts of the history', async () => {
    const { memory } = await movedIn('neoclaw')
    expect((await memory.recall('restic')).items).toMatchObject([{ layer: 'history' }])
    expect(new Set((await memory.recall('database port')).items.map(({ layer }) => layer))).toEqual(
      new Set(['facts', 'history', 'sessions']),
    )
    expect(await memory.history.search('lego')).toHaveLength(1)
    expect((await memory.buildContext({ session: 'main', query: 'hello' })).stable).toContain('port 5433')
  })

  it('is added to, and stays readable by the rules of NeoClaw', async () => {
    const update = '# Preferences\nAda prefers short answers.\n\n# Decisions\n- The database listens on port 5434\n'
    const { memory, text, before } = await movedIn('neoclaw', [
      reply('[2026-03-01 09:30] The port is 5434 now.', update),
    ])
    await memory.addMessages('main', talk(3))
    await memory.consolidate('main')
    await memory.history.append('A line\n## 2020-01-01T00:00:00.000Z\nthat looks like an entry.')
    const main = await text('memory/HISTORY.md')
    expect(main.startsWith(await before('memory/HISTORY.md'))).toBe(true)
    const added = neoclawHistory(main).slice(3)
    expect(added.map(({ time }) => time)).toEqual(['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z'])
    expect(added[0]?.text).toBe('[2026-03-01 09:30] The port is 5434 now.')
    expect(neoclawHistory(await text('memory/HISTORY-2026-03.md'))).toEqual(added)
    expect(await text('memory/MEMORY.md')).toBe(update)
    const session = neoclawSession(await text('sessions/main.jsonl'))
    expect([session.key, session.createdAt]).toEqual(['main', '2026-02-27T14:00:00.000Z'])
    expect(session.messages.map(({ content }) => content).slice(0, 2)).toEqual([
      'Which port does the database listen on?',
      'On 5433.',
    ])
  })
})

describe('a workspace that the cognitive system wrote', () => {
  // The document names SQLite and FTS5 but neither a file nor a schema: there is nothing to read by.
  it('keeps its database as it is beside ours, in which the records stay readable by any SQLite', async () => {
    const { open, directory } = await workspace()
    const path = join(directory, 'memory.db')
    const foreign = new DatabaseSync(path)
    foreign.exec('CREATE VIRTUAL TABLE memories USING fts5(content, tags, scope)')
    foreign.exec("INSERT INTO memories VALUES ('API rate limit is 100/min', 'api', 'src/api/**')")
    foreign.close()
    const bytes = await readFile(path)
    const memory = await open({ profile: 'cognitive' })
    const [record] = await memory.records.learn({ type: 'policy', text: 'Never commit secrets', scope: 'src/**' })
    expect(texts((await memory.recall('secrets')).items)).toEqual(['Never commit secrets'])
    await memory.close()
    expect(await readFile(path)).toEqual(bytes)
    const own = new DatabaseSync(join(directory, 'state/tables.db'), { readOnly: true })
    const rows = own.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const tables = rows.map(({ name }) => String(name))
    const found = tables.filter((table) =>
      own
        .prepare(`SELECT * FROM "${table}"`)
        .all()
        .some((row) => Object.values(row).includes(record?.id ?? '')),
    )
    own.close()
    expect(found.length).toBeGreaterThan(0)
  })

  it('C01 has a page that people read without any database', async () => {
    const { open, text } = await workspace()
    const memory = await open({ profile: 'cognitive' })
    await memory.records.learn({ type: 'policy', text: 'Never commit secrets' })
    await memory.flush()
    expect(await text('memory/RECORDS.md')).toContain('Never commit secrets')
  })
})

describe('a workspace that went through an editor on Windows', () => {
  it.each([
    ['grip', { facts: 6, history: 7, knowledge: 2, notes: 0, messages: 0 }],
    ['index', { facts: 0, history: 0, knowledge: 0, notes: 4, messages: 0 }],
    ['autobot', { facts: 2, history: 2, knowledge: 0, notes: 0, messages: 3 }],
    ['neoclaw', { facts: 1, history: 3, knowledge: 0, notes: 0, messages: 2 }],
  ] as const)('is read with its CRLF as the one of %s was: %j', async (system, counts) => {
    const { directory, open, events } = await workspace()
    await cp(join(import.meta.dirname, 'fixtures', system), directory, { recursive: true })
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name)
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'))
    }
    const memory = await open({ knowledge: {} })
    const sessions = await memory.sessions.list()
    expect({
      facts: (await memory.facts.list()).length,
      history: (await memory.history.list()).length,
      knowledge: (await memory.knowledge.list()).length,
      notes: (await memory.notes.list()).length,
      messages: sessions.reduce((sum, { messageCount }) => sum + messageCount, 0),
    }).toEqual(counts)
    const read = [...(await memory.facts.list()), ...(await memory.history.list())].map(({ text }) => text).join('\n')
    expect(read).not.toContain('\r')
    expect(events.filter(({ level }) => level !== 'info')).toEqual([])
  })
})

describe('workspaces of several systems in one folder', () => {
  it('X8 do not get into each other: notes keep to .memory/, facts and history to memory/', async () => {
    const { directory, open } = await workspace()
    for (const name of ['grip', 'index'])
      await cp(join(import.meta.dirname, 'fixtures', name), directory, { recursive: true })
    await writeFile(join(directory, 'README.md'), 'mine\n')
    const memory = await open({ knowledge: {} })
    expect(await memory.facts.list()).toHaveLength(6)
    expect(await memory.notes.list()).toHaveLength(4)
    expect(await memory.knowledge.list()).toHaveLength(2)
    for (const layer of ['facts', 'history', 'notes', 'knowledge'] as const)
      expect((await memory.recall('TypeScript vim database', { layers: [layer] })).items.length).toBeGreaterThan(0)
    expect(await readFile(join(directory, 'README.md'), 'utf8')).toBe('mine\n')
  })

  it('X5 read the three formats of the history side by side', async () => {
    const { directory, open } = await workspace()
    const parts = await Promise.all(
      ['grip', 'autobot', 'neoclaw'].map((name) =>
        readFile(join(import.meta.dirname, 'fixtures', name, 'memory/HISTORY.md'), 'utf8'),
      ),
    )
    await cp(join(import.meta.dirname, 'fixtures/autobot'), directory, { recursive: true })
    await writeFile(join(directory, 'memory/HISTORY.md'), parts.join(''))
    const memory = await open()
    const formats = (await memory.history.list()).map(({ format }) => format)
    expect(formats).toEqual([...Array(5).fill('line'), ...Array(2).fill('plain'), ...Array(3).fill('section')])
  })
})
