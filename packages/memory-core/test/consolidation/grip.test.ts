import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MemoryOptions, Message } from '../../src/index.ts'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { gate, historyTexts, ids, talk, windowIds, workspace } from './workspace.ts'

const grip = (options: Omit<MemoryOptions, 'directory'> = {}): Omit<MemoryOptions, 'directory'> => ({
  profile: 'grip',
  ...options,
})

describe('consolidation as the Grip document describes it', () => {
  it('G01 keeps long-term facts in MEMORY.md and a log of summaries in HISTORY.md', async () => {
    const { open, text } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- [user_info] Ada lives in Turin']) }))
    await memory.addMessages('chat', talk(21))
    expect(await text('memory/MEMORY.md')).toContain('- [user_info] Ada lives in Turin')
    expect(await text('memory/HISTORY.md')).toContain('Consolidated 11 messages.')
  })

  it('G28 consolidates at 21 messages with a window of 10, not at 20', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt(['No new facts.'])
    const memory = await open(grip({ model }))
    await memory.addMessages('chat', talk(20))
    expect(model.requests).toHaveLength(0)
    await memory.addMessages('chat', talk(1, 21))
    expect(model.requests).toHaveLength(1)
  })

  it('G28 does nothing by itself when it is turned off', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([])
    const memory = await open(grip({ model, consolidation: { auto: false } }))
    await memory.addMessages('chat', talk(60))
    await memory.flush()
    expect(model.requests).toHaveLength(0)
    expect(await windowIds(memory)).toHaveLength(60)
  })

  it('G29 consolidates everything except the last ten messages', async () => {
    const { open, ledger } = await workspace()
    const model = scriptedPrompt(['No new facts.'])
    const memory = await open(grip({ model }))
    await memory.addMessages('chat', talk(23))
    expect((await ledger()).map((line) => line.messages)).toEqual([ids(1, 13)])
    expect(model.requests[0]?.prompt).toContain('word13 ')
    expect(model.requests[0]?.prompt).not.toContain('word14 ')
  })

  it('G30 asks the model for consolidation alone, if there is one', async () => {
    const { open } = await workspace()
    const [cheap, own] = [scriptedPrompt(['No new facts.']), scriptedPrompt([])]
    const memory = await open(grip({ model: own, consolidation: { model: cheap } }))
    await memory.addMessages('chat', talk(21))
    expect([cheap.requests.length, own.requests.length]).toEqual([1, 0])
  })

  it("G30 asks the memory's own model when there is no other", async () => {
    const { open } = await workspace()
    const own = scriptedPrompt(['No new facts.'])
    const memory = await open(grip({ model: own }))
    await memory.addMessages('chat', talk(21))
    expect(own.requests).toHaveLength(1)
  })

  it('G33 appends the facts under a heading with the UTC date', async () => {
    const { open, text, clock } = await workspace()
    clock.set('2026-03-01T23:59:00-05:00')
    const memory = await open(grip({ model: scriptedPrompt(['- Ada prefers pnpm\n- The deadline is in May\n']) }))
    await memory.facts.append('- [user_info] Ada')
    await memory.addMessages('chat', talk(21))
    expect(await text('memory/MEMORY.md')).toBe(
      '- [user_info] Ada\n\n### Consolidated 2026-03-02\n- Ada prefers pnpm\n- The deadline is in May\n',
    )
  })

  it('G33 appends nothing when the reply says "no new facts" in any case, whatever stands around it', async () => {
    const { open, text } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['I looked: NO NEW FACTS. Sorry.']) }))
    await memory.addMessages('chat', talk(21))
    expect(await text('memory/MEMORY.md')).toBe('')
  })

  it('G34 logs a history entry by rule, with the first five topics, also when there are no new facts', async () => {
    const { open } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['No new facts.']) }))
    await memory.addMessages('chat', talk(24))
    const topics = 'word1 is said; word3 is said; word5 is said; word7 is said; word9 is said'
    expect(await historyTexts(memory)).toEqual([`Consolidated 14 messages. Topics: ${topics}`])
  })

  it('rotates a history that a consolidation has made too large', async () => {
    const { open, directory } = await workspace()
    const model = scriptedPrompt(['No new facts.', 'No new facts.'])
    const memory = await open(grip({ model, history: { rotation: { by: 'size', maxBytes: 200 } } }))
    await memory.addMessages('chat', talk(21))
    await memory.addMessages('chat', talk(11, 22))
    expect(await historyTexts(memory)).toHaveLength(2)
    expect((await readdir(join(directory, 'memory'))).sort()).toEqual([
      'HISTORY.archive.20260301093000.md',
      'HISTORY.md',
    ])
  })

  it("G36 makes the new facts the session's summary", async () => {
    const { open } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- Ada prefers pnpm']) }))
    await memory.addMessages('chat', talk(21))
    expect((await memory.sessions.get('chat'))?.summary).toBe('[Previous conversation context]\n- Ada prefers pnpm')
  })

  it('G36 leaves the summary as it was when there are no new facts', async () => {
    const { open } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- Ada prefers pnpm', 'No new facts.']) }))
    await memory.addMessages('chat', talk(21))
    await memory.addMessages('chat', talk(11, 22))
    expect((await memory.sessions.get('chat'))?.summary).toBe('[Previous conversation context]\n- Ada prefers pnpm')
  })

  it('G36 prunes the session to its window, on disk too', async () => {
    const { open } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['No new facts.']) }))
    await memory.addMessages('chat', talk(21))
    expect(await windowIds(memory)).toEqual(ids(12, 21))
    await memory.close()
    expect(await windowIds(await open(grip()))).toEqual(ids(12, 21))
  })

  it('G36 tells how many messages it consolidated', async () => {
    const { open, events } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['No new facts.']) }))
    await memory.addMessages('chat', talk(21))
    expect(events.find((event) => event.type === 'consolidated')).toMatchObject({
      session: 'chat',
      details: { messages: 11 },
    })
  })

  it('G37 survives a failing model: the messages are stored, the failure is reported, nothing is pruned', async () => {
    const { open, events, text } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt([new Error('no connection')]) }))
    await expect(memory.addMessages('chat', talk(21))).resolves.toHaveLength(21)
    expect(await windowIds(memory)).toEqual(ids(1, 21))
    expect(events.filter((event) => event.type === 'consolidation-failed')).toMatchObject([{ level: 'error' }])
    expect(await text('memory/HISTORY.md')).toBe('')
  })

  it('G38 consolidates all of the window when asked, below the threshold and with auto off', async () => {
    const { open, ledger } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- Ada prefers pnpm']), consolidation: { auto: false } }))
    await memory.addMessages('chat', talk(15))
    expect(await memory.consolidate('chat')).toEqual({ messages: 15, facts: true })
    expect((await ledger()).map((line) => line.messages)).toEqual([ids(1, 15)])
  })

  it("G38 keeps the window's newest messages when asked", async () => {
    const { open } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['No new facts.']) }))
    await memory.addMessages('chat', talk(15))
    await memory.consolidate('chat')
    expect(await windowIds(memory)).toEqual(ids(6, 15))
  })

  it('X2 has a window of 10 in grip, and of 50 in autobot, neoclaw and by default', async () => {
    const { open } = await workspace()
    for (const [profile, most] of [
      ['grip', 20],
      ['autobot', 50],
      ['neoclaw', 50],
      ['default', 50],
    ] as const) {
      const model = scriptedPrompt(['{"history_entry": "No new facts."}'])
      const memory = await open({ profile, model })
      await memory.addMessages(profile, talk(most))
      await memory.flush()
      expect([profile, model.requests.length]).toEqual([profile, 0])
      await memory.addMessages(profile, talk(1, most + 1))
      await memory.flush()
      expect([profile, model.requests.length]).toEqual([profile, 1])
    }
  })

  it.each([
    ['default', 16_000],
    ['grip', undefined],
    ['autobot', undefined],
    ['neoclaw', undefined],
  ] as const)('X1 is due in %s above so many tokens: %s', async (profile, tokens) => {
    const { open } = await workspace()
    const memory = await open({ profile, countTokens: (text) => text.length })
    const long = (length: number): Message => ({ role: 'user', content: 'x'.repeat(length) })
    await memory.addMessages('chat', [long(5_000), long(5_000), long(6_000)])
    await memory.flush()
    expect(await windowIds(memory)).toHaveLength(3)
    await memory.addMessages('chat', long(1))
    await memory.flush()
    expect((await windowIds(memory)).length < 4).toBe(tokens === 16_000)
  })

  it('X3 keeps 10 messages in grip, 10 in autobot, 25 in neoclaw and 25 by default', async () => {
    const { open } = await workspace()
    const kept: Record<string, number> = {}
    for (const profile of ['grip', 'autobot', 'neoclaw', 'default'] as const) {
      const memory = await open({ profile })
      await memory.addMessages(profile, talk(51))
      await memory.flush()
      kept[profile] = (await windowIds(memory, profile)).length
    }
    expect(kept).toEqual({ grip: 10, autobot: 10, neoclaw: 25, default: 25 })
  })

  it('X7 appends new facts in grip and leaves the rest of MEMORY.md as it is', async () => {
    const { open, text } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- Ada prefers pnpm']) }))
    const before = '# By hand\n\n* kept   as it is\n'
    await memory.facts.replace(before)
    await memory.addMessages('chat', talk(21))
    expect(await text('memory/MEMORY.md')).toBe(`${before}\n### Consolidated 2026-03-01\n- Ada prefers pnpm\n`)
  })

  it('X11 waits for the model inside addMessages in grip', async () => {
    const { open } = await workspace()
    const answer = gate<string>()
    const memory = await open(grip({ model: () => answer.promise }))
    let isDone = false
    const adding = memory.addMessages('chat', talk(21)).then(() => {
      isDone = true
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(isDone).toBe(false)
    answer.open('No new facts.')
    await adding
    expect(await windowIds(memory)).toHaveLength(10)
  })

  it('X13 takes bullets in grip and the JSON pair elsewhere', async () => {
    const { open } = await workspace()
    const [bullets, json] = [scriptedPrompt(['- a fact']), scriptedPrompt(['{"memory_update": "- a fact"}'])]
    const one = await open(grip({ model: bullets }))
    await one.addMessages('one', talk(3))
    await one.consolidate('one')
    const other = await open({ profile: 'neoclaw', model: json })
    await other.addMessages('other', talk(3))
    await other.consolidate('other')
    expect(bullets.requests[0]?.system).toBe('You extract key facts from conversations.')
    expect(bullets.requests[0]?.prompt).not.toContain('memory_update')
    expect(json.requests[0]?.prompt).toContain('"memory_update"')
  })

  it('X14 leaves the summary to the rule in grip, though a model is there', async () => {
    const { open } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- a fact that the model tells']) }))
    await memory.addMessages('chat', talk(21))
    expect((await historyTexts(memory))[0]).toMatch(/^Consolidated 11 messages\. Topics: word1 is said; /)
  })
})
