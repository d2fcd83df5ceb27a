import { describe, expect, it } from 'vitest'
import {
  type FileStore,
  MemoryError,
  type MemoryOptions,
  type PromptFunction,
  type PromptRequest,
} from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { type ScriptedReply, scriptedPrompt } from '../../src/testing/index.ts'
import { historyTexts, ids, reply, talk, windowIds, workspace } from './workspace.ts'

const small: Omit<MemoryOptions, 'directory'> = {
  sessions: { window: 4 },
  consolidation: { timeoutMs: 30 },
}
const hangs = (): Promise<string> => new Promise(() => undefined)

/** Every way in which a model fails to answer. */
const failures: readonly (readonly [string, ScriptedReply])[] = [
  ['throws', new Error('overloaded')],
  ['never answers', hangs],
  ['answers garbage', '%$§ <html>502 Bad Gateway</html>'],
  ['answers nothing', ''],
  ['refuses', "I'm sorry, but I can't help with that request."],
  ['is cut in the middle of its summary', '{"history_entry": "[2026-03-01 09:30] Ada and the'],
  ['is cut in the middle of the facts', '{"history_entry": "They talked.", "memory_update": "# Facts\\n- Ada'],
  ['answers ten megabytes', 'x'.repeat(10_000_000)],
  ['answers ten megabytes of JSON', () => reply('x'.repeat(5_000_000), 'x'.repeat(5_000_000))],
  ['repeats the question', (request: PromptRequest) => request.prompt],
  ['answers {}', '{}'],
  ['answers no text', () => JSON.parse('{"content": "an object"}')],
]

describe('a model that fails', () => {
  it.each(failures)(
    'X12 loses nothing when it %s: the messages stay due and are consolidated later',
    async (_, failure) => {
      const { open, text, clock, ledger } = await workspace()
      const model = scriptedPrompt([failure, reply('They talked.', '- Ada\n- Berta')])
      const memory = await open({ ...small, model })
      await memory.facts.replace('- Ada\n')
      await memory.addMessages('chat', talk(5))
      await memory.flush()
      expect(await windowIds(memory)).toEqual(ids(1, 5))
      expect(await text('memory/MEMORY.md')).toBe('- Ada\n')
      clock.advance(30_000)
      await memory.addMessages('chat', talk(1, 6))
      await memory.flush()
      expect(await windowIds(memory)).toEqual(ids(5, 6))
      expect((await ledger()).filter((line) => !line.failed).map((line) => line.messages)).toEqual([ids(1, 4)])
      const [fallback, entry, ...others] = await historyTexts(memory)
      expect([fallback?.split('\n')[0], entry, others]).toEqual(['[raw-fallback]', 'They talked.', []])
      expect(await memory.facts.read()).toBe('- Ada\n- Berta\n')
    },
  )

  it('X12 is not asked again before the pause is over, which doubles with each failure', async () => {
    const { open, clock } = await workspace()
    const model = scriptedPrompt(Array.from({ length: 4 }, () => new Error('overloaded')))
    const memory = await open({ ...small, model })
    const asked: number[] = []
    for (let second = 0; second < 10; second++) {
      await memory.addMessages('chat', second === 0 ? talk(5) : talk(1, 5 + second))
      const before = model.requests.length
      await memory.flush()
      if (model.requests.length > before) asked.push(second)
      clock.advance(30_000)
    }
    expect(asked).toEqual([0, 1, 3, 7])
  })

  it('X12 leaves one raw-fallback entry for a batch, however often it fails', async () => {
    const { open, clock } = await workspace()
    const model = scriptedPrompt(Array.from({ length: 5 }, () => new Error('overloaded')))
    const memory = await open({ ...small, model })
    for (let turn = 0; turn < 5; turn++) {
      await memory.addMessages('chat', turn === 0 ? talk(5) : talk(1, 5 + turn))
      await memory.flush()
      clock.advance(3_600_000)
    }
    expect(model.requests).toHaveLength(5)
    expect(await historyTexts(memory)).toHaveLength(1)
  })

  it('X12 leaves another raw-fallback entry for another batch', async () => {
    const { open } = await workspace()
    const memory = await open({ ...small, model: scriptedPrompt([new Error('one'), new Error('two')]) })
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    await memory.sessions.clear('chat')
    await memory.addMessages('chat', talk(3, 4))
    await memory.consolidate('chat')
    expect((await historyTexts(memory)).map((entry) => entry.split('\n')[1])).toEqual([
      'USER: word1 is said',
      'ASSISTANT: word4 is said',
    ])
  })

  it('X12 writes no entry when failures are to be kept alone', async () => {
    const { open } = await workspace()
    const memory = await open({
      consolidation: { onFailure: 'keep' },
      model: scriptedPrompt([new Error('overloaded')]),
    })
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    expect(await historyTexts(memory)).toEqual([])
    expect(await windowIds(memory)).toEqual(ids(1, 3))
  })

  it('X12 moves what it could not consolidate to the archive when failures are to be dropped', async () => {
    const { open, text } = await workspace()
    const model = scriptedPrompt([new Error('overloaded')])
    const memory = await open({ ...small, consolidation: { onFailure: 'drop' }, model })
    await memory.addMessages('chat', talk(5))
    await memory.flush()
    expect(await windowIds(memory)).toEqual(ids(4, 5))
    expect(await memory.sessions.messages('chat', { archived: true })).toHaveLength(5)
    expect(await text('.daybook/consolidation/chat.failure.json')).toBe('')
    expect(await historyTexts(memory)).toEqual([])
  })

  it('X12 takes what a dropped batch kept in the window for what it is: not consolidated', async () => {
    const { open, ledger } = await workspace()
    const model = scriptedPrompt([new Error('overloaded'), reply('They talked.', '')])
    const memory = await open({ ...small, consolidation: { auto: false, onFailure: 'drop' }, model })
    await memory.addMessages('chat', talk(4))
    await memory.consolidate('chat')
    await memory.consolidate('chat')
    expect((await ledger()).filter((line) => !line.failed).map((line) => line.messages)).toEqual([ids(3, 4)])
  })

  it('refuses to wipe MEMORY.md, and says so', async () => {
    const { open, events } = await workspace()
    const memory = await open({ ...small, model: scriptedPrompt([reply('They talked.', '')]) })
    await memory.facts.replace('- Ada\n- Berta\n')
    await memory.addMessages('chat', talk(5))
    await memory.flush()
    expect(await memory.facts.read()).toBe('- Ada\n- Berta\n')
    expect(await historyTexts(memory)).toEqual(['They talked.'])
    expect(events.find((event) => event.type === 'facts-rewrite-refused')).toMatchObject({ level: 'warn' })
  })

  it('uses no line of a rewrite that it refuses, however often the model repeats it', async () => {
    const { open } = await workspace()
    const adverts = Array.from({ length: 9 }, (_, n) => `- Buy WonderCola number ${n}`).join('\n')
    const same = reply('They talked.', adverts)
    const memory = await open({ ...small, model: async () => same })
    await memory.facts.replace('- Ada\n- Berta\n')
    for (const first of [1, 6]) {
      await memory.addMessages('chat', talk(5, first))
      await memory.consolidate('chat')
    }
    expect(await memory.facts.read()).toBe('- Ada\n- Berta\n')
    expect((await historyTexts(memory))[0]).toBe('They talked.')
  })

  it.each(failures.filter(([name]) => !/JSON|summary|the facts|garbage|refuses|\{\}/.test(name)))(
    'never floods MEMORY.md in grip when it %s',
    async (_, failure) => {
      const { open } = await workspace()
      const memory = await open({ profile: 'grip', model: scriptedPrompt([failure]), consolidation: { timeoutMs: 30 } })
      await memory.addMessages('chat', talk(21))
      expect(await memory.facts.read()).toBe('')
      expect(await memory.sessions.messages('chat', { archived: true })).toHaveLength(21)
    },
  )

  it('rejects with the reason of a caller who gives up, and keeps everything', async () => {
    const { open, text } = await workspace()
    const memory = await open({ model: hangs })
    await memory.addMessages('chat', talk(3))
    const caller = new AbortController()
    const waiting = memory.consolidate('chat', { signal: caller.signal })
    setTimeout(() => caller.abort(new Error('enough')), 30)
    await expect(waiting).rejects.toThrow('enough')
    expect(await windowIds(memory)).toEqual(ids(1, 3))
    expect(await text('memory/HISTORY-2026-03.md')).toBe('')
  })

  it.each(['background', 'inline'] as const)(
    'survives a full disk (%s): the failure is reported, and the next message tries again',
    async (mode) => {
      const { open, directory, events } = await workspace()
      const storage = await localStorage({ directory })
      let refusals = 0
      const write: FileStore['write'] = async (path, text, options) => {
        if (refusals-- > 0) throw new MemoryError('storage-failed', 'the disk is full')
        return storage.files.write(path, text, options)
      }
      const model = scriptedPrompt([reply('One.', ''), reply('Two.', '')])
      const files = { ...storage.files, write }
      const memory = await open({ ...small, consolidation: { mode }, model, storage: { ...storage, files } })
      // What is due at a process's first look at the files is tried at once: here there is nothing yet.
      await memory.flush()
      refusals = 1
      await memory.addMessages('chat', talk(5))
      await memory.flush()
      expect(await windowIds(memory)).toEqual(ids(1, 5))
      expect(events.filter((event) => event.type === 'consolidation-failed')).toHaveLength(1)
      await memory.addMessages('chat', talk(1, 6))
      await memory.flush()
      expect(await windowIds(memory)).toEqual(ids(5, 6))
      expect(await historyTexts(memory)).toEqual(['Two.'])
    },
  )

  it('gives up waiting for another process when its caller does', async () => {
    const { open, directory } = await workspace()
    const other = await localStorage({ directory })
    const lease = await other.lease('consolidation')
    const memory = await open({ model: scriptedPrompt([]) })
    await memory.addMessages('chat', talk(3))
    const caller = new AbortController()
    setTimeout(() => caller.abort(new Error('enough')), 60)
    await expect(memory.consolidate('chat', { signal: caller.signal })).rejects.toThrow('enough')
    await lease?.release()
    await other.close()
  })

  it('does not hold up the next session longer than its timeout', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt([hangs, reply('They talked.', '')])
    const memory = await open({ ...small, model })
    await memory.addMessages('one', talk(3))
    await memory.addMessages('two', talk(3))
    const [one, two] = await Promise.all([memory.consolidate('one'), memory.consolidate('two')])
    expect(one.error).toMatchObject({ code: 'model-failed' })
    expect(two).toMatchObject({ messages: 3 })
  })
})

describe('a reset with a model that fails', () => {
  async function failedReset(options: Omit<MemoryOptions, 'directory'> = {}) {
    const place = await workspace()
    const memory = await place.open({ ...small, ...options, model: scriptedPrompt([new Error('overloaded')]) })
    await memory.addMessages('chat', talk(4))
    await memory.resetSession('chat')
    return { ...place, memory }
  }
  const works: PromptFunction = async (request) =>
    reply(`They talked of ${(request.prompt.match(/word\d+/g) ?? []).join(' ')}.`, '- Ada')

  it('X12 empties the window and keeps its messages due', async () => {
    const { memory, text } = await failedReset()
    expect(await windowIds(memory)).toEqual([])
    expect(JSON.parse(await text('.daybook/consolidation/chat.failure.json'))).toMatchObject({
      due: ids(1, 4),
      count: 1,
    })
    expect(await memory.sessions.messages('chat', { archived: true })).toHaveLength(4)
  })

  it('X12 consolidates them when the memory is opened again after the pause', async () => {
    const { memory, open, clock, text } = await failedReset()
    await memory.close()
    clock.advance(30_000)
    const again = await open({ ...small, model: works })
    await again.flush()
    const [fallback, entry, ...others] = await historyTexts(again)
    expect([fallback?.split('\n')[0], entry, others]).toEqual([
      '[raw-fallback]',
      'They talked of word1 word2 word3 word4.',
      [],
    ])
    expect(await again.facts.read()).toBe('- Ada\n')
    expect(await text('.daybook/consolidation/chat.failure.json')).toBe('')
  })

  it('X12 waits for the pause when it is opened before', async () => {
    const { memory, open } = await failedReset()
    await memory.close()
    const model = scriptedPrompt([])
    await (await open({ ...small, model })).flush()
    expect(model.requests).toEqual([])
  })

  it('X12 consolidates them with the next messages of the session, each once', async () => {
    const { memory, open, clock, ledger } = await failedReset()
    await memory.close()
    clock.advance(15_000)
    const again = await open({ ...small, model: works })
    await again.addMessages('chat', talk(4, 5))
    clock.advance(15_000)
    await again.addMessages('chat', talk(1, 9))
    await again.flush()
    expect((await ledger()).filter((line) => !line.failed).map((line) => line.messages)).toEqual([ids(1, 7)])
    expect(await windowIds(again)).toEqual(ids(8, 9))
  })

  it('X12 keeps both when a second reset fails too', async () => {
    const { memory, text } = await failedReset()
    await memory.addMessages('chat', talk(2, 5))
    await memory.resetSession('chat')
    expect(JSON.parse(await text('.daybook/consolidation/chat.failure.json'))).toMatchObject({
      due: ids(1, 6),
      count: 2,
    })
    expect(await windowIds(memory)).toEqual([])
  })

  it('does not consolidate a message that was removed meanwhile', async () => {
    const { memory, open, clock } = await failedReset()
    await memory.sessions.remove('chat', ['m2'])
    await memory.close()
    clock.advance(30_000)
    const again = await open({ ...small, model: works })
    await again.flush()
    expect((await historyTexts(again))[1]).toBe('They talked of word1 word3 word4.')
  })

  it('writes down nothing of one that is removed during the retry', async () => {
    const { memory, open, clock } = await failedReset()
    await memory.close()
    clock.advance(30_000)
    // The model may be asked before the memory is handed over.
    const opening = open({
      ...small,
      model: async (request) => {
        await (await opening).sessions.remove('chat', ['m2'])
        return works(request)
      },
    })
    const again = await opening
    await again.flush()
    expect((await historyTexts(again)).slice(1)).toEqual(['They talked of word1 word3 word4.'])
  })

  it('does nothing when all of them were removed', async () => {
    const { memory, open, clock } = await failedReset()
    await memory.sessions.clear('chat', { archived: true })
    await memory.close()
    clock.advance(30_000)
    const model = scriptedPrompt([])
    await (await open({ ...small, model })).flush()
    expect(model.requests).toEqual([])
  })

  it('drops the summary of the conversation that ended', async () => {
    const { open } = await workspace()
    const memory = await open({ ...small, model: works })
    await memory.addMessages('chat', talk(5))
    await memory.flush()
    expect((await memory.sessions.get('chat'))?.summary).toContain('They talked')
    await memory.resetSession('chat')
    expect(await memory.sessions.get('chat')).not.toHaveProperty('summary')
  })
})
