import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Memory, MemoryTool } from '../../src/index.ts'
import { talk, type Workspace, windowIds, workspace } from '../consolidation/workspace.ts'

const profile = 'index'

/** The detail file of the document. */
const workedNote = `---
name: User Preferences
description: Editor settings and communication style
type: user
updated: 2026-03-25
---

- Prefers concise answers
- Uses vim keybindings
- Timezone: UTC+8
`

/** The index of the document, its sections in the order of its code. */
const workedIndex = `# Memory

## User
- [User Preferences](user_prefs.md) - Editor settings and communication style

## Feedback
- [Testing Conventions](feedback_testing.md) - Always run pytest before committing

## Project
- [Auth Refactor](project_auth.md) - Backend auth migration status
`

interface Agent extends Workspace {
  memory: Memory
  /** Calls a tool as a model does. */
  call(tool: string, input: unknown): Promise<string>
  tools: readonly MemoryTool[]
}

async function agent(day = '2026-03-25T12:00:00Z'): Promise<Agent> {
  const place = await workspace()
  place.clock.set(day)
  const memory = await place.open({ profile })
  const tools = await memory.tools()
  const call = async (tool: string, input: unknown) =>
    (await tools.find(({ name }) => name === tool)?.execute(input)) ?? `no tool ${tool}`
  return { ...place, memory, tools, call }
}

/** The three notes of the document. */
async function withThreeNotes(): Promise<Agent> {
  const ready = await agent()
  await ready.call('memory_write', {
    filename: 'project_auth.md',
    name: 'Auth Refactor',
    description: 'Backend auth migration status',
    type: 'project',
    content: 'Half done.',
  })
  await ready.call('memory_write', {
    filename: 'user_prefs.md',
    name: 'User Preferences',
    description: 'Editor settings and communication style',
    type: 'user',
    content: '- Prefers concise answers\n- Uses vim keybindings\n- Timezone: UTC+8',
  })
  await ready.call('memory_write', {
    filename: 'feedback_testing.md',
    name: 'Testing Conventions',
    description: 'Always run pytest before committing',
    type: 'feedback',
    content: 'Run pytest.',
  })
  return ready
}

describe('the memory of the index document', () => {
  it('L01 has two tiers: the index in every context, a note only when a tool reads it', async () => {
    const { memory, call } = await withThreeNotes()
    const { stable, volatile } = await memory.buildContext({ session: 'chat', query: 'hello' })
    expect(stable).toContain('- [User Preferences](user_prefs.md) - Editor settings and communication style')
    expect(`${stable}${volatile}`).not.toContain('vim keybindings')
    expect(await call('memory_read', { filename: 'user_prefs.md' })).toContain('- Uses vim keybindings')
  })

  it('L01 keeps the index under 200 lines', async () => {
    const { directory, memory, call } = await agent()
    await mkdir(join(directory, '.memory'), { recursive: true })
    for (let number = 1; number <= 250; number++)
      await writeFile(
        join(directory, '.memory', `note_${number}.md`),
        workedNote.replace('User Preferences', `Note ${number}`),
      )
    const lines = (await memory.notes.index()).trimEnd().split('\n')
    expect(lines.length).toBeLessThan(200)
    expect(lines.at(-1)).toMatch(/^\(\d+ more notes: /)
    expect((await memory.notes.list()).length).toBe(250)
    expect(await call('memory_view', { target: 'files' })).toContain('note_1.md')
  })

  it('L02 begins with an empty index in .memory/', async () => {
    const { memory, text } = await agent()
    expect(await memory.notes.index()).toBe('# Memory\n\n(empty)\n')
    expect(await text('.memory/MEMORY.md')).toBe('# Memory\n\n(empty)\n')
  })

  it('L02 leaves an index that is there', async () => {
    const { directory, open, text } = await workspace()
    await mkdir(join(directory, '.memory'))
    await writeFile(join(directory, '.memory/user_prefs.md'), workedNote)
    const index = '# Memory\n\n## User\n- [User Preferences](user_prefs.md) - Editor settings and communication style\n'
    await writeFile(join(directory, '.memory/MEMORY.md'), index)
    const memory = await open({ profile })
    expect(await memory.notes.index()).toBe(index)
    expect(await text('.memory/MEMORY.md')).toBe(index)
  })

  it('L03 writes the detail file of the document, byte for byte', async () => {
    const { text } = await withThreeNotes()
    expect(await text('.memory/user_prefs.md')).toBe(workedNote)
  })

  it('L05 reads the detail file of the document', async () => {
    const { directory, memory } = await agent()
    await mkdir(join(directory, '.memory'), { recursive: true })
    await writeFile(join(directory, '.memory/user_prefs.md'), workedNote)
    expect(await memory.notes.read('user_prefs.md')).toEqual({
      filename: 'user_prefs.md',
      name: 'User Preferences',
      description: 'Editor settings and communication style',
      type: 'user',
      updated: '2026-03-25',
      content: '- Prefers concise answers\n- Uses vim keybindings\n- Timezone: UTC+8',
      text: workedNote,
    })
  })

  it('L06 answers an invalid type with words and writes nothing, and a saved note with its file name', async () => {
    const { memory, call } = await agent()
    const note = { filename: 'x.md', name: 'X', description: 'x', type: 'secret', content: 'x' }
    expect(await call('memory_write', note)).toBe(
      "Error: Invalid type 'secret'. Must be one of: user, feedback, project, reference",
    )
    expect(await memory.notes.list()).toEqual([])
    expect(await call('memory_write', { ...note, type: 'user' })).toBe('Memory saved: x.md')
    expect(await memory.notes.list()).toHaveLength(1)
  })

  it('L08 writes nothing outside of .memory/, and nothing in place of the index', async () => {
    const { call, text, memory } = await withThreeNotes()
    const index = await memory.notes.index()
    const note = { name: 'X', description: 'x', type: 'user', content: 'x' }
    for (const filename of [
      '../evil.md',
      '/tmp/evil.md',
      '..\\evil.md',
      'MEMORY.md',
      'memory.md',
      '.memory/../../e.md',
    ])
      expect([filename, await call('memory_write', { filename, ...note })]).not.toEqual([
        filename,
        expect.stringContaining('Memory saved'),
      ])
    expect(await text('evil.md')).toBe('')
    expect(await memory.notes.index()).toBe(index)
  })

  it('L09 rebuilds the index with every write, update and delete', async () => {
    const { call, text } = await withThreeNotes()
    expect(await text('.memory/MEMORY.md')).toBe(workedIndex)
    await call('memory_update', {
      filename: 'user_prefs.md',
      old_text: 'Editor settings and communication style',
      new_text: 'Editor and theme',
    })
    expect(await text('.memory/MEMORY.md')).toContain('- [User Preferences](user_prefs.md) - Editor and theme\n')
    await call('memory_delete', { filename: 'project_auth.md' })
    expect(await text('.memory/MEMORY.md')).not.toContain('## Project')
  })

  it('X24 prints the sections as the code has them, Feedback before Project, not as the example shows them', async () => {
    const { memory } = await withThreeNotes()
    expect(await memory.notes.index()).toBe(workedIndex)
  })

  it('X8 calls the index MEMORY.md, as the text does, not index.md as in the diagram', async () => {
    const { text } = await withThreeNotes()
    expect([await text('.memory/MEMORY.md'), await text('.memory/index.md')]).toEqual([workedIndex, ''])
  })

  it('X25 says (empty) after the last note is deleted too', async () => {
    const { call, text } = await withThreeNotes()
    for (const filename of ['project_auth.md', 'user_prefs.md', 'feedback_testing.md'])
      await call('memory_delete', { filename })
    expect(await text('.memory/MEMORY.md')).toBe('# Memory\n\n(empty)\n')
  })

  it('X26 dates a note by the day of UTC, not by that of the machine', async () => {
    // The tests run in a zone 14 hours ahead of UTC, where it is the next day.
    const { call, text } = await agent('2026-03-25T20:30:00Z')
    await call('memory_write', { filename: 'a.md', name: 'A', description: 'a', type: 'user', content: 'a' })
    expect(await text('.memory/a.md')).toContain('\nupdated: 2026-03-25\n')
  })

  it('P2 L01 has an index of 199 lines in its context, and says what is cut where the host allows less', async () => {
    const { memory } = await agent()
    for (let at = 0; at < 196; at++) {
      const description = `What is known about subject ${at}`.padEnd(200, ', and where the rest of it stands')
      await memory.notes.write({ name: `Subject ${at}`, description, type: 'project', content: 'x' })
    }
    const index = (await memory.notes.index()).trim()
    expect(index.split('\n')).toHaveLength(199)
    const whole = await memory.buildContext({ session: 'chat', query: 'hello' })
    expect(whole.stable.match(/^- \[Subject \d+\]/gm)).toHaveLength(196)
    expect(whole.dropped).toEqual([])
    const cut = await memory.buildContext({ session: 'other', query: 'hello', budget: 2_000 })
    const told = cut.stable.match(/^- \[Subject \d+\]/gm)?.length ?? 0
    expect(told).toBeLessThan(100)
    expect(cut.dropped).toHaveLength(196 - told)
    expect(cut.stable).not.toContain('can be recalled')
  })

  it('L11 has the five rules, the four types and the index in its context, before the first note too', async () => {
    const { memory } = await agent()
    const { stable } = await memory.buildContext({ session: 'chat', query: 'hello' })
    const protocol = stable.slice(stable.indexOf('MEMORY PROTOCOL:'))
    expect(stable.indexOf('MEMORY TYPES:')).toBeLessThan(stable.indexOf('<memory>'))
    expect(protocol.match(/^[1-5]\. /gm)).toEqual(['1. ', '2. ', '3. ', '4. ', '5. '])
    expect(protocol).toMatch(/MEMORY TYPES:\n- user: .+\n- feedback: .+\n- project: .+\n- reference: .+\n/)
    expect(protocol).toContain('Current memory index:\n# Memory\n\n(empty)')
  })

  it('L12 offers the five tools and no other', async () => {
    const { tools } = await agent()
    expect(tools.map(({ name, writes }) => `${name}${writes ? ', writes' : ''}`)).toEqual([
      'memory_view',
      'memory_read',
      'memory_write, writes',
      'memory_update, writes',
      'memory_delete, writes',
    ])
  })

  it('L13 has the answers of the described system', async () => {
    const { call } = await withThreeNotes()
    const update = (old_text: string) =>
      call('memory_update', { filename: 'user_prefs.md', old_text, new_text: '- Prefers a dark theme' })
    expect([
      await call('memory_read', { filename: 'gone.md' }),
      await update('not there'),
      await update('- Uses vim keybindings'),
      await call('memory_view', { target: 'files' }),
      await call('memory_delete', { filename: 'gone.md' }),
    ]).toEqual([
      expect.stringMatching(/^Error: gone\.md not found/),
      'Error: Text not found in user_prefs.md',
      'Memory updated: user_prefs.md',
      [
        '  feedback_testing.md  [feedback]  Always run pytest before committing  (updated: 2026-03-25)',
        '  project_auth.md  [project]  Backend auth migration status  (updated: 2026-03-25)',
        '  user_prefs.md  [user]  Editor settings and communication style  (updated: 2026-03-25)',
      ].join('\n'),
      expect.stringMatching(/^Error: gone\.md not found/),
    ])
  })

  it('L01 does not consolidate: a long session is trimmed, and no document is written', async () => {
    const { memory, text } = await agent()
    await memory.addMessages('chat', talk(60))
    await memory.flush()
    expect(await windowIds(memory)).toHaveLength(50)
    expect([await text('memory/MEMORY.md'), await text('memory/HISTORY.md')]).toEqual(['', ''])
    expect(memory.layers).toEqual(['notes', 'sessions'])
  })
})

/** What the model of a session is told, and what it is to do with each prompt of the document. */
interface Scene {
  prompt: string
  calls: readonly { tool: string; input: Record<string, unknown> }[]
}

const scenes: readonly Scene[] = [
  {
    prompt: 'What do you currently remember? Check your memory.',
    calls: [{ tool: 'memory_view', input: {} }],
  },
  {
    prompt: 'I prefer TypeScript over JavaScript and always use strict mode. Remember that.',
    calls: [
      {
        tool: 'memory_write',
        input: {
          filename: 'user_prefs.md',
          name: 'User Preferences',
          description: 'Languages',
          type: 'user',
          content: '- TypeScript over JavaScript\n- Strict mode',
        },
      },
    ],
  },
  {
    prompt: 'We decided to use PostgreSQL for the auth service. Save this project decision.',
    calls: [
      {
        tool: 'memory_write',
        input: {
          filename: 'project_auth.md',
          name: 'Auth Service',
          description: 'Database',
          type: 'project',
          content: '- PostgreSQL for the auth service',
        },
      },
    ],
  },
  {
    prompt: 'What do you know about my preferences? Read the details.',
    calls: [{ tool: 'memory_read', input: { filename: 'user_prefs.md' } }],
  },
  {
    prompt: 'Update my preferences: I also prefer dark theme in all editors.',
    calls: [
      {
        tool: 'memory_update',
        input: {
          filename: 'user_prefs.md',
          old_text: '- Strict mode',
          new_text: '- Strict mode\n- Dark theme in all editors',
        },
      },
    ],
  },
  {
    prompt: 'The auth service decision is outdated. Delete that memory.',
    calls: [{ tool: 'memory_delete', input: { filename: 'project_auth.md' } }],
  },
  {
    prompt: 'List all memory files and show me the current index.',
    calls: [
      { tool: 'memory_view', input: { target: 'files' } },
      { tool: 'memory_view', input: { target: 'index' } },
    ],
  },
]

describe('the seven prompts of the document, each in a session and a process of its own', () => {
  it('L15 are answered by a tool loop over the memory', async () => {
    const { open, directory, clock } = await workspace()
    clock.set('2026-03-25T12:00:00Z')
    const systems: string[] = []
    const answers: string[] = []
    for (const [number, { prompt, calls }] of scenes.entries()) {
      const memory = await open({ profile })
      const session = `session-${number + 1}`
      await memory.addMessages(session, { role: 'user', content: prompt })
      systems.push((await memory.buildContext({ session, hostSends: 'all' })).stable)
      const tools = await memory.tools()
      for (const { tool, input } of calls)
        answers.push((await tools.find(({ name }) => name === tool)?.execute(input)) ?? 'no tool')
      await memory.close()
    }
    expect(answers[0]).toBe('# Memory\n\n(empty)')
    expect(answers.slice(1, 3)).toEqual(['Memory saved: user_prefs.md', 'Memory saved: project_auth.md'])
    expect(systems[3]).toContain('- [Auth Service](project_auth.md) - Database')
    expect(answers[3]).toContain('- TypeScript over JavaScript\n- Strict mode')
    expect(answers.slice(4, 6)).toEqual(['Memory updated: user_prefs.md', 'Memory deleted: project_auth.md'])
    expect(answers.slice(6)).toEqual([
      '  user_prefs.md  [user]  Languages  (updated: 2026-03-25)',
      '# Memory\n\n## User\n- [User Preferences](user_prefs.md) - Languages',
    ])
    const note = await readFile(join(directory, '.memory/user_prefs.md'), 'utf8')
    expect(note).toMatch(/- Strict mode\n- Dark theme in all editors\n$/)
  })
})
