import { describe, expect, it } from 'vitest'
import { openRecords } from './open-records.fixture.ts'
import { createRecordsPage } from './records-page.ts'

type Open = ReturnType<typeof openRecords> & {
  page: ReturnType<typeof createRecordsPage>
  read: () => Promise<string | undefined>
}

function open(given?: Parameters<typeof openRecords>[1]): Open {
  const opened = openRecords({}, given)
  const page = createRecordsPage(opened.setting, opened.book, 'memory')
  return { ...opened, page, read: async () => (await opened.storage.files.read('memory/RECORDS.md'))?.text }
}

describe('RECORDS.md', () => {
  it('C02 groups the records by type, each with all that is known of it', async () => {
    const { records, page, read, clock } = open()
    const [tabs] = await records.learn({
      text: 'Use tabs',
      type: 'policy',
      scope: 'src/**/*.go',
      tags: ['go', 'style'],
      source: { session: 'chat-1', messageId: 'm1' },
      author: 'person',
      validFrom: '2025-12-01',
      createdAt: '2025-12-24',
    })
    const [spaces] = await records.learn({ text: 'Use spaces', type: 'policy', supersedes: tabs?.id, priority: 'low' })
    const [tea] = await records.learn({ text: 'Likes tea', type: 'preference' })
    clock.set('2026-02-01')
    const event = await records.episode({ text: 'Deployed', outcome: 'success' })
    const deploy = await records.procedure({ name: 'deploy', text: 'To production', steps: ['build', 'push'] })
    const [gone] = await records.learn({ text: 'Gone' })
    await records.archive([gone?.id ?? ''])
    await page.refresh()
    expect(await read()).toBe(
      [
        '# Records',
        '',
        'What is remembered and has no place in MEMORY.md. Remove a line and it is archived; change its text and it is changed.',
        'The page is made anew after each change. Long texts are cut here, not in the memory.',
        'Daybook writes this page and does not read lines that you add: those belong in MEMORY.md.',
        '',
        '5 records; 1 more in the archive.',
        '',
        '## policy',
        '',
        `- Use tabs (${tabs?.id}; critical; 2025-12-24; holds from 2025-12-01; held until 2026-01-01; scope src/\\*\\*/\\*.go; tags go, style; by person; session chat-1; message m1; superseded by record:10c682d7738706379e58)`,
        `- Use spaces (${spaces?.id}; low; 2026-01-01; supersedes ${tabs?.id})`,
        '',
        '## workflow',
        '',
        `- deploy: To production 1. build 2. push (${deploy.id}; high; procedural; 2026-02-01)`,
        '',
        '## preference',
        '',
        `- Likes tea (${tea?.id}; medium; 2026-01-01)`,
        '',
        '## fact',
        '',
        `- Deployed (success) (${event.id}; normal; episodic; 2026-02-01)`,
        '',
      ].join('\n'),
    )
  })

  it('puts the most urgent of a type first, then the oldest', async () => {
    const { records, page, read } = open()
    const months = ['05', '02', '04', '01', '03']
    await records.learn(months.map((month) => ({ text: `Of ${month}`, createdAt: `2025-${month}-01` })))
    await records.learn({ text: 'Urgent', priority: 'high' })
    await page.refresh()
    const bullets = ((await read()) ?? '').split('\n').filter((line) => line.startsWith('- '))
    expect(bullets.map((line) => line.replace(/^- | \(.*$/g, ''))).toEqual([
      'Urgent',
      'Of 01',
      'Of 02',
      'Of 03',
      'Of 04',
      'Of 05',
    ])
  })

  it('is not there while there never was a record, and says so when none is left', async () => {
    const { records, page, read } = open()
    await page.refresh()
    expect(await read()).toBeUndefined()
    const [tea] = await records.learn({ text: 'Likes tea' })
    await page.refresh()
    expect(await read()).toContain('1 record; 0 more')
    await records.remove([tea?.id ?? ''])
    await page.refresh()
    expect(await read()).toMatch(/\n0 records; 0 more in the archive.\n$/)
  })

  it('is written only when records changed, by whichever process, and when it is gone', async () => {
    const { records, page, read, storage, book, writes } = open()
    await records.learn({ text: 'Likes tea' })
    await page.refresh()
    const before = await storage.files.stat('memory/RECORDS.md')
    writes.length = 0
    await records.recall('tea')
    await book.flush()
    await page.refresh()
    const other = open(storage)
    await other.page.refresh()
    expect(await storage.files.stat('memory/RECORDS.md')).toEqual(before)
    expect([...writes, ...other.writes]).toEqual(['update'])
    await other.records.learn({ text: 'Likes coffee' })
    await page.refresh()
    expect(await read()).toContain('Likes coffee')
    await storage.files.remove('memory/RECORDS.md')
    await page.refresh()
    expect(await read()).toContain('Likes coffee')
  })

  it('has the same bytes for the same records, in whatever order they came and however often they were read', async () => {
    const texts = ['one', 'two', 'three', 'four'].map((text) => ({ text }))
    const [a, b] = [open(), open()]
    await a.records.learn(texts)
    for (const text of texts.toReversed()) await b.records.learn(text)
    await b.records.recall('two')
    await b.book.flush()
    await a.page.refresh()
    await b.page.refresh()
    expect(await a.read()).toBe(await b.read())
  })

  it('gives no text a line, heading, code, comment or link of its own', async () => {
    const { records, page, read } = open()
    const hostile = [
      '# Heading',
      '<!-- gone',
      '```js',
      '[x](javascript:y)',
      '- bullet\n## More\u2028# Third\u202e',
      '`a` *b* _c_ \\',
    ]
    await records.learn(
      hostile.map((text) => ({ text, scope: '<b>', tags: ['\n# tag'], source: { session: 's\n# x' } })),
    )
    await page.refresh()
    const lines = (await read())?.split('\n') ?? []
    expect(lines.filter((line) => line.startsWith('#'))).toEqual(['# Records', '## fact'])
    const bullets = lines.filter((line) => line.startsWith('- '))
    expect(bullets).toHaveLength(hostile.length)
    expect(lines.slice(-hostile.length - 1, -1).every((line) => / \(record:[^;]+; .*\)$/.test(line))).toBe(true)
    expect(bullets.join('\n').replaceAll(/\\[\\`<[\]*_|~]/g, '')).not.toMatch(/[\\`<[\]*_|~\u2028\u202e]/)
  })

  it('cuts long texts, never within a character', async () => {
    const { records, page, read } = open()
    await records.learn([{ text: `a${'😀'.repeat(1_000)}` }, { text: 'x'.repeat(4_000) }, { text: 'y'.repeat(500) }])
    await page.refresh()
    const text = (await read()) ?? ''
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain(`a${'😀'.repeat(499)}…`)
    expect(text).toContain(` ${'x'.repeat(500)}… (`)
    expect(text).toContain(` ${'y'.repeat(500)} (`)
  })

  it('lists the strongest thousand and says how many more there are', async () => {
    const { records, page, read } = open()
    await records.learn(Array.from({ length: 1_003 }, (_, index) => ({ text: `Fact ${index}` })))
    await records.learn({ text: 'Strong', type: 'policy' })
    await page.refresh()
    const lines = (await read())?.split('\n') ?? []
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(1_000)
    expect(lines.at(-2)).toBe('4 more are not listed: these are the strongest 1000.')
    expect(lines.join('\n')).toContain('Strong')
  })

  it('archives the record of a removed line and changes that of a changed one; a cut text and steps stay', async () => {
    const { records, page, read, storage } = open()
    const [tea, , long] = await records.learn([
      { text: 'Likes tea' },
      { text: 'Likes rain' },
      { text: 'x'.repeat(900) },
    ])
    const deploy = await records.procedure({ name: 'deploy', steps: ['build', 'push'] })
    await page.refresh()
    const edited = ((await read()) ?? '')
      .replace('Likes tea', 'Likes *green* tea')
      .replace(/- Likes rain.*\n/, '')
      .replace('xxx', 'yyy')
      .replace('1. build', '1. test')
    const { version } = await storage.files.write('memory/RECORDS.md', edited)
    await page.obey(version)
    expect(await records.get(tea?.id ?? '')).toMatchObject({ text: 'Likes *green* tea', author: 'person' })
    expect((await records.list({ archived: 'only' })).map(({ text }) => text)).toEqual(['Likes rain'])
    expect(await records.get(long?.id ?? '')).toMatchObject({ text: 'x'.repeat(900) })
    expect(await records.get(deploy.id)).toMatchObject({ steps: ['build', 'push'] })
    await page.refresh()
    expect(await read()).toContain('- Likes \\*green\\* tea (')
  })

  it('keeps what was learned after the page was written, whatever a person removes from it', async () => {
    const { records, page, read, storage } = open()
    await records.learn({ text: 'Likes tea' })
    await page.refresh()
    await records.learn({ text: 'Likes rain' })
    const { version } = await storage.files.write(
      'memory/RECORDS.md',
      ((await read()) ?? '').replace(/- Likes tea.*\n/, ''),
    )
    await page.obey(version)
    expect((await records.list()).map(({ text }) => text)).toEqual(['Likes rain'])
  })

  it('keeps every page with added lines, also of the same moment', async () => {
    const { records, page, storage, read } = open()
    await records.learn({ text: 'Likes tea' })
    for (const line of ['- First', '- Second']) {
      await page.refresh()
      const { version } = await storage.files.write('memory/RECORDS.md', `${await read()}${line}\n`)
      await page.obey(version)
    }
    const kept = (await storage.files.list('memory')).filter(({ path }) => path.includes('.corrupt-'))
    const texts = await Promise.all(
      kept.map(async ({ path }) => (await storage.files.read(path))?.text.split('\n').at(-2)),
    )
    expect(texts).toEqual(['- First', '- Second'])
  })

  it('archives nothing when a page of a thousand lines is cut: it does not list all', async () => {
    const { records, page, storage } = open()
    await records.learn(Array.from({ length: 1_003 }, (_, index) => ({ text: `Fact ${index}` })))
    await page.refresh()
    const { version } = await storage.files.write('memory/RECORDS.md', '# Records\n')
    await page.obey(version)
    expect(await records.list({ archived: 'only' })).toEqual([])
  })

  it('shows at the next refresh what was changed while it was made', async () => {
    const { records, page, read, beforeWrite } = open()
    await records.learn({ text: 'Likes tea' })
    let learning: Promise<unknown> | undefined
    beforeWrite.call = () => {
      beforeWrite.call = () => undefined
      learning = records.learn({ text: 'Likes coffee' })
    }
    await page.refresh()
    await learning
    await page.refresh()
    expect(await read()).toContain('Likes coffee')
  })
})
