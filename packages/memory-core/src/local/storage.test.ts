import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileStoreCases, lockCases, passageIndexCases, storageCases } from '../testing/index.ts'
import { localStorage } from './storage.ts'

const temporary = await mkdtemp(join(tmpdir(), 'daybook-'))
afterAll(() => rm(temporary, { recursive: true }))

let directories = 0
const directory = (): string => {
  directories += 1
  return join(temporary, `${directories}`, 'memory')
}
const open = () => localStorage({ directory: directory() })

describe('local files', () => {
  for (const one of fileStoreCases) it(one.name, () => one.run(open))
})

describe('local passages', () => {
  for (const one of passageIndexCases) it(one.name, () => one.run(open))
})

describe('local locks', () => {
  for (const one of lockCases) it(one.name, () => one.run(open))
})

describe('local storage', () => {
  for (const one of storageCases) it(one.name, () => one.run(open))
})

describe('localStorage', () => {
  it('S9 says that the memory was erased when that is why a call under way fails', async () => {
    const home = directory()
    const storage = await localStorage({ directory: home })
    const failed = storage.lock(['x'], async () => {
      fs.renameSync(home, `${home}-gone`)
      throw new Error('ENOENT')
    })
    await expect(failed).rejects.toMatchObject({ code: 'erased' })
    await storage.close()
  })

  it('makes its directory with parents and marks its format', async () => {
    const home = directory()
    const storage = await localStorage({ directory: join(home, 'a', 'b') })
    await storage.close()
    expect(fs.readdirSync(join(home, 'a', 'b')).sort()).toEqual(['.daybook', 'state'])
    expect(fs.readFileSync(join(home, 'a', 'b', '.daybook', 'daybook.json'), 'utf8')).toBe('{"daybook":2}\n')
  })

  it('finds again what another storage of the directory wrote', async () => {
    const home = directory()
    const first = await localStorage({ directory: home })
    const second = await localStorage({ directory: home })
    await first.files.append('sessions/a.jsonl', 'one\n')
    await second.files.append('sessions/a.jsonl', 'two\n')
    await first.close()
    await second.close()
    const third = await localStorage({ directory: home })
    expect((await third.files.read('sessions/a.jsonl'))?.text).toBe('one\ntwo\n')
    await third.close()
  })

  it('writes nothing when it opens a directory that is marked', async () => {
    const home = directory()
    await (await localStorage({ directory: home })).close()
    const before = fs.statSync(join(home, 'state'), { bigint: true }).mtimeNs
    const storage = await localStorage({ directory: home })
    await storage.files.read('memory/MEMORY.md')
    await storage.close()
    expect(fs.statSync(join(home, 'state'), { bigint: true }).mtimeNs).toBe(before)
    expect(fs.readdirSync(home).sort()).toEqual(['.daybook', 'state'])
  })

  it('refuses a file in the place of the directory or above it', async () => {
    const home = directory()
    fs.mkdirSync(home, { recursive: true })
    fs.writeFileSync(join(home, 'file'), '')
    for (const bad of [join(home, 'file'), join(home, 'file', 'below'), join(home, 'file', 'far', 'below')])
      await expect(localStorage({ directory: bad })).rejects.toMatchObject({
        code: 'bad-option',
        message: expect.stringMatching(/directory is .* choose another directory, or move the file away$/),
      })
  })

  it('refuses options that cannot be', async () => {
    const home = directory()
    const bad = [
      { directory: '' },
      { directory: ' ' },
      { directory: 'a\0b' },
      { directory: home, lockTimeoutMs: 0 },
      { directory: home, lockTimeoutMs: Number.NaN },
      { directory: home, leaseMs: -1 },
      { directory: home, leaseMs: Number.POSITIVE_INFINITY },
    ]
    for (const options of bad) await expect(localStorage(options)).rejects.toMatchObject({ code: 'bad-option' })
    expect(fs.existsSync(home)).toBe(false)
  })

  it('refuses a directory of a newer format, naming both formats and the way out', async () => {
    const home = directory()
    await (await localStorage({ directory: home })).close()
    fs.writeFileSync(join(home, '.daybook', 'daybook.json'), '{"daybook":3}')
    await expect(localStorage({ directory: home })).rejects.toMatchObject({
      code: 'newer-format',
      message: expect.stringMatching(/has format 3, .* up to 2: upgrade/),
    })
  })

  it('refuses a marker that cannot be read', async () => {
    const home = directory()
    await (await localStorage({ directory: home })).close()
    for (const text of ['', 'nonsense', 'null', '{}', '{"daybook":"1"}', '{"daybook":1.5}']) {
      fs.writeFileSync(join(home, '.daybook', 'daybook.json'), text)
      await expect(localStorage({ directory: home })).rejects.toMatchObject({ code: 'corrupt' })
    }
  })

  it('reads through a symbolic link to the directory', async () => {
    const home = directory()
    await (await localStorage({ directory: home })).close()
    fs.symlinkSync(home, `${home}-link`)
    const storage = await localStorage({ directory: `${home}-link` })
    await storage.files.write('a.md', 'A')
    await storage.close()
    expect(fs.readFileSync(join(home, 'a.md'), 'utf8')).toBe('A')
  })
})
