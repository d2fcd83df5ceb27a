import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { MemoryError } from '../errors.ts'
import type { MemoryEvent } from '../events.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { localStorage } from '../local/storage.ts'
import type { FileStore } from '../storage/files.ts'
import type { Storage } from '../storage/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { type NoteDraft, type NotesOptions, notesDefaults } from './note.ts'
import { createNotes } from './notes.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function open(options: NotesOptions = {}, storage: Storage = inMemoryStorage()) {
  const events: MemoryEvent[] = []
  const clock = fixedClock('2026-03-25T12:00:00Z')
  const guarded = { count: 0 }
  const guard = <T>(fn: () => Promise<T>): Promise<T> =>
    storage.lock(['documents'], async () => {
      guarded.count += 1
      return fn()
    })
  const setting = { storage, clock, report: (event: MemoryEvent) => void events.push(event) }
  const notes = createNotes(setting, guard, { ...notesDefaults, ...options })
  const { files } = storage
  const text = async (path: string): Promise<string | undefined> => (await files.read(path))?.text
  return { notes, files, events, clock, guarded, storage, text }
}

async function openFolder() {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  cleanups.push(() => rm(directory, { recursive: true, force: true }))
  const storage = localStorage({ directory })
  const opened = open({}, await storage)
  cleanups.push(() => opened.storage.close())
  return { ...opened, directory: join(directory, '.memory') }
}

const prefs: NoteDraft = {
  filename: 'user_prefs.md',
  name: 'User Preferences',
  description: 'Editor settings',
  type: 'user',
  content: '- Uses vim',
}
const index = '.memory/MEMORY.md'

/** A storage that refuses the index as long as the disk is full. */
function withoutIndex(disk: { readonly isFull: boolean }): Storage {
  const storage = inMemoryStorage()
  const { write } = storage.files
  const files: FileStore = {
    ...storage.files,
    async write(path, ...rest) {
      if (disk.isFull && path.endsWith('/MEMORY.md')) throw new MemoryError('storage-failed', 'the disk is full')
      return write(path, ...rest)
    },
  }
  return { ...storage, files }
}

describe('a note whose index cannot be written', () => {
  it('is stored once, the event says so, and the index has it when it is next asked for', async () => {
    const disk = { isFull: true }
    const { notes, events } = open({}, withoutIndex(disk))
    await notes.write({ name: 'Tea', description: 'What she drinks', type: 'user', content: 'Darjeeling' })
    expect(events).toMatchObject([{ type: 'index-failed', level: 'error' }])
    disk.isFull = false
    expect((await notes.list()).map(({ name }) => name)).toEqual(['Tea'])
    expect(await notes.index()).toContain('What she drinks')
  })

  it('is not removed without the index forgetting it', async () => {
    const disk = { isFull: false }
    const { notes } = open({}, withoutIndex(disk))
    const { filename } = await notes.write({ name: 'Tea', description: 'What she drinks', type: 'user', content: 'x' })
    disk.isFull = true
    await expect(notes.delete(filename)).rejects.toMatchObject({ code: 'storage-failed' })
  })
})

describe('notes', () => {
  it('L02 makes the folder with its parents and an empty index, only if there is none', async () => {
    const { notes, text, files } = open({ directory: 'deep/er/.memory' })
    expect(await files.list('', { deep: true })).toEqual([])
    expect(await notes.index()).toBe('# Memory\n\n(empty)\n')
    expect(await text('deep/er/.memory/MEMORY.md')).toBe('# Memory\n\n(empty)\n')
    const other = open()
    await other.files.write(index, '# My own\n')
    await other.notes.list()
    expect(await other.text(index)).toBe('# My own\n')
  })

  it('L01 keeps two tiers: an index of one line for each note, and the notes to be read one by one', async () => {
    const { notes } = open()
    await notes.write(prefs)
    expect(await notes.index()).not.toContain('vim')
    expect((await notes.read('user_prefs.md'))?.content).toBe('- Uses vim')
  })

  it('L04 keeps notes of the four types', async () => {
    const { notes } = open()
    for (const type of ['user', 'feedback', 'project', 'reference'] as const)
      await notes.write({ ...prefs, filename: `${type}.md`, type })
    expect((await notes.list()).map(({ type }) => type)).toEqual(['feedback', 'project', 'reference', 'user'])
  })

  it('L06 makes a file, or writes it anew', async () => {
    const { notes, text } = open()
    expect(await notes.write(prefs)).toMatchObject({ filename: 'user_prefs.md', type: 'user', updated: '2026-03-25' })
    await notes.write({ ...prefs, content: '- Uses emacs' })
    expect(await text('.memory/user_prefs.md')).toBe(
      '---\nname: User Preferences\ndescription: Editor settings\ntype: user\nupdated: 2026-03-25\n---\n\n- Uses emacs\n',
    )
    expect(await notes.list()).toHaveLength(1)
  })

  it('L06 gives a note without a filename a new one', async () => {
    const { notes } = open()
    const { filename: _, ...unnamed } = prefs
    const names = ['User Preferences', 'user preferences!', 'MEMORY', 'con', '🦉', '../x']
    const made: string[] = []
    for (const name of names) made.push((await notes.write({ ...unnamed, name })).filename)
    expect(made).toEqual([
      'user_preferences.md',
      'user_preferences_2.md',
      expect.stringMatching(/^note_[0-9a-f]{8}\.md$/),
      expect.stringMatching(/^note_[0-9a-f]{8}\.md$/),
      expect.stringMatching(/^note_[0-9a-f]{8}\.md$/),
      'x.md',
    ])
  })

  // JSON is where values of another type come from.
  it.each([
    '{"type":"rule"}',
    '{"type":"other"}',
    '{"type":"User"}',
    '{"name":""}',
    '{"name":5}',
    '{"description":" "}',
    '{"content":null}',
    '{"filename":5}',
    '{"filename":"../x"}',
    '{"filename":"MEMORY.md"}',
    '{"tags":["a"]}',
    '{"__proto__":{"a":1}}',
  ])('X10 refuses to write a note with %s', async (json) => {
    const { notes, files } = open()
    const fields = JSON.parse(json)
    await expect(
      notes.write(
        Object.assign(JSON.parse(JSON.stringify(prefs)), fields, Object.hasOwn(fields, '__proto__') ? { odd: 1 } : {}),
      ),
    ).rejects.toMatchObject({ code: 'bad-input' })
    expect(await files.list('.memory')).toEqual([])
  })

  it('calls what a note has its fields', async () => {
    await expect(open().notes.write({ ...prefs, ...JSON.parse('{"titel":"x"}') })).rejects.toThrow(
      'note has no field "titel"; there are filename, name',
    )
  })

  it.each(['null', '5', '[]', '{}', '{"name":"x"}'])('refuses to write %s', async (json) => {
    await expect(open().notes.write(JSON.parse(json))).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('X10 reads a type that it does not know as other, and leaves it in the file', async () => {
    const { notes, files, text } = open()
    await files.write('.memory/rule.md', '---\ntype: rule\n---\nx\n')
    expect(await notes.list()).toMatchObject([{ filename: 'rule.md', type: 'other' }])
    expect(await notes.index()).toBe('# Memory\n\n## Other\n- [rule](rule.md) - rule\n')
    await notes.update('rule.md', 'x', 'y')
    expect(await text('.memory/rule.md')).toBe('---\ntype: rule\nupdated: 2026-03-25\n---\ny\n')
  })

  it('L07 dates a note with the day of its last change', async () => {
    const { notes, clock } = open()
    await notes.write(prefs)
    clock.set('2026-04-01T00:00:00Z')
    expect(await notes.update('user_prefs.md', 'vim', 'emacs')).toMatchObject({ updated: '2026-04-01' })
    clock.set('2026-05-01T00:00:00Z')
    expect(await notes.write(prefs)).toMatchObject({ updated: '2026-05-01' })
  })

  it('X26 takes the day of UTC', async () => {
    const { notes, clock } = open()
    clock.set('2026-03-25T23:30:00Z')
    expect((await notes.write(prefs)).updated).toBe('2026-03-25')
  })

  it('L08 takes no target outside of the folder, and not the index', async () => {
    const { notes, files, text } = open()
    await files.write('secret.md', 'secret')
    await notes.write(prefs)
    const before = await text(index)
    for (const bad of [
      'MEMORY.md',
      'memory.md',
      '../secret.md',
      '.memory/../../secret.md',
      '/etc/passwd',
      '..\\secret.md',
      'a\0.md',
      '%2e%2e%2fsecret.md',
      '',
    ]) {
      await expect(notes.write({ ...prefs, filename: bad })).rejects.toMatchObject({ code: 'bad-input' })
      await expect(notes.update(bad, 'secret', 'x')).rejects.toMatchObject({
        code: expect.stringMatching(/bad-input|not-found/),
      })
      await expect(notes.delete(bad)).rejects.toMatchObject({ code: expect.stringMatching(/bad-input|not-found/) })
      await expect(notes.rename('user_prefs.md', bad)).rejects.toMatchObject({ code: 'bad-input' })
      await expect(notes.create(bad, 'x')).rejects.toMatchObject({ code: 'bad-input' })
      expect(await notes.read(bad)).toBeUndefined()
    }
    expect(await text('secret.md')).toBe('secret')
    expect(await text(index)).toBe(before)
    expect((await files.list('', { deep: true })).map(({ path }) => path)).toEqual([
      index,
      '.memory/user_prefs.md',
      'secret.md',
    ])
  })

  it('L08 makes no file outside of the folder, whatever the names', async () => {
    const part = fc.constantFrom('a', '.', '..', '/', '\\', '\0', '~', '%2f', 'MEMORY', '.md', '\ud800', '.versions')
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const { notes, files } = open()
        const filename = parts.join('')
        await notes.write({ ...prefs, filename }).catch(() => undefined)
        await notes.create(filename, 'x').catch(() => undefined)
        await notes.rename('a.md', filename).catch(() => undefined)
        for (const { path } of await files.list('', { deep: true })) expect(path).toMatch(/^\.memory\/[^/]+\.md$/)
      }),
      { numRuns: 300 },
    )
  })

  it('refuses a name that differs from a note only in letter case', async () => {
    const { notes } = open()
    await notes.write(prefs)
    const refused = { code: 'bad-input', message: expect.stringContaining('"user_prefs.md"') }
    await expect(notes.write({ ...prefs, filename: 'User_Prefs.md' })).rejects.toMatchObject(refused)
    await expect(notes.create('USER_PREFS', 'x')).rejects.toMatchObject(refused)
    await notes.create('other', 'x')
    await expect(notes.rename('other', 'User_prefs')).rejects.toMatchObject(refused)
    expect(await notes.rename('user_prefs', 'User_Prefs')).toMatchObject({ filename: 'User_Prefs.md' })
  })

  it('L09 brings the index up to date with every write, update, rename and delete', async () => {
    const { notes, text } = open()
    await notes.write(prefs)
    expect(await text(index)).toBe('# Memory\n\n## User\n- [User Preferences](user_prefs.md) - Editor settings\n')
    await notes.update('user_prefs.md', 'description: Editor settings', 'description: Tools')
    expect(await text(index)).toContain('(user_prefs.md) - Tools\n')
    await notes.rename('user_prefs.md', 'tools.md')
    expect(await text(index)).toContain('(tools.md) - Tools\n')
    await notes.create('plain', '# Heading\ntext')
    expect(await text(index)).toContain('## Reference\n- [plain](plain.md) - Heading\n')
    await notes.delete('plain')
    await notes.delete('tools.md')
    expect(await text(index)).toBe('# Memory\n\n(empty)\n')
  })

  it('X25 takes an index without (empty) for an empty one', async () => {
    const { notes, files, text, events } = open()
    await files.write(index, '# Memory\n')
    expect(await notes.index()).toBe('# Memory\n\n(empty)\n')
    await notes.write(prefs)
    await notes.delete('user_prefs')
    expect(await text(index)).toBe('# Memory\n\n(empty)\n')
    expect(events).toEqual([])
  })

  it('L10 sorts by file name, and uses the file name where the header gives nothing', async () => {
    const { notes, files } = open()
    await files.write('.memory/b.md', '---\nname: Bee\n---\n')
    await files.write('.memory/a.md', 'no header')
    await files.write('.memory/B.md', '---\ndescription: upper\n---\n')
    await files.write('.memory/c.txt', 'no note')
    await files.write('.memory/deep/d.md', 'no note')
    expect(await notes.index()).toBe('# Memory\n\n## Other\n- [B](B.md) - upper\n- [a](a.md) - a\n- [Bee](b.md) - b\n')
  })

  it('L13 replaces the first place where the text stands', async () => {
    const { notes, text } = open()
    await notes.write({ ...prefs, content: 'a $& a' })
    await notes.update('user_prefs', 'a $&', "$' $1 b")
    expect(await text('.memory/user_prefs.md')).toMatch(/---\n\n\$' \$1 b a\n$/)
    await expect(notes.update('user_prefs', 'gone', 'x')).rejects.toMatchObject({ code: 'not-found' })
    await expect(notes.update('user_prefs', '', 'x')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(notes.update('nobody', 'a', 'x')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('finds text over line breaks of Windows, and keeps them', async () => {
    const { notes, files, text } = open()
    await files.write('.memory/w.md', 'one\r\ntwo\r\nthree\r\n')
    await notes.update('w', 'one\ntwo', 'a\nb')
    await notes.update('w', 'three', 'c\nd')
    expect(await text('.memory/w.md')).toBe('a\r\nb\r\nc\r\nd\r\n')
  })

  it('refuses an update that would break the header or make the type unknown', async () => {
    const { notes, text } = open()
    await notes.write(prefs)
    const before = await text('.memory/user_prefs.md')
    await expect(notes.update('user_prefs', '---\n', '')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(notes.update('user_prefs', 'type: user', 'type: rule')).rejects.toMatchObject({ code: 'bad-input' })
    expect(await text('.memory/user_prefs.md')).toBe(before)
    await notes.update('user_prefs', 'type: user', 'type: feedback')
  })

  it('keeps other keys of a header when a note is written anew', async () => {
    const { notes, files, text } = open()
    await files.write('.memory/user_prefs.md', '---\ntags: [a] # mine\nname: Old\n---\nold\n')
    await notes.write(prefs)
    expect(await text('.memory/user_prefs.md')).toBe(
      '---\ntags: [a] # mine\nname: User Preferences\ndescription: Editor settings\ntype: user\nupdated: 2026-03-25\n---\n\n- Uses vim\n',
    )
    expect(await files.list('.memory/.versions')).toEqual([])
  })

  it('keeps a copy of a file without a header that is written anew', async () => {
    const { notes, files, text } = open()
    await files.write('.memory/user_prefs.md', 'by hand')
    await notes.write(prefs)
    const [copy] = await files.list('.memory/.versions')
    expect(copy?.path).toMatch(/^\.memory\/\.versions\/user_prefs\.2026-03-25T12-00-00\.000Z\.[0-9a-f]{8}\.md$/)
    expect(await text(copy?.path ?? '')).toBe('by hand')
    expect(await notes.list()).toHaveLength(1)
  })

  it('keeps a copy of what a person wrote in the place of the index, once, and reports it', async () => {
    const { notes, files, text, events, clock } = open()
    await files.write(index, '# Memory\n\nThe user likes tea.\n')
    expect(await notes.index()).toBe('# Memory\n\nThe user likes tea.\n')
    await notes.write(prefs)
    expect(await text(index)).toContain('user_prefs.md')
    const [copy, ...more] = await files.list('.memory/.versions')
    expect(await text(copy?.path ?? '')).toBe('# Memory\n\nThe user likes tea.\n')
    expect(more).toEqual([])
    expect(events).toMatchObject([{ type: 'file-quarantined', level: 'warn', path: copy?.path }])
    clock.advance(1000)
    await files.write(index, '# Memory\n\nThe user likes tea.\n')
    await notes.list()
    expect(await files.list('.memory/.versions')).toHaveLength(1)
    expect(await text(index)).toContain('user_prefs.md')
  })

  it('keeps the newest 20 copies', async () => {
    const { notes, files, clock } = open()
    await notes.write(prefs)
    for (let at = 0; at < 25; at++) {
      clock.advance(1000)
      await files.write(index, `mine ${at}`)
      await notes.index()
    }
    const copies = await files.list('.memory/.versions')
    expect(copies).toHaveLength(20)
    const texts = await files.readMany(copies.map(({ path }) => path))
    expect(texts.map((stored) => stored?.text)).toEqual(Array.from({ length: 20 }, (_, at) => `mine ${at + 5}`))
  })

  it('picks up files that were added, edited and removed by hand', async () => {
    const { notes, files, text } = open()
    await notes.write(prefs)
    await files.write('.memory/new.md', '---\nname: New\ntype: project\n---\n')
    expect(await notes.list()).toHaveLength(2)
    expect(await text(index)).toContain('- [New](new.md) - new')
    await files.write('.memory/new.md', '---\nname: Newer\ntype: project\n---\n')
    expect(await notes.index()).toContain('- [Newer](new.md) - new')
    await files.remove('.memory/user_prefs.md')
    await files.remove('.memory/new.md')
    expect(await notes.index()).toBe('# Memory\n\n(empty)\n')
    expect(await text(index)).toBe('# Memory\n\n(empty)\n')
  })

  it('finds files with odd names by the links of the index', async () => {
    const { notes, files } = open()
    await files.write('.memory/weird (1) [x].md', 'one')
    const link = /\]\(([^()]+)\)/.exec(await notes.index())?.[1] ?? ''
    expect((await notes.read(link))?.text).toBe('one')
    await notes.update(link, 'one', 'two')
    expect((await notes.read('weird (1) [x]'))?.text).toBe('two')
    await notes.delete(link)
    expect(await notes.list()).toEqual([])
  })

  it('passes over files with names that it cannot use, and says so once', async () => {
    const { notes, events, directory } = await openFolder()
    await notes.write(prefs)
    for (const name of ['memory.md', 'back\\slash.md', '.hidden.md']) await writeFile(join(directory, name), 'x')
    await notes.list()
    await notes.list()
    expect((await notes.list()).map(({ filename }) => filename)).toEqual(['user_prefs.md'])
    expect(events.map(({ path }) => path).sort()).toEqual(['.memory/back\\slash.md', '.memory/memory.md'])
    expect(await readdir(directory)).toContain('memory.md')
  })

  it('reports a header that cannot be read, and leaves the file alone', async () => {
    const { notes, files, text, events } = open()
    await files.write('.memory/broken.md', '---\nname: x\nno end')
    expect(await notes.read('broken')).toMatchObject({ name: 'broken', type: 'other', content: '---\nname: x\nno end' })
    await notes.list()
    await notes.list()
    expect(events).toMatchObject([{ type: 'line-set-aside', level: 'warn', path: '.memory/broken.md' }])
    await notes.update('broken', 'no end', 'still no end')
    expect(await text('.memory/broken.md')).toBe('---\nname: x\nstill no end')
  })

  it('parses only what has changed', async () => {
    const { files, storage } = open()
    const read: string[] = []
    const counting: FileStore = {
      ...files,
      readMany: (paths) => {
        read.push(...paths)
        return files.readMany(paths)
      },
    }
    const { notes } = open({}, { ...storage, files: counting })
    for (let at = 0; at < 300; at++) await files.write(`.memory/n${at}.md`, `---\nname: N${at}\ntype: project\n---\n`)
    await notes.list()
    expect(read).toHaveLength(300)
    await notes.write(prefs)
    await files.write('.memory/n7.md', '---\nname: Seven\n---\n')
    await notes.list()
    await notes.index()
    expect(read.slice(300)).toEqual(['.memory/n7.md'])
  })

  it('writes the index only when it differs', async () => {
    const { notes, files, guarded } = open()
    await notes.write(prefs)
    const before = await files.stat(index)
    const { count } = guarded
    await notes.index()
    await notes.list()
    await notes.read('user_prefs')
    expect(await files.stat(index)).toEqual(before)
    expect(guarded.count).toBe(count)
  })

  it('answers the index although the folder cannot be written', async () => {
    const { files, storage } = open()
    await files.write('.memory/a.md', '---\nname: A\ntype: user\n---\n')
    const full: FileStore = {
      ...files,
      write: () =>
        Promise.reject(Object.assign(new Error('full'), { marker: 'daybook.MemoryError', code: 'storage-failed' })),
    }
    const { notes, events } = open({}, { ...storage, files: full })
    expect(await notes.index()).toBe('# Memory\n\n## User\n- [A](a.md) - a\n')
    expect(events).toMatchObject([{ level: 'error', message: expect.stringContaining('full') }])
    await expect(notes.write(prefs)).rejects.toMatchObject({ code: 'storage-failed' })
  })

  it('loses no change that a person saves between its reading and its writing', async () => {
    const { notes, files, text } = open()
    await notes.write(prefs)
    let turn = 0
    const path = '.memory/user_prefs.md'
    await notes.edit('user_prefs', (before) => {
      turn += 1
      // A person saves while the change is being made: in-memory files are written at once.
      if (turn === 1) void files.write(path, `${before}by hand\n`)
      return before.replace('vim', 'emacs')
    })
    expect(turn).toBe(2)
    expect(await text(path)).toMatch(/- Uses emacs\nby hand\n$/)
  })

  it('refuses an edit that answers no text', async () => {
    const { notes } = open()
    await notes.write(prefs)
    await expect(notes.edit('user_prefs', () => JSON.parse('5'))).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('runs everything that writes inside the guard', async () => {
    const { notes, guarded } = open()
    await notes.write(prefs)
    await notes.update('user_prefs', 'vim', 'x')
    await notes.edit('user_prefs', (text) => text)
    await notes.create('b', 'x')
    await notes.rename('b', 'c')
    await notes.delete('c')
    expect(guarded.count).toBe(6)
  })

  it('takes concurrent writes of two memories on one folder', async () => {
    const { storage, notes, text } = open()
    const other = open({}, storage)
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const writer = at % 2 === 0 ? notes : other.notes
        await writer.write({ ...prefs, filename: `n${at}.md` })
        await writer.index()
      }),
    )
    expect(await notes.list()).toHaveLength(20)
    expect((await text(index))?.match(/^- /gm)).toHaveLength(20)
  })

  it('X8 lives in .memory/, or in the folder that the option names', async () => {
    const { notes, directory } = await openFolder()
    await notes.write(prefs)
    expect((await readdir(directory)).sort()).toEqual(['MEMORY.md', 'user_prefs.md'])
    expect(await readFile(join(directory, 'MEMORY.md'), 'utf8')).toContain('(user_prefs.md)')
    const other = open({ directory: 'notes' })
    await other.notes.write(prefs)
    expect(await other.files.stat('notes/user_prefs.md')).toBeDefined()
  })

  it('follows a rename of a file in the folder', async () => {
    const { notes, directory } = await openFolder()
    await notes.write(prefs)
    await rename(join(directory, 'user_prefs.md'), join(directory, 'renamed.md'))
    expect(await notes.index()).toContain('(renamed.md)')
    expect(await notes.read('user_prefs')).toBeUndefined()
  })

  it('stores hostile text, and reads it back', async () => {
    const { notes } = await openFolder()
    const content = `${'x'.repeat(1_000_000)}\u202e \ud83e\udd89 ---\n---\nname: evil\n---`
    await notes.write({
      ...prefs,
      name: '"\\\'\n---\nx: {',
      description: '# \u0000 &a *a <script>',
      content: `${content}\u0000\ud800`,
    })
    expect(await notes.read('user_prefs')).toMatchObject({
      name: '"\\\'\n---\nx: {',
      description: '# \u0000 &a *a <script>',
      type: 'user',
      content: `${content}\ufffd`,
    })
    expect((await notes.index()).trimEnd().split('\n')).toHaveLength(4)
  })

  it('keeps a file that is no UTF-8 beside the note when the note is changed', async () => {
    const { notes, directory, events } = await openFolder()
    await notes.write(prefs)
    const path = join(directory, 'user_prefs.md')
    await writeFile(path, Buffer.from(`${await readFile(path, 'utf8')}Born in Köln\n`, 'latin1'))
    await notes.update('user_prefs', 'Uses vim', 'Uses helix')
    expect(await readFile(path, 'utf8')).toMatch(/Uses helix\n+Born in K\ufffdln/)
    const [aside = ''] = (await readdir(directory)).filter((name) => name.startsWith('user_prefs.md.corrupt-'))
    expect(await readFile(join(directory, aside), 'latin1')).toContain('Born in Köln')
    expect(events).toMatchObject([{ type: 'file-quarantined', path: `.memory/${aside}` }])
    expect((await notes.list()).map(({ filename }) => filename)).toEqual(['user_prefs.md'])
  })

  it('does not hang on names and texts of a megabyte', async () => {
    const { notes } = await openFolder()
    await notes.write(prefs)
    const long = 'x'.repeat(1_000_000)
    const spentMs = startCpuClock()
    expect(await notes.read(long)).toBeUndefined()
    await expect(notes.write({ ...prefs, filename: long })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(notes.write({ ...prefs, name: long })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(notes.write({ ...prefs, description: long })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(notes.update('user_prefs', long, '')).rejects.toMatchObject({ code: 'not-found' })
    await expect(notes.delete(long)).rejects.toMatchObject({ code: 'not-found' })
    expect(spentMs()).toBeLessThan(2000)
  })
})
