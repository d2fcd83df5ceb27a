import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MemoryError, type Message, type PromptRequest, type Storage } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { historyTexts, ids, reply, talk, windowIds, workspace } from './workspace.ts'

/** A model that returns the memory it was shown with one more fact, after `meanwhile`. */
function addsFact(meanwhile: (call: number) => Promise<unknown>) {
  let calls = 0
  return async (request: PromptRequest): Promise<string> => {
    calls++
    await meanwhile(calls)
    const facts = /## Current Long-term Memory\n(.*?)\n\n?## Conversation/s.exec(request.prompt)?.[1] ?? ''
    return reply(`Call ${calls}.`, `${facts.trim()}\n- learned`)
  }
}

describe('what happens during the model call', () => {
  it('X29 keeps what a person writes into MEMORY.md: the model is asked again with the new text', async () => {
    const { open, directory, ledger } = await workspace()
    const edit = (call: number): Promise<unknown> =>
      call === 1 ? writeFile(join(directory, 'memory/MEMORY.md'), '- Ada\n- by hand\n') : Promise.resolve()
    const memory = await open({ model: addsFact(edit) })
    await memory.facts.replace('- Ada\n')
    await memory.addMessages('chat', talk(3))
    expect(await memory.consolidate('chat')).toEqual({ messages: 3, facts: true })
    expect(await memory.facts.read()).toBe('- Ada\n- by hand\n- learned\n')
    expect(await historyTexts(memory)).toEqual(['Call 2.'])
    expect(await ledger()).toHaveLength(1)
  })

  it('X29 appends instead of replacing when a person writes again and again', async () => {
    const { open, directory } = await workspace()
    let calls = 0
    const edit = async (call: number): Promise<void> => {
      calls = call
      await writeFile(join(directory, 'memory/MEMORY.md'), `- Ada\n- by hand ${call}\n`)
    }
    const memory = await open({ model: addsFact(edit), consolidation: { redo: 2 } })
    await memory.facts.replace('- Ada\n')
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    expect(calls).toBe(3)
    const text = await memory.facts.read()
    expect(text).toMatch(/^- Ada\n- by hand 3\n\n### Consolidated 2026-03-01\n/)
    expect(text).toContain('- learned')
    expect(await historyTexts(memory)).toEqual(['Call 3.'])
  })

  it('X29 reads MEMORY.md when its turn comes, not when it is queued', async () => {
    const { open } = await workspace()
    const memory = await open({ model: addsFact(() => new Promise((resolve) => setTimeout(resolve, 20))) })
    await memory.addMessages('one', talk(3))
    await memory.addMessages('two', talk(3))
    const [one, two] = [
      memory.consolidate('one'),
      memory.facts.append('- appended').then(() => memory.consolidate('two')),
    ]
    await Promise.all([one, two])
    // Each adds the same line to what it read: it stands once, beside what was appended in between.
    expect((await memory.facts.read()).match(/- learned/g)).toHaveLength(1)
    expect(await memory.facts.read()).toContain('- appended')
    expect(await historyTexts(memory)).toHaveLength(2)
  })

  it('X29 lets another memory of the same directory consolidate only after this one', async () => {
    const { open } = await workspace()
    let running = 0
    let most = 0
    const count = async (): Promise<void> => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 30))
      running--
    }
    const [one, two] = [await open({ model: addsFact(count) }), await open({ model: addsFact(count) })]
    await one.addMessages('chat', talk(3))
    await Promise.all([one.consolidate('chat'), two.consolidate('chat')])
    expect(most).toBe(1)
    expect(await historyTexts(one)).toHaveLength(1)
  })

  it('X29 writes nothing when another process has taken the work over', async () => {
    const { open, directory, text } = await workspace()
    const storage = await localStorage({ directory })
    const lost = new MemoryError('lease-lost', 'another process took over')
    const lease: Storage['lease'] = async (name) => {
      const taken = await storage.lease(name)
      return taken && { ...taken, check: () => Promise.reject(lost) }
    }
    const memory = await open({ storage: { ...storage, lease }, model: addsFact(async () => undefined) })
    await memory.addMessages('chat', talk(3))
    await expect(memory.consolidate('chat')).rejects.toBe(lost)
    expect(await text('memory/MEMORY.md')).toBe('')
    expect(await windowIds(memory)).toEqual(ids(1, 3))
    expect(await text('.daybook/consolidation/applied.jsonl')).toBe('')
  })

  it('keeps a message that arrives in the window', async () => {
    const { open, ledger } = await workspace()
    const memory = await open({
      model: addsFact(() => memory.addMessages('chat', talk(1, 4))),
      consolidation: { auto: false },
    })
    await memory.addMessages('chat', talk(3))
    await memory.resetSession('chat')
    expect(await windowIds(memory)).toEqual(['m4'])
    expect((await memory.sessions.get('chat'))?.lastConsolidated).toBe(0)
    expect((await ledger()).map((line) => line.messages)).toEqual([ids(1, 3)])
  })

  it('writes down nothing of a message that is removed', async () => {
    const { open, ledger } = await workspace()
    const memory = await open({
      model: async (request: PromptRequest) => {
        await memory.sessions.remove('chat', ['m2'])
        return reply(`They said ${(request.prompt.match(/word\d+/g) ?? []).join(' ')}.`, '')
      },
    })
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    expect(await historyTexts(memory)).toEqual(['They said word1 word3.'])
    expect((await ledger()).map((line) => line.messages)).toEqual([['m1', 'm3']])
  })

  it('writes down nothing of a text that is changed', async () => {
    const { open } = await workspace()
    const memory = await open({
      model: async (request: PromptRequest) => {
        await memory.sessions.update('chat', 'm2', { content: 'word0' })
        return reply(`They said ${(request.prompt.match(/word\d+/g) ?? []).join(' ')}.`, '')
      },
    })
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    expect(await historyTexts(memory)).toEqual(['They said word1 word0 word3.'])
  })

  it('gives up, and loses nothing, when the messages change under every attempt', async () => {
    const { open } = await workspace()
    let calls = 0
    const memory = await open({
      model: async () => {
        await memory.sessions.update('chat', 'm2', { content: `changed ${++calls}` })
        return reply('They talked.', '')
      },
    })
    await memory.addMessages('chat', talk(3))
    expect(await memory.consolidate('chat')).toMatchObject({ messages: 0, error: { code: 'version-conflict' } })
    expect(calls).toBe(3)
    expect(await windowIds(memory)).toEqual(ids(1, 3))
  })

  it('empties the window of a reset also when its messages change under every attempt', async () => {
    const { open, text } = await workspace()
    let calls = 0
    const memory = await open({
      model: async () => {
        await memory.sessions.update('chat', 'm2', { content: `changed ${++calls}` })
        return reply('They talked.', '')
      },
    })
    await memory.addMessages('chat', talk(3))
    await memory.resetSession('chat')
    expect(await windowIds(memory)).toEqual([])
    expect(JSON.parse(await text('.daybook/consolidation/chat.failure.json')).due).toEqual(ids(1, 3))
  })
})

describe('the window', () => {
  it('X3 never parts a tool call from its result', async () => {
    const { open } = await workspace()
    const tools: Message[] = [
      { id: 'call', role: 'assistant', content: '', toolCalls: [{ id: 't', name: 'exec', input: {} }] },
      { id: 'result', role: 'tool', content: 'done', toolCallId: 't' },
    ]
    const memory = await open({ sessions: { window: 4 }, model: scriptedPrompt([reply('They talked.', '')]) })
    await memory.addMessages('chat', [...talk(2), ...tools, ...talk(1, 3)])
    await memory.flush()
    expect(await windowIds(memory)).toEqual(['call', 'result', 'm3'])
  })

  it('leaves nothing to do for a second forced consolidation', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([reply('They talked.', '')])
    const memory = await open({ model })
    await memory.addMessages('chat', talk(5))
    expect(await memory.consolidate('chat')).toEqual({ messages: 5, facts: false })
    expect(await memory.consolidate('chat')).toEqual({ messages: 0, facts: false })
    expect(model.requests).toHaveLength(1)
  })

  it('remembers how much is consolidated when it only has to be trimmed', async () => {
    const { open, ledger } = await workspace()
    const tokens = { trigger: { tokens: 60 } }
    const model = scriptedPrompt([reply('One.', ''), reply('Two.', '')])
    const options = { sessions: { window: 50, keep: 6 }, model, countTokens: (text: string) => text.length }
    const first = await open({ ...options, consolidation: { auto: false } })
    await first.addMessages('chat', talk(6))
    await first.consolidate('chat')
    await first.close()
    const memory = await open({ ...options, consolidation: tokens })
    await memory.addMessages('chat', [])
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(5, 6))
    expect((await memory.sessions.get('chat'))?.lastConsolidated).toBe(2)
    await memory.addMessages('chat', talk(1, 7))
    await memory.consolidate('chat')
    expect((await ledger()).flatMap((line) => line.messages)).toEqual(ids(1, 7))
  })
})
