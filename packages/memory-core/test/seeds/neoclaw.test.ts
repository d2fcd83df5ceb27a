import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemories } from '../../src/index.ts'
import { resolveLayers } from '../../src/options.ts'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { fullMemories, gate, historyTexts, ids, reply, talk, windowIds, workspace } from '../consolidation/workspace.ts'

const profile = 'neoclaw'

describe('consolidation as the NeoClaw document describes it', () => {
  it('P2 N02 has all of a MEMORY.md of the size that is allowed in every context', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    for (const facts of fullMemories) {
      await memory.facts.replace(facts)
      const { stable, dropped } = await memory.buildContext({ session: 'chat', query: 'hello' })
      expect(stable).toContain(`\n${facts}`)
      expect(dropped).toEqual([])
    }
  })

  it('P2 says what is cut where the host allows less', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    const lines = Array.from({ length: 100 }, (_, at) => `- fact ${at} about something`)
    await memory.facts.replace(`${lines.join('\n')}\n`)
    const { stable, volatile, dropped, tokens } = await memory.buildContext({ session: 'chat', budget: 500 })
    const isSpare = (line: string): boolean => volatile.includes(`${line.slice(2)}\n`)
    const told = lines.filter((line) => stable.includes(`${line}\n`) || isSpare(line))
    expect(tokens).toBeLessThanOrEqual(500)
    expect(dropped.map(({ text }) => `- ${text}`)).toEqual(lines.filter((line) => !told.includes(line)))
    expect(stable).not.toContain('can be recalled')
  })

  it('N02 has MEMORY.md in the context of every message', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    await memory.facts.replace('Free-form *Markdown* about Ada.\n')
    for (const number of [1, 2, 3]) {
      await memory.facts.append(`Line ${number}.`)
      await memory.addMessages('chat', talk(1, number))
      const { stable } = await memory.buildContext({ session: 'chat', query: `word${number}` })
      expect(stable).toContain(`\n${await memory.facts.read()}`)
      expect(stable).toMatch(new RegExp(`Free-form \\*Markdown\\* about Ada\\.[^]*Line ${number}\\.`))
    }
  })

  it('N04 asks for compression above 8,192 bytes, not at them', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([reply('One.', ''), reply('Two.', '')])
    const memory = await open({ profile, model })
    const bytes = (count: number): string => `- ${'a'.repeat(count % 2)}${'é'.repeat(Math.floor((count - 2) / 2))}`
    await memory.facts.replace(bytes(8192))
    expect(Buffer.byteLength(await memory.facts.read())).toBe(8192)
    await memory.addMessages('one', talk(3))
    await memory.consolidate('one')
    await memory.facts.replace(bytes(8193))
    await memory.addMessages('two', talk(3))
    await memory.consolidate('two')
    expect(model.requests[0]?.prompt).not.toContain('prune stale')
    expect(model.requests[1]?.prompt).toMatch(/fewer than 8192 bytes: .*prune stale and low-value facts/)
  })

  it('N09 asks the model for one session at a time', async () => {
    const { open } = await workspace()
    let running = 0
    let most = 0
    const memory = await open({
      profile,
      model: async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running--
        return reply('They talked.', '')
      },
    })
    const sessions = ['one', 'two', 'three']
    await Promise.all(sessions.map((session) => memory.addMessages(session, talk(3))))
    const results = await Promise.all(sessions.map((session) => memory.consolidate(session)))
    expect(results.map((result) => result.messages)).toEqual([3, 3, 3])
    expect(most).toBe(1)
  })

  it('N13 consolidates all of the session on reset, waits for it, and clears the window', async () => {
    const { open } = await workspace()
    const answer = gate<string>()
    const memory = await open({ profile, model: () => answer.promise })
    await memory.addMessages('chat', talk(7))
    let isDone = false
    const reset = memory.resetSession('chat').then((result) => {
      isDone = true
      return result
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isDone).toBe(false)
    answer.open(reply('They talked.', ''))
    expect(await reset).toMatchObject({ messages: 7 })
    expect(await windowIds(memory)).toEqual([])
    expect(await historyTexts(memory)).toEqual(['They talked.'])
  })

  it('N13 clears the window also when the consolidation takes too long', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: () => new Promise(() => undefined), consolidation: { timeoutMs: 30 } })
    await memory.addMessages('chat', talk(7))
    expect(await memory.resetSession('chat')).toMatchObject({ messages: 0, error: { code: 'model-failed' } })
    expect(await windowIds(memory)).toEqual([])
  })

  it('N14 consolidates from the last consolidated message to the cutoff, then trims to the cutoff', async () => {
    const { open, ledger } = await workspace()
    const model = scriptedPrompt([reply('One.', ''), reply('Two.', '')])
    const memory = await open({ profile, model })
    await memory.addMessages('chat', talk(10))
    await memory.consolidate('chat')
    expect((await memory.sessions.get('chat'))?.lastConsolidated).toBe(10)
    await memory.addMessages('chat', talk(41, 11))
    await memory.flush()
    expect((await ledger()).map((line) => line.messages)).toEqual([ids(1, 10), ids(11, 26)])
    expect(await windowIds(memory)).toEqual(ids(27, 51))
    expect((await memory.sessions.get('chat'))?.lastConsolidated).toBe(0)
  })

  it.each([
    [9, ids(7, 10)],
    [50, ids(27, 51)],
  ])('N15 keeps half of a window of %i', async (window, kept) => {
    const { open } = await workspace()
    const memory = await open({ profile, sessions: { window } })
    await memory.addMessages('chat', talk(window + 1))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(kept)
  })

  it('N17 gives up a model that does not answer in time, and tells it so by its signal', async () => {
    const { open } = await workspace()
    let signal: AbortSignal | undefined
    const memory = await open({
      profile,
      consolidation: { timeoutMs: 30 },
      model: (request) => {
        signal = request.signal
        return new Promise(() => undefined)
      },
    })
    await memory.addMessages('chat', talk(3))
    const { error } = await memory.consolidate('chat')
    expect(String(error)).toContain('did not answer within 30 ms')
    expect(signal?.aborted).toBe(true)
  })

  it('N18 writes the history entry to HISTORY.md and to the file of the month', async () => {
    const { open, text } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('[2026-03-01 09:30] They talked.', '')]) })
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    const entry = '## 2026-03-01T09:30:00.000Z\n\n[2026-03-01 09:30] They talked.\n\n'
    expect(await text('memory/HISTORY.md')).toBe(entry)
    expect(await text('memory/HISTORY-2026-03.md')).toBe(entry)
  })

  it('N18 writes MEMORY.md if it changed', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([reply('One.', '- Ada uses pnpm'), reply('Two.', '- Ada uses pnpm')])
    const memory = await open({ profile, model })
    await memory.addMessages('chat', talk(3))
    expect(await memory.consolidate('chat')).toEqual({ messages: 3, facts: true })
    expect(await memory.facts.read()).toBe('- Ada uses pnpm\n')
    await memory.addMessages('chat', talk(3, 4))
    expect(await memory.consolidate('chat')).toEqual({ messages: 3, facts: false })
  })

  it('N19 writes the last ten messages, each up to 200 characters, when the model fails', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([new Error('overloaded')]) })
    await memory.addMessages('chat', [...talk(11), { role: 'user', content: 'x'.repeat(300) }])
    await memory.consolidate('chat')
    const [entry = '', ...others] = await historyTexts(memory)
    expect(others).toEqual([])
    const lines = entry.split('\n')
    expect(lines[0]).toBe('[raw-fallback]')
    expect(lines.slice(1)).toHaveLength(10)
    expect(lines[1]).toBe('USER: word3 is said')
    expect(lines.at(-1)).toBe(`USER: ${'x'.repeat(200)}`)
  })

  it('N20 asks for compression above 8,192 bytes, waits 30 seconds and has a window of 50 by default', () => {
    const { facts, consolidation, sessions } = resolveLayers({ profile })
    expect([facts.limits.bytes, consolidation.timeoutMs, sessions.window]).toEqual([8192, 30_000, 50])
  })

  it('N20 takes its three settings as options', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([reply('One.', ''), () => new Promise(() => undefined)])
    const memory = await open({
      profile,
      model,
      facts: { limits: { bytes: 300 } },
      consolidation: { timeoutMs: 40 },
      sessions: { window: 4 },
    })
    await memory.facts.replace(`- ${'a'.repeat(300)}\n`)
    await memory.addMessages('chat', talk(5))
    await memory.flush()
    expect(model.requests[0]?.prompt).toContain('fewer than 300 bytes')
    await memory.addMessages('chat', talk(2, 6))
    expect(String((await memory.consolidate('chat')).error)).toContain('40 ms')
  })

  it('X11 consolidates in the background, and flush waits for it', async () => {
    const { open } = await workspace()
    const answer = gate<string>()
    const memory = await open({ profile, model: () => answer.promise })
    await memory.addMessages('chat', talk(51))
    setTimeout(() => answer.open(reply('They talked.', '')), 50)
    await memory.flush()
    expect(await historyTexts(memory)).toEqual(['They talked.'])
  })

  it('X11 finishes what is under way before it closes', async () => {
    const { open } = await workspace()
    const answer = gate<string>()
    const memory = await open({ profile, model: () => answer.promise })
    await memory.addMessages('chat', talk(51))
    setTimeout(() => answer.open(reply('They talked.', '')), 50)
    await memory.close()
    expect(await historyTexts(await open({ profile }))).toEqual(['They talked.'])
  })
})

describe('the files of the NeoClaw document', () => {
  it('N01 lays the workspace out as the document draws it', async () => {
    const { open, directory, clock } = await workspace()
    const memory = await open({ profile })
    await memory.facts.replace('- Ada\n')
    for (const at of ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2026-02-27T14:30:00Z']) {
      clock.set(at)
      await memory.history.append(`Said at ${at}.`)
    }
    const files = (await readdir(join(directory, 'memory'))).filter((name) => name.endsWith('.md'))
    expect(files.sort()).toEqual(['HISTORY-2026-01.md', 'HISTORY-2026-02.md', 'HISTORY.md', 'MEMORY.md'])
  })

  it('N05 heads each entry with the ISO time of the document', async () => {
    const { open, text, clock } = await workspace()
    clock.set('2026-02-27T14:30:00.000Z')
    const memory = await open({ profile })
    await memory.history.append('They talked.')
    expect(await text('memory/HISTORY-2026-02.md')).toBe('## 2026-02-27T14:30:00.000Z\n\nThey talked.\n\n')
  })

  it('P1 N05 never loads the history into a context by itself, and finds it by a search over all files', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    await memory.history.append('Ada moved to Turin.', { at: '2025-12-01T00:00:00Z' })
    await memory.history.append('Ada bought a bike.')
    await memory.facts.replace('- Uses pnpm\n')
    for (const query of ['', 'When did Ada move to Turin, and buy a bike?']) {
      const { stable, volatile } = await memory.buildContext({ session: 'chat', query })
      expect(`${stable}${volatile}`).toContain('Uses pnpm')
      expect(`${stable}${volatile}`).not.toContain('Ada')
    }
    expect((await memory.recall('Turin')).items).toHaveLength(1)
    expect(await memory.history.search('turin')).toEqual(['## 2025-12-01T00:00:00.000Z\n\nAda moved to Turin.'])
  })

  it('N06 appends to both files without doubling what is listed and searched', async () => {
    const { open, text } = await workspace()
    const memory = await open({ profile })
    await memory.history.append('Ada moved to Turin.')
    expect(await text('memory/HISTORY.md')).toBe(await text('memory/HISTORY-2026-03.md'))
    expect(await historyTexts(memory)).toEqual(['Ada moved to Turin.'])
    expect((await memory.recall('Turin', { layers: ['history'] })).items).toHaveLength(1)
  })

  it('N03 reads "" without a MEMORY.md, then what was written', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    expect(await memory.facts.read()).toBe('')
    await memory.facts.replace('Free-form *Markdown*.\n')
    expect(await memory.facts.read()).toBe('Free-form *Markdown*.\n')
  })
})

describe('the consolidation service of the NeoClaw document', () => {
  async function asked(answer: string) {
    const place = await workspace()
    const model = scriptedPrompt([answer])
    const memory = await place.open({ profile, model })
    await memory.addMessages('chat', [
      { role: 'user', content: 'Which port?', createdAt: '2026-02-27T14:30:00Z' },
      {
        role: 'assistant',
        content: '5433',
        createdAt: '2026-02-27T14:31:00Z',
        toolCalls: [{ id: 'c1', name: 'read_file', input: {} }],
      },
      { role: 'tool', content: 'port = 5433', toolCallId: 'c1', createdAt: '2026-02-27T14:31:30Z' },
    ])
    await memory.consolidate('chat')
    return { ...place, memory, prompt: model.requests[0]?.prompt ?? '' }
  }

  it('N11 has the structure of the prompt in the document', async () => {
    const { prompt } = await asked(reply('They talked.', ''))
    expect(prompt).toMatch(
      /"history_entry".*\[YYYY-MM-DD HH:MM\][\s\S]*"memory_update"[\s\S]*\n## Current Long-term Memory\n\(empty\)\n\n## Conversation to Process\n/,
    )
    expect(prompt).not.toContain('prune')
  })

  it('P6 N11 hands over all of a MEMORY.md of the size that is allowed', async () => {
    const { open } = await workspace()
    const lines = Array.from({ length: 159 }, (_, at) =>
      `- fact ${at} ${'about something '.repeat(3)}`.slice(0, 50).trim(),
    )
    const facts = `${lines.join('\n')}\n`
    expect(Buffer.byteLength(facts)).toBeGreaterThan(7_500)
    expect(Buffer.byteLength(facts)).toBeLessThanOrEqual(8_192)
    const model = scriptedPrompt([reply('They talked.', facts)])
    const memory = await open({ profile, model })
    await memory.facts.replace(facts)
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    expect(model.requests[0]?.prompt).toContain(`## Current Long-term Memory\n${facts.trim()}\n`)
  })

  it('N12 tells role, content, time and used tools of each entry', async () => {
    const { prompt } = await asked(reply('They talked.', ''))
    expect(prompt).toContain(
      '[2026-02-27 14:30] USER: Which port?\n[2026-02-27 14:31] ASSISTANT [tools: read_file]: 5433',
    )
  })

  const history = '[2026-02-27 14:30] Ada asked for the port.'
  it.each([
    ['fences', `\`\`\`json\n${reply(history, '- Port 5433')}\n\`\`\``],
    ['an object in prose', `Here you are: ${reply(history, '- Port 5433')} Is there {anything} else?`],
    ['broken JSON', `{"history_entry": "${history}", oops, "memory_update": "- Port 5433"`],
  ])('N10 reads a reply with %s', async (_kind, answer) => {
    const { memory } = await asked(answer)
    expect([await historyTexts(memory), await memory.facts.read()]).toEqual([[history], '- Port 5433\n'])
  })

  it('N09 lets a consolidation that fails reject its own caller only', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([new Error('overloaded'), reply('Two.', '')])
    const memory = await open({ profile, model })
    await Promise.all(['one', 'two'].map((session) => memory.addMessages(session, talk(3))))
    const [one, two] = await Promise.all([memory.consolidate('one'), memory.consolidate('two')])
    expect([String(one?.error), one?.messages, two]).toEqual(['Error: overloaded', 0, { messages: 3, facts: false }])
  })

  it('N16 recaps what remains after a trim for the new session of the host, without running tools again', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '')]) })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    const { volatile } = await memory.buildContext({ session: 'chat', query: 'and now?' })
    expect(volatile).toContain('## Recent conversation\n')
    expect(volatile).toContain('- user: word51 is said')
    expect(volatile).toContain('- user: word27 is said')
    expect(volatile.slice(volatile.indexOf('## Recent conversation'))).not.toContain('word26 ')
  })

  it('N21 keeps createdAt through a consolidation, a trim and another process', async () => {
    const { open, text, clock } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '')]) })
    await memory.addMessages('chat', talk(1))
    clock.advance(86_400_000)
    await memory.addMessages('chat', talk(50, 2))
    await memory.close()
    const again = await open({ profile })
    expect((await again.sessions.get('chat'))?.createdAt).toBe('2026-03-01T09:30:00.000Z')
    expect(await text('sessions/chat.jsonl')).toMatch(/^\{"_type":"metadata".*"createdAt":"2026-03-01T09:30:00\.000Z"/)
  })

  it('N22 has a metadata line first, and lastConsolidated at 0 after a trim', async () => {
    const { open, text } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('They talked.', '')]) })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    const [first = '', ...others] = (await text('sessions/chat.jsonl')).trimEnd().split('\n')
    expect(JSON.parse(first)).toMatchObject({ _type: 'metadata', key: 'chat', lastConsolidated: 0 })
    expect(others).toHaveLength(25)
  })

  it('X15 says bytes in its table and length in its text: bytes of UTF-8 count', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([reply('One.', '')])
    const memory = await open({ profile, model })
    await memory.facts.replace(`- ${'é'.repeat(4096)}\n`)
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    expect(model.requests[0]?.prompt).toContain('prune stale and low-value facts')
  })

  it('X12 claims that no data is lost though its fallback quotes ten messages: the whole batch is kept and retried', async () => {
    const { open, clock } = await workspace()
    const model = scriptedPrompt([new Error('overloaded'), reply('All of it.', '- Ada')])
    const memory = await open({ profile, model })
    await memory.addMessages('chat', talk(51))
    await memory.flush()
    expect((await historyTexts(memory))[0]).toMatch(/^\[raw-fallback\]\n/)
    expect(await windowIds(memory)).toEqual(ids(1, 51))
    clock.advance(86_400_000)
    await memory.consolidate('chat')
    expect(model.requests[1]?.prompt).toContain('word1 is said')
    expect((await historyTexts(memory)).at(-1)).toBe('All of it.')
  })

  it('X29 reads MEMORY.md inside of the queue, not before: two sessions at once lose no update', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([
      reply('One.', '- one'),
      ({ prompt }) => reply('Two.', prompt.includes('- one') ? '- one\n- two' : '- two'),
    ])
    const memory = await open({ profile, model })
    await Promise.all(['one', 'two'].map((session) => memory.addMessages(session, talk(3))))
    await Promise.all([memory.consolidate('one'), memory.consolidate('two')])
    expect(await memory.facts.read()).toBe('- one\n- two\n')
  })

  it('X30 lets the history accumulate: what was written stays byte for byte, through months, failures and resets', async () => {
    const { open, text, clock } = await workspace()
    const memory = await open({ profile, model: scriptedPrompt([reply('One.', '- Ada'), new Error('overloaded')]) })
    let before = ''
    for (const session of ['one', 'two']) {
      await memory.addMessages(session, talk(3))
      await memory.resetSession(session)
      await memory.history.append(`After ${session}.`)
      const now = await text('memory/HISTORY.md')
      expect(now.startsWith(before)).toBe(true)
      expect(now.length).toBeGreaterThan(before.length)
      before = now
      clock.advance(40 * 86_400_000)
    }
    expect(await historyTexts(memory)).toHaveLength(4)
  })

  it('X30 removes all of it for a user who wants to be forgotten', async () => {
    const { directory } = await workspace()
    const memories = openMemories({ directory, profile })
    onTestFinished(() => memories.close())
    for (const user of ['ada', 'bob']) {
      const memory = await memories.for({ user })
      await memory.facts.replace(`- ${user} lives in Turin\n`)
      await memory.history.append(`${user} moved.`)
      await memory.addMessages('chat', talk(3))
    }
    await memories.erase({ user: 'ada' })
    expect(await memories.users()).toEqual(['bob'])
    const texts = await everyText(directory)
    expect([
      texts.some((text) => text.includes('ada lives')),
      texts.some((text) => text.includes('bob lives')),
    ]).toEqual([false, true])
    expect((await (await memories.for({ user: 'ada' })).recall('Turin')).items).toEqual([])
  })
})

/** What all files below a folder say. */
async function everyText(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')))
}
