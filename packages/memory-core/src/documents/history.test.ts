import { describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { createHistory, createHistoryFile } from './history.ts'
import { type HistoryOptions, historyDefaults } from './history-entry.ts'

const grip: Partial<Required<HistoryOptions>> = { format: 'line', rotation: 'none' }

function open(options: Partial<Required<HistoryOptions>> = {}) {
  const storage = inMemoryStorage()
  const time = { now: Date.parse('2026-02-27T14:30:00Z') }
  const setting = { storage, clock: () => time.now, report: () => undefined }
  const resolved = { ...historyDefaults, ...options }
  const file = createHistoryFile(setting, resolved)
  const history = createHistory(setting, file, (fn) => storage.lock(['documents'], fn), resolved)
  const write = async (text: string): Promise<void> => void (await storage.files.write('memory/HISTORY.md', text))
  return { history, file, files: storage.files, time, write }
}

describe('history.append', () => {
  it('B02 adds entries of several sentences with their time, and changes none', async () => {
    const { history, files, time } = open({ format: 'plain', rotation: 'none' })
    await history.append('User asked about deployment. Discussed Docker. Decided on GitHub Actions.')
    time.now += 3_600_000
    await history.append('User asked again.')
    expect((await files.read('memory/HISTORY.md'))?.text).toBe(
      '2026-02-27 14:30: User asked about deployment. Discussed Docker. Decided on GitHub Actions.\n' +
        '2026-02-27 15:30: User asked again.\n',
    )
  })

  it('X26 stores UTC, for a time without a zone too', async () => {
    const { history } = open()
    await history.append('one', { at: '2026-02-01T10:00:00+02:00' })
    await history.append('two', { at: '2026-02-01 10:00' })
    expect((await history.list()).map(({ at }) => at)).toEqual(['2026-02-01T08:00:00.000Z', '2026-02-01T10:00:00.000Z'])
  })

  it('refuses a blank text and a date that is none', async () => {
    await expect(open().history.append(' \n')).rejects.toMatchObject({
      code: 'bad-input',
      message: 'text is " \\n", expected a text that is not blank',
    })
    await expect(open().history.append('x', { at: 'soon' })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('refuses options that it does not know, or of another kind, in every call', async () => {
    const { history } = open()
    const wrong: readonly [string, object][] = [
      ['date', { date: '2020-01-01' }],
      ['from', { from: '2020-01-01' }],
      ['limit', { limit: -1 }],
      ['limit', { limit: '1' }],
      ['archives', { archives: 'no' }],
      ['decayRate', { decayRate: Number.NaN }],
    ]
    for (const [name, options] of wrong)
      for (const call of [history.append('x', options), history.list(options), history.search('x', options)])
        await expect(call).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining(name) })
    expect(await history.list()).toEqual([])
  })

  it.each(['5', 'null', '{}'])('refuses to append %s, or to search for it', async (json) => {
    const { history } = open()
    await expect(history.append(JSON.parse(json))).rejects.toMatchObject({ code: 'bad-input' })
    await expect(history.search(JSON.parse(json))).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('history.list', () => {
  it('lists newest last, an entry of HISTORY.md and its month once', async () => {
    const { history } = open({ rotation: { by: 'month', keepMain: true } })
    await history.append('new')
    await history.append('old', { at: '2025-12-01' })
    expect((await history.list()).map(({ text }) => text)).toEqual(['old', 'new'])
  })

  it('lists an entry twice that was written twice', async () => {
    const { history } = open({ rotation: { by: 'month', keepMain: true } })
    await history.append('yes')
    await history.append('yes')
    expect(await history.list()).toHaveLength(2)
  })

  it('lists the newest so many, and those between two times', async () => {
    const { history } = open()
    for (const day of ['2026-01-01', '2026-01-02', '2026-02-03']) await history.append(day, { at: day })
    expect((await history.list({ limit: 2 })).map(({ text }) => text)).toEqual(['2026-01-02', '2026-02-03'])
    expect((await history.list({ limit: 0 })).map(({ text }) => text)).toEqual([])
    expect((await history.list({ since: '2026-01-02', until: '2026-01-31' })).map(({ text }) => text)).toEqual([
      '2026-01-02',
    ])
  })

  it('lists all of a day that is given as its end', async () => {
    const { history } = open()
    for (const at of ['2026-01-01T23:59:59Z', '2026-01-02T09:30:00Z', '2026-01-03']) await history.append(at, { at })
    const found = async (until: string): Promise<string[]> =>
      (await history.list({ since: '2026-01-02', until })).map(({ text }) => text)
    expect(await found('2026-01-02')).toEqual(['2026-01-02T09:30:00Z'])
    expect(await found('2026-01-02T09:29:59Z')).toEqual([])
    await expect(found('2026-02-30')).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('X5 reads a file that another system wrote', async () => {
    const { history, write } = open()
    await write('[2024-02-28 14:23:45 UTC] one\n2025-01-15 10:30: two\n## 2026-02-27T14:30:00.000Z\n\nthree\n')
    expect((await history.list()).map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })
})

describe('history.search', () => {
  const lines = [
    '[2026-02-27 10:00:00 UTC] User: How do I configure the database connection?',
    '[2026-02-27 10:00:05 UTC] Agent: In config/database.yml',
    '[2026-02-27 10:01:00 UTC] User: What about pooling?',
  ]

  it('G24 finds lines by TF-IDF, best first', async () => {
    const { history, write } = open(grip)
    await write(`${lines.join('\n')}\n\n`)
    expect(await history.search('database connection')).toEqual([lines[0], lines[1]])
    expect(await history.search('database connection', { limit: 1 })).toEqual([lines[0]])
  })

  it('G24 finds twenty lines when no limit is given', async () => {
    const { history, write } = open(grip)
    await write(Array.from({ length: 30 }, (_, n) => `[2026-02-27 10:00:00 UTC] green tea ${n}\n`).join(''))
    expect(await history.search('green tea')).toHaveLength(20)
  })

  it('G24 takes each line of a text without times, and an entry of several lines as a whole', async () => {
    const { history, write } = open(grip)
    await write('green tea\nother\n[2026-02-27 10:00:00 UTC] about\ngreen tea\n')
    expect(await history.search('green tea')).toEqual(['green tea', '[2026-02-27 10:00:00 UTC] about\ngreen tea'])
  })

  it('G25 takes one word for a piece of text, in file order and without decay', async () => {
    const { history, write } = open(grip)
    const old = '[2020-01-01 10:00:00 UTC] about Databases'
    await write(`${old}\n${lines.join('\n')}\n`)
    expect(await history.search('DATABASE')).toEqual([old, lines[0], lines[1]])
    expect(await history.search('?')).toEqual([lines[0], lines[2]])
  })

  it('G26 prefers the newer of two lines that match alike', async () => {
    const { history, write } = open(grip)
    const old = '[2025-02-27 10:00:00 UTC] green tea'
    const recent = '[2026-02-27 10:00:00 UTC] green tea'
    await write(`${old}\n${recent}\n`)
    expect(await history.search('green tea')).toEqual([recent, old])
    expect(await history.search('green tea', { decayRate: 0 })).toEqual([old, recent])
  })

  it('G26 leaves a line without a readable time undecayed', async () => {
    const { history, write } = open(grip)
    const dated = '[2026-02-27 10:00:00 UTC] green tea'
    // One word more than the other: it weighs 0.9 of it. After 4.5 hours at 0.1 the other weighs 0.69.
    const undated = 'xx-xx-xx 00:00:00 green tea xx xx'
    await write(`${undated}\n${dated}\n`)
    expect(await history.search('green tea', { decayRate: 0 })).toEqual([dated, undated])
    expect(await history.search('green tea', { decayRate: 0.1 })).toEqual([undated, dated])
  })

  it('G27 searches archives, unless told not to', async () => {
    const { history, file } = open(grip)
    for (const text of ['green tea one', 'green tea two']) await history.append(text)
    await file.rotate()
    expect(await history.search('green tea')).toHaveLength(2)
    expect(await history.search('green tea', { archives: false })).toEqual(['[2026-02-27 14:30:00 UTC] green tea two'])
  })

  it('X6 spans HISTORY.md and all months, and finds an entry that stands in both once', async () => {
    const { history, write } = open()
    await write('[2024-02-28 14:23:45 UTC] green tea\n')
    await history.append('green tea in January', { at: '2026-01-05' })
    await history.append('green tea in February', { at: '2026-02-05' })
    expect(await history.search('green tea')).toHaveLength(3)
    const both = open({ rotation: { by: 'month', keepMain: true } })
    await both.history.append('green tea')
    expect(await both.history.search('green tea')).toEqual(['## 2026-02-27T14:30:00.000Z\n\ngreen tea'])
  })

  it('finds nothing in an empty history', async () => {
    expect(await open().history.search('green tea')).toEqual([])
    expect(await open().history.search('')).toEqual([])
  })
})
