import { describe, expect, it } from 'vitest'
import { MemoryError } from './errors.ts'
import { inMemoryStorage } from './in-memory/storage.ts'
import { type Memories, openMemories } from './memories.ts'
import { checkMemoryOptions } from './memory/check-options.ts'
import { type Memory, openMemory } from './memory.ts'
import { resolveLayers } from './options.ts'
import { type ProfileName, profiles } from './profiles.ts'

/** Options as a caller without types gives them. */
function open(options: unknown): Promise<Memory> {
  return openMemory(options as Parameters<typeof openMemory>[0])
}

function openMany(options: unknown): Memories {
  return openMemories(options as Parameters<typeof openMemories>[0])
}

async function refusal(options: unknown): Promise<MemoryError> {
  const error: unknown = await open(options).then(
    (memory) => memory,
    (reason: unknown) => reason,
  )
  if (MemoryError.isInstance(error)) return error
  throw new Error(`expected a MemoryError, got ${String(error)}`)
}

const bad: readonly [path: string, options: object, value: string, expected: string][] = [
  ['facts.directory', { facts: { directory: '../x' } }, '"../x"', 'a folder name'],
  ['facts.directory', { facts: { directory: 'state/x' } }, '"state/x"', 'not "state", "journal"'],
  ['facts.directory', { facts: { directory: '/etc' } }, '"/etc"', 'a folder name'],
  ['facts.mode', { facts: { mode: 'overwrite' } }, '"overwrite"', '"append" or "rewrite"'],
  ['facts.limits.bytes', { facts: { limits: { bytes: 10 } } }, '10', 'a whole number from 256'],
  ['facts.limits.lines', { facts: { limits: { lines: 0.5 } } }, '0.5', 'a whole number from 1'],
  ['facts.limits.tokens', { facts: { limits: { tokens: Number.NaN } } }, 'NaN', 'a whole number from 1'],
  ['facts.limits', { facts: { limits: 8192 } }, '8192', 'an object with bytes, lines, tokens'],
  ['facts.versions', { facts: { versions: -1 } }, '-1', 'a whole number from 0'],
  ['history.directory', { history: { directory: 'a\\b' } }, '"a\\\\b"', 'a folder name'],
  ['history.format', { history: { format: 'json' } }, '"json"', '"line" or "section" or "plain"'],
  ['history.content', { history: { content: 'all' } }, '"all"', '"summary" or "turns" or "both"'],
  ['history.rotation', { history: { rotation: { by: 'year' } } }, '{"by":"year"}', "{ by: 'month', keepMain }"],
  ['history.rotation', { history: { rotation: { by: 'size', keepMain: true } } }, '"keepMain"', 'maxBytes'],
  ['history.rotation', { history: { rotation: { by: 'size', maxBytes: 0 } } }, '"maxBytes":0', 'maxBytes'],
  ['history.summarizer', { history: { summarizer: true } }, 'true', '"rule" or "llm"'],
  ['history.decayRate', { history: { decayRate: -0.1 } }, '-0.1', 'a number from 0'],
  ['sessions.directory', { sessions: { directory: '' } }, '""', 'a folder name'],
  ['sessions.window', { sessions: { window: -1 } }, '-1', 'a whole number from 0'],
  ['sessions.keep', { sessions: { keep: { share: 2 } } }, '{"share":2}', 'a share from 0 to 1'],
  ['sessions.keep', { sessions: { keep: { share: 0.5, most: 3 } } }, '"most":3', '{ share, min, max }'],
  ['sessions.keepWithoutConsolidation', { sessions: { keepWithoutConsolidation: 1.5 } }, '1.5', 'a whole number'],
  ['consolidation.auto', { consolidation: { auto: 1 } }, '1', 'true or false'],
  ['consolidation.trigger.factor', { consolidation: { trigger: { factor: 0 } } }, '0', 'a number from 1'],
  ['consolidation.trigger.tokens', { consolidation: { trigger: { tokens: -5 } } }, '-5', 'a whole number from 0'],
  ['consolidation.mode', { consolidation: { mode: 'later' } }, '"later"', '"background" or "inline"'],
  ['consolidation.reply', { consolidation: { reply: 'xml' } }, '"xml"', '"json" or "bullets"'],
  ['consolidation.model', { consolidation: { model: 'gpt' } }, '"gpt"', 'a function'],
  ['consolidation.timeoutMs', { consolidation: { timeoutMs: 0 } }, '0', 'a whole number from 1'],
  ['consolidation.onFailure', { consolidation: { onFailure: 'panic' } }, '"panic"', '"raw-fallback" or "keep"'],
  ['consolidation.redo', { consolidation: { redo: 11 } }, '11', 'a whole number from 0 to 10'],
  ['consolidation.summary', { consolidation: { summary: null } }, 'null', 'true or false'],
  ['context.budget', { context: { budget: -1 } }, '-1', 'a whole number from 0'],
  ['context.inject', { context: { inject: 'always' } }, '"always"', '"per-session" or "per-request"'],
  ['context.recall', { context: { recall: 101 } }, '101', 'a whole number from 0 to 100'],
  ['context.protocol', { context: { protocol: '' } }, '""', 'a text'],
  ['context', { context: [] }, '[]', 'an object with budget, inject, recall, protocol'],
  ['profile', { profile: 'fast' }, '"fast"', '"default" or "grip" or "index" or "autobot" or "cognitive" or "neoclaw"'],
  ['profile', { profile: '__proto__' }, '"__proto__"', '"default"'],
  ['model', { model: {} }, '{}', 'a function'],
  ['countTokens', { countTokens: 4 }, '4', 'a function'],
  ['clock', { clock: '2026' }, '"2026"', 'a function'],
  ['logger', { logger: { info: console.info } }, '{}', 'info, warn and error'],
  ['onEvent', { onEvent: 'log' }, '"log"', 'a function'],
]

describe('a bad option', () => {
  it.each(bad)(
    'is refused with its path, value and what was expected: %s in %j',
    async (path, options, value, expected) => {
      const { code, message } = await refusal({ storage: inMemoryStorage(), ...options })
      expect(code).toBe('bad-option')
      expect(message).toContain(`openMemory.${path} is `)
      expect(message).toContain(value)
      expect(message).toContain(expected)
    },
  )

  it.each([
    ['openMemory', { memry: true }, '"memry"', 'facts, history, notes, knowledge, records'],
    ['openMemory.facts', { facts: { limit: 1 } }, '"limit"', 'directory, mode, limits, versions'],
    ['openMemory.facts.limits', { facts: { limits: { byte: 1 } } }, '"byte"', 'bytes, lines, tokens'],
    [
      'openMemory.consolidation.trigger',
      { consolidation: { trigger: { messages: 1 } } },
      '"messages"',
      'factor, tokens',
    ],
    ['openMemory', JSON.parse('{"__proto__": {"profile": "grip"}}'), '"__proto__"', 'profile'],
    ['openMemory', { constructor: {} }, '"constructor"', 'profile'],
  ])('is refused with the known ones when it is unknown: %s %j', async (path, options, name, known) => {
    const { code, message } = await refusal(
      Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(options) }),
    )
    expect(code).toBe('bad-option')
    expect(message).toContain(`${path} has no option ${name}; there are `)
    expect(message).toContain(known)
  })

  it('counts as not given when it is undefined', () => {
    const options = { facts: { mode: undefined }, profile: undefined, sessions: undefined }
    expect(() => checkMemoryOptions({ ...options, directory: 'memory' }, 'openMemory', {})).not.toThrow()
    const { facts, sessions } = resolveLayers(options as unknown as Parameters<typeof resolveLayers>[0])
    expect(facts.mode).toBe('rewrite')
    expect(sessions.window).toBe(50)
  })

  it('is refused by openMemories at once, with its own name', () => {
    expect(() => openMany({ directory: 'x', maxOpen: 0 })).toThrow(
      'openMemories.maxOpen is 0, expected a whole number from 1',
    )
    expect(() => openMany({ storage: inMemoryStorage() })).toThrow('openMemories.storage is {')
    expect(() => openMany({ directory: 'x', context: { budget: -1 } })).toThrow('openMemories.context.budget is -1')
  })

  it.each([[null], [undefined], [7], [[]]])('is everything that is no object: %j', async (options) => {
    const { code, message } = await refusal(options)
    expect(code).toBe('bad-option')
    expect(message).toContain('expected an object with')
  })
})

describe('the place of a memory', () => {
  it('is refused when the sessions would share a folder with the documents', async () => {
    const options = { storage: inMemoryStorage(), sessions: { directory: 'memory/sessions' } }
    await expect(openMemory(options)).rejects.toThrow(/sessions\.directory is "memory\/sessions"/)
  })

  it('is refused when there are two', async () => {
    const { code, message } = await refusal({ directory: '/tmp/never-made', storage: inMemoryStorage() })
    expect([code, message]).toEqual(['bad-option', 'openMemory has both directory and storage, expected one of them'])
  })

  it.each([[{}], [{ directory: '' }], [{ directory: 7 }], [{ directory: 'a\0b' }]])(
    'is refused when there is none: %j',
    async (options) => {
      const { code, message } = await refusal(options)
      expect(code).toBe('bad-option')
      expect(message).toContain('openMemory.directory is ')
      expect(message).toContain('or storage instead')
    },
  )

  it.each([[5], ['memory'], [{}], [{ files: {}, passages: {} }], [null]])(
    'is refused when the storage is none: %j',
    async (storage) => {
      const { code, message } = await refusal({ storage: Promise.resolve(storage) })
      expect(code).toBe('bad-option')
      expect(message).toContain('expected a storage such as inMemoryStorage()')
    },
  )

  it('may be a storage that is still to come', async () => {
    const memory = await openMemory({ storage: Promise.resolve(inMemoryStorage()) })
    expect(await memory.facts.read()).toBe('')
    await memory.close()
  })
})

describe('profiles', () => {
  const names: ProfileName[] = ['default', 'grip', 'autobot', 'neoclaw']

  it('are data that nobody can change', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
    expect(isFrozen(profiles)).toBe(true)
    expect(Object.keys(profiles)).toEqual(['default', 'grip', 'index', 'autobot', 'cognitive', 'neoclaw'])
    expect(JSON.parse(JSON.stringify(profiles))).toEqual(profiles)
  })

  it('say when a session is due: more than factor × window messages, by default also by tokens', () => {
    const due = names.map((profile) => {
      const { sessions, consolidation } = resolveLayers({ profile })
      return [profile, sessions.window, consolidation.trigger.factor, consolidation.trigger.tokens]
    })
    expect(due).toEqual([
      ['default', 50, 1, 16_000],
      ['grip', 10, 2, 0],
      ['autobot', 50, 1, 0],
      ['neoclaw', 50, 1, 0],
    ])
  })

  it('keep facts and history in memory/, sessions in sessions/', () => {
    for (const profile of names) {
      const { facts, history, sessions } = resolveLayers({ profile })
      expect([facts.directory, history.directory, sessions.directory]).toEqual(['memory', 'memory', 'sessions'])
    }
  })

  it('say when facts are injected: frozen for a session, or at each request as Autobot and NeoClaw do', () => {
    const inject = names.map((profile) => resolveLayers({ profile }).context.inject)
    expect(inject).toEqual(['per-session', 'per-session', 'per-request', 'per-request'])
  })

  it('X31 keep what is always told, but for cognitive', () => {
    const kept = (options: Parameters<typeof resolveLayers>[0]): string => resolveLayers(options).maintenance.keepFrom
    expect(kept({ profile: 'cognitive' })).toBe('none')
    expect(names.map((profile) => kept({ profile }))).toEqual(names.map(() => 'high'))
    expect(kept({ activation: { minPriority: 'medium' } })).toBe('medium')
  })

  it('G51 have the constants of Grip: a window of 10, all of it kept, consolidated by itself', () => {
    const { sessions, consolidation, history } = resolveLayers({ profile: 'grip' })
    expect([sessions.window, sessions.keep, consolidation.auto]).toEqual([10, { share: 1 }, true])
    expect(history.rotation).toEqual({ by: 'size', maxBytes: 512_000 })
  })

  it('N20 have the constants of NeoClaw: 8,192 bytes, 30 seconds, a window of 50', () => {
    const { facts, sessions, consolidation } = resolveLayers({ profile: 'neoclaw' })
    expect([facts.limits.bytes, consolidation.timeoutMs, sessions.window]).toEqual([8192, 30_000, 50])
  })

  it('are overridden option by option, nested ones too', () => {
    const layers = resolveLayers({
      profile: 'grip',
      sessions: { window: 7 },
      consolidation: { trigger: { tokens: 99 } },
      facts: { limits: { lines: 5 } },
      history: { rotation: 'none' },
    })
    expect(layers.sessions).toMatchObject({ window: 7, keep: { share: 1 } })
    expect(layers.consolidation).toMatchObject({ trigger: { factor: 2, tokens: 99 }, reply: 'bullets' })
    expect(layers.facts).toMatchObject({ mode: 'append', limits: { bytes: 8192, lines: 5 } })
    expect(layers.history).toMatchObject({ rotation: 'none', format: 'line' })
  })
})
