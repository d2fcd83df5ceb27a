import { describe, expect, it } from 'vitest'
import { isoTime } from '../clock.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { contentHash } from '../text/comparison.ts'
import { createFactsFile, type FactsFile, factsDefaults, type ResolvedFactsOptions } from './facts-file.ts'

function open(options: Partial<ResolvedFactsOptions> = {}) {
  const storage = inMemoryStorage()
  const time = { now: Date.parse('2026-02-27T14:30:00Z') }
  const setting = { storage, clock: () => time.now, report: () => undefined }
  const file: FactsFile = createFactsFile(setting, { ...factsDefaults, ...options })
  return { file, files: storage.files, time }
}

describe('createFactsFile', () => {
  it('N03 answers "" and no version when there is no file', async () => {
    const { file } = open()
    expect(await file.read()).toEqual({ text: '', hash: contentHash(''), version: null })
  })

  it('keeps the replaced text as a version, newest first', async () => {
    const { file, time } = open()
    for (const text of ['one', 'two', 'three']) {
      await file.replace(text)
      time.now += 1000
    }
    const versions = await file.versions()
    expect(versions.map(({ createdAt }) => createdAt)).toEqual(['2026-02-27T14:30:02.000Z', '2026-02-27T14:30:01.000Z'])
    expect(await Promise.all(versions.map(({ id }) => file.version(id)))).toEqual(['two', 'one'])
  })

  it('keeps versions of the same millisecond apart, in order', async () => {
    const { file } = open()
    for (const text of ['a', 'b', 'a', 'b', 'a']) await file.replace(text)
    const versions = await file.versions()
    expect(await Promise.all(versions.map(({ id }) => file.version(id)))).toEqual(['b', 'a', 'b', 'a'])
  })

  it('names a version after its time and its hash, for people to find', async () => {
    const { file, files } = open()
    await file.replace('one')
    await file.replace('two')
    const [entry] = await files.list('memory/.versions')
    expect(entry?.path).toBe(`memory/.versions/MEMORY.2026-02-27T14-30-00.000Z.${contentHash('one').slice(0, 8)}.md`)
  })

  it('keeps as many versions as it is told to', async () => {
    const { file, time } = open({ versions: 3 })
    for (let n = 0; n < 10; n++) {
      time.now += 1
      await file.replace(`text ${n}`)
    }
    const kept = await Promise.all((await file.versions()).map(({ id }) => file.version(id)))
    expect(kept).toEqual(['text 8', 'text 7', 'text 6'])
    const none = open({ versions: 0 })
    await none.file.replace('one')
    await none.file.replace('two')
    expect(await none.file.versions()).toEqual([])
  })

  it('keeps the fullest version, however many others follow it', async () => {
    const { file, time } = open({ versions: 3 })
    const texts = async () => Promise.all((await file.versions()).map(({ id }) => file.version(id)))
    const replaceAll = async (...all: string[]) => {
      for (const text of all) {
        time.now += 1
        await file.replace(text)
      }
    }
    await replaceAll('a', 'all of it', 'all', 'b', 'c', 'd', 'e')
    expect(await texts()).toEqual(['d', 'c', 'all of it'])
    await replaceAll('more than all of it', 'f', 'g', 'h')
    expect(await texts()).toEqual(['g', 'f', 'more than all of it'])
    const single = open({ versions: 1 })
    for (const text of ['long text', 'b', 'c']) await single.file.replace(text)
    expect(await Promise.all((await single.file.versions()).map(({ id }) => single.file.version(id)))).toEqual(['b'])
  })

  it('writes nothing when the text is the same', async () => {
    const { file, files } = open()
    await file.replace('one')
    const before = await files.stat(file.path)
    await file.replace('one')
    expect(await files.stat(file.path)).toEqual(before)
    expect(await file.versions()).toEqual([])
  })

  it('refuses to replace a document that has changed since it was read', async () => {
    const { file, files } = open()
    await file.replace('one')
    const { version } = await file.read()
    await files.write(file.path, 'edited by hand')
    await expect(file.replace('two', { ifVersion: version })).rejects.toMatchObject({ code: 'version-conflict' })
    await expect(file.replace('two', { ifVersion: null })).rejects.toMatchObject({ code: 'version-conflict' })
    expect((await file.read()).text).toBe('edited by hand')
  })

  it.each(['', '../../secret', '.versions/x', '2026-02-27T14-30-00.000Z.00000000'])(
    'finds no version %j',
    async (id) => {
      await expect(open().file.version(id)).rejects.toMatchObject({ code: 'not-found' })
    },
  )

  it('leaves other files among the versions alone', async () => {
    const { file, files } = open({ versions: 1 })
    await files.write('memory/.versions/notes.md', 'mine')
    for (const text of ['a', 'b', 'c']) await file.replace(text)
    expect((await files.read('memory/.versions/notes.md'))?.text).toBe('mine')
    expect(await file.versions()).toEqual([
      {
        id: expect.stringContaining('2026-02-27T14-30'),
        createdAt: isoTime(Date.parse('2026-02-27T14:30:00Z')),
        bytes: 1,
      },
    ])
  })
})
