import { describe, expect, it } from 'vitest'
import { resolveLayers } from '../../src/options.ts'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { gate, historyTexts, ids, reply, talk, windowIds, workspace } from './workspace.ts'

const profile = 'neoclaw'

describe('consolidation as the NeoClaw document describes it', () => {
  it('N02 has MEMORY.md in the context of every message', async () => {
    const { open } = await workspace()
    const memory = await open({ profile })
    await memory.facts.replace('Free-form *Markdown* about Ada.\n')
    for (const number of [1, 2, 3]) {
      await memory.addMessages('chat', talk(1, number))
      const { stable } = await memory.buildContext({ session: 'chat', query: `word${number}` })
      expect(stable).toContain('Free-form *Markdown* about Ada.')
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

  it('N15 keeps half of the window', async () => {
    const { open } = await workspace()
    const memory = await open({ profile, sessions: { window: 9 } })
    await memory.addMessages('chat', talk(10))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(7, 10))
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
