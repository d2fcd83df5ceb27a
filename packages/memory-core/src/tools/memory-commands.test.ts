import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { notesDefaults } from '../notes/note.ts'
import { createNotes } from '../notes/notes.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createMemoryCommands } from './memory-commands.ts'

function open() {
  const storage = inMemoryStorage()
  const setting = { storage, clock: fixedClock('2026-03-25T12:00:00Z'), report: () => undefined }
  const notes = createNotes(setting, (fn) => storage.lock(['documents'], fn), notesDefaults)
  const errors: unknown[] = []
  const run = createMemoryCommands({ notes, onError: (error) => void errors.push(error) })
  const create = (path: string, text: string): Promise<string> => run({ command: 'create', path, file_text: text })
  const view = (path: string, range?: unknown): Promise<string> => run({ command: 'view', path, view_range: range })
  return { run, create, view, notes, files: storage.files, errors, storage }
}

const plain = '---\nname: x\n---\none\ntwo\nthree\n'
const directory = (path: string): string =>
  `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`

describe('createMemoryCommands', () => {
  it('views a folder two levels deep, with sizes', async () => {
    const { create, view, files } = open()
    expect(await view('/memories')).toBe(`${directory('/memories')}\n0.0K\t/memories`)
    await create('/memories/prefs.txt', 'x'.repeat(2000))
    await create('/memories/work/plan.md', 'y')
    await create('/memories/work/old/a.md', 'z')
    await create('/memories/work/old/deep/b.md', 'z')
    await files.write('.memory/by_hand.md', 'x')
    const lines = (await view('/memories/')).split('\n')
    expect(lines[0]).toBe(directory('/memories/').replace('/memories/,', '/memories,'))
    expect(lines.slice(1).map((line) => line.split('\t')[1])).toEqual([
      '/memories',
      '/memories/by_hand.md',
      '/memories/prefs.txt',
      '/memories/work',
      '/memories/work/old',
      '/memories/work/plan.md',
    ])
    expect(lines[3]).toBe('2.2K\t/memories/prefs.txt')
    expect(
      (await view('/memories/work'))
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[1]),
    ).toEqual([
      '/memories/work',
      '/memories/work/old',
      '/memories/work/old/a.md',
      '/memories/work/old/deep',
      '/memories/work/plan.md',
    ])
  })

  it('views a file with line numbers, as it is stored', async () => {
    const { create, view } = open()
    expect(await create('/memories/x.md', plain)).toBe('File created successfully at: /memories/x.md')
    expect(await view('/memories/x.md')).toBe(
      "Here's the content of /memories/x.md with line numbers:\n     1\t---\n     2\tname: x\n     3\t---\n     4\tone\n     5\ttwo\n     6\tthree",
    )
    expect(await view('/memories/x.md', [4, 5])).toBe(
      "Here's the content of /memories/x.md with line numbers:\n     4\tone\n     5\ttwo",
    )
    expect(await view('/memories/x.md', [6, -1])).toMatch(/numbers:\n {5}6\tthree$/)
    expect(await view('/memories/x.md', [5, 99])).toMatch(/\n {5}6\tthree$/)
    for (const range of [
      [0, 1],
      [7, 9],
      [3, 2],
      [-5, -1],
    ])
      expect(await view('/memories/x.md', range)).toBe(
        `Error: Invalid \`view_range\` parameter: [${range.join(', ')}]. It should be within the range of lines of the file: [1, 6]`,
      )
    expect(await view('/memories/none.md')).toBe(
      'The path /memories/none.md does not exist. Please provide a valid path.',
    )
  })

  it('gives a file without a header one, and makes a note of it', async () => {
    const { create, notes, files } = open()
    await create('/memories/prefs.md', '# What she likes\n- tea\n')
    expect((await files.read('.memory/prefs.md'))?.text).toBe(
      '---\nname: prefs\ndescription: What she likes\ntype: reference\nupdated: 2026-03-25\n---\n\n# What she likes\n- tea\n',
    )
    await create('/memories/me.md', '---\ntype: user\nname: Me\n---\ntext')
    expect(await notes.index()).toBe(
      '# Memory\n\n## User\n- [Me](me.md) - me\n\n## Reference\n- [prefs](prefs.md) - What she likes\n',
    )
  })

  it('creates no file that exists, nor in the place of a folder, nor below a file', async () => {
    const { create, view } = open()
    await create('/memories/a.txt', 'one')
    await create('/memories/dir/b.md', 'one')
    expect(await create('/memories/a.txt', 'two')).toBe('Error: File /memories/a.txt already exists')
    expect(await create('/memories/dir', 'two')).toBe('Error: File /memories/dir already exists')
    expect(await create('/memories/a.txt/c.md', 'two')).toBe('Error: /memories/a.txt is a file, not a directory')
    expect(await create('/memories/A.txt', 'two')).toMatch(/^Error: filename is /)
    expect(await view('/memories/a.txt')).toContain('\tone')
  })

  it('replaces a text that stands in a file once', async () => {
    const { create, run, view } = open()
    await create('/memories/x.md', plain)
    const replace = (old: unknown, next: unknown, path = '/memories/x.md'): Promise<string> =>
      run({ command: 'str_replace', path, old_str: old, new_str: next })
    expect(await replace('two', '$& $1')).toBe(
      "The memory file has been edited.\nHere's a snippet of /memories/x.md with line numbers:\n     2\tname: x\n     3\tupdated: 2026-03-25\n     4\t---\n     5\tone\n     6\t$& $1\n     7\tthree",
    )
    expect(await view('/memories/x.md')).toContain('\t$& $1\n')
    expect(await replace('gone', 'x')).toBe(
      'No replacement was performed, old_str `gone` did not appear verbatim in /memories/x.md.',
    )
    expect(await replace('', 'x')).toMatch(/^No replacement was performed/)
    expect(await replace('e\n', 'x')).toBe(
      'No replacement was performed. Multiple occurrences of old_str `e\n` in lines: 5, 7. Please ensure it is unique',
    )
    expect(await replace('a', 'x', '/memories/none.md')).toBe(
      'Error: The path /memories/none.md does not exist. Please provide a valid path.',
    )
    expect(await replace('name: x', 'name: [')).toMatch(/edited/)
    expect(await replace('---\n', '')).toMatch(/^No replacement was performed\. Multiple/)
    expect(await replace('---\none', '')).toMatch(/^Error: the change would break the header/)
    await replace('\nthree', undefined)
    expect(await view('/memories/x.md')).not.toContain('three')
  })

  it('inserts lines behind a line, at the top of the text and at the end', async () => {
    const { create, run, files } = open()
    await create('/memories/x.md', plain)
    const insert = (at: unknown, text: string, path = '/memories/x.md'): Promise<string> =>
      run({ command: 'insert', path, insert_line: at, insert_text: text })
    expect(await insert(4, 'after one\n')).toBe('The file /memories/x.md has been edited.')
    expect(await insert(0, 'top')).toBe('The file /memories/x.md has been edited.')
    expect(await insert(9, 'end')).toBe('The file /memories/x.md has been edited.')
    expect((await files.read('.memory/x.md'))?.text).toBe(
      '---\nname: x\nupdated: 2026-03-25\n---\ntop\none\nafter one\ntwo\nthree\nend\n',
    )
    expect(await insert(99, 'x')).toBe(
      'Error: Invalid `insert_line` parameter: 99. It should be within the range of lines of the file: [0, 10]',
    )
    expect(await insert(-1, 'x')).toMatch(/^Error: Invalid `insert_line` parameter: -1\./)
    expect(await insert(2, 'x')).toMatch(/Lines 1 to 4 are the header of the file/)
    expect(await insert(1, 'x', '/memories/none.md')).toBe('Error: The path /memories/none.md does not exist')
  })

  it('inserts with the line breaks of the file', async () => {
    const { run, files } = open()
    await files.write('.memory/w.md', 'one\r\ntwo')
    await run({ command: 'insert', path: '/memories/w.md', insert_line: 2, insert_text: 'a\nb' })
    expect((await files.read('.memory/w.md'))?.text).toBe('one\r\ntwo\r\na\r\nb\r\n')
    await run({ command: 'str_replace', path: '/memories/w.md', old_str: 'two\na', new_str: 'x\ny' })
    expect((await files.read('.memory/w.md'))?.text).toBe('one\r\nx\r\ny\r\nb\r\n')
  })

  it('deletes files and folders, but not the root', async () => {
    const { create, run, notes } = open()
    for (const path of ['a.md', 'dir/b.md', 'dir/c/d.md', 'dirx.md']) await create(`/memories/${path}`, 'x')
    const remove = (path: string): Promise<string> => run({ command: 'delete', path })
    expect(await remove('/memories')).toMatch(/^Error: /)
    expect(await remove('/memories/none')).toBe('Error: The path /memories/none does not exist')
    expect(await remove('/memories/a.md')).toBe('Successfully deleted /memories/a.md')
    expect(await remove('/memories/dir')).toBe('Successfully deleted /memories/dir')
    expect((await notes.list()).map(({ filename }) => filename)).toEqual(['dirx.md'])
  })

  it('renames files and folders', async () => {
    const { create, run, notes, view } = open()
    for (const path of ['a.md', 'dir/b.txt', 'dir/c/d.md']) await create(`/memories/${path}`, path)
    const move = (from: string, to: string): Promise<string> => run({ command: 'rename', old_path: from, new_path: to })
    expect(await move('/memories/a.md', '/memories/new/z.md')).toBe(
      'Successfully renamed /memories/a.md to /memories/new/z.md',
    )
    expect(await move('/memories/dir', '/memories/new/sub')).toBe(
      'Successfully renamed /memories/dir to /memories/new/sub',
    )
    expect((await notes.list()).map(({ filename }) => filename)).toEqual([
      'new~sub~b.txt.md',
      'new~sub~c~d.md',
      'new~z.md',
    ])
    expect(await view('/memories/new/sub/b.txt')).toContain('\tdir/b.txt')
    expect(await move('/memories/none.md', '/memories/y.md')).toBe('Error: The path /memories/none.md does not exist')
    expect(await move('/memories/new/z.md', '/memories/new/sub')).toBe(
      'Error: The destination /memories/new/sub already exists',
    )
    expect(await move('/memories/new', '/memories/new/in/it')).toBe('Error: /memories/new cannot be moved into itself')
    expect(await move('/memories', '/memories/x')).toMatch(/^Error: /)
    expect(await move('/memories/new', '/memories')).toMatch(/^Error: /)
    expect(await move('/memories/new/z.md', '/memories/MEMORY.md')).toMatch(/^Error: filename is .*index/)
  })

  it.each([
    '/memories/../x.md',
    '/memoriesX/x.md',
    '/memoriesX',
    '../x',
    '/etc/passwd',
    '',
    '/',
    'memories/x.md',
    '/memories/..',
    '/memories/a/../../x',
    '/x/../../memories/a.md',
    '\\memories\\x',
    '/memories\\..\\x',
    '/memories/a\0.md',
    '/memories/\u001b[2J',
    '/memories/\ud800',
    `/memories/${'a/'.repeat(500)}`,
  ])('refuses the path %j with a text', async (path) => {
    const { run, storage } = open()
    for (const command of [
      { command: 'view', path },
      { command: 'create', path, file_text: 'x' },
      { command: 'str_replace', path, old_str: 'x', new_str: 'y' },
      { command: 'insert', path, insert_line: 0, insert_text: 'y' },
      { command: 'delete', path },
      { command: 'rename', old_path: path, new_path: '/memories/y.md' },
    ])
      expect(await run(command)).toMatch(/^Error: invalid path /)
    expect(
      (await storage.files.list('', { deep: true })).filter(({ path: file }) => !file.startsWith('.memory/')),
    ).toEqual([])
  })

  it.each([
    '/memories/%2e%2e/x.md',
    '/memories/.env',
    '/memories/con',
    '/memories/MEMORY.md',
    '/memories/memory.md',
    '/memories/a:b',
  ])('creates nothing at %s', async (path) => {
    const { create, files } = open()
    expect(await create(path, 'x')).toMatch(/^Error: filename is /)
    expect((await files.list('', { deep: true })).map(({ path: file }) => file)).toEqual(['.memory/MEMORY.md'])
  })

  it('works out dots and slashes name by name', async () => {
    const { create, view } = open()
    await create('/memories//a/./../b.md', '---\nname: b\n---\nhere')
    expect(await view('/memories/b.md')).toContain('\there')
    expect(await view('/x/../memories/b.md')).toMatch(/^Error: invalid path/)
  })

  it('takes a name without ending for the folder, where there is one, else for the note', async () => {
    const { create, view } = open()
    await create('/memories/a.md', 'the note')
    expect(await view('/memories/a')).toContain('\tthe note')
    await create('/memories/a/b.md', 'x')
    expect(await view('/memories/a')).toContain('\t/memories/a/b.md')
    expect(await view('/memories/a.md')).toContain('\tthe note')
    expect(await view('/memories/a~b.md')).toContain('\tx')
  })

  it('shows the index as a file that can only be read', async () => {
    const { create, view, run } = open()
    await create('/memories/a.md', 'x')
    expect(await view('/memories/MEMORY.md')).toContain('\t- [a](a.md) - x')
    expect(await run({ command: 'delete', path: '/memories/MEMORY.md' })).toMatch(/^Error: /)
    expect(await run({ command: 'insert', path: '/memories/MEMORY.md', insert_line: 0, insert_text: 'x' })).toMatch(
      /^Error: /,
    )
  })

  it.each([
    undefined,
    null,
    5,
    '',
    'view',
    '{',
    [],
    {},
    { command: 'sudo' },
    { command: 'view' },
    { command: 'view', path: 5 },
    { command: '__proto__' },
    { command: 'view', path: '/memories', view_range: 'x' },
    { command: 'insert', path: '/memories/a.md', insert_line: 'x', insert_text: '' },
    { command: 'insert', path: '/memories/a.md', insert_line: 0.5, insert_text: '' },
    { command: 'create', path: '/memories/a.md' },
  ])('answers %j with a text', async (command) => {
    const { run } = open()
    const answer = await run(command)
    expect(answer).toMatch(/^Error: /)
    expect(answer.length).toBeLessThan(1000)
  })

  it('takes a command as JSON', async () => {
    expect(await open().run('{"command":"view","path":"/memories"}')).toContain('\t/memories')
  })

  it('reports failures of the storage, answers them with a text, and rejects only when aborted', async () => {
    const { run, storage, errors, create, notes } = open()
    await create('/memories/a.md', 'x')
    await storage.close()
    expect(await run({ command: 'view', path: '/memories' })).toMatch(/^Error: .*closed/)
    expect(errors).toMatchObject([{ code: 'closed' }])
    const list = (): Promise<never> => Promise.reject(new Error('at /home/ada'))
    const failing = createMemoryCommands({ notes: { ...notes, list }, onError: (error) => void errors.push(error) })
    expect(await failing({ command: 'view', path: '/memories' })).toMatch(/^Error: the memory failed inside/)
    expect(errors).toHaveLength(2)
    const throwing = createMemoryCommands({
      notes: { ...notes, list },
      onError: () => {
        throw new Error('no')
      },
    })
    expect(await throwing({ command: 'view', path: '/memories' })).toMatch(/^Error: the memory failed inside/)
    await expect(
      run({ command: 'view', path: '/memories' }, { signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough')
  })

  it('cuts long views, and shows the rest by view_range', async () => {
    const { create, view } = open()
    await create('/memories/long.md', `---\nname: x\n---\n${'line of text\n'.repeat(20_000)}`)
    const answer = await view('/memories/long.md')
    expect(answer.length).toBeLessThan(51_000)
    const next = Number(/\.\.\. \(\d+ more lines; ask for them with view_range \[(\d+), -1\]\)$/.exec(answer)?.[1])
    expect(await view('/memories/long.md', [next, next])).toContain(`${next}\tline of text`)
  })

  it('does not hang on texts of a megabyte', async () => {
    const { create, view, run } = open()
    const spentMs = startCpuClock()
    expect((await run({ command: 'x'.repeat(1_000_000) })).length).toBeLessThan(300)
    await create('/memories/a.md', 'a'.repeat(1_000_000))
    await create('/memories/b.md', '\n'.repeat(1_000_001))
    await view('/memories/a.md')
    await run({ command: 'str_replace', path: '/memories/a.md', old_str: 'a', new_str: 'b' })
    await run({ command: 'str_replace', path: '/memories/a.md', old_str: 'a'.repeat(500_000), new_str: 'b' })
    await run({ command: 'insert', path: '/memories/b.md', insert_line: 500, insert_text: 'b'.repeat(1_000_000) })
    expect(await view('/memories/b.md')).toBe('File /memories/b.md exceeds maximum line limit of 999,999 lines.')
    expect(spentMs()).toBeLessThan(4000)
  })

  it('never throws, and makes files only in the folder of the notes', async () => {
    const name = fc.constantFrom(
      '/memories',
      '/',
      'a',
      'b.md',
      'c.txt',
      '..',
      '.',
      '~',
      '%2e%2e',
      '\\',
      '\0',
      'MEMORY.md',
      ' ',
    )
    const path = fc.array(name, { maxLength: 5 }).map((names) => names.join('/'))
    const good = fc
      .array(fc.constantFrom('a', 'b.md', 'c.txt', 'd~e'), { minLength: 1, maxLength: 3 })
      .map((names) => `/memories/${names.join('/')}`)
    const some = fc.oneof(path, good)
    const command = fc.oneof(
      fc.record({ command: fc.constant('create'), path: some, file_text: fc.string() }),
      fc.record({ command: fc.constant('view'), path: some }),
      fc.record({
        command: fc.constant('insert'),
        path: some,
        insert_line: fc.integer({ min: -1, max: 9 }),
        insert_text: fc.string(),
      }),
      fc.record({ command: fc.constant('str_replace'), path: some, old_str: fc.string(), new_str: fc.string() }),
      fc.record({ command: fc.constant('delete'), path: some }),
      fc.record({ command: fc.constant('rename'), old_path: some, new_path: some }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
        const { run, files, notes, errors } = open()
        for (const one of commands) expect(typeof (await run(one))).toBe('string')
        expect(errors).toEqual([])
        for (const { path: file } of await files.list('', { deep: true })) expect(file).toMatch(/^\.memory\/[^/]+\.md$/)
        const listed = await notes.list()
        expect((await notes.index()).match(/^- \[/gm) ?? []).toHaveLength(listed.length)
      }),
      { numRuns: 300 },
    )
  })
})
