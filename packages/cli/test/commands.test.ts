import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { openMemories, openMemory } from '@daybook/memory-core'
import { commands } from '@daybook/memory-core/tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flagOf, globalFlags } from '../src/help.ts'
import { runDaybook } from '../src/index.ts'
import { daybook, type Ran } from './daybook.ts'

let root = ''
let count = 0

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'daybook-cli-'))
})

afterEach(() => rm(root, { recursive: true, force: true }))

/** A folder with a memory in which something was said. */
async function begun(): Promise<string> {
  const cwd = join(root, `case-${count++}`)
  const memory = await openMemory({ directory: join(cwd, 'workspace') })
  await memory.addMessages('monday', { role: 'user', content: 'I prefer pnpm over npm.' })
  await memory.flush()
  await memory.close()
  return cwd
}

const lines = commands.flatMap((row) => (row.line ? [{ ...row, line: row.line }] : []))

describe('each command', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    init: ['init'],
    status: ['status'],
    list: ['list'],
    recall: ['recall', 'pnpm'],
    context: ['context', 'how do I install it?'],
    why: ['why', 'pnpm'],
    remember: ['remember', 'The staging host is blue', '--type', 'fact', '--tags', 'a,b'],
    edit: ['edit', 'pnpm over npm', 'yarn over npm'],
    forget: ['forget', 'pnpm', '--yes'],
    erase: ['erase', '--yes'],
    log: ['log', '--since', '1d'],
    check: ['check'],
    backup: ['backup', '../copy'],
    scrub: ['scrub', '--yes'],
  }

  it.each(Object.entries(cases))('%s answers JSON as its schema says', async (name, args) => {
    const cwd = await begun()
    const copy = join(root, `copy-${count}`)
    const { code, out, err } = await daybook(cwd, [...args.map((one) => (one === '../copy' ? copy : one)), '--json'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const row = lines.find(({ line }) => line.name === name)
    expect(row?.outputSchema.strict().parse(JSON.parse(out))).toEqual(JSON.parse(out))
  })

  it('is one of the table, and no other is', () => {
    expect(lines.map(({ line }) => line.name).toSorted()).toEqual([...Object.keys(cases), 'inspect', 'mcp'].toSorted())
  })

  it.each(lines)('$line.name has its purpose, its fields and its example from the table', async (row) => {
    const { out } = await daybook(root, [row.line.name, '--help'])
    expect(out).toContain(row.purpose)
    expect(out).toContain(row.line.example)
    for (const [field, schema] of Object.entries(row.lineSchema.shape)) {
      expect(out).toContain(field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
      expect(out).toContain(Reflect.get(schema, 'description'))
    }
  })

  it('is in the help, which fits a screen', async () => {
    const { out, code } = await daybook(root, ['--help'])
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(110)
    for (const { line, purpose } of lines) expect(out).toContain(`  ${line.name.padEnd(10)}${purpose}\n`)
  })
})

describe('the flags', () => {
  it.each(lines)('of every command leave the fields of $line.name alone', ({ lineSchema }) => {
    for (const field of Object.keys(lineSchema.shape)) expect(Object.keys(globalFlags)).not.toContain(flagOf(field))
  })

  it.each([['billing,urgent'], ['billing, urgent'], ['["billing","urgent"]']])('take a list as %s', async (tags) => {
    const cwd = await begun()
    await daybook(cwd, ['remember', 'Invoices go out on Friday', '--tags', tags])
    for (const tag of ['billing', 'urgent', tags])
      expect((await daybook(cwd, ['recall', 'invoices', '--tags', tag])).out).toContain('Friday')
  })

  it('show how a list is written', async () => {
    expect((await daybook(root, ['remember', '--help'])).out).toMatch(/--tags one,two +Words/)
  })
})

describe('the exit code', () => {
  const onBegun = [
    [0, ['recall', 'nothing of this kind'], 'Nothing found'],
    [0, ['forget', 'pnpm', '--dry-run'], '] I prefer pnpm'],
    [0, ['--version'], /^\d+\.\d+\.\d+/],
    [0, ['help', 'recall'], 'Searches everything'],
    [1, ['why', 'record:none'], 'or an id that daybook recall returned'],
    [1, ['edit', 'no such words', 'x'], 'no line of MEMORY.md'],
    [1, ['recall', 'x', '-d', 'elsewhere'], 'there is no memory in'],
    [2, ['backup', 'workspace'], 'workspace'],
    [2, ['recal', 'x'], 'did you mean "recall"?'],
    [2, ['add', 'x'], 'did you mean "remember"?'],
    [2, ['search', 'x'], 'did you mean "recall"?'],
    [2, ['recall'], 'daybook recall needs <query>'],
    [0, ['list'], /^\[fact:\w+\] I prefer pnpm over npm[^\n]*\n\[record:\w+\] I prefer pnpm over npm\.\n$/],
    [2, ['recall', 'two', 'words'], 'put several words in quotes'],
    [2, ['status', 'x'], 'it takes no arguments'],
    [2, ['remember', '- dash first'], 'a text that begins with "-" stands behind --, as in -- "- text"'],
    [0, ['remember', '--', '- dash first'], 'dash first'],
    [1, ['status', '-d', 'no where'], "daybook init -d 'no where'"],
    [1, ['status', '-d', 'many', '-u', "Grace O'Hopper"], "--user 'Grace O'\\''Hopper'"],
    [0, ['status'], /, the last message at \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/],
    [0, ['log'], /^\d{4}-\d\d-\d\d \d\d:\d\d UTC learnt: /],
    [2, ['recall', 'x', '--limt', '4'], "Unknown option '--limt'"],
    [2, ['recall', 'x', '--limit', 'four'], 'expected a number'],
    [2, ['recall', 'x', '--limit', '400'], '"limit" is 400'],
    [2, ['recall', 'x', '--limit', '-3'], '"limit" is -3'],
    [2, ['recall', 'x', '--tags', '--json'], '--tags has no value'],
    [2, ['--limit', '3', 'recall', 'x'], '--limit stands before the command: write daybook <command> --limit'],
    [2, ['status', '-d', 'workspace', '-u', 'ada'], 'is one memory, not a folder with one for each user'],
    [0, ['--json', '-d', 'workspace', '--profile=default', 'status'], '"facts": 1'],
    [2, ['remember', 'x', '--type', 'rule'], 'expected one of policy'],
    [2, ['remember', ''], /^daybook: the statement is empty; see daybook remember --help\n$/],
    [2, ['remember', '   '], /^daybook: the statement is empty\n$/],
    [2, ['remember', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'], 'but a secret'],
    [0, ['recall', 'pnpm', '--budget', '1'], 'left out: over the budget of 1 token.)'],
    [0, ['status'], 'facts     1 line of MEMORY.md'],
    [0, ['check'], /^Nothing is wrong\n$/],
    [0, ['edit', 'PREFER PNPM', 'prefer bun'], 'MEMORY.md was changed.'],
    [1, ['init', '-d', '/proc/x'], 'a memory cannot be made in /proc/x: this folder cannot be created'],
    [0, ['forget', 'record:none', '--dry-run'], 'Look for the ids with daybook recall.'],
    [1, ['forget', '--ids', 'record:none', '--yes'], 'Not found: record:none'],
    [1, ['forget', 'record:none', '--yes', '--json'], '"notFound": ['],
    [0, ['forget', 'no such words', '--yes'], 'Nothing was removed.'],
    [0, ['init', '--help'], 'where to make it; by default ./workspace'],
    [0, ['forget', '--help'], 'Ids that daybook recall returned.'],
    [2, ['log', '--since', 'soon'], 'since is "soon"'],
    [2, ['forget', 'a'], 'at least two letters'],
    [2, ['forget', 'pnpm', '--session', 'monday', '--yes'], 'exactly one of them'],
    [2, ['forget', 'pnpm'], 'add --yes'],
    [2, ['erase'], 'add --yes'],
    [2, ['scrub', '--json'], 'add --yes'],
    [2, ['edit'], 'EDITOR is not set'],
    [2, ['edit', 'pnpm'], 'edit needs both'],
    [2, ['status', '--user', 'ada'], '--user needs --directory'],
    [2, ['status', '--postgres', 'postgres://x/y'], '--postgres needs --user'],
    [2, ['status', '--postgres', 'notaurl', '-u', 'a'], '--postgres is "notaurl", expected postgres://'],
    [1, ['status', '-d', import.meta.filename], 'is a file: name the folder of a memory'],
    [2, ['status', '--postgres', 'postgres://x/y', '-u', 'a', '-d', 'b'], 'two places'],
    [2, ['status', '--profile', 'none'], 'there is no profile "none"'],
    [2, ['recall', 'x', '--directory='], '--directory is empty'],
  ] as const

  it.each(onBegun)('is %s for %j', async (expected, args, message) => {
    const { code, out, err } = await daybook(await begun(), args)
    expect({ code, said: `${out}${err}` }).toEqual({
      code: expected,
      said: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    })
    expect(err).not.toMatch(/\n\s+at |node:/)
    if (expected > 0 && err !== '') expect(err).toMatch(/^daybook: [^\n]+\n$/)
  })

  it('is not 0 for a folder with the memories of users, which is left as it is', async () => {
    const cwd = await begun()
    expect((await daybook(cwd, ['init', '-d', 'many', '-u', 'ada'])).code).toBe(0)
    const runs = [['status'], ['init'], ['status', '-u', 'bob']].map((args) => daybook(cwd, [...args, '-d', 'many']))
    const [none, made, other] = (await Promise.all(runs)).map(({ code, err }) => `${code} ${err}`)
    expect(none).toMatch(/^1 .*many holds the memories of users: name one with --user\n$/)
    expect(made).toMatch(/^2 .*many holds the memories of users, .*--user/)
    expect(other).toMatch(/^1 .*create one with daybook init --directory .*many --user bob\n$/)
    expect(await readdir(join(cwd, 'many'))).toEqual(['ada'])
  })

  it.each([
    ['ENOSPC', 1],
    ['EPIPE', 0],
  ])('is, for an answer that is refused with %s, %i', async (code, expected) => {
    const cwd = await begun()
    const [stdin, stderr] = [new PassThrough(), new PassThrough()]
    const stdout = new Writable({
      write: (_, __, done) => done(Object.assign(new Error('no room'), { code })),
    })
    stdin.end()
    expect(await runDaybook(['list', '--json'], { stdin, stdout, stderr, env: {}, cwd: () => cwd })).toBe(expected)
    expect(String(stderr.read() ?? '')).toContain(expected === 0 ? '' : 'could not be written: no room')
  })

  it('is with --json in the answer, too', async () => {
    const { code, out, err } = await daybook(root, ['status', '--json'])
    expect({ code, err, ...JSON.parse(out) }).toMatchObject({ code: 1, err: '', error: { code: 1 } })
  })

  it('is 1 for a memory that is damaged', async () => {
    const cwd = await begun()
    const [session = ''] = await readdir(join(cwd, 'workspace/sessions'))
    await writeFile(join(cwd, 'workspace/sessions', session), '{"torn', { flag: 'a' })
    expect(await daybook(cwd, ['check'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^warn [\s\S]*\n1 thing needs a repair\n$/),
    })
    expect(await daybook(cwd, ['check', '--repair'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\nNothing is wrong any more\n$/),
    })
  })
})

describe('a folder', () => {
  it.each(lines.filter(({ line }) => line.name !== 'init'))('is not made into a memory by $line.name', async (row) => {
    const words = row.line.positional.map((name) => `some ${name}`)
    const { code, err } = await daybook(root, [row.line.name, ...words, '--yes'])
    expect(code).toBe(1)
    expect(err).toContain('daybook init')
    expect(await daybook(root, [row.line.name, ...words, '--yes', '-d', 'many', '-u', 'ada'])).toMatchObject({
      code: 1,
    })
    expect(await readdir(root)).toEqual([])
  })

  it('is copied from where the flags say', async () => {
    const cwd = await begun()
    const copied = await daybook(root, ['backup', 'copy', '-d', join(cwd, 'workspace')])
    expect(copied).toEqual({ code: 0, out: `Copied the memory into copy.\n`, err: '' })
    expect(await readFile(join(root, 'copy/memory/MEMORY.md'), 'utf8')).toContain('pnpm over npm')
    await daybook(root, ['init', '-d', 'many', '-u', 'ada'])
    await daybook(root, ['remember', 'Likes tea', '-d', 'many', '-u', 'ada'])
    expect(await daybook(root, ['backup', 'of-ada', '-d', 'many', '-u', 'ada'])).toMatchObject({ code: 0, err: '' })
    expect(await readFile(join(root, 'of-ada/memory/MEMORY.md'), 'utf8')).toContain('Likes tea')
  })

  it('is found as workspace in the folder that is named, too', async () => {
    const cwd = await begun()
    expect((await daybook(cwd, ['status', '-d', '.'])).out).toContain(`memory    ${join(cwd, 'workspace')}\n`)
    await daybook(cwd, ['init', '-d', 'many', '-u', 'workspace'])
    expect(await daybook(cwd, ['status', '-d', 'many'])).toMatchObject({ code: 1 })
  })

  it('is found from below', async () => {
    const cwd = await begun()
    await mkdir(join(cwd, 'src/deep'), { recursive: true })
    expect(await daybook(join(cwd, 'src/deep'), ['recall', 'pnpm'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('pnpm'),
    })
  })

  it('of many users serves the one that is named', async () => {
    const memories = openMemories({ directory: root })
    await (await memories.for({ user: 'ada' })).facts.append('- Likes tea')
    await memories.close()
    const as = (user: string, ...args: readonly string[]): Promise<Ran> =>
      daybook(root, [...args, '-d', '.', '-u', user])
    expect((await as('ada', 'context', 'drinks')).out).toContain('Likes tea')
    expect(await as('bob', 'context', 'drinks')).toMatchObject({ code: 1 })
    expect((await as('bob', 'init')).out).toBe(`Made a memory of "bob" in ${root}.\n`)
    expect((await as('bob', 'init')).out).toBe(`There is a memory of "bob" already in ${root}.\n`)
    expect((await as('bob', 'context', 'drinks')).out).not.toContain('Likes tea')
    const dry = (await as('ada', 'erase', '--dry-run')).out
    expect(dry).toMatch(/^Would remove [1-9]\d* files.* of "ada" in /)
    const [, counted = ''] = /^Would remove (\d+ files)/.exec(dry) ?? []
    expect((await as('ada', 'erase', '--yes')).out).toMatch(new RegExp(`^Removed ${counted}, `))
    expect(await as('ada', 'context', 'drinks')).toMatchObject({ code: 1 })
    expect(await as('bob', 'status')).toMatchObject({ code: 0 })
  })
})

it('finds and removes what an agent keeps as knowledge', async () => {
  const cwd = await begun()
  const memory = await openMemory({ directory: join(cwd, 'workspace'), knowledge: {} })
  await memory.knowledge.add('learned_fact', 'Ada lives in Wuppertal')
  await memory.close()
  expect((await daybook(cwd, ['recall', 'where does Ada live?'])).out).toContain('Ada lives in Wuppertal')
  expect((await daybook(cwd, ['forget', 'Wuppertal', '--yes'])).code).toBe(0)
  expect(await readFile(join(cwd, 'workspace', 'memory', 'knowledge.json'), 'utf8')).not.toContain('Wuppertal')
})

describe('removing', () => {
  it('asks on a terminal, and shows first what would go', async () => {
    const cwd = await begun()
    const no = await daybook(cwd, ['forget', 'pnpm'], { answer: 'n' })
    expect(no).toMatchObject({ code: 1, err: expect.stringMatching(/Would forget 3:\n\[\S+\] I prefer pnpm/) })
    expect((await daybook(cwd, ['recall', 'pnpm'])).out).toContain('I prefer pnpm')
    const yes = await daybook(cwd, ['forget', 'pnpm'], { answer: 'y' })
    expect(yes).toMatchObject({ code: 0, out: expect.stringContaining('Forgot') })
    expect((await daybook(cwd, ['recall', 'pnpm'])).out).toContain('Nothing found')
    expect((await daybook(cwd, ['log'])).out).toMatch(/forgotten: .*\d+ in sessions/)
  })

  it('does not ask when nothing was found', async () => {
    const cwd = await begun()
    const forgotten = await daybook(cwd, ['forget', 'nothinglikethat'], { answer: 'n' })
    expect(forgotten).toEqual({ code: 0, out: 'Nothing was removed.\n', err: '' })
    expect(await daybook(cwd, ['scrub'], { answer: 'n' })).toEqual({
      code: 0,
      out: 'No secrets were found.\n',
      err: '',
    })
  })

  it('says of an id on a terminal, too, that there is none', async () => {
    const { code, out } = await daybook(await begun(), ['forget', 'record:none'], { answer: 'n' })
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('Not found: record:none') })
  })

  it('takes an id for an id', async () => {
    const cwd = await begun()
    const { out } = await daybook(cwd, ['remember', 'Likes oolong'])
    const id = /\[(record:\w+)\]/.exec(out)?.[1] ?? ''
    expect((await daybook(cwd, ['forget', id, '--yes'])).out).toContain(id)
    expect((await daybook(cwd, ['recall', 'oolong'])).out).toContain('Nothing found')
  })

  it('erases what is the memory’s and nothing else', async () => {
    const cwd = await begun()
    await writeFile(join(cwd, 'workspace/own.txt'), 'mine')
    const dry = await daybook(cwd, ['erase', '--dry-run'])
    expect(dry.out).toMatch(/^Would remove \d+ files/)
    expect(existsSync(join(cwd, 'workspace/memory/MEMORY.md'))).toBe(true)
    expect(await daybook(cwd, ['erase', '--yes'])).toMatchObject({ code: 0 })
    expect((await readdir(join(cwd, 'workspace'))).filter((name) => !name.startsWith('.git'))).toEqual(['own.txt'])
    expect(await daybook(cwd, ['status'])).toMatchObject({ code: 1 })
    const other = await begun()
    expect(await daybook(other, ['erase', '--yes'])).toMatchObject({ code: 0 })
    expect(await readdir(other)).toEqual([])
  })

  it('erases no file of a person that lies in a folder of the memory', async () => {
    const own = [
      'journal/2026-11-01.md',
      'memory/own.md',
      'receipts/invoice.pdf',
      'sessions/notes.txt',
      'state/store.ts',
      '.gitignore',
    ].map((path) => join(root, path))
    for (const path of own) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, 'mine')
    }
    await daybook(root, ['init', '-d', '.'])
    await daybook(root, ['remember', 'Likes tea'])
    const dry = JSON.parse((await daybook(root, ['erase', '--dry-run', '--json'])).out)
    const { code, out } = await daybook(root, ['erase', '--yes', '--json'])
    expect({ code, ...JSON.parse(out) }).toEqual({ ...dry, code: 0, dryRun: false, remains: expect.any(Array) })
    const left = await readdir(root, { recursive: true, withFileTypes: true })
    const files = left.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    expect(files.toSorted()).toEqual(own.toSorted())
    for (const path of own) expect(await readFile(path, 'utf8')).toBe('mine')
  })

  it('erases no `.gitignore` of a person that is alone with the memory', async () => {
    await writeFile(join(root, '.gitignore'), 'mine')
    await daybook(root, ['init', '-d', '.'])
    expect(await daybook(root, ['erase', '--yes'])).toMatchObject({ code: 0 })
    expect(await readdir(root)).toEqual(['.gitignore'])
  })

  it('names the folder before it erases, and checks the profile first', async () => {
    const cwd = await begun()
    const { err } = await daybook(cwd, ['erase'], { answer: 'n' })
    expect(err).toContain(join(cwd, 'workspace'))
    expect((await daybook(cwd, ['erase', '--dry-run'])).out).toContain(join(cwd, 'workspace'))
    const refused = await daybook(cwd, ['erase', '--profile', 'nope', '--yes'])
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('there is no profile "nope"') })
    expect(existsSync(join(cwd, 'workspace/memory/MEMORY.md'))).toBe(true)
  })
})

describe('remember', () => {
  it('reads the statement from stdin for -', async () => {
    const cwd = await begun()
    expect((await daybook(cwd, ['remember', '-'], { input: '- Likes oolong\n' })).out).toMatch(/: Likes oolong\n$/)
    const input = '- Likes black tea\n- and 5 - 3 biscuits\n'
    expect((await daybook(cwd, ['remember', '-'], { input })).out).toMatch(/: Likes black tea\s+and 5 - 3 biscuits\n$/)
    expect(await daybook(cwd, ['remember', '-'])).toMatchObject({ code: 2 })
  })
})

describe('edit', () => {
  it('opens the editor, and keeps what others wrote meanwhile', async () => {
    const cwd = await begun()
    const memory = await openMemory({ directory: join(cwd, 'workspace') })
    const editor = join(root, 'editor.sh')
    // The line of somebody else comes while the editor is open.
    await writeFile(
      editor,
      `#!/bin/sh\nsed -i 's/pnpm over npm/yarn over npm/' "$1"\nprintf -- '- Likes tea\\n' >> '${join(cwd, 'workspace/memory/MEMORY.md')}'\n`,
    )
    await chmod(editor, 0o700)
    expect(await daybook(cwd, ['edit'], { env: { EDITOR: editor } })).toMatchObject({ code: 0, err: '' })
    const text = await memory.facts.read()
    await memory.close()
    expect(text).toContain('yarn over npm')
    expect(text).not.toContain('pnpm')
    expect(text).toContain('- Likes tea')
  })

  it('removes the line for an empty text', async () => {
    const cwd = await begun()
    expect(await daybook(cwd, ['edit', 'pnpm', ''])).toMatchObject({ code: 0, out: 'MEMORY.md was changed.\n' })
    expect(await readFile(join(cwd, 'workspace/memory/MEMORY.md'), 'utf8')).not.toContain('pnpm')
  })

  it('paints no progress over the editor', async () => {
    const cwd = await begun()
    const editor = join(root, 'slow.sh')
    await writeFile(editor, '#!/bin/sh\nsleep 1.6\n')
    await chmod(editor, 0o700)
    expect(await daybook(cwd, ['edit'], { env: { EDITOR: editor }, answer: '' })).toMatchObject({ code: 0, err: '' })
  })

  it('changes nothing when the editor fails', async () => {
    const cwd = await begun()
    expect(await daybook(cwd, ['edit'], { env: { EDITOR: 'false' } })).toMatchObject({ code: 1 })
    expect(await readFile(join(cwd, 'workspace/memory/MEMORY.md'), 'utf8')).toContain('pnpm over npm')
  })
})

describe('looking', () => {
  it('does not count as using', async () => {
    const cwd = await begun()
    const used = async (): Promise<unknown> => {
      const { statements } = JSON.parse((await daybook(cwd, ['why', 'pnpm', '--json'])).out)
      return statements[0].scored
    }
    const first = await used()
    await daybook(cwd, ['context', 'pnpm or npm?'])
    const { score: _, ...last } = Object(await used())
    expect(first).toMatchObject(last)
  })

  it('says where a statement comes from, what it replaced, and when it is told', async () => {
    const cwd = await begun()
    const memory = await openMemory({ directory: join(cwd, 'workspace') })
    await memory.addMessages('tuesday', { role: 'user', content: 'I live in Berlin.' })
    await memory.flush()
    await memory.addMessages('wednesday', { role: 'user', content: 'I moved to Munich.' })
    await memory.flush()
    await memory.close()
    const { out } = await daybook(cwd, ['why', 'I moved to Munich'])
    expect(out).toContain('the conversation wednesday')
    expect(out).toContain('in words   "I moved to Munich."')
    expect(out).toMatch(/replaced {3}I live in Berlin/)
    expect(out).toContain('told       always')
    expect((await daybook(cwd, ['list'])).out).toMatch(/^\[record:\w+\] I live in Berlin\. \(held until [\d-]{10}\)$/m)
    expect((await daybook(cwd, ['list'])).out).toMatch(/^\[record:\w+\] I moved to Munich\.$/m)
    const { items } = JSON.parse((await daybook(cwd, ['list', '--json'])).out)
    const { id } = items.find((item: { text: string }) => item.text === 'I moved to Munich.')
    expect(items).toContainEqual(expect.objectContaining({ text: 'I live in Berlin.', supersededBy: id }))
    expect((await daybook(cwd, ['status'])).out).toContain('records   2 active, 1 replaced, 0 archived')
    const log = (await daybook(cwd, ['log'])).out
    expect(log).toMatch(/replaced: .*I live in Berlin.*\(now: I moved to Munich\.?\)/)
  })
})

describe('why', () => {
  it('says of a record that only fitting questions bring up that it is told when it fits', async () => {
    const cwd = await begun()
    const memory = await openMemory({ directory: join(cwd, 'workspace') })
    await memory.records.learn([{ text: 'The staging host is blue', author: 'assistant', confidence: 0.8 }])
    await memory.flush()
    expect((await memory.buildContext({ query: 'Which tea?' })).volatile).not.toContain('staging')
    await memory.close()
    const { out } = await daybook(cwd, ['why', 'The staging host is blue'])
    expect(out).toMatch(/^ {2}told {7}when it fits: fits the question, score \d\.\d\d$/m)
  })
})

describe('why --last', () => {
  it('says line by line what was told last, and why; looking tells nothing itself', async () => {
    const cwd = await begun()
    expect((await daybook(cwd, ['why', '--last'])).out).toContain('No agent was given a context yet')
    const memory = await openMemory({ directory: join(cwd, 'workspace') })
    await memory.buildContext({ session: 'tuesday', query: 'how do I install it?' })
    await memory.close()
    await daybook(cwd, ['context', 'which tea?'])
    const { out } = await daybook(cwd, ['why', '--last'])
    expect(out).toContain('exactly what the model saw')
    expect(out).toMatch(/facts +- I prefer pnpm over npm .*\[facts are always in context; \d+ tokens\]/)
    const { told } = JSON.parse((await daybook(cwd, ['why', '--last', '--json'])).out)
    expect(told).toMatchObject({ isExact: true, isWhole: true, budget: 3000 })
  })

  it('is refused beside a statement, and without either', async () => {
    const cwd = await begun()
    for (const args of [['why'], ['why', 'pnpm', '--last']])
      expect((await daybook(cwd, args)).err).toContain('why needs either')
  })
})
