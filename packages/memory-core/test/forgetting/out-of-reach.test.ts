import { copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import { type Workspace, workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'

const copies = [
  's (conflicted copy).jsonl',
  's.sync-conflict-20260301-090000-ABCDEFG.jsonl',
  's 2.jsonl',
  's (1).jsonl',
  's-HOST.jsonl',
]

/** A memory whose session stands in the copies of some sync tools, too; each says one thing that the session does not. */
async function copied(place: Workspace) {
  const memory = await place.open()
  await memory.addMessages('s', { id: 'a', role: 'user', content: 'The Wombatinas sleep by day.' })
  await memory.flush()
  const folder = join(place.directory, 'sessions')
  const text = await readFile(join(folder, 's.jsonl'), 'utf8')
  const extra =
    '{"id":"z","role":"user","content":"Only the copy knows Quokkina.","createdAt":"2026-03-01T09:00:00.000Z"}'
  for (const name of copies) await writeFile(join(folder, name), `${text}${extra}\n`)
  return { memory, folder }
}

describe('S3 a copy of a session that a sync tool made', () => {
  it('is not told, not listed, and named by a check, which merges it', async () => {
    const place = await workspace()
    const { memory, folder } = await copied(place)
    expect((await memory.recall('Quokkina')).items).toEqual([])
    expect((await memory.recall('Wombatinas')).items.filter(({ layer }) => layer === 'sessions')).toHaveLength(1)
    expect((await memory.sessions.list()).map(({ key }) => key)).toEqual(['s'])
    const named = async (): Promise<string[]> =>
      (await memory.check()).findings.flatMap(({ path, problem }) => (/copy/.test(problem) ? [path ?? ''] : []))
    expect(await named()).toEqual([...copies].map((name) => `sessions/${name}`).sort())
    await memory.check({ repair: true })
    expect(await named()).toEqual([])
    expect(await readdir(folder)).toEqual(['s.jsonl'])
    expect((await memory.recall('Quokkina', { layers: ['sessions'] })).items.map(({ id }) => id)).toContain(
      'message:s:z',
    )
    const said = (await memory.sessions.messages('s')).map(({ content }) => content)
    expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([])
  })

  it('is merged also where it has the plain name of a session, and its messages belong to one', async () => {
    const place = await workspace()
    const { memory, folder } = await copied(place)
    const path = join(folder, 's-2.jsonl')
    await rename(join(folder, 's 2.jsonl'), path)
    for (const name of copies) await rm(join(folder, name), { force: true })
    expect((await memory.check()).findings.map(({ problem }) => problem)).toEqual([
      'its header names another session, of which it may be a copy: its messages count for both',
    ])
    expect((await memory.check({ repair: true })).findings.map(({ remedy }) => remedy)).toEqual([
      'it was merged into sessions/s.jsonl',
    ])
    expect(await readdir(folder)).toEqual(['s.jsonl'])
    expect((await memory.sessions.messages('s')).map(({ id }) => id)).toEqual(['a', 'z'])
    await memory.flush()
    expect((await memory.check()).findings).toEqual([])
  })

  it.each([
    ['its text', { text: 'Wombatinas' }],
    ['its session', { session: 's' }],
  ])('S3 is reached by forgetting %s', async (_, request) => {
    const place = await workspace()
    const { memory } = await copied(place)
    expect((await filesWith(place.directory, ['Wombatinas'])).length).toBeGreaterThan(copies.length)
    await memory.forget(request)
    expect(await filesWith(place.directory, ['Wombatinas'])).toEqual([])
  })

  it('is reached by forgetting its session, though an editor wrote a byte order mark before it', async () => {
    const place = await workspace()
    const { memory, folder } = await copied(place)
    for (const name of copies)
      await writeFile(join(folder, name), `\uFEFF${await readFile(join(folder, name), 'utf8')}`)
    await memory.forget({ session: 's' })
    expect(await filesWith(place.directory, ['Wombatinas'])).toEqual([])
  })

  it('is reached by forgetting a message, and keeps the others', async () => {
    const place = await workspace()
    const { memory, folder } = await copied(place)
    const [found] = (await memory.recall('Wombatinas')).items.filter(({ layer }) => layer === 'sessions')
    await memory.forget({ ids: [found?.id ?? ''] })
    expect(await filesWith(place.directory, ['Wombatinas'])).toEqual([])
    for (const name of copies) expect(await readFile(join(folder, name), 'utf8')).toContain('Quokkina')
  })
})

describe('S5 forgetting by text', () => {
  it('S5 takes what was learned from the messages that say it, whatever words it has', async () => {
    const place = await workspace()
    const memory = await place.open()
    await memory.addMessages('s', {
      role: 'user',
      content: 'Wombatinas are on my mind. I work at Nortada as a nurse.',
    })
    await memory.flush()
    expect(await memory.facts.read()).toContain('Nortada')
    const { unattributed } = await memory.forget({ text: 'Wombatinas' })
    expect(await memory.facts.read()).not.toContain('Nortada')
    expect(await memory.records.list()).toEqual([])
    expect((await memory.recall('Nortada')).items).toEqual([])
    expect(unattributed).toEqual([])
  })
})

describe('S7 a receipt', () => {
  it('S7 names the git history, and files that nobody can read as text', async () => {
    const place = await workspace()
    const memory = await place.open()
    await memory.addMessages('s', { role: 'user', content: 'The Wombatinas sleep by day.' })
    await memory.flush()
    const file = join(place.directory, 'memory', 'MEMORY.md')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '# Memory\n\n- Wombatinas\n')
    await copyFile(file, join(place.directory, 'memory', 'MEMORY (conflicted copy).md'))
    await writeFile(join(place.directory, 'old.md.gz'), gzipSync('Wombatinas'))
    await writeFile(join(place.directory, 'notes.txt'), Buffer.from('\uFEFFWombatinas', 'utf16le'))
    await writeFile(join(place.directory, 'todo.txt'), Buffer.from(`${'Nothing. '.repeat(20)}Frau Müller`, 'latin1'))
    await mkdir(join(place.directory, 'web', 'node_modules', 'zoo'), { recursive: true })
    await writeFile(join(place.directory, 'web', 'node_modules', 'zoo', 'index.js'), 'Wombatinas')
    await writeFile(join(place.directory, 'harmless.txt'), 'Nothing here.')
    await mkdir(join(place.directory, '.git', 'objects', 'c2'), { recursive: true })
    await writeFile(join(place.directory, '.git', 'objects', 'c2', 'daf6'), Buffer.from([0x78, 0xff, 0, 0]))
    await writeFile(join(place.directory, '.git', 'COMMIT_EDITMSG'), 'Wombatinas')
    for (const request of [{ text: 'Wombatinas' }, { session: 's' }]) {
      const { unattributed, remains } = await memory.forget(request)
      expect(remains).toEqual([expect.stringMatching(/\.git" is a git repository/)])
      const copy = 'memory/MEMORY (conflicted copy).md'
      expect(unattributed.map(({ path }) => path).sort()).toEqual([copy, 'notes.txt', 'old.md.gz', 'todo.txt'])
      expect(unattributed.find(({ path }) => path === copy)?.text).toContain('check({ repair: true }) merges')
    }
  })

  it.each([{ text: 'Wombatinas' }, { session: 's' }])(
    'S7 names files of others that cannot be read: %j',
    async (request) => {
      const place = await workspace()
      const memory = await place.open()
      await memory.addMessages('s', { role: 'user', content: 'The Wombatinas sleep by day.' })
      await writeFile(join(place.directory, 'video.mp4'), '')
      await truncate(join(place.directory, 'video.mp4'), 600 * 2 ** 20)
      const { unattributed } = await memory.forget(request)
      expect(unattributed.map(({ path }) => path)).toEqual(['video.mp4'])
      expect(await filesWith(join(place.directory, 'state'), ['Wombatinas'])).toEqual([])
    },
  )

  it('S7 names what was set aside because a line was forgotten in a file that is no UTF-8', async () => {
    const place = await workspace()
    const memory = await place.open()
    const note = { name: 'people', description: 'who', type: 'user' } as const
    await memory.notes.write({ ...note, content: 'Bob likes tea.' })
    await memory.history.append('Bob came.')
    const names = await readdir(join(place.directory, 'memory'))
    const paths = [`memory/${names.find((name) => name.startsWith('HISTORY')) ?? ''}`, '.memory/people.md']
    for (const [at, path] of paths.entries()) {
      const more = `${at === 0 ? '## 2026-03-01T10:00:00.000Z\n\n' : ''}Tobias likes rum.\n\n`
      const last = at === 0 ? '## 2026-03-02T10:00:00.000Z\n\nVisited Köln.\n' : 'Visited Köln.\n'
      const text = await readFile(join(place.directory, path), 'utf8')
      await writeFile(join(place.directory, path), Buffer.from(`${text}\n${more}${last}`, 'latin1'))
    }
    const { unattributed } = await memory.forget({ text: 'Tobias' })
    expect((await memory.recall('Tobias')).items).toEqual([])
    const aside = unattributed.map(({ path }) => path).filter((path) => path.includes('.corrupt-'))
    expect(aside.map((path) => path.replace(/\.corrupt-.*/, '')).sort()).toEqual(paths.sort())
    for (const path of aside)
      expect((await readFile(join(place.directory, path))).includes(Buffer.from('Köln', 'latin1'))).toBe(true)
    await memory.forget({ text: 'Tobias' })
    expect(await filesWith(place.directory, ['Tobias'])).toEqual([])
  })

  it('S7 names the git history above the folder, by the whole of its path', async () => {
    const place = await workspace()
    const above = join(place.directory, 'a long name '.repeat(9))
    await mkdir(join(above, '.git'), { recursive: true })
    const memory = await openMemory({ directory: join(above, 'agents', 'ada') })
    onTestFinished(() => memory.close())
    await memory.facts.append('Wombatinas')
    const { remains } = await memory.forget({ text: 'Wombatinas' })
    expect(remains).toEqual([expect.stringContaining(`${join(above, '.git')}" is a git repository`)])
  })
})
