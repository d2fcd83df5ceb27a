import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveLayers } from '../../src/options.ts'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { fullMemories, gate, historyTexts, ids, reply, talk, windowIds, workspace } from '../consolidation/workspace.ts'

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

  it('P2 B01 loads all of a MEMORY.md near its limit', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    for (const facts of fullMemories) {
      await memory.facts.replace(facts)
      const { stable, dropped } = await memory.buildContext({ session: 'chat', query: 'hello' })
      expect(stable).toContain(`\n${facts}`)
      expect(dropped).toEqual([])
    }
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

  it('B02 has the entry of each consolidation in HISTORY.md, dated, below those that stood there', async () => {
    const { open, clock, text } = await workspace()
    const model = scriptedPrompt([
      reply('Ada asked about pnpm. She decided on workspaces.', ''),
      reply('Ada asked about Docker. She decided on Alpine.', ''),
    ])
    const memory = await open({ profile, model })
    const first = '2026-03-01 09:30: Ada asked about pnpm. She decided on workspaces.\n'
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect(await text('memory/HISTORY.md')).toBe(first)
    clock.set('2026-03-02T17:05:00.000Z')
    await memory.addMessages('chat', talk(41, 52))
    await memory.flush()
    expect(await text('memory/HISTORY.md')).toBe(
      `${first}2026-03-02 17:05: Ada asked about Docker. She decided on Alpine.\n`,
    )
    expect(await memory.history.search('docker')).toHaveLength(1)
  })

  it('P1 B02 keeps the history out of every context, whatever is asked', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    await memory.history.append('Ada moved to Turin.')
    await memory.facts.replace('- Uses pnpm\n')
    const { stable, volatile } = await memory.buildContext({ session: 'chat', query: 'Ada moved to Turin when?' })
    expect(stable).toContain('Uses pnpm')
    expect(`${stable}${volatile}`).not.toContain('Turin')
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
    for (const entry of entries) expect(entry).toMatch(/^Talked about: word\d+ is said/)
  })
})

/** The messages of the document, as they are handed to the model. */
const workedMessages = [
  { role: 'user', content: 'how do I deploy this?', createdAt: '2025-01-15T10:30:00Z' },
  {
    role: 'assistant',
    content: "I'll help you...",
    createdAt: '2025-01-15T10:31:00Z',
    toolCalls: [
      { id: 'c1', name: 'exec', input: {} },
      { id: 'c2', name: 'read_file', input: {} },
    ],
  },
  { role: 'user', content: 'what about Docker?', createdAt: '2025-01-15T10:32:00Z' },
] as const

/** The reply of the document. */
const workedReply = {
  history_entry:
    '2025-01-15 10:30: User asked about deployment. Discussed Docker setup and CI/CD pipeline. Decided on GitHub Actions.',
  memory_update: '# Project\n- A web shop\n- CI/CD: GitHub Actions',
}

describe('the technical details of the Autobot document', () => {
  async function consolidated() {
    const place = await workspace()
    place.clock.set('2025-01-15T10:30:40Z')
    const model = scriptedPrompt([JSON.stringify(workedReply)])
    const memory = await place.open({ profile, model })
    await memory.facts.replace('# Project\n- A web shop\n')
    await memory.addMessages(
      'session',
      workedMessages.map((message) => ({
        ...message,
        toolCalls: [...('toolCalls' in message ? message.toolCalls : [])],
      })),
    )
    await memory.consolidate('session')
    return { ...place, memory, prompt: model.requests[0]?.prompt ?? '' }
  }

  it('B07 hands the model the lines of the worked example', async () => {
    const { prompt } = await consolidated()
    expect(prompt).toContain(
      [
        '[2025-01-15 10:30] USER: how do I deploy this?',
        "[2025-01-15 10:31] ASSISTANT [tools: exec, read_file]: I'll help you...",
        '[2025-01-15 10:32] USER: what about Docker?',
      ].join('\n'),
    )
  })

  it('B06 hands it the memory under its heading, before the conversation under the other', async () => {
    const { prompt } = await consolidated()
    expect(prompt).toMatch(
      /Current Long-term Memory\n# Project\n- A web shop\n[\s\S]*Conversation to Process\n\[2025-01-15 10:30\]/,
    )
  })

  it('B08 logs the entry of the worked example with its time, and replaces MEMORY.md', async () => {
    const { text, memory } = await consolidated()
    expect(await text('memory/HISTORY.md')).toMatch(
      /^2025-01-15 10:30: User asked about deployment\. Discussed Docker setup and CI\/CD pipeline\. Decided on GitHub Actions\.\n$/,
    )
    expect(await text('memory/MEMORY.md')).toBe(`${workedReply.memory_update}\n`)
    expect(await memory.history.list()).toMatchObject([{ at: '2025-01-15T10:30:00.000Z', format: 'plain' }])
  })

  it('B15 is found by the recipes of the document: by word in any case, and by day', async () => {
    const { text, memory } = await consolidated()
    const lines = (await text('memory/HISTORY.md')).split('\n')
    expect(lines.filter((line) => /deployment/i.test(line))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('2025-01-15'))).toHaveLength(1)
    expect(await memory.history.search('DEPLOYMENT')).toEqual([lines[0]])
  })

  it('B03 has the session in sessions/, as lines of JSON', async () => {
    const { text } = await consolidated()
    const [header, ...lines] = (await text('sessions/session.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(header).toMatchObject({ _type: 'metadata', key: 'session' })
    expect(lines.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  it('B14 keeps memory/ at 0700 and both files at 0600', async () => {
    const { directory } = await consolidated()
    const modeOf = async (path: string) => ((await stat(join(directory, path))).mode & 0o777).toString(8)
    expect(await Promise.all(['memory', 'memory/MEMORY.md', 'memory/HISTORY.md'].map(modeOf))).toEqual([
      '700',
      '600',
      '600',
    ])
  })
})

describe('the examples of the Autobot document', () => {
  it('B17 consolidates at message 51 with a window of 50, as example 1 begins', async () => {
    const { open, ledger } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '- Ada')]) })
    await memory.addMessages('chat', talk(50))
    await memory.flush()
    expect(await ledger()).toEqual([])
    await memory.addMessages('chat', talk(1, 51))
    await memory.flush()
    expect((await ledger()).map(({ messages }) => messages)).toEqual([ids(1, 41)])
  })

  it('B17 trims to 2–11 at message 11, to 3–12 at message 12, with a window of 0, as example 2 says', async () => {
    const { open, text } = await workspace()
    const memory = await open({ profile, sessions: { window: 0 } })
    for (let number = 1; number <= 12; number++) {
      await memory.addMessages('chat', talk(1, number))
      await memory.flush()
      expect(await windowIds(memory)).toEqual(ids(Math.max(1, number - 9), number))
    }
    expect([await text('memory/MEMORY.md'), await text('memory/HISTORY.md')]).toEqual(['', ''])
  })

  it('B11 promises the full history and a trim to ten at once: what leaves the window stays in the archive', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, sessions: { window: 0 } })
    await memory.addMessages('chat', talk(60))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(51, 60))
    const all = await memory.sessions.messages('chat', { archived: true })
    expect(all.map(({ id }) => id)).toEqual(ids(1, 60))
    expect((await memory.recall('word7')).items[0]).toMatchObject({ layer: 'sessions', text: 'word7 is said' })
  })

  it('B17 consolidates at message 21 with a window of 20, as example 3 begins', async () => {
    const { open, ledger } = await workspace()
    const memory = await open({ profile, sessions: { window: 20 } })
    await memory.addMessages('chat', talk(21))
    await memory.flush()
    expect((await ledger()).map(({ messages }) => messages)).toEqual([ids(1, 11)])
  })

  it('B12 has the constants of the table', () => {
    const { sessions, consolidation } = resolveLayers({ profile })
    expect(sessions).toMatchObject({ window: 50, keep: { min: 2, max: 10 }, keepWithoutConsolidation: 10 })
    expect(consolidation.trigger).toEqual({ factor: 1, tokens: 0 })
  })

  it('X23 says "every request" and "the start of each conversation": autobot loads MEMORY.md at every request', async () => {
    const { open } = await workspace()
    const said: Record<string, boolean> = {}
    for (const name of ['default', 'grip', 'autobot', 'neoclaw'] as const) {
      const memory = await open({ profile: name })
      await memory.facts.replace('- Ada prefers pnpm\n')
      await memory.buildContext({ session: name, query: 'hello' })
      await memory.facts.append('- The server is in Turin')
      said[name] = (await memory.buildContext({ session: name, query: 'hello' })).stable.includes('Turin')
    }
    expect(said).toEqual({ default: false, grip: false, autobot: true, neoclaw: true })
  })
})
