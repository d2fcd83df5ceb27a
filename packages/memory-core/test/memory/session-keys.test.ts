import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import { compareTexts } from '../../src/storage/compare-texts.ts'
import { safeName } from '../../src/storage/file-checks.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { saying } from './saying.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** Its file has another name than the session: only the first line of the file says the key. */
const session = 'chat '
const name = safeName(session)
const begun = '2026-03-01T00:00:00.000Z'
const header = `${JSON.stringify({ _type: 'metadata', daybook: 1, key: session, createdAt: begun, lastConsolidated: 0 })}\n`

/** A message as a line, as another process may write it. */
function line(text: string): string {
  return `${JSON.stringify({ role: 'user', id: text, content: text, createdAt: begun })}\n`
}

/** A memory and the places of the session's files. */
interface Place {
  memory: Memory
  file: string
  archive: string
}

async function place(): Promise<Place> {
  const directory = await temporaryDirectory()
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  const file = join(directory, 'sessions', `${name}.jsonl`)
  const archive = join(directory, 'sessions', `${name}.archive`)
  await mkdir(archive, { recursive: true })
  return { memory, file, archive }
}

/** What is found by a word in one session; `recall` looks at the files first. */
async function found(memory: Memory, word: string, key = session): Promise<string[]> {
  const items = await saying(memory, word, { layers: ['sessions'], sessions: [key] })
  return items.map(({ text }) => text).sort(compareTexts)
}

describe('the key of a session whose file has another name', () => {
  it.each([
    ['empty', ''],
    ['in the middle of the first line', header.slice(0, 40)],
    ['before the line break of the first line', header.slice(0, -1)],
  ])('is known when the file was first looked at %s', async (_, written) => {
    const { memory, file } = await place()
    await writeFile(file, written)
    expect(await found(memory, 'heron')).toEqual([])
    await appendFile(file, header.slice(written.length) + line('a heron'))
    expect(await found(memory, 'heron')).toEqual(['a heron'])
    expect(await found(memory, 'heron', name)).toEqual([])
  })

  it('is known when this process writes the file that was first looked at empty, and after it was cleared', async () => {
    const { memory, file } = await place()
    await writeFile(file, '')
    expect(await found(memory, 'heron')).toEqual([])
    await memory.addMessages(session, { role: 'user', content: 'a heron' })
    expect(await found(memory, 'heron')).toEqual(['a heron'])
    await memory.sessions.clear(session, { archived: true })
    await memory.addMessages(session, { role: 'user', content: 'another heron' })
    expect(await found(memory, 'heron')).toEqual(['another heron'])
  })

  it('is given to archived messages that were found before the first line was', async () => {
    const { memory, file, archive } = await place()
    await writeFile(join(archive, '0001.jsonl'), line('an old heron'))
    expect(await found(memory, 'heron')).toEqual([])
    await writeFile(file, '')
    expect(await found(memory, 'heron')).toEqual([])
    await appendFile(file, header + line('a heron'))
    expect(await found(memory, 'heron')).toEqual(['a heron', 'an old heron'])
    expect(await found(memory, 'heron', name)).toEqual([])
  })

  it('is given to the messages of a file that had no first line, once it is written anew', async () => {
    const { memory, file } = await place()
    await writeFile(file, line('one heron') + line('two herons'))
    expect(await found(memory, 'heron', name)).toEqual(['one heron', 'two herons'])
    await memory.sessions.trim(session, 1)
    expect(await found(memory, 'heron')).toEqual(['one heron', 'two herons'])
    expect(await found(memory, 'heron', name)).toEqual([])
  })

  it('is known whatever the length of the first line', async () => {
    const { memory, file } = await place()
    const long = `${JSON.stringify({ _type: 'metadata', daybook: 1, metadata: { note: 'ä'.repeat(100_000) }, key: session })}\n`
    await writeFile(file, long + line('a heron'))
    expect(await found(memory, 'heron')).toEqual(['a heron'])
  })

  it('is read again after a first line that could not be read', async () => {
    const { memory, file } = await place()
    await writeFile(file, `{"_type":"metad\n${line('a heron')}`)
    expect(await found(memory, 'heron', name)).toEqual(['a heron'])
    await writeFile(file, header + line('a heron'))
    expect(await found(memory, 'heron')).toEqual(['a heron'])
    expect(await found(memory, 'heron', name)).toEqual([])
  })

  it('is known when the file is replaced between its first line and its messages', async () => {
    const { files, ...storage } = inMemoryStorage()
    const path = `sessions/${name}.jsonl`
    await files.write(path, '')
    let isReplaced = false
    const readRange: Storage['files']['readRange'] = async (...given) => {
      const text = await files.readRange(...given)
      if (!isReplaced) {
        isReplaced = true
        await files.write(path, header + line('a heron'))
      }
      return text
    }
    const memory = await openMemory({ storage: { ...storage, files: { ...files, readRange } } })
    onTestFinished(() => memory.close())
    await memory.recall('heron')
    expect(isReplaced).toBe(true)
    expect(await found(memory, 'heron')).toEqual(['a heron'])
  })
})

it('the beginning of a session is known when its file was first looked at empty', async () => {
  const { memory, file } = await place()
  const plain = join(dirname(file), 'crane.jsonl')
  await writeFile(plain, '')
  await memory.recall('heron')
  await appendFile(plain, `${header}${JSON.stringify({ role: 'user', content: 'a heron' })}\n`)
  const { items } = await memory.recall('heron')
  expect(items.map(({ createdAt }) => createdAt)).toEqual([begun])
})
