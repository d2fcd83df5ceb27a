import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MemoryError } from '../../src/errors.ts'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { MemoryOptions } from '../../src/options.ts'
import { type FixedClock, fixedClock } from '../../src/testing/fixed-clock.ts'
import { scriptedPrompt } from '../../src/testing/scripted-prompt.ts'
import { temporaryDirectory } from './temporary-directory.ts'

interface Open {
  memory: Memory
  clock: FixedClock
  directory: string
  say(session: string, text: string, id?: string): Promise<unknown>
  page(): Promise<string>
  records(): Promise<string>
  write(text: string): Promise<void>
  told(query?: string): Promise<string>
}

let chats = 0

async function open(options: Partial<MemoryOptions> = {}): Promise<Open> {
  const directory = options.directory ?? (await temporaryDirectory())
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  const memory = await openMemory({ clock, directory, ...options })
  onTestFinished(() => memory.close())
  const file = (name: string) => join(directory, 'memory', name)
  return {
    memory,
    clock,
    directory,
    say: (session, content, id) => memory.addMessages(session, { role: 'user', content, ...(id ? { id } : {}) }),
    page: () => readFile(file('MEMORY.md'), 'utf8').catch(() => ''),
    records: () => readFile(file('RECORDS.md'), 'utf8'),
    write: (text) => writeFile(file('MEMORY.md'), text),
    async told(query = 'Can you help me with something?') {
      const { stable, volatile } = await memory.buildContext({ session: `chat-${++chats}`, query })
      return `${stable}\n${volatile}`
    },
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('- '))

describe('MEMORY.md', () => {
  it('X34 has each statement under what it is about, in the words of the user and with its day', async () => {
    const { say, page, memory, directory } = await open()
    await say('a', 'By the way, I prefer pnpm over npm. I am allergic to peanuts. My sister Mia lives in Graz.')
    await memory.resetSession('a')
    await memory.flush()
    const text = await page()
    expect(text).toMatch(/^# Memory\n\n## Rules and preferences\n\n- I prefer pnpm over npm \(2026-03-01\)\n/)
    expect(text).toMatch(/\n## People\n\n- My sister Mia lives in Graz \(2026-03-01\)\n/)
    expect(text).toMatch(/\n## Health\n\n- I am allergic to peanuts \(2026-03-01\)\n/)
    expect(linesOf(text)).toHaveLength(3)
    expect(await memory.records.list()).toHaveLength(3)
    const names = (await readdir(join(directory, 'memory'))).filter((name) => /^(?:HISTORY|RECORDS)/.test(name))
    for (const name of names) expect(linesOf(await readFile(join(directory, 'memory', name), 'utf8'))).toEqual([])
  })

  it('X35 is the one home of a statement: no other page has it, and no context tells it twice', async () => {
    const { say, memory, directory } = await open()
    await say('a', 'I am allergic to peanuts.')
    await memory.resetSession('a')
    await memory.flush()
    const pages = await readdir(join(directory, 'memory'), { recursive: true })
    const texts = await Promise.all(
      pages.filter((name) => name.endsWith('.md')).map((name) => readFile(join(directory, 'memory', name), 'utf8')),
    )
    expect(texts.join('\n').match(/peanuts/g)).toHaveLength(1)
    const { stable, volatile } = await memory.buildContext({ session: 'b', query: 'may I eat peanuts?' })
    expect(`${stable}${volatile}`.match(/allergic to peanuts/g)).toHaveLength(1)
  })

  it('does not change from day to day when nothing was learnt', async () => {
    const { say, page, memory, clock } = await open()
    await say('a', 'I prefer pnpm over npm.')
    await memory.flush()
    const before = await page()
    clock.advance(40 * 86_400_000)
    await memory.recall('pnpm')
    await memory.maintain()
    await memory.flush()
    expect(await page()).toBe(before)
  })

  it('is told in the next chat at once, without a reset', async () => {
    const { say, told } = await open()
    await say('a', 'I have type 1 diabetes.')
    expect(await told('What should I have for lunch?')).toContain('type 1 diabetes')
  })

  it('X7a obeys a removed line: not told, not learnt again from the same message, also after a restart', async () => {
    const { say, page, write, told, memory, directory } = await open()
    await say('a', 'I prefer pnpm over npm. I am allergic to peanuts.', 'm1')
    await memory.flush()
    const before = await page()
    await write(before.replace(/- I prefer pnpm.*\n/, ''))
    expect(await told()).not.toContain('pnpm')
    await memory.resetSession('a')
    await memory.flush()
    expect(await page()).not.toContain('pnpm')
    expect(await page()).toContain('peanuts')
    await memory.close()
    const again = await open({ directory })
    await again.memory.flush()
    expect(await again.page()).not.toContain('pnpm')
    expect((await again.memory.records.list()).map(({ text }) => text).join()).not.toContain('pnpm')
  })

  it('X7a tells a removed statement no more, neither as a record nor by a message that says only that', async () => {
    const { say, page, write, told, memory, clock, directory } = await open()
    await say('a', 'Actually, I prefer pnpm over npm.', 'm1')
    await say('a', 'I prefer tabs over spaces. The pnpm build of the shop broke on Monday.', 'm2')
    await memory.flush()
    expect(await told('pnpm or npm?')).toContain('pnpm over npm')
    clock.advance(60_000)
    await write((await page()).replace(/- I prefer.*\n/g, ''))
    const { items } = await memory.recall('pnpm or npm, tabs or spaces?')
    expect(items.filter(({ layer }) => layer !== 'sessions')).toEqual([])
    expect(items.map(({ removed }) => removed)).toEqual([true, true])
    const context = await memory.buildContext({ session: 'new', query: 'pnpm or npm, tabs or spaces?' })
    expect(`${context.stable}${context.volatile}`).not.toContain('pnpm over npm')
    expect(context.volatile).toContain('in part no longer true) I prefer tabs over spaces. The pnpm build')
    expect(context.dropped).toContainEqual(expect.objectContaining({ reason: 'a person removed it' }))
    clock.advance(60_000)
    await say('b', 'I prefer pnpm over npm.')
    expect(await told('pnpm or npm?')).toContain('pnpm over npm')
    expect((await memory.recall('pnpm or npm?', { layers: ['records'] })).items).toHaveLength(1)
    // What only the journal needs, for merges, is no field of a record.
    expect(await readFile(join(directory, 'journal', 'records.jsonl'), 'utf8')).toContain('"restored"')
    expect(JSON.stringify(await memory.records.list())).not.toContain('"restored"')
  })

  it.each(['Actually, no, the limit is 200.', 'By the way, the limit is 200.', 'Correction: the limit is 200.'])(
    'is told once, without the message that opens with something else: %j',
    async (said) => {
      const { say, told } = await open()
      await say('a', said)
      expect((await told('What is the limit?')).match(/the limit is 200/gi)).toHaveLength(1)
    },
  )

  it('X7a obeys what was changed while the memory was closed: the line has a record, the old text is the past', async () => {
    const first = await open()
    await first.say('a', 'I live in Berlin.')
    await first.memory.flush()
    const [record] = await first.memory.records.list()
    await first.memory.close()
    await first.write((await first.page()).replace('Berlin', 'Munich'))
    const clock = fixedClock('2026-09-01T09:00:00.000Z')
    const { memory, told, page } = await open({ directory: first.directory, clock })
    expect(await told()).toContain('I live in Munich')
    expect(await told()).not.toContain('Berlin')
    const [edited] = await memory.records.list()
    expect(edited).toMatchObject({ text: 'I live in Munich', author: 'person', supersedes: record?.id })
    const past = await memory.records.get(record?.id ?? '')
    expect(past).toMatchObject({ text: 'I live in Berlin.', supersededBy: edited?.id })
    const [now] = (await memory.recall('where do I live?')).items
    expect(now?.text).toContain('Munich')
    const then = await memory.recall('where do I live, Berlin or Munich?', {
      asOf: '2026-03-05',
      layers: ['facts', 'records'],
    })
    expect(then.items.map(({ text }) => text)).toEqual(['I live in Berlin.'])
    expect(linesOf(await page())).toEqual(['- I live in Munich (2026-03-01)'])
  })

  it('X35 loses the line of a record that is removed while a person edits the page', async () => {
    const { say, page, write, memory } = await open()
    await say('a', 'I prefer pnpm over npm. I am allergic to peanuts.')
    await memory.flush()
    const record = (await memory.records.list()).find(({ text }) => text.includes('pnpm'))
    await write(`${await page()}- a note of mine\n`)
    await memory.records.remove([record?.id ?? ''])
    await memory.flush()
    expect(linesOf(await page())).toEqual([expect.stringContaining('peanuts'), '- a note of mine'])
  })

  it('X7a leaves a line of a person alone, and takes it out when a newer statement replaces it', async () => {
    const { say, page, write, memory, told, clock } = await open()
    await say('a', 'I prefer pnpm over npm.')
    await memory.flush()
    await write(`${await page()}\nSome prose of mine.\n\n- I live in Berlin\n- The cellar key is under the pot\n`)
    await told()
    expect(await page()).toContain('- I live in Berlin\n')
    clock.advance(86_400_000)
    await say('b', 'I moved to Munich.')
    await memory.flush()
    expect(await page()).not.toContain('Berlin')
    expect(await page()).toContain('Munich')
    expect(await page()).toContain('\nSome prose of mine.\n\n')
    expect(await page()).toContain('- The cellar key is under the pot\n')
  })

  it('X7a takes out a line that a person has dated, and leaves the one of somebody else', async () => {
    const { say, page, memory } = await open()
    await memory.facts.replace('- I live in Berlin (2026-02-01)\n- I live in Lyon (Ada, 2026-02-01)\n')
    await say('a', 'I moved to Munich.')
    await memory.flush()
    expect(await page()).not.toContain('Berlin')
    expect(await page()).toContain('- I live in Lyon (Ada, 2026-02-01)\n')
  })

  it.each(['2027-01-01', '2099-13-45', '2026-02-30'])(
    'X7a takes a line with the date %s for one without a date, and a check names one that is none or to come',
    async (day) => {
      const { say, page, write, memory } = await open()
      await say('a', 'I am allergic to peanuts.')
      await memory.flush()
      await write(`${await page()}\n## About you\n\n- I live in Oslo (${day})\n`)
      const { findings, isSound, text } = await memory.check({ repair: true })
      expect([isSound, text]).toEqual([true, expect.stringMatching(/a person decides: .*\nnothing is damaged$/)])
      expect(findings.filter(({ problem }) => problem.includes(`Oslo (${day})`))).toHaveLength(1)
      await say('b', 'I live in Bergen.')
      await memory.flush()
      expect(await page()).not.toContain('Oslo')
      expect(await page()).toContain('- I live in Bergen (2026-03-01)\n')
      expect((await memory.recall('Where do I live?')).items[0]?.text).toContain('Bergen')
    },
  )

  it('X7a leaves the line of a replaced statement to the person who writes it again, date and all', async () => {
    const { say, page, write, memory, clock } = await open()
    await say('a', 'I live in Berlin, in the north.')
    await memory.flush()
    const [line = ''] = linesOf(await page())
    clock.advance(86_400_000)
    await say('b', 'I moved to Munich.')
    await memory.flush()
    expect(await page()).not.toContain('Berlin')
    await write(`${await page()}${line}\n`)
    await say('c', 'My sister Mia lives in Graz.')
    await memory.flush()
    expect(await page()).toContain(`\n${line}\n`)
    expect(await page()).toContain('Mia')
  })

  it.each([
    ['People', undefined],
    ['Menschen', { people: 'Menschen' }],
  ])('keeps of which kind a replaced line of a person was, by its heading %s', async (heading, headings) => {
    const { say, page, write, memory, told, clock } = await open(headings ? { facts: { headings } } : {})
    await say('a', 'I prefer pnpm over npm.')
    await memory.flush()
    await write(`${await page()}\n## ${heading}\n\n- My sister Mia lives in Graz\n`)
    await told()
    clock.advance(86_400_000)
    await say('b', 'My sister Mia lives in Vienna now.')
    await memory.flush()
    expect(await page()).not.toContain('Graz')
    const past = (await memory.records.list()).find(({ text }) => text.includes('Graz'))
    expect(past).toMatchObject({ about: 'person' })
  })

  it('loses the line that a record replaces by the id which recall gives it', async () => {
    const { say, page, memory, clock } = await open()
    await say('a', 'My cat is called Tom and sleeps all day.')
    await memory.flush()
    const [fact] = (await memory.recall('cat', { layers: ['facts'] })).items
    const [old] = await memory.records.list()
    clock.advance(1_000)
    const [now] = await memory.records.learn({ text: 'The cat moved out', supersedes: fact?.id })
    expect(now).toMatchObject({ supersedes: old?.id })
    expect(await memory.records.get(old?.id ?? '')).toMatchObject({ supersededBy: now?.id })
    await memory.flush()
    expect(await page()).not.toContain('Tom')
  })

  it('loses nothing while people edit it beside running writers', async () => {
    const { say, page, write, memory } = await open()
    const tools = ['Redis', 'Kafka', 'Nginx', 'Docker', 'Ansible', 'Grafana', 'Vault', 'Consul']
    for (const [at, tool] of tools.entries()) {
      const saying = say('a', `We use ${tool} ${at + 1}.0 in production.`)
      const text = await page()
      if (text !== '') await write(`${text}- note ${at}\n`)
      await saying
      await memory.flush()
    }
    const text = await page()
    for (const tool of tools) expect(text).toContain(tool)
    expect(new Set(linesOf(text)).size).toBe(linesOf(text).length)
  })

  it.each([
    ['fails', true],
    ['comes second to a person who saves the page', false],
  ])('X7a keeps what was learnt, and what a person adds, when its first write %s', async (_how, fails) => {
    const storage = inMemoryStorage()
    const { files } = storage
    let writes = 0
    const write: typeof files.write = async (path, text, options) => {
      if (!path.endsWith('MEMORY.md') || ++writes > 1) return files.write(path, text, options)
      await files.write(path, '- a note of mine\n')
      if (fails) throw new MemoryError('storage-failed', 'the disk is full')
      return files.write(path, text, options)
    }
    const events: string[] = []
    const memory = await openMemory({
      storage: { ...storage, files: { ...files, write } },
      onEvent: ({ type }) => events.push(type),
    })
    onTestFinished(() => memory.close())
    await memory.addMessages('a', { role: 'user', content: 'I prefer pnpm over npm.' })
    await memory.flush()
    await memory.recall('pnpm')
    expect(linesOf(await memory.facts.read())).toEqual(['- a note of mine', expect.stringContaining('I prefer pnpm')])
    expect(await memory.records.list({ archived: 'only' })).toEqual([])
    expect(events.filter((type) => type === 'facts-unwritten')).toHaveLength(fails ? 1 : 0)
  })

  it('keeps by worth over its limit: what protects somebody stays, what leaves is recalled', async () => {
    const { say, page, memory } = await open({ facts: { limits: { bytes: 600 } } })
    await say('a', 'I am allergic to peanuts. Never deploy on Fridays.')
    const cities = ['Oslo', 'Turin', 'Lyon', 'Porto', 'Ghent', 'Bern', 'Graz', 'Brno', 'Split', 'Riga', 'Cork', 'Bari']
    for (const city of cities) await say('a', `My friend ${city}berg works as a baker in ${city}.`)
    await memory.flush()
    expect(Buffer.byteLength(await page())).toBeLessThanOrEqual(600)
    expect(await page()).toContain('peanuts')
    expect(await page()).toContain('Never deploy on Fridays')
    expect(await memory.records.list()).toHaveLength(14)
    const lines = linesOf(await page()).join()
    const gone = cities.find((city) => !lines.includes(city)) ?? ''
    expect((await memory.recall(`who works in ${gone}?`)).items[0]?.text).toContain(gone)
  })

  it('drops a plan when its day has passed', async () => {
    const { say, page, memory, clock, told, records } = await open()
    await say('a', 'I decided to run the Porto marathon on March 20.')
    await memory.flush()
    const before = await page()
    clock.advance(30 * 86_400_000)
    expect(await told()).not.toContain('- I decided to run the Porto marathon')
    expect(await page()).not.toContain('marathon')
    expect(before).toContain('marathon')
    await memory.flush()
    expect(await records()).toMatch(/marathon on March 20\. \(.*; planned until 2026-03-20; /)
  })

  it('tells a kind when it fits, or never, where an option says so', async () => {
    const { say, page, told, memory } = await open({ facts: { tell: { health: 'never', preference: 'when-it-fits' } } })
    await say('a', 'I have type 1 diabetes. I prefer pnpm over npm. My sister Mia lives in Graz.')
    await memory.flush()
    expect(await page()).toContain('Mia')
    expect(await page()).not.toMatch(/diabetes|pnpm/)
    expect(await told('Which package manager: pnpm or npm?')).toContain('pnpm')
  })

  describe('with a kind that is never told', () => {
    const never = { facts: { tell: { health: 'never', rule: 'never' } } } as const

    it('tells no record of it, neither a policy nor one that fits the question', async () => {
      const { memory } = await open(never)
      await memory.records.learn([
        { text: 'Never mention my insulin pump', type: 'policy', priority: 'critical', about: 'rule' },
        { text: 'Takes sertraline every day', about: 'health' },
        { text: 'Prefers tea over coffee', about: 'preference' },
      ])
      const { volatile } = await memory.buildContext({ query: 'Does the user take sertraline, tea or insulin?' })
      expect(volatile).toContain('tea over coffee')
      expect(volatile).not.toMatch(/insulin|sertraline/)
    })

    it('quotes no message that states only such things, and recalls it when asked', async () => {
      const { say, memory, told } = await open(never)
      await say('a', 'I take sertraline every day.')
      await say('a', 'I have a dog named Rex.')
      await memory.flush()
      const question = 'What do I take every day, sertraline? What is the name of my dog?'
      expect(await told(question)).toContain('Rex')
      expect(await told(question)).not.toContain('sertraline every')
      expect((await memory.recall('sertraline')).items.map(({ layer }) => layer).sort()).toEqual([
        'records',
        'sessions',
      ])
    })

    it('quotes a message that says more', async () => {
      const { say, memory, told } = await open(never)
      await say('a', 'I take sertraline every day. My sister Mia lives in Graz.')
      await memory.flush()
      expect(await told('Where does my sister Mia live?')).toContain('Graz')
    })

    it('tells no history entry that states only such things', async () => {
      const { say, memory, told } = await open(never)
      await say('a', 'I take sertraline every day.')
      await say('a', 'I have bipolar disorder.')
      await memory.consolidate('a')
      expect(await told('sertraline, bipolar disorder?')).not.toMatch(/sertraline every|have bipolar/)
    })

    it('tells no newer statement of it beside a line that it supersedes', async () => {
      const { say, memory, told } = await open(never)
      await memory.facts.append({ text: 'I take 50 mg of sertraline every day', category: 'health' })
      await say('a', 'I no longer take sertraline, I take 20 mg of fluoxetine every day now.')
      await memory.flush()
      expect(await told('Which medicine do I take every day?')).not.toContain('fluoxetine')
    })
  })

  it('calls its sections as an option says', async () => {
    const { say, page, memory } = await open({ facts: { headings: { rules: 'Regeln und Vorlieben' } } })
    await say('a', 'I prefer pnpm over npm.')
    await memory.flush()
    expect(await page()).toContain('## Regeln und Vorlieben\n')
  })
})

describe('RECORDS.md', () => {
  it('X9a obeys a removed line and a changed one, and does not list what MEMORY.md tells', async () => {
    const { memory, say, records, directory, told } = await open()
    await say('a', 'I prefer pnpm over npm.')
    const [tea] = await memory.records.learn([
      { text: 'The office has green tea' },
      { text: 'The door code is on the wall' },
    ])
    await memory.flush()
    expect(await records()).not.toContain('pnpm')
    const edited = (await records()).replace('green tea', 'black tea').replace(/- The door code.*\n/, '')
    await writeFile(join(directory, 'memory/RECORDS.md'), edited)
    expect((await memory.recall('the door code', { layers: ['records'] })).items).toEqual([])
    expect(await told('the door code, the office tea?')).not.toContain('door code is')
    expect(await memory.records.get(tea?.id ?? '')).toMatchObject({
      text: 'The office has black tea',
      author: 'person',
    })
    const archived = await memory.records.list({ archived: 'only' })
    expect(archived.map(({ text: said }) => said)).toEqual(['The door code is on the wall'])
    await memory.flush()
    expect(await records()).toContain('black tea')
    expect(await readdir(join(directory, 'memory'))).not.toContainEqual(expect.stringContaining('.corrupt-'))
  })

  it('X9a keeps the page under another name when a person adds a line, and obeys the rest', async () => {
    const events: string[] = []
    const { memory, records, directory } = await open({ onEvent: ({ message }) => events.push(message) })
    await memory.records.learn([{ text: 'The office has green tea' }, { text: 'The door code is on the wall' }])
    await memory.flush()
    const edited = `${(await records()).replace('green tea', 'black tea')}- I like jazz\n`
    await writeFile(join(directory, 'memory/RECORDS.md'), edited)
    await memory.flush()
    expect(await records()).toContain('black tea')
    expect(await records()).toContain('The door code is on the wall')
    expect(await records()).not.toContain('jazz')
    expect(await records()).toMatch(/does not read lines that you add/)
    const kept = (await readdir(join(directory, 'memory'))).filter((name) => name.startsWith('RECORDS.md.corrupt-'))
    expect(await readFile(join(directory, 'memory', kept[0] ?? ''), 'utf8')).toBe(edited)
    expect(events.filter((message) => message.includes('RECORDS.md') && message.includes(kept[0] ?? ''))).toHaveLength(
      1,
    )
  })
})

describe('what changed', () => {
  it.each([
    ['Call me Sam.', 'Call me Alex instead.'],
    ['Always answer in English.', 'From now on answer in German.'],
    ["I'm allergic to peanuts.", "I'm not allergic to peanuts, that was a mistake."],
    ["I'm trying to quit smoking.", 'I quit smoking!'],
    ["I'm studying for the bar exam.", 'I passed the bar exam!'],
    ['I live at 12 Elm Street.', 'We moved to 9 Oak Road.'],
    ['Always use tabs.', 'Always use spaces instead of tabs.'],
    ['Never use semicolons.', 'Semicolons are fine now.'],
    ["Don't use emojis.", 'You can use emojis again.'],
    ['My dog Rex is 5 years old.', 'my dog rex died'],
    ['Nenn mich Jo.', 'Nenn mich lieber Max.'],
    ['Llámame Ana.', 'Ahora llámame Eva.'],
  ])('K1 %j is not told any more after %j', async (before, after) => {
    const { say, memory, page, clock } = await open()
    const without = (said: string): string => said.replace(/[.!]$/, '')
    await say('a', before)
    await memory.flush()
    expect(await page()).toContain(without(before))
    clock.advance(86_400_000)
    await say('b', after)
    await memory.flush()
    expect(linesOf(await page())).toHaveLength(1)
    expect((await page()).toLowerCase()).toContain(without(after).toLowerCase())
  })

  it.each([0, 60])('K1 is told once and only as it is now, %d ms after what it replaces', async (pauseMs) => {
    const { say, memory, page, told, clock } = await open()
    await say('a', 'My favourite editor is VS Code.')
    await memory.resetSession('a')
    clock.advance(pauseMs)
    await say('b', 'My favourite editor is Zed.')
    await memory.resetSession('b')
    expect(await told()).not.toContain('VS Code')
    await say('c', 'My favourite editor is Zed.')
    await memory.resetSession('c')
    expect(linesOf(await page())).toHaveLength(1)
    expect(await told()).toContain('Zed')
    const before = await memory.recall('favourite editor', { asOf: '2026-03-01T09:00:00.000Z', layers: ['records'] })
    expect(before.items.length).toBeGreaterThan(0)
  })

  it.each([
    ['I work at Nortada as a data engineer.', 'I now work at Acme.'],
    ['I work at Nortada as a data engineer.', 'I quit Nortada.'],
    ['I work at Nortada.', 'I work at Nortada as a data engineer.'],
    ["I'm not allergic to peanuts.", "I'm allergic to peanuts."],
    ['I no longer work at Nortada.', 'I work at Nortada.'],
    ['My favourite editor is VS Code.', "I've given up VS Code after nine years and use Zed now."],
    ['We decided to go with PostGIS for the track storage.', 'We moved Andorinha to DuckDB, PostGIS is gone.'],
    [
      'I talked it over with Tomás tonight and we decided to go with PostGIS for the track storage.',
      'We are dropping PostGIS: Andorinha moves to DuckDB with the spatial extension.',
    ],
  ])('K2 has one line: %j, then %j', async (known, said) => {
    const { say, memory, page, clock } = await open()
    await say('a', known)
    await memory.flush()
    clock.advance(86_400_000)
    await say('b', said)
    await memory.flush()
    expect(linesOf(await page())).toEqual([`- ${said.replace(/\.$/, '')} (2026-03-02)`])
  })

  it('tells who somebody is, with the name and the age', async () => {
    const { say, told } = await open()
    await say('a', "I'm Jonas, I'm 34 and I live in Berlin with my wife.")
    const text = await told()
    expect(text).toContain("- I'm Jonas (")
    expect(text).toContain("- I'm 34 (")
    expect(text).toContain('- I live in Berlin with my wife (')
  })

  it('K1 is in the memory that a model is shown, and the model cannot bring the old statement back', async () => {
    const model = scriptedPrompt([
      JSON.stringify({
        history_entry: 'Talked about editors.',
        memory_update:
          '# Memory\n\n## Rules and preferences\n\n- My favourite editor is Zed\n- My favourite editor is VS Code\n',
      }),
    ])
    const { say, memory, page } = await open({ model })
    await say('a', 'My favourite editor is VS Code.')
    await memory.flush()
    await say('b', 'My favourite editor is Zed.')
    await memory.resetSession('b')
    const shown = model.requests.at(-1)?.prompt ?? ''
    const current = shown.slice(shown.indexOf('## Current'), shown.indexOf('## Conversation'))
    expect(current).toContain('Zed')
    expect(current).not.toContain('VS Code')
    expect(await page()).not.toContain('VS Code')
  })

  it('K2 is superseded in messages alone, too', async () => {
    const { say, memory, told } = await open()
    await say('a', 'I live in Berlin.')
    await say('b', 'I moved to Munich.')
    const [first] = (await memory.recall('Where do I live?')).items
    expect(first?.text).toContain('Munich')
    expect(await told()).not.toContain('I live in Berlin')
  })
})

describe('standing and local orders', () => {
  it('X36 an order for one reply stays in its session, and stands when it comes again in another', async () => {
    const { say, page, memory } = await open()
    await say('a', 'Answer in one line this time.')
    await memory.flush()
    expect(await page()).not.toContain('one line')
    await say('a', 'Answer in one line this time.')
    await memory.flush()
    expect(await page()).not.toContain('one line')
    await say('b', 'Answer in one line this time.')
    await memory.flush()
    expect(await page()).toContain('## Rules and preferences\n\n- Answer in one line this time')
  })

  it('what is asked for again and again is no rule, unless it says how to answer', async () => {
    const { say, page, memory } = await open()
    const tasks = ['Continue.', 'Go on!', 'Try again.', 'Fix the bug.', 'Explain that again.', 'Tell me a joke.']
    const others = ['Write tests for it.', 'Translate this to German.', 'Go, Jon!', "Don't worry.", 'Show me the code.']
    const wishes = ['Keep it short.', 'Use TypeScript.', 'Explain it step by step.', "Don't use semicolons."]
    for (const session of ['a', 'b', 'c'])
      for (const order of [...tasks, ...others, ...wishes]) await say(session, order)
    await memory.flush()
    const told = wishes.map((order) => `- ${order.slice(0, -1)} (`)
    const lines = (await page()).split('\n').filter((line) => line.startsWith('- '))
    expect(lines.map((line) => line.replace(/\(.*$/, '('))).toEqual(expect.arrayContaining(told))
    expect(lines).toHaveLength(told.length)
  })
})

describe('a session that fell silent', () => {
  const hour = 3_600_000

  it('is consolidated at the next call of any session; nothing is cleared, and it goes on', async () => {
    const { say, memory, clock } = await open()
    await say('a', 'Last Friday we had a picnic at the river with Ines, and it rained all afternoon.')
    await memory.flush()
    expect(await memory.history.list()).toEqual([])
    clock.advance(2 * hour)
    await memory.recall('anything')
    await memory.flush()
    expect(await memory.history.list()).toHaveLength(1)
    expect(await memory.sessions.messages('a')).toHaveLength(1)
    await memory.recall('anything')
    clock.advance(2 * hour)
    await memory.flush()
    expect(await memory.history.list()).toHaveLength(1)
  })

  it('is looked for when a memory is opened, before anything is asked', async () => {
    const { say, memory, clock, directory } = await open()
    await say('a', 'Last Friday we had a picnic at the river with Ines, and it rained all afternoon.')
    await memory.close()
    clock.advance(2 * hour)
    const consolidated = Promise.withResolvers<void>()
    const again = await openMemory({
      directory,
      clock,
      onEvent: ({ type }) => type === 'consolidated' && consolidated.resolve(),
    })
    onTestFinished(() => again.close())
    await consolidated.promise
    expect(await readdir(join(directory, 'memory'))).toContainEqual(expect.stringMatching(/^HISTORY/))
  })

  it('is left as it is when it was silent before silent sessions were looked for', async () => {
    const before = await open({ consolidation: { silentAfterMs: 0 } })
    for (const content of ['I had dinner with Ines.', 'And then we walked home.', 'It was a long day in Porto.'])
      await before.say('a', content)
    await before.memory.flush()
    await before.memory.close()
    const model = scriptedPrompt([])
    const clock = fixedClock('2026-03-02T09:00:00.000Z')
    const memory = await openMemory({ directory: before.directory, clock, model })
    onTestFinished(() => memory.close())
    await memory.recall('dinner')
    await memory.flush()
    expect(model.requests).toEqual([])
    expect(await memory.history.list()).toEqual([])
  })

  it('is left to who resets it meanwhile, with the model', async () => {
    const before = await open({ consolidation: { silentAfterMs: 0 } })
    await before.say('a', 'I had dinner with Ines.')
    await before.memory.flush()
    await before.memory.close()
    const clock = fixedClock('2026-03-02T09:00:00.000Z')
    const model = async (): Promise<string> => '{"history_entry":"They spoke of a dinner.","memory_update":""}'
    const memory = await openMemory({ directory: before.directory, clock, model })
    onTestFinished(() => memory.close())
    await Promise.all([memory.recall('dinner'), memory.resetSession('a')])
    await memory.flush()
    expect((await memory.history.list()).map((entry) => entry.text)).toEqual(['They spoke of a dinner.'])
  })
})

describe('the history', () => {
  it('P7 tells what happened in whole clauses, without a model, and no filler', async () => {
    const { say, memory } = await open()
    const messages = [
      'Hey Mel! Good to see you!',
      'Last Friday we had a picnic at the river with Ines, and it rained all afternoon.',
      'Thanks! That sounds great.',
    ]
    for (const content of messages) await say('a', content)
    await memory.resetSession('a')
    const [entry] = await memory.history.list()
    expect(entry?.text).toContain('we had a picnic at the river with Ines, and it rained all afternoon')
    expect(entry?.text).not.toMatch(/Good to see you|sounds great|Consolidated|Topics:/)
    for (const line of entry?.text.split('\n') ?? [])
      expect(messages.join(' ')).toContain(line.replace(/^- | \([^()]*\)$/g, ''))
  })
})
