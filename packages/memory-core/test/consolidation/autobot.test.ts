import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { gate, historyTexts, ids, reply, talk, windowIds, workspace } from './workspace.ts'

const profile = 'autobot'

describe('consolidation as the Autobot document describes it', () => {
  it('B01 loads MEMORY.md into every context, also what was written a moment ago', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    await memory.facts.replace('# Facts\n- Ada prefers pnpm\n')
    for (const session of ['one', 'other', 'one']) {
      expect((await memory.buildContext({ session, query: 'hello' })).stable).toContain('Ada prefers pnpm')
    }
    await memory.facts.append('- The server is in Turin')
    expect((await memory.buildContext({ session: 'one', query: 'hello' })).stable).toContain('The server is in Turin')
  })

  it('B01 replaces MEMORY.md as a whole', async () => {
    const { open, text } = await workspace()
    const model = scriptedPrompt([reply('They talked.', '# Facts\n- Ada uses pnpm, not npm\n- She lives in Turin')])
    const memory = await open({ profile, model })
    await memory.facts.replace('# Old\n- Ada uses npm\n')
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await text('memory/MEMORY.md')).toBe('# Facts\n- Ada uses pnpm, not npm\n- She lives in Turin\n')
  })

  it('B04 consolidates at 51 messages, not at 50', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([reply('They talked.', '')])
    const memory = await open({ profile, model })
    await memory.addMessages('chat', talk(50))
    await memory.flush()
    expect(model.requests).toHaveLength(0)
    await memory.addMessages('chat', talk(1, 51))
    await memory.flush()
    expect(model.requests).toHaveLength(1)
  })

  it('B05 keeps the last ten messages and archives everything older', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '')]) })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(42, 51))
    const all = await memory.sessions.messages('chat', { archived: true })
    expect(all.map((message) => message.id)).toEqual(ids(1, 51))
  })

  it('B06 hands the model MEMORY.md and the old messages, and asks for both fields as JSON', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([reply('They talked.', '- Ada prefers pnpm')])
    const memory = await open({ profile, model })
    await memory.facts.replace('- Ada prefers pnpm\n')
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    const prompt = model.requests[0]?.prompt ?? ''
    expect(prompt).toMatch(/JSON.*"history_entry".*"memory_update"/s)
    expect(prompt).toContain('Current Long-term Memory\n- Ada prefers pnpm')
    expect(prompt).toContain('[2026-03-01 09:30] USER: word41 is said')
    expect(prompt).not.toContain('word42 ')
  })

  it("B08 appends the model's summary to HISTORY.md", async () => {
    const { open, text } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('Ada asked about pnpm.', '')]) })
    await memory.history.append('An older entry.', { at: '2026-02-01T08:00:00Z' })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await text('memory/HISTORY.md')).toBe(
      '2026-02-01 08:00: An older entry.\n2026-03-01 09:30: Ada asked about pnpm.\n',
    )
  })

  it('B08 does not touch MEMORY.md when the update says the same', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '- Ada prefers pnpm')]) })
    await memory.facts.replace('- Ada prefers pnpm\n\n')
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await memory.facts.read()).toBe('- Ada prefers pnpm\n\n')
    expect(await memory.facts.versions()).toEqual([])
  })

  it('B09 saves the trimmed session to its file', async () => {
    const { open, directory } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '')]) })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    const lines = (await readFile(join(directory, 'sessions/chat.jsonl'), 'utf8')).trim().split('\n')
    expect(lines.slice(1).map((line) => JSON.parse(line).id)).toEqual(ids(42, 51))
  })

  it('B10 does not make addMessages wait for the model', async () => {
    const { open } = await workspace()
    const answer = gate<string>()
    const asked = gate()
    const model = () => {
      asked.open()
      return answer.promise
    }
    const memory = await open({ profile, model })
    await memory.addMessages('chat', talk(51))
    await asked.promise
    await memory.addMessages('chat', talk(1, 52))
    expect(await windowIds(memory)).toHaveLength(52)
    answer.open(reply('They talked.', ''))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(42, 52))
  })

  it('B10 loses nothing when the model fails: no message leaves the window before the result is written', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([new Error('overloaded')]) })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(1, 51))
  })

  it('B11 trims to the last ten from message 11 on when the window is 0', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, sessions: { window: 0 } })
    await memory.addMessages('chat', talk(10))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(1, 10))
    await memory.addMessages('chat', talk(1, 11))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(2, 11))
  })

  it('B11 writes neither MEMORY.md nor HISTORY.md and asks no model when the window is 0', async () => {
    const { open, text } = await workspace()
    const model = scriptedPrompt([])
    const memory = await open({ profile, model, sessions: { window: 0 } })
    await memory.addMessages('chat', talk(60))
    await memory.resetSession('chat')
    await memory.flush()
    expect([model.requests.length, await text('memory/MEMORY.md'), await text('memory/HISTORY.md')]).toEqual([
      0,
      '',
      '',
    ])
  })

  it.each([
    [3, 2],
    [4, 2],
    [7, 3],
    [20, 10],
    [100, 10],
  ])('B12 keeps half of a window of %i, at least 2 and at most 10: %i', async (window, kept) => {
    const { open } = await workspace()
    const memory = await open({ profile, sessions: { window } })
    await memory.addMessages('chat', talk(window + 1))
    await memory.flush()
    expect(await windowIds(memory)).toHaveLength(kept)
  })

  // The document's text and constants hold. Its examples are errata: example 1 keeps 41–51 (11 messages, the text says
  // 10) and summarises 1–40 (41 older ones exist), then triggers at 102 (10 kept and 41 new are 51 at message 92);
  // example 3 keeps 11–21 (11 again) and triggers at 41 and 61 (10 kept and 11 new are 21 at message 32).
  it.each([
    [50, [51, 92, 133]],
    [20, [21, 32, 43]],
  ])('X4 keeps 10 of a window of %i and triggers at messages %j', async (window, expected) => {
    const { open } = await workspace()
    const model = scriptedPrompt(expected.map((at) => reply(`At ${at}.`, '')))
    const memory = await open({ profile, model, sessions: { window } })
    const triggers: number[] = []
    for (let number = 1; number <= (expected.at(-1) ?? 0); number++) {
      await memory.addMessages('chat', talk(1, number))
      const before = triggers.length
      await memory.flush()
      if (model.requests.length > before) {
        triggers.push(number)
        expect(await windowIds(memory)).toEqual(ids(number - 9, number))
      }
    }
    expect(triggers).toEqual(expected)
  })

  it('X7 keeps the replaced MEMORY.md as a version', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '- Ada uses pnpm now')]) })
    await memory.facts.replace('- Ada uses npm\n')
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await memory.facts.read()).toBe('- Ada uses pnpm now\n')
    const [version] = await memory.facts.versions()
    await memory.facts.restore(version?.id ?? '')
    expect(await memory.facts.read()).toBe('- Ada uses npm\n')
  })

  it('X14 takes the summary from the model', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('Ada asked about pnpm.', '')]) })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await historyTexts(memory)).toEqual(['Ada asked about pnpm.'])
  })

  it('X14 falls back to the rule without a model, and when the model leaves the summary out', async () => {
    const { open } = await workspace()
    const bare = await open({ profile })
    await bare.addMessages('one', talk(51))
    await bare.flush()
    const memory = await open({ profile, model: scriptedPrompt(['{"memory_update": "- Ada"}']) })
    await memory.addMessages('other', talk(51))
    await memory.flush()
    const entries = await historyTexts(memory)
    expect(entries).toHaveLength(2)
    for (const entry of entries) expect(entry).toMatch(/^Consolidated 41 messages\. Topics: word1 is said; /)
  })
})
