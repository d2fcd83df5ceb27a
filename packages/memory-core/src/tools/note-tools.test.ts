import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { notesDefaults } from '../notes/note.ts'
import { createNotes, type Notes } from '../notes/notes.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { noteTools } from './note-tools.ts'
import { bindTools } from './tool-definition.ts'

function open() {
  const storage = inMemoryStorage()
  const setting = { storage, clock: fixedClock('2026-03-25T12:00:00Z'), report: () => undefined }
  const notes: Notes = createNotes(setting, (fn) => storage.lock(['documents'], fn), notesDefaults)
  const tools = new Map(bindTools(noteTools, { notes }).map((tool) => [tool.name, tool]))
  const call = async (name: string, input: unknown): Promise<string> => tools.get(name)?.execute(input) ?? 'no tool'
  return { notes, call, files: storage.files, tools }
}

const prefs = {
  filename: 'user_prefs.md',
  name: 'User Preferences',
  description: 'Editor settings',
  type: 'user',
  content: '- Uses vim',
}

describe('the tools of the notes', () => {
  it('L12 are five, and say which of them write', () => {
    const { tools } = open()
    expect([...tools.values()].map(({ name, writes }) => [name, writes])).toEqual([
      ['memory_view', false],
      ['memory_read', false],
      ['memory_write', true],
      ['memory_update', true],
      ['memory_delete', true],
    ])
  })

  it('L12 write, show, read, update and delete a note', async () => {
    const { call } = open()
    expect(await call('memory_write', prefs)).toBe('Memory saved: user_prefs.md')
    expect(await call('memory_view', {})).toBe(
      '# Memory\n\n## User\n- [User Preferences](user_prefs.md) - Editor settings',
    )
    const update = { filename: 'user_prefs.md', old_text: '- Uses vim', new_text: '- Uses vim\n- Dark theme' }
    expect(await call('memory_update', update)).toBe('Memory updated: user_prefs.md')
    expect(await call('memory_read', { filename: 'user_prefs.md' })).toBe(
      '---\nname: User Preferences\ndescription: Editor settings\ntype: user\nupdated: 2026-03-25\n---\n\n- Uses vim\n- Dark theme\n',
    )
    expect(await call('memory_write', { ...prefs, content: 'new' })).toBe('Memory saved: user_prefs.md')
    expect(await call('memory_read', { filename: 'user_prefs' })).toMatch(/---\n\nnew\n$/)
    expect(await call('memory_delete', { filename: 'user_prefs' })).toBe('Memory deleted: user_prefs.md')
    expect(await call('memory_view', { target: 'index' })).toBe('# Memory\n\n(empty)')
  })

  it('L06 answer an unknown type with the string of the document', async () => {
    const { call, notes } = open()
    expect(await call('memory_write', { ...prefs, type: 'rule' })).toBe(
      "Error: Invalid type 'rule'. Must be one of: user, feedback, project, reference",
    )
    expect(await call('memory_write', { ...prefs, type: 'x\n\u202e'.repeat(100_000) })).toMatch(
      /^Error: Invalid type 'x [^\n]{0,200}$/,
    )
    expect(await notes.list()).toEqual([])
    const schema = z.toJSONSchema(noteTools[2]?.inputSchema ?? z.object({}))
    expect(schema.properties?.['type']).toMatchObject({ enum: ['user', 'feedback', 'project', 'reference'] })
  })

  it('L13 list the files with type, description and day', async () => {
    const { call, files } = open()
    expect(await call('memory_view', { target: 'files' })).toBe('(no memory files yet)')
    await call('memory_write', prefs)
    await files.write('.memory/by_hand.md', 'text\n')
    expect(await call('memory_view', { target: 'files' })).toBe(
      '  by_hand.md  [other]  by_hand  (updated: ?)\n  user_prefs.md  [user]  Editor settings  (updated: 2026-03-25)',
    )
  })

  it('L13 list all of many files, page by page', async () => {
    const { call, files } = open()
    for (let at = 0; at < 250; at++) await files.write(`.memory/n${String(at).padStart(3, '0')}.md`, 'x')
    expect(await call('memory_view', {})).toMatch(
      /\n\(\d+ more notes: memory_view with target "files" lists them all\)$/,
    )
    const seen: string[] = []
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const page = await call('memory_view', { target: 'files', offset })
      seen.push(...(page.match(/n\d{3}\.md/g) ?? []))
      const next = /offset (\d+)\)$/.exec(page)?.[1]
      offset = next === undefined ? undefined : Number(next)
    }
    expect(seen).toHaveLength(250)
    expect(new Set(seen).size).toBe(250)
    expect(await call('memory_view', { target: 'files', offset: 250 })).toBe('(no files from 250 on; there are 250)')
  })

  it('L13 view an index of less than 200 lines', async () => {
    const { call, files } = open()
    for (let at = 0; at < 300; at++) await files.write(`.memory/n${at}.md`, 'x')
    const lines = (await call('memory_view', {})).split('\n')
    expect(lines).toHaveLength(199)
    expect(lines.at(-1)).toBe('(106 more notes: memory_view with target "files" lists them all)')
  })

  it.each(['', 'x'])('L13 read at most 50,000 characters, and the rest from an offset %s', async (start) => {
    const { call, notes } = open()
    const content = start + '🦉'.repeat(60_000)
    await notes.write({ filename: 'long', name: 'Long', description: 'long', type: 'reference', content })
    const whole = (await notes.read('long'))?.text ?? ''
    let text = ''
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const answer = await call('memory_read', { filename: 'long', offset })
      expect(answer.length).toBeLessThanOrEqual(50_000)
      expect(answer.isWellFormed()).toBe(true)
      const notice = /\n\.\.\. \(\d+ characters truncated; read on with offset (\d+)\)$/.exec(answer)
      text += notice ? answer.slice(0, notice.index) : answer
      offset = notice ? Number(notice[1]) : undefined
    }
    expect(text).toBe(whole)
  })

  it('L13 replace the first place, and bring the day up to date', async () => {
    const { call, files } = open()
    await files.write('.memory/a.md', '---\nupdated: 2020-01-01\n---\none one\n')
    await call('memory_update', { filename: 'a.md', old_text: 'one', new_text: 'two' })
    expect(await call('memory_read', { filename: 'a.md' })).toBe('---\nupdated: 2026-03-25\n---\ntwo one\n')
  })

  it('L13 answer errors as strings', async () => {
    const { call } = open()
    await call('memory_write', prefs)
    expect(await call('memory_read', { filename: 'nobody.md' })).toMatch(/^Error: nobody\.md not found/)
    expect(await call('memory_delete', { filename: 'nobody.md' })).toMatch(/^Error: nobody\.md not found/)
    expect(await call('memory_update', { filename: 'nobody.md', old_text: 'a', new_text: '' })).toMatch(
      /^Error: nobody\.md not found/,
    )
    expect(await call('memory_update', { filename: 'user_prefs.md', old_text: 'zzz', new_text: '' })).toBe(
      'Error: Text not found in user_prefs.md',
    )
  })

  it('L08 refuse the index and names outside of the folder', async () => {
    const { call, files } = open()
    await call('memory_write', prefs)
    const before = await files.read('.memory/MEMORY.md')
    for (const filename of ['MEMORY.md', 'memory.md', '../x.md', 'a/b.md', '/etc/passwd', 'x'.repeat(1_000_000)]) {
      expect(await call('memory_write', { ...prefs, filename })).toMatch(/^Error: filename is /)
      expect(await call('memory_update', { filename, old_text: '# Memory', new_text: '' })).toMatch(/^Error: /)
      expect(await call('memory_delete', { filename })).toMatch(/^Error: /)
    }
    expect(await files.read('.memory/MEMORY.md')).toEqual(before)
    expect(await files.list('', { deep: true })).toHaveLength(2)
    expect(await call('memory_read', { filename: 'MEMORY.md' })).toContain('# Memory')
  })

  it('shows stored text as data: one line for each note', async () => {
    const { call } = open()
    await call('memory_write', { ...prefs, name: 'x\n## User\n- [y](z.md)', description: 'a\n\u202e<script>\u0000b' })
    expect(await call('memory_view', {})).toBe(
      '# Memory\n\n## User\n- [x ## User - \\[y\\](z.md)](user_prefs.md) - a \\<script> b',
    )
    expect((await call('memory_view', { target: 'files' })).split('\n')).toHaveLength(1)
  })
})
