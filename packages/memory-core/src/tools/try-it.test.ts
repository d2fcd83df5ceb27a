import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { localStorage } from '../local/storage.ts'
import { notesDefaults } from '../notes/note.ts'
import { currentIndex, notesProtocol } from '../notes/note-index.ts'
import { createNotes } from '../notes/notes.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { noteTools } from './note-tools.ts'
import { bindTools } from './tool-definition.ts'

/** What the scripted model does in a turn: it calls tools, then answers with what they said. */
type Turn = readonly { tool: string; input: unknown }[]

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function agent() {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  cleanups.push(() => rm(directory, { recursive: true, force: true }))
  const storage = await localStorage({ directory })
  cleanups.push(() => storage.close())
  const clock = fixedClock('2026-03-25T12:00:00Z')
  const setting = { storage, clock, report: () => undefined }
  const notes = createNotes(setting, (fn) => storage.lock(['documents'], fn), notesDefaults)
  const tools = bindTools(noteTools, { notes })
  return {
    files: () => readdir(join(directory, '.memory')),
    /** One session: the system prompt that the model sees, and the answers of the tools it calls. */
    async session(turn: Turn): Promise<{ system: string; answers: string[] }> {
      const system = `${notesProtocol}\n\n${currentIndex(await notes.index())}`
      const answers: string[] = []
      for (const { tool, input } of turn)
        answers.push((await tools.find(({ name }) => name === tool)?.execute(input)) ?? 'no tool')
      return { system, answers }
    },
  }
}

describe('the seven prompts of the worked example of the document', () => {
  it('L15 are answered, one session after the other', async () => {
    const { session, files } = await agent()

    const first = await session([{ tool: 'memory_view', input: { target: 'index' } }])
    expect(first.system).toContain('Current memory index:\n# Memory\n\n(empty)\n')
    expect(first.answers).toEqual(['# Memory\n\n(empty)'])

    const second = await session([
      {
        tool: 'memory_write',
        input: {
          filename: 'user_prefs.md',
          name: 'User Preferences',
          description: 'Language preferences',
          type: 'user',
          content: '- Prefers TypeScript over JavaScript\n- Always uses strict mode',
        },
      },
    ])
    expect(second.answers).toEqual(['Memory saved: user_prefs.md'])

    const third = await session([
      {
        tool: 'memory_write',
        input: {
          filename: 'project_auth.md',
          name: 'Auth Service',
          description: 'Database decision',
          type: 'project',
          content: '- Decided to use PostgreSQL',
        },
      },
    ])
    expect(third.system).toContain('## User\n- [User Preferences](user_prefs.md) - Language preferences\n')
    expect(third.answers).toEqual(['Memory saved: project_auth.md'])

    const fourth = await session([{ tool: 'memory_read', input: { filename: 'user_prefs.md' } }])
    expect(fourth.system).toContain('- [Auth Service](project_auth.md) - Database decision')
    expect(fourth.answers[0]).toContain('- Prefers TypeScript over JavaScript\n- Always uses strict mode')

    const fifth = await session([
      {
        tool: 'memory_update',
        input: {
          filename: 'user_prefs.md',
          old_text: '- Always uses strict mode',
          new_text: '- Always uses strict mode\n- Prefers a dark theme in all editors',
        },
      },
      { tool: 'memory_read', input: { filename: 'user_prefs.md' } },
    ])
    expect(fifth.answers[0]).toBe('Memory updated: user_prefs.md')
    expect(fifth.answers[1]).toContain('strict mode\n- Prefers a dark theme in all editors\n')

    const sixth = await session([{ tool: 'memory_delete', input: { filename: 'project_auth.md' } }])
    expect(sixth.answers).toEqual(['Memory deleted: project_auth.md'])

    const seventh = await session([
      { tool: 'memory_view', input: { target: 'files' } },
      { tool: 'memory_view', input: { target: 'index' } },
    ])
    expect(seventh.answers).toEqual([
      '  user_prefs.md  [user]  Language preferences  (updated: 2026-03-25)',
      '# Memory\n\n## User\n- [User Preferences](user_prefs.md) - Language preferences',
    ])
    expect(await files()).toEqual(['MEMORY.md', 'user_prefs.md'])
  })
})
