import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import type { DocumentGuard } from '../storage/storage.ts'
import { createFacts } from './facts.ts'
import { createFactsFile, factsDefaults, type ResolvedFactsOptions } from './facts-file.ts'

function open(options: Partial<ResolvedFactsOptions> = {}) {
  const storage = inMemoryStorage()
  const events: MemoryEvent[] = []
  const time = { now: Date.parse('2026-02-27T14:30:00Z') }
  const setting = { storage, clock: () => time.now, report: (event: MemoryEvent) => void events.push(event) }
  const guarded = { count: 0 }
  const guard: DocumentGuard = (fn) => {
    guarded.count++
    return storage.lock(['documents'], fn)
  }
  const file = createFactsFile(setting, { ...factsDefaults, ...options })
  return { facts: createFacts(setting, file, guard), files: storage.files, events, guarded, time }
}

const document = [
  '### Consolidated 2024-02-28',
  '- [user_preference] Prefers TypeScript over JavaScript',
  '- [project_decision] Using PostgreSQL for primary database',
  '- [error_pattern] CORS errors fixed by adding origin header',
  '',
  '  - [user_preference] Prefers tea, and PostgreSQL',
  '',
].join('\n')

describe('facts', () => {
  it('G04 appends an entry with its trailing blanks cut and one line break', async () => {
    const { facts } = open()
    await facts.append('- one \n\n\n')
    await facts.append('\n### Consolidated 2024-02-28\n- two\n')
    expect(await facts.read()).toBe('- one\n\n### Consolidated 2024-02-28\n- two\n')
  })

  it('G04 appends by one append of the storage, without reading the document', async () => {
    const { facts, files } = open()
    await facts.replace('x\n'.repeat(1000))
    const before = await files.stat('memory/MEMORY.md')
    await facts.append('- one')
    expect((await files.stat('memory/MEMORY.md'))?.generation).toBe(before?.generation)
    expect((await files.stat('memory/MEMORY.md'))?.size).toBe(2006)
  })

  it('G05 never glues an entry to a last line without line break', async () => {
    const { facts, files } = open()
    await files.write('memory/MEMORY.md', '- written by hand')
    await facts.append('- one')
    expect(await facts.read()).toBe('- written by hand\n- one\n')
  })

  it('G06 reads "" when there is no document', async () => {
    expect(await open().facts.read()).toBe('')
  })

  it('B01 replaces the document as a whole', async () => {
    const { facts } = open()
    await facts.replace('# Old\n- one\n')
    await facts.replace('# New\n')
    expect(await facts.read()).toBe('# New\n')
  })

  it('N02 reads the document as it is now, every time', async () => {
    const { facts, files } = open()
    await facts.replace('one')
    await files.write('memory/MEMORY.md', 'two')
    expect(await facts.read()).toBe('two')
  })

  it('X7 takes a hand edit for the truth, and adds nothing of its own to the file', async () => {
    const { facts, files } = open()
    await facts.append({ text: 'Likes tea' })
    await files.write('memory/MEMORY.md', '* Likes coffee\n')
    expect(await facts.list()).toEqual([{ text: 'Likes coffee', line: 1 }])
    await facts.append({ text: 'Lives in Berlin', category: 'user_preference' })
    expect(await facts.read()).toBe('* Likes coffee\n- [user_preference] Lives in Berlin\n')
  })

  it('X8 lives in memory/, or in the folder that the option names', async () => {
    const { facts, files } = open()
    await facts.append('x')
    expect(await files.stat('memory/MEMORY.md')).toBeDefined()
    const other = open({ directory: 'notes/facts' })
    await other.facts.append('x')
    expect(await other.files.stat('notes/facts/MEMORY.md')).toBeDefined()
  })

  it('lists the facts, of one category when asked', async () => {
    const { facts } = open()
    await facts.replace(document)
    expect(await facts.list()).toHaveLength(4)
    expect((await facts.list({ category: 'user_preference' })).map(({ line }) => line)).toEqual([2, 6])
  })

  it('G07 finds the matching lines, best first and no more than asked for', async () => {
    const { facts } = open()
    await facts.replace(document)
    expect(await facts.search('PostgreSQL database')).toEqual([
      '- [project_decision] Using PostgreSQL for primary database',
      '- [user_preference] Prefers tea, and PostgreSQL',
    ])
    expect(await facts.search('PostgreSQL database', { limit: 1 })).toHaveLength(1)
  })

  it('G07 finds ten lines when no limit is given', async () => {
    const { facts } = open()
    await facts.replace('- green tea\n'.repeat(15))
    expect(await facts.search('green tea')).toHaveLength(10)
  })

  it('G08 searches every line that is not blank, without its outer blanks', async () => {
    const { facts } = open()
    expect(await facts.search('anything')).toEqual([])
    await facts.replace('# Heading tea\n\n   plain tea  \r\n\t\n')
    expect(await facts.search('tea')).toEqual(['# Heading tea', 'plain tea'])
  })

  it('G09 searches only lines of the category', async () => {
    const { facts } = open()
    const others = [
      'about the [user_preference] PostgreSQL',
      '- about the [user_preference] PostgreSQL',
      '> [user_preference] PostgreSQL',
      '- [user_preferences] PostgreSQL',
      '- [user_preference PostgreSQL',
    ]
    await facts.replace(`${document}${others.join('\n')}\n`)
    expect(await facts.search('PostgreSQL', { category: 'user_preference' })).toEqual([
      '- [user_preference] Prefers tea, and PostgreSQL',
    ])
  })

  it('G10 answers a query without usable words with the first lines', async () => {
    const { facts } = open()
    await facts.replace(document)
    expect(await facts.search('the?', { limit: 2 })).toEqual(document.split('\n').slice(0, 2))
  })

  it('G11 takes a query of one word for a piece of text, in file order', async () => {
    const { facts } = open()
    await facts.replace('- b postgresql twice postgresql\n- a PostgreSQL16\n- other\n')
    expect(await facts.search('POSTGRES')).toEqual(['- b postgresql twice postgresql', '- a PostgreSQL16'])
    expect(await facts.search('the postgresql')).toEqual([])
  })

  it('G12 ranks by TF-IDF, equal scores in file order, and leaves out what does not match', async () => {
    const { facts } = open()
    await facts.replace('- tea cake\n- unrelated words\n- rare tea\n- tea milk\n')
    expect(await facts.search('rare tea')).toEqual(['- rare tea', '- tea cake', '- tea milk'])
  })

  it('refuses a limit that is no number of lines', async () => {
    const { facts } = open()
    await expect(facts.search('x', { limit: -1 })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(facts.search('x', { limit: Number.NaN })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('G14 compacts with a threshold of 0.7 and answers how many facts went', async () => {
    const { facts } = open()
    expect(await facts.compact()).toBe(0)
    await facts.replace('- likes green tea\n- likes green tea\n- likes black coffee\n')
    expect(await facts.compact()).toBe(1)
    expect(await facts.read()).toBe('- likes green tea\n- likes black coffee\n')
  })

  it('G17 writes and reports only when something was removed', async () => {
    const { facts, files, events } = open()
    await facts.replace('- likes green tea\n- likes black coffee\n')
    const before = await files.stat('memory/MEMORY.md')
    await facts.compact()
    expect(await files.stat('memory/MEMORY.md')).toEqual(before)
    expect(events).toEqual([])
    await facts.append('- likes green tea')
    await facts.compact()
    expect(events).toMatchObject([{ type: 'facts-compacted', level: 'info', details: { removed: 1 } }])
  })

  it('restores a version, and keeps what it replaces', async () => {
    const { facts, time } = open()
    await facts.replace('one')
    time.now += 1
    await facts.replace('two')
    const [version] = await facts.versions()
    time.now += 1
    await facts.restore(version?.id ?? '')
    expect(await facts.read()).toBe('one')
    expect(await facts.versions()).toHaveLength(2)
    await expect(facts.restore('../MEMORY')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('runs everything that writes inside the guard', async () => {
    const { facts, guarded } = open()
    await facts.replace('a\na')
    await facts.append('b')
    await facts.compact()
    await expect(facts.restore('none')).rejects.toThrow()
    expect(guarded.count).toBe(4)
  })

  it('refuses a fact without text', async () => {
    await expect(open().facts.append({ text: ' \n' })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('refuses options and fields that it does not know, and takes a listed fact as it is', async () => {
    const { facts } = open()
    const calls: readonly [string, (value: object) => Promise<unknown>][] = [
      ['facts.append has no field "catgory"', (more) => facts.append({ text: 'x', ...more })],
      ['facts.list has no option "catgory"', (more) => facts.list(more)],
      ['facts.search has no option "catgory"', (more) => facts.search('x', more)],
    ]
    for (const [message, call] of calls)
      await expect(call({ catgory: 'x' })).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringMatching(`^${message}; .*did you mean "category"`),
      })
    await expect(facts.search('x', { limit: 0.5 })).rejects.toMatchObject({ code: 'bad-input' })
    await facts.append({ text: 'Likes tea', category: 'food' })
    for (const fact of await facts.list()) await facts.append(fact)
    expect(await facts.read()).toBe('- [food] Likes tea\n- [food] Likes tea\n')
  })

  // JSON is where values of another type come from.
  it.each(['{"category":"x"}', '{"text":5}', '{"text":"x","category":5}', '{}', '[]', '5', 'null'])(
    'refuses to append %s',
    async (json) => {
      const refused = open().facts.append(JSON.parse(json))
      await expect(refused).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(json) })
    },
  )

  it.each(['5', 'null', '{}'])('refuses to replace the document by %s, or to search for it', async (json) => {
    const { facts } = open()
    await expect(facts.replace(JSON.parse(json))).rejects.toMatchObject({ code: 'bad-input' })
    await expect(facts.search(JSON.parse(json))).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('refuses a threshold that is no number', async () => {
    await expect(open().facts.compact(JSON.parse('"0.7"'))).rejects.toMatchObject({ code: 'bad-input' })
    await expect(open().facts.compact(JSON.parse('{}'))).rejects.toMatchObject({ code: 'bad-input' })
  })
})
