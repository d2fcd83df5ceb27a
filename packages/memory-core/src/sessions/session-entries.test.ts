import { describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { originOfPath } from '../storage/file-checks.ts'
import { entriesOf, groupEntries } from './session-files.ts'

const entry = (path: string) => ({ path, size: 1, version: 'v', generation: 'g' })

describe('the files of a session', () => {
  it.each([
    ['sessions/a.jsonl', 'sessions/a'],
    ['sessions/a.archive/0001.jsonl', 'sessions/a'],
    ['sessions/a.archive.jsonl', 'sessions/a.archive'],
    ['sessions/a.archive.archive/0002.jsonl', 'sessions/a.archive'],
    ['sessions/a.jsonl.jsonl', 'sessions/a.jsonl'],
  ])('are told by their path: %s', (path, origin) => {
    expect(originOfPath(path)).toBe(origin)
  })

  it('are grouped, and what belongs to no session is left out', () => {
    const paths = [
      'sessions/a.archive/0001.jsonl',
      'sessions/a.archive/0002.jsonl',
      'sessions/a.archive/notes.jsonl',
      'sessions/a.archive/0001.jsonl.corrupt-20260101T000000000Z.jsonl',
      'sessions/a.jsonl',
      'sessions/a.jsonl.corrupt-20260101T000000000Z.jsonl',
      'sessions/README.md',
      'sessions/deeper/a.jsonl',
    ]
    const groups = groupEntries('sessions', paths.map(entry), ['sessions/gone'])
    expect([...groups.keys()]).toEqual(['sessions/gone', 'sessions/a'])
    expect(groups.get('sessions/a')?.own?.path).toBe('sessions/a.jsonl')
    expect(groups.get('sessions/a')?.segments.map(({ path }) => path)).toEqual([
      'sessions/a.archive/0001.jsonl',
      'sessions/a.archive/0002.jsonl',
    ])
    expect(groups.get('sessions/gone')).toEqual({ origin: 'sessions/gone', segments: [] })
  })

  it('are found on the disk one session at a time', async () => {
    const { files } = inMemoryStorage()
    await files.write('chats/a.jsonl', 'x')
    await files.write('chats/a.archive/0001.jsonl', 'x')
    await files.write('chats/a.archive/0001.jsonl.corrupt-1.jsonl', 'x')
    const { own, segments } = await entriesOf(files, 'chats/a')
    expect([own?.path, segments.map(({ path }) => path)]).toEqual(['chats/a.jsonl', ['chats/a.archive/0001.jsonl']])
    expect(await entriesOf(files, 'chats/b')).toEqual({ origin: 'chats/b', segments: [] })
  })
})
