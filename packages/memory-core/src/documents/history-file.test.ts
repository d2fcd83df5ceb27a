import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createHistoryFile, type HistoryFile } from './history.ts'
import { type HistoryOptions, historyDefaults, parseHistory } from './history-entry.ts'

const bySize: Partial<Required<HistoryOptions>> = { format: 'line', rotation: { by: 'size', maxBytes: 200 } }

function open(options: Partial<Required<HistoryOptions>> = {}, storage: Storage = inMemoryStorage()) {
  const events: MemoryEvent[] = []
  const time = { now: Date.parse('2026-02-27T14:30:00Z') }
  const setting = { storage, clock: () => time.now, report: (event: MemoryEvent) => void events.push(event) }
  const file: HistoryFile = createHistoryFile(setting, { ...historyDefaults, ...options })
  const append = (text: string): Promise<void> => file.append({ at: new Date(time.now).toISOString(), text })
  const read = async (path: string): Promise<string> => (await storage.files.read(path))?.text ?? ''
  const allTexts = async (): Promise<string[]> => {
    const parts = await Promise.all((await file.paths()).map(read))
    return parts.flatMap((part) => parseHistory(part).map(({ text }) => text))
  }
  return { file, files: storage.files, events, time, append, read, allTexts }
}

/** The storage, except that the nth write from now on fails; appends succeed. */
function failingWrites(storage: Storage, nth: number): Storage {
  let writes = 0
  return {
    ...storage,
    files: {
      ...storage.files,
      write: (...call) => (++writes === nth ? Promise.reject(new Error('disk full')) : storage.files.write(...call)),
    },
  }
}

describe('targets', () => {
  const at = '2026-02-27T14:30:00.000Z'

  it('X6 are the file of the month alone by default', () => {
    expect(open().file.targets(at)).toEqual(['memory/HISTORY-2026-02.md'])
  })

  it('N06 are HISTORY.md and the file of the month with keepMain', () => {
    expect(open({ rotation: { by: 'month', keepMain: true } }).file.targets(at)).toEqual([
      'memory/HISTORY.md',
      'memory/HISTORY-2026-02.md',
    ])
  })

  it('N06 are HISTORY.md alone without rotation and with rotation by size', () => {
    expect(open({ rotation: 'none' }).file.targets(at)).toEqual(['memory/HISTORY.md'])
    expect(open(bySize).file.targets(at)).toEqual(['memory/HISTORY.md'])
  })

  it('X26 take the month in UTC', () => {
    expect(open().file.targets('2026-02-28T23:30:00-05:00')).toEqual(['memory/HISTORY-2026-03.md'])
  })
})

describe('append', () => {
  it('N01 lays out HISTORY.md and the monthly files side by side', async () => {
    const { append, file, time, read } = open({ rotation: { by: 'month', keepMain: true } })
    await append('one')
    time.now = Date.parse('2026-03-01T00:00:00Z')
    await append('two')
    expect(await file.paths()).toEqual(['memory/HISTORY-2026-02.md', 'memory/HISTORY-2026-03.md', 'memory/HISTORY.md'])
    expect(await read('memory/HISTORY-2026-03.md')).toBe('## 2026-03-01T00:00:00.000Z\n\ntwo\n\n')
    expect(await read('memory/HISTORY.md')).toBe(
      '## 2026-02-27T14:30:00.000Z\n\none\n\n## 2026-03-01T00:00:00.000Z\n\ntwo\n\n',
    )
  })

  it('N05 only ever adds to a file', async () => {
    const { append, files } = open()
    await append('one')
    const before = await files.stat('memory/HISTORY-2026-02.md')
    await append('two')
    expect((await files.stat('memory/HISTORY-2026-02.md'))?.generation).toBe(before?.generation)
  })

  it('never glues an entry to a torn last line', async () => {
    const { append, files, read } = open({ format: 'line', rotation: 'none' })
    await files.write('memory/HISTORY.md', '[2026-02-27 10:00:00 UTC] torn')
    await append('whole')
    expect(await read('memory/HISTORY.md')).toBe('[2026-02-27 10:00:00 UTC] torn\n[2026-02-27 14:30:00 UTC] whole\n')
  })

  it('G20 rotates when the file is larger than the limit after an append, not before', async () => {
    const { append, file } = open(bySize)
    // Each line has 50 bytes.
    for (let n = 0; n < 4; n++) await append('x'.repeat(23))
    expect(await file.paths()).toEqual(['memory/HISTORY.md'])
    await append('x')
    expect(await file.paths()).toEqual(['memory/HISTORY.archive.20260227143000.md', 'memory/HISTORY.md'])
  })

  it('G20 takes 512,000 bytes for the limit', async () => {
    const { append, file, files } = open({ format: 'line', rotation: { by: 'size' } })
    const line = '[2026-02-27 10:00:00 UTC] x\n'
    await files.write('memory/HISTORY.md', line.repeat(18_283) + line.replace('x', 'x'.repeat(21)))
    await append('x')
    expect((await files.stat('memory/HISTORY.md'))?.size).toBe(512_000)
    await append('x')
    expect(await file.paths()).toHaveLength(2)
  })

  it('G20 stores the entry and reports when the rotation fails', async () => {
    const { append, events, read } = open(bySize, failingWrites(inMemoryStorage(), 1))
    await append('x'.repeat(100))
    await append('y'.repeat(100))
    expect(await read('memory/HISTORY.md')).toContain('yyy')
    expect(events).toMatchObject([{ type: 'history-rotation-failed', level: 'warn', path: 'memory/HISTORY.md' }])
  })
})

describe('rotate', () => {
  it('G21 archives the older half of the lines and keeps the newer', async () => {
    const { append, file, read } = open({ format: 'line', rotation: 'none' })
    for (const text of ['one', 'two', 'three', 'four', 'five']) await append(text)
    expect(await file.rotate()).toBe(2)
    expect(await read('memory/HISTORY.archive.20260227143000.md')).toBe(
      '[2026-02-27 14:30:00 UTC] one\n[2026-02-27 14:30:00 UTC] two\n',
    )
    expect((await read('memory/HISTORY.md')).match(/three|four|five/g)).toEqual(['three', 'four', 'five'])
  })

  it('G21 does nothing with less than two entries', async () => {
    const { append, file } = open({ format: 'line', rotation: 'none' })
    expect(await file.rotate()).toBe(0)
    await append('one')
    expect(await file.rotate()).toBe(0)
    expect(await file.paths()).toEqual(['memory/HISTORY.md'])
  })

  it('G22 writes the archive first: when the second write fails, nothing is lost', async () => {
    const storage = failingWrites(inMemoryStorage(), 2)
    const { append, file, read } = open({ format: 'line', rotation: 'none' }, storage)
    for (const text of ['one', 'two']) await append(text)
    await expect(file.rotate()).rejects.toThrow('disk full')
    expect(await read('memory/HISTORY.archive.20260227143000.md')).toContain('one')
    expect(await read('memory/HISTORY.md')).toContain('one')
  })

  it('G22 reports how many entries were archived', async () => {
    const { append, file, events } = open({ format: 'line', rotation: 'none' })
    for (const text of ['one', 'two', 'three', 'four']) await append(text)
    await file.rotate()
    expect(events).toMatchObject([{ type: 'history-rotated', level: 'info', details: { entries: 2 } }])
  })

  it('G23 keeps both archives when two rotations fall into one second', async () => {
    const { append, file, read } = open({ format: 'line', rotation: 'none' })
    for (const text of ['one', 'two', 'three', 'four']) await append(text)
    await file.rotate()
    await file.rotate()
    expect(await file.paths()).toEqual([
      'memory/HISTORY.archive.20260227143000.md',
      'memory/HISTORY.archive.20260227143000-2.md',
      'memory/HISTORY.md',
    ])
    expect(await read('memory/HISTORY.archive.20260227143000-2.md')).toContain('three')
  })

  it('G23 never cuts an entry of several lines', async () => {
    const { append, file, read } = open({ format: 'line', rotation: 'none' })
    await append('one\n1b\n1c\n1d')
    await append('two')
    expect(await file.rotate()).toBe(1)
    expect(await read('memory/HISTORY.archive.20260227143000.md')).toMatch(/one\n1b\n1c\n1d\n$/)
  })

  it('G23 finishes a rotation that a crash cut in two', async () => {
    const storage = inMemoryStorage()
    const crashed = open({ format: 'line', rotation: 'none' }, failingWrites(storage, 2))
    for (const text of ['one', 'two', 'three', 'four']) await crashed.append(text)
    await crashed.file.rotate().catch(() => undefined)
    const { file, append, allTexts } = open({ format: 'line', rotation: 'none' }, storage)
    await append('five')
    await file.recover()
    expect(await allTexts()).toEqual(['one', 'two', 'three', 'four', 'five'])
    await file.recover()
    expect(await allTexts()).toHaveLength(5)
  })

  it('G23 loses and doubles no entry, whatever is appended and wherever a rotation crashes', async () => {
    const texts = fc.array(
      fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== ''),
      { maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 12 }), async (list, nth) => {
        const { append, file, allTexts } = open(bySize, failingWrites(inMemoryStorage(), nth))
        for (const [number, text] of list.entries()) await append(`${number} ${text}`)
        await file.recover()
        expect((await allTexts()).map((text) => Number.parseInt(text, 10))).toEqual(list.map((_, number) => number))
      }),
      { numRuns: 300 },
    )
  })
})
