import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MemoryOptions, Message } from '../../src/index.ts'
import { resolveLayers } from '../../src/options.ts'
import { scriptedPrompt } from '../../src/testing/index.ts'
import { gate, historyTexts, ids, talk, windowIds, workspace } from '../consolidation/workspace.ts'
import { newSecret } from '../memory/secret.ts'
import { temporaryDirectory } from '../memory/temporary-directory.ts'

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

  it('P5 takes out by itself what the new facts repeat', async () => {
    const { open } = await workspace()
    const replies = [
      '- The office in Turin has a blue door with a brass handle',
      '- The office in Turin has a blue door with brass handle\n- Ada rows',
    ]
    const memory = await open(grip({ model: scriptedPrompt(replies) }))
    await memory.addMessages('chat', talk(21))
    await memory.addMessages('chat', talk(11, 22))
    expect((await memory.facts.list()).map(({ text }) => text)).toEqual([
      'The office in Turin has a blue door with a brass handle',
      'Ada rows',
    ])
  })

  it('P5 tells a fact of the summary once in a context', async () => {
    const { open } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- Ada prefers pnpm', '- Ada rows on Sundays']) }))
    await memory.addMessages('chat', talk(21))
    const { stable } = await memory.buildContext({ session: 'chat', query: 'hello' })
    expect(stable.match(/Ada prefers pnpm/g)).toHaveLength(1)
    expect(stable).not.toContain('Previous conversation context')
    await memory.addMessages('chat', talk(11, 22))
    await memory.facts.replace('- Ada prefers pnpm\n')
    const later = await memory.buildContext({ session: 'chat', query: 'hello' })
    expect(later.stable).toContain('[Previous conversation context]\n- Ada rows on Sundays')
  })

  it('P5 keeps responses in semantic_cache.json, entry by entry as the document writes them', async () => {
    const { open, text, directory, clock, events } = await workspace()
    const memory = await open(grip())
    const { responses } = memory
    const message = `  What IS the capital of France? ${'x'.repeat(100)}`
    const key = responses.key({ message, model: 'gpt-4o' })
    expect(key).toBe(createHash('sha256').update(`${message.trim().toLowerCase()}||gpt-4o`).digest('hex'))
    await responses.put(key, 'Paris', { message, model: 'gpt-4o' })
    const at = clock() / 1000
    const entry = { response: 'Paris', model: 'gpt-4o', message_preview: message.slice(0, 100) }
    expect(JSON.parse(await text('state/semantic_cache.json'))).toEqual({
      [key]: { ...entry, created_at: at, accessed_at: at },
    })
    clock.advance(60_000)
    expect(await responses.get(key)).toBe('Paris')
    await memory.close()
    expect(JSON.parse(await text('state/semantic_cache.json'))).toEqual({
      [key]: { ...entry, created_at: at, accessed_at: at + 60 },
    })
    const again = await open(grip())
    expect(await again.responses.get(key)).toBe('Paris')
    clock.advance(3_540_000)
    expect(await again.responses.get(key)).toBeUndefined()
    await writeFile(join(directory, 'state/semantic_cache.json'), `{"${key}": `)
    expect(await again.responses.get(key)).toBeUndefined()
    expect(events.map(({ type }) => type)).toContain('responses-unreadable')
  })

  it('P5 forgets, redacts, scrubs, checks and backs up what semantic_cache.json holds', async () => {
    const { open, text, directory } = await workspace()
    const memory = await open(grip({ redaction: false }))
    const secret = newSecret()
    await memory.responses.put('one', 'The boat is called Wavertree', { message: 'boat?' })
    await memory.responses.put('two', { text: `The token is ${secret}.` })
    await memory.addMessages('chat', { role: 'assistant', content: 'The shed is green on Mondays' })
    await memory.responses.put('three', 'The shed is green on Mondays')
    expect(await memory.forget({ text: 'Wavertree', dryRun: true })).toMatchObject({ counts: { responses: 1 } })
    expect(await text('state/semantic_cache.json')).toContain('Wavertree')
    expect(await memory.forget({ text: 'Wavertree' })).toMatchObject({ counts: { responses: 1 }, unattributed: [] })
    expect(await memory.forget({ session: 'chat' })).toMatchObject({ counts: { responses: 1 } })
    expect(Object.keys(JSON.parse(await text('state/semantic_cache.json')))).toEqual(['two'])
    await memory.close()
    const redacting = await open(grip())
    expect(await redacting.scrub()).toMatchObject({
      found: [{ layer: 'responses', rule: 'github-token', count: 1 }],
      files: ['state/semantic_cache.json'],
    })
    expect(await redacting.responses.get('two')).toEqual({ text: 'The token is [redacted: github-token].' })
    await redacting.responses.put('four', `now ${secret}`)
    expect(await text('state/semantic_cache.json')).not.toContain(secret)
    const copy = join(await temporaryDirectory(), 'copy')
    await redacting.backup(copy)
    expect(await readFile(join(copy, 'state/semantic_cache.json'), 'utf8')).toBe(
      await text('state/semantic_cache.json'),
    )
    await writeFile(join(directory, 'state/semantic_cache.json'), 'says Wavertree')
    expect((await redacting.check()).findings).toMatchObject([{ place: 'responses', severity: 'warn' }])
    await redacting.forget({ text: 'Wavertree' })
    expect(await text('state/semantic_cache.json')).toBe('')
    await writeFile(join(directory, 'state/semantic_cache.json'), 'damaged')
    expect((await redacting.check({ repair: true })).findings).toMatchObject([{ place: 'responses', repaired: true }])
    expect((await redacting.check()).findings).toEqual([])
  })

  it('P5 forgets in a semantic_cache.json that is not used any more', async () => {
    const { open, text } = await workspace()
    const memory = await open(grip())
    await memory.responses.put('one', 'The boat is called Wavertree')
    await memory.close()
    const other = await open({ responses: { file: false } })
    expect(await other.forget({ text: 'Wavertree' })).toMatchObject({ counts: { responses: 1 } })
    expect(await text('state/semantic_cache.json')).toBe('')
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

/** The worked example of MEMORY.md. */
const worked = [
  '### Consolidated 2024-02-28',
  '- [user_preference] Prefers TypeScript over JavaScript',
  '- [project_decision] Using PostgreSQL for primary database',
  '- [system_behavior] API rate limit is 1000 requests/hour',
  '- [error_pattern] CORS errors fixed by adding origin header',
  '### Consolidated 2024-02-27',
  '- [user_preference] Works in Pacific timezone (PST/PDT)',
  '- [project_decision] Deployed to AWS us-west-2 region',
]

/** The worked example of HISTORY.md. */
const workedHistory = [
  '[2024-02-28 14:23:45 UTC] User: How do I configure the database connection?',
  "[2024-02-28 14:23:52 UTC] Agent: You can configure the database in config/database.yml. Here's the format...",
  '[2024-02-28 14:25:10 UTC] User: What about connection pooling?',
  '[2024-02-28 14:25:18 UTC] Agent: Connection pooling is configured via the `pool` parameter...',
]

describe('MEMORY.md of the worked example', () => {
  async function opened() {
    const place = await workspace()
    const memory = await place.open(grip())
    await memory.facts.replace(`${worked.join('\n')}\n`)
    return { ...place, memory }
  }

  it('G03 has six facts in four categories, under the date of their consolidation', async () => {
    const { memory } = await opened()
    const facts = await memory.facts.list()
    expect(facts.map(({ category, text }) => `- [${category}] ${text}`)).toEqual(
      worked.filter((line) => line.startsWith('- ')),
    )
    expect(facts.map(({ section }) => section)).toEqual([
      ...Array.from({ length: 4 }, () => 'Consolidated 2024-02-28'),
      ...Array.from({ length: 2 }, () => 'Consolidated 2024-02-27'),
    ])
  })

  it('G01 stands in the context, the four parts each where the document has it', async () => {
    const { memory, directory } = await opened()
    await memory.knowledge.add('learned_fact', 'The staging server is called Etna')
    await memory.history.append('They talked.')
    await memory.responses.put(memory.responses.key({ message: 'hi', model: 'm' }), 'hello')
    expect((await readdir(join(directory, 'memory'))).sort()).toEqual(['HISTORY.md', 'MEMORY.md', 'knowledge.json'])
    const { stable } = await memory.buildContext({ session: 'chat', query: 'hello' })
    expect(stable).toContain('- [user_preference] Prefers TypeScript over JavaScript')
    expect(stable).toContain('[learned_fact] The staging server is called Etna')
    expect(memory.layers).toEqual(['facts', 'history', 'knowledge', 'sessions'])
  })

  it.each([
    ['PostgreSQL database', undefined, [worked[2]]],
    ['typescript JAVASCRIPT', undefined, [worked[1]]],
    ['aws', undefined, [worked[7]]],
    ['consolidated', undefined, [worked[0], worked[5]]],
    ['', undefined, worked],
    ['', 'user_preference', [worked[1], worked[6]]],
    ['prefers timezone', 'user_preference', [worked[1], worked[6]]],
    ['PostgreSQL database', 'user_preference', []],
  ])('G07 answers a search for %j in category %s', async (query, category, lines) => {
    const { memory } = await opened()
    expect(await memory.facts.search(query, category === undefined ? {} : { category })).toEqual(lines)
  })

  it('G33 shows the newer section first but says that it appends: new facts come last', async () => {
    const { open, text, clock } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['- [user_preference] one', '- [user_preference] two']) }))
    clock.set('2024-02-27T12:00:00Z')
    await memory.addMessages('chat', talk(21))
    clock.set('2024-02-28T12:00:00Z')
    await memory.addMessages('chat', talk(11, 22))
    expect(await text('memory/MEMORY.md')).toMatch(
      /### Consolidated 2024-02-27\n- \[user_preference\] one\n\n### Consolidated 2024-02-28\n- \[user_preference\] two\n$/,
    )
  })

  it('G12 ranks by the formula of the document', async () => {
    const { memory } = await opened()
    const facts = ['- red apple pie', '- red red car', '- green apple', '- apple apple apple apple tree', '- blue sky']
    await memory.facts.replace(`${facts.join('\n')}\n`)
    const found = await memory.facts.search('red apple')
    expect(found).toEqual(documented(facts, ['red', 'apple']))
    expect(found).toHaveLength(4)
  })

  it('G14 compacts to one of two facts that share 0.7 of their words, and leaves the worked example as it is', async () => {
    const { memory, text } = await opened()
    expect(await memory.facts.compact()).toBe(0)
    expect(await text('memory/MEMORY.md')).toBe(`${worked.join('\n')}\n`)
    // 7 of 10 words, then 6 of 9.
    await memory.facts.append('- one two three four five six seven aaa bbb\n- one two three four five six seven ccc')
    await memory.facts.append('- red blue green black white brown apple pear\n- red blue green black white brown plum')
    expect(await memory.facts.compact()).toBe(1)
    expect(await memory.facts.search('plum')).toEqual(['- red blue green black white brown plum'])
    expect(await memory.facts.search('ccc')).toEqual([])
  })
})

/** The search of the document, word for word: tf × (ln((N + 1) / (df + 1)) + 1), the highest sum first. */
function documented(lines: readonly string[], query: readonly string[]): string[] {
  const words = lines.map((line): string[] => line.toLowerCase().match(/[a-z0-9_]{3,}/g) ?? [])
  const count = (of: readonly string[], word: string) => of.filter((one) => one === word).length
  const scoreOf = (of: readonly string[]) =>
    query.reduce((sum, word) => {
      const containing = words.filter((other) => other.includes(word)).length
      return sum + (count(of, word) / of.length) * (Math.log((lines.length + 1) / (containing + 1)) + 1)
    }, 0)
  return lines
    .map((line, at) => ({ line, score: scoreOf(words[at] ?? []) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ line }) => line)
}

describe('HISTORY.md of the worked example', () => {
  async function opened() {
    const place = await workspace()
    const memory = await place.open(grip())
    for (const line of workedHistory) {
      const [, at = '', text = ''] = /^\[(.*) UTC\] (.*)$/.exec(line) ?? []
      await memory.history.append(text, { at: `${at}Z` })
    }
    return { ...place, memory }
  }

  it('G19 has the lines of the document, byte for byte', async () => {
    const { text } = await opened()
    expect(await text('memory/HISTORY.md')).toBe(`${workedHistory.join('\n')}\n`)
  })

  it('G24 finds its lines by several words, G25 by one word in their order', async () => {
    const { memory } = await opened()
    expect(await memory.history.search('database connection')).toContain(workedHistory[0])
    expect((await memory.history.search('database connection'))[0]).toBe(workedHistory[0])
    expect(await memory.history.search('pooling')).toEqual([workedHistory[2], workedHistory[3]])
  })

  it.each([
    [999, 'the older'],
    [1001, 'the newer'],
  ])('G26 gives an entry half of its weight after 1,000 hours: at %i hours %s is first', async (hours, first) => {
    const { open, clock } = await workspace()
    const memory = await open(grip())
    await memory.history.append('green tea', { at: '2024-01-01T00:00:00Z' })
    clock.set(Date.parse('2024-01-01T00:00:00Z') + hours * 3_600_000)
    // Twice as many words, those of the time counted: without decay it would weigh half.
    await memory.history.append('green tea aa bb cc dd ee ff gg hh ii')
    const [best = ''] = await memory.history.search('green tea')
    expect(best.endsWith('green tea') ? 'the older' : 'the newer').toBe(first)
  })

  it('G20 rotates above 512,000 bytes, though the document says 512KB elsewhere, to an archive named by the second', async () => {
    const { open, directory, text } = await workspace()
    const memory = await open(grip())
    const entry = (number: number) => `${number}`.padStart(5, '0') + 'x'.repeat(2000 - 26 - 5 - 1)
    for (let number = 1; number <= 256; number++) await memory.history.append(entry(number))
    expect(Buffer.byteLength(await text('memory/HISTORY.md'))).toBe(512_000)
    expect(await readdir(join(directory, 'memory'))).toEqual(['HISTORY.md'])
    await memory.history.append(entry(257))
    expect((await readdir(join(directory, 'memory'))).sort()).toEqual([
      'HISTORY.archive.20260301093000.md',
      'HISTORY.md',
    ])
    expect((await text('memory/HISTORY.archive.20260301093000.md')).trim().split('\n')).toHaveLength(128)
    expect((await text('memory/HISTORY.md')).slice(0, 31)).toBe('[2026-03-01 09:30:00 UTC] 00129')
  })

  it('X5 is called a log of summaries but shows turns: grip logs summaries, and turns when asked', async () => {
    const { open, text } = await workspace()
    const memory = await open(grip({ model: scriptedPrompt(['No new facts.']), history: { content: 'turns' } }))
    await memory.addMessages('chat', [
      { role: 'user', content: 'What about connection pooling?', createdAt: '2024-02-28T14:25:10Z' },
      {
        role: 'assistant',
        content: 'Connection pooling is configured via the `pool` parameter...',
        createdAt: '2024-02-28T14:25:18Z',
      },
    ])
    await memory.consolidate('chat')
    expect(await text('memory/HISTORY.md')).toBe(`${workedHistory.slice(2).join('\n')}\n`)
  })
})

describe('the knowledge base of the document', () => {
  it('G39 stores the fields of the document in knowledge.json, times in seconds', async () => {
    const { open, text, clock } = await workspace()
    const memory = await open(grip())
    await memory.knowledge.add('project_decision', '  Using PostgreSQL  ', { source: 'chat', tags: ['database'] })
    const stored: unknown = JSON.parse(await text('memory/knowledge.json'))
    const seconds = clock() / 1000
    expect(stored).toEqual({
      version: 1,
      entries: [
        {
          id: createHash('sha256').update('project_decision:using postgresql').digest('hex').slice(0, 16),
          category: 'project_decision',
          content: 'Using PostgreSQL',
          source: 'chat',
          tags: ['database'],
          created_at: seconds,
          accessed_at: seconds,
          access_count: 0,
        },
      ],
    })
  })

  it('G41 answers the known entry with one access more, and merges neither source nor tags', async () => {
    const { open, clock } = await workspace()
    const memory = await open(grip())
    await memory.knowledge.add('learned_fact', 'Etna is the server', { source: 'one', tags: ['a'] })
    clock.advance(60_000)
    const again = await memory.knowledge.add('learned_fact', ' etna is THE server', { source: 'two', tags: ['b'] })
    expect(again).toMatchObject({ accessCount: 1, source: 'one', tags: ['a'], content: 'Etna is the server' })
    expect(Date.parse(again.accessedAt) - Date.parse(again.createdAt)).toBe(60_000)
    expect(await memory.knowledge.list()).toHaveLength(1)
  })

  it('G42 sorts by access count, then by age, though the document speaks of relevance and recency', async () => {
    const { open, clock } = await workspace()
    const memory = await open(grip())
    for (const content of ['tea one', 'tea two', 'tea three']) {
      await memory.knowledge.add('learned_fact', content)
      clock.advance(1_000)
    }
    await memory.knowledge.add('learned_fact', 'tea one')
    const found = await memory.knowledge.search('TEA')
    expect(found.map(({ content }) => content)).toEqual(['tea one', 'tea three', 'tea two'])
  })

  it('G42 answers at most 20 entries', async () => {
    const { open } = await workspace()
    const memory = await open(grip())
    for (let number = 0; number < 21; number++) await memory.knowledge.add('learned_fact', `tea ${number}`)
    expect(await memory.knowledge.search('tea')).toHaveLength(20)
  })

  it('G43 exports up to 2,000 characters, line breaks counted, and ends at the first line that does not fit', async () => {
    const { open, clock } = await workspace()
    const memory = await open(grip())
    const line = (length: number, letter: string) => letter.repeat(length - '[user_preference] '.length)
    await memory.knowledge.add('learned_fact', 'short')
    await memory.knowledge.add('user_preference', line(1_000, 'b'))
    clock.advance(1_000)
    await memory.knowledge.add('user_preference', line(999, 'a'))
    const full = await memory.knowledge.exportForContext()
    expect(full).toHaveLength(2_000)
    await memory.knowledge.add('user_preference', 'newest')
    expect((await memory.knowledge.exportForContext()).length).toBeLessThan(2_000)
    expect(await memory.knowledge.exportForContext()).not.toContain('short')
  })

  it('X22 is said to export what is used often first, and exports by category and age as its code does', async () => {
    const { open, clock } = await workspace()
    const memory = await open(grip())
    await memory.knowledge.add('learned_fact', 'used often')
    for (let times = 0; times < 5; times++) await memory.knowledge.add('learned_fact', 'used often')
    clock.advance(1_000)
    await memory.knowledge.add('learned_fact', 'newer')
    await memory.knowledge.add('system_behavior', 'system')
    await memory.knowledge.add('error_pattern', 'error')
    await memory.knowledge.add('project_decision', 'decision')
    await memory.knowledge.add('user_preference', 'preference')
    expect(await memory.knowledge.exportForContext()).toBe(
      [
        '[user_preference] preference',
        '[project_decision] decision',
        '[error_pattern] error',
        '[system_behavior] system',
        '[learned_fact] newer',
        '[learned_fact] used often',
      ].join('\n'),
    )
  })
})

describe('the semantic cache of the document', () => {
  it('G46 has the SHA-256 of the trimmed message in lower case, two bars and the model for its key', async () => {
    const { open } = await workspace()
    const memory = await open(grip())
    const key = createHash('sha256').update('what is up?||gpt-4o-mini').digest('hex')
    expect(memory.responses.key({ message: '  What is UP?\n', model: 'gpt-4o-mini' })).toBe(key)
  })

  it('G47 answers for an hour, and at 3,600 seconds no more', async () => {
    const { open, clock } = await workspace()
    const memory = await open(grip())
    await memory.responses.put('key', 'the answer')
    clock.advance(3_599_999)
    expect(await memory.responses.get('key')).toBe('the answer')
    clock.advance(1)
    expect(await memory.responses.get('key')).toBeUndefined()
  })

  it('G49 keeps 500 responses, and lets go of the one that was used longest ago', async () => {
    const { open, clock } = await workspace()
    const memory = await open(grip())
    for (let number = 0; number < 500; number++) {
      await memory.responses.put(`key ${number}`, `answer ${number}`)
      clock.advance(1)
    }
    expect(await memory.responses.get('key 0')).toBe('answer 0')
    clock.advance(1)
    await memory.responses.put('key 500', 'answer 500')
    expect([await memory.responses.get('key 0'), await memory.responses.get('key 1')]).toEqual(['answer 0', undefined])
    expect((await memory.responses.stats()).size).toBe(500)
  })

  it('X28 is called semantic but is exact: another wording is another key', async () => {
    const { open } = await workspace()
    const memory = await open(grip())
    const key = (message: string) => memory.responses.key({ message, model: 'm' })
    await memory.responses.put(key('What is the capital of France?'), 'Paris')
    expect(await memory.responses.get(key('what is the capital of france?  '))).toBe('Paris')
    expect(await memory.responses.get(key('Which city is the capital of France?'))).toBeUndefined()
  })
})

describe('the prompt of the document', () => {
  it('G31 has its system text, four rules, a temperature of 0.3 and 1,024 tokens at most', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt(['No new facts.'])
    const memory = await open(grip({ model }))
    await memory.addMessages('chat', talk(21))
    const { system, prompt = '', temperature, maxTokens } = model.requests[0] ?? {}
    expect([system, temperature, maxTokens]).toEqual(['You extract key facts from conversations.', 0.3, 1024])
    for (const words of ['durable facts', 'greetings, small talk', 'bulleted list', '"No new facts."'])
      expect(prompt).toContain(words)
    expect(prompt).toMatch(/\n\nConversation:\nUSER: word1 is said\nASSISTANT: word2 is said\n/)
  })
})

describe('the configuration of the document', () => {
  it('G51 has the documented values', () => {
    const { sessions, consolidation, responses } = resolveLayers({ profile: 'grip' })
    expect([sessions.window, consolidation.auto, responses.enabled, responses.ttlMs]).toEqual([
      10,
      true,
      true,
      3_600_000,
    ])
  })

  it('X1 is commented as "when exceeded" but triggers at twice the window, as the code has it', async () => {
    const { open } = await workspace()
    const model = scriptedPrompt(['No new facts.'])
    const memory = await open(grip({ model }))
    await memory.addMessages('chat', talk(11))
    expect(model.requests).toHaveLength(0)
    await memory.addMessages('chat', talk(10, 12))
    expect(model.requests).toHaveLength(1)
  })
})
