import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localStorage } from '../../src/local/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { MemoryOptions } from '../../src/options.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { foundBelow, newSaid, newSecret } from './secret.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const at = '2026-11-21T09:30:00.000Z'
const mark = '[redacted: github-token]'
const options: Partial<MemoryOptions> = {
  knowledge: {},
  responses: { enabled: true },
  sessions: { window: 6 },
  consolidation: { auto: false },
  clock: () => Date.parse(at),
}

/** A folder with secrets in every layer, written without redaction; 20 messages in a window and an archive. */
async function leakyFolder(): Promise<{ directory: string; secrets: string[] }> {
  const directory = await temporaryDirectory()
  const secrets = Array.from({ length: 12 }, newSecret)
  const secret = (place: number): string => secrets[place] ?? ''
  const memory = await openMemory({ directory, ...options, redaction: false })
  await memory.facts.replace(`# Facts\n- once ${secret(0)}\n`)
  await memory.facts.replace(`# Facts\n- now ${secret(1)}\n- drinks tea\n`)
  await memory.history.append(`moved ${secret(2)}`)
  await memory.notes.write({ filename: 'n', name: 'N', description: `has ${secret(3)}`, type: 'user', content: 'x' })
  await memory.knowledge.add('user_preference', `likes ${secret(4)}`, { tags: [secret(4)] })
  await memory.records.learn({ text: `uses ${secret(5)}`, tags: [secret(5)] })
  await memory.records.learn({ text: 'drinks green tea' })
  for (let turn = 0; turn < 20; turn++)
    await memory.addMessages('s', {
      id: `m${turn}`,
      role: 'user',
      content: turn % 5 === 0 ? `say ${secret(6)} ${turn}` : `tea ${turn}`,
    })
  await memory.sessions.trim('s', 6)
  await memory.sessions.describe('s', { title: secret(7) })
  await memory.responses.put('key', { text: secret(8) })
  await memory.items.put([{ namespace: ['a'], key: 'k', value: { token: secret(9), rest: 'stays' }, at }])
  await memory.recall('tea')
  await memory.close()
  // Torn and damaged lines, and a version that was set aside.
  await appendFile(join(directory, 'sessions', 's.jsonl'), `{"role":"user","content":"torn ${secret(10)}`)
  await appendFile(join(directory, 'memory', 'MEMORY.md.corrupt-1'), `was ${secret(11)}`)
  return { directory, secrets }
}

/** Lets a memory without redaction write secrets into every file and table that it has. */
async function leakEverywhere(directory: string, say: () => string): Promise<void> {
  const model = async (): Promise<string> =>
    JSON.stringify({ history_entry: `said ${say()}`, memory_update: `# Facts\n- heard ${say()}\n` })
  const facts = { mode: 'append' } as const
  const memory = await openMemory({ directory, ...options, facts, model, redaction: false })
  await memory.facts.replace(`# Facts\n- once ${say()}\n`)
  await memory.facts.replace(`# Facts\n- now ${say()}\n`)
  await memory.history.append(`moved ${say()}`)
  await memory.notes.write({ filename: 'n', name: 'N', description: 'd', type: 'user', content: `is ${say()}` })
  await memory.notes.update('n', 'is', `was ${say()} and is`)
  await memory.knowledge.add('user_preference', `likes ${say()}`)
  await memory.records.learn({ text: `uses ${say()}` })
  await memory.records.procedure({ name: 'log in', steps: [`type ${say()}`] })
  for (let turn = 0; turn < 12; turn++)
    await memory.addMessages('s', { role: turn % 2 === 0 ? 'user' : 'assistant', content: `say ${say()}` })
  await memory.consolidate('s')
  await memory.sessions.describe('s', { title: say(), metadata: { deep: say() } })
  await memory.responses.put('key', { text: say() })
  await memory.items.put([{ namespace: ['a'], key: 'k', value: { text: say() }, at }])
  await memory.recall('say')
  await memory.maintain()
  await memory.close()
}

/** What a crash left of a consolidation, and what of another one could not be read. */
async function leavePlans(directory: string, say: () => string): Promise<void> {
  const folder = join(directory, '.daybook', 'consolidation')
  const facts = { mode: 'append', text: `\n- planned ${say()}\n`, base: '', size: 0, lines: [] }
  const plan = { daybook: 1, id: 'p', session: 'p', at, messages: [], facts, history: [], failure: null }
  await writeFile(join(folder, 'p.plan.json'), JSON.stringify(plan))
  await writeFile(join(folder, 'c.plan.json.corrupt-1'), JSON.stringify({ facts: { text: `- planned ${say()}` } }))
}

async function textsOf(memory: Memory): Promise<[string, string][]> {
  const messages = await memory.sessions.messages('s', { archived: true })
  return messages.map(({ id, content }) => [id, String(content)])
}

describe('memory.scrub', () => {
  it('takes out what was stored before, everywhere, and nothing else', { timeout: 30_000 }, async () => {
    const { directory, secrets } = await leakyFolder()
    expect(await foundBelow(directory, secrets)).not.toEqual([])
    const memory = await openMemory({ directory, ...options })
    const before = await textsOf(memory)
    expect(before).toHaveLength(20)

    const looked = await memory.scrub({ dryRun: true })
    expect(await textsOf(memory)).toEqual(before)

    const receipt = await memory.scrub()
    expect(receipt).toEqual({ ...looked, dryRun: false })
    expect(new Set(receipt.found.map(({ layer }) => layer))).toEqual(
      new Set(['facts', 'history', 'notes', 'knowledge', 'records', 'sessions', 'responses', 'items']),
    )
    expect(receipt.found).toContainEqual({ layer: 'sessions', rule: 'github-token', count: 6 })
    expect(receipt.rows).toBe(3)
    expect(receipt.files).toEqual(
      expect.arrayContaining(['memory/MEMORY.md', 'memory/MEMORY.md.corrupt-1', '.memory/n.md', 'sessions/s.jsonl']),
    )

    // With the databases still open: their logs hold nothing either.
    expect(await foundBelow(directory, secrets)).toEqual([])
    expect(await textsOf(memory)).toEqual(before.map(([id, text]) => [id, text.replace(/ghp_\w+/, mark)]))
    expect(await memory.facts.read()).toBe(`# Facts\n- now ${mark}\n- drinks tea\n`)
    expect(await memory.notes.list()).toMatchObject([{ name: 'N', description: `has ${mark}` }])
    expect((await memory.sessions.get('s'))?.title).toBe(mark)
    expect(await memory.responses.get('key')).toEqual({ text: mark })
    expect((await memory.items.get(['a'], ['k'], { at }))[0]).toMatchObject({
      value: { token: mark, rest: 'stays' },
      createdAt: at,
      updatedAt: at,
    })
    expect((await memory.records.list()).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['drinks green tea', `uses ${mark}`]),
    )
    expect((await memory.recall('tea', { limit: 50 })).items.length).toBeGreaterThan(10)

    expect(await memory.scrub()).toEqual({ dryRun: false, found: [], files: [], rows: 0, remains: [] })
    await memory.close()
    expect(await foundBelow(directory, secrets)).toEqual([])
  })

  it.each(Object.keys(newSaid))(
    'leaves no byte of what a memory without redaction has stored, plans included: %s',
    {
      timeout: 30_000,
    },
    async (kind) => {
      const directory = await temporaryDirectory()
      const secrets: string[] = []
      const say = (): string => {
        const { secret = '', text = '' } = newSaid[kind]?.() ?? {}
        secrets.push(secret)
        return text
      }
      await leakEverywhere(directory, say)
      await leavePlans(directory, say)
      expect(new Set((await foundBelow(directory, secrets)).map((found) => found.split(' in ')[0]))).toEqual(
        new Set(secrets),
      )
      const memory = await openMemory({ directory, ...options })
      const receipt = await memory.scrub()
      expect(receipt.files).toEqual(
        expect.arrayContaining([
          'memory/MEMORY.md',
          expect.stringMatching(/^memory\/\.versions\/MEMORY\./),
          expect.stringMatching(/^memory\/HISTORY/),
          '.memory/n.md',
          'memory/knowledge.json',
          'sessions/s.jsonl',
          expect.stringMatching(/^sessions\/s\.archive\//),
          '.daybook/consolidation/c.plan.json.corrupt-1',
        ]),
      )
      expect(receipt).toMatchObject({ rows: 4, remains: [] })
      expect(await foundBelow(directory, secrets)).toEqual([])
      expect(await memory.facts.read()).toMatch(/planned .*\[redacted: /)
      await memory.close()
      expect(await foundBelow(directory, secrets)).toEqual([])
    },
  )

  it('loses nothing when it is cut short anywhere, and finishes the next time', { timeout: 60_000 }, async () => {
    for (const failing of [1, 3, 5, 7, 9]) {
      const { directory, secrets } = await leakyFolder()
      const broken = await openMemory({ storage: breaking(await localStorage({ directory }), failing), ...options })
      await expect(broken.scrub()).rejects.toThrow('cut short')
      await broken.close().catch(() => undefined)
      const memory = await openMemory({ directory, ...options })
      expect((await textsOf(memory)).map(([id]) => id)).toEqual(Array.from({ length: 20 }, (_, turn) => `m${turn}`))
      await memory.scrub()
      expect(await foundBelow(directory, secrets), `cut at ${failing}`).toEqual([])
      expect(await memory.facts.read()).toContain('drinks tea')
      expect(await memory.records.list()).toHaveLength(2)
      await memory.close()
    }
  })

  it('leaves the files of others alone', async () => {
    const { directory, secrets } = await leakyFolder()
    const [mine = ''] = secrets
    await appendFile(join(directory, '.env'), `TOKEN=${mine}`)
    await appendFile(join(directory, 'memory', 'mine.txt'), mine)
    const memory = await openMemory({ directory, ...options })
    await memory.scrub()
    await memory.close()
    expect(await readFile(join(directory, '.env'), 'utf8')).toBe(`TOKEN=${mine}`)
    expect(await readFile(join(directory, 'memory', 'mine.txt'), 'utf8')).toBe(mine)
  })

  it('uses the rules of the options, and says so when there are none', async () => {
    const { directory } = await leakyFolder()
    const house = await openMemory({
      directory,
      ...options,
      redaction: { rules: [{ name: 'tea', pattern: /green tea/ }] },
    })
    expect((await house.scrub({ dryRun: true })).found).toContainEqual({ layer: 'records', rule: 'tea', count: 1 })
    await expect(house.scrub({ dryrun: true } as object)).rejects.toMatchObject({ code: 'bad-input' })
    await house.close()
    const off = await openMemory({ directory, ...options, redaction: false })
    await expect(off.scrub()).rejects.toMatchObject({ code: 'bad-input' })
    await off.close()
  })

  it('keeps what a person saves between the reading and the writing of a file', async () => {
    const { directory, secrets } = await leakyFolder()
    const storage = await localStorage({ directory })
    const path = join(directory, 'memory', 'MEMORY.md')
    let isSaved = false
    const write: Storage['files']['write'] = async (file, text, given) => {
      if (file === 'memory/MEMORY.md' && !isSaved) {
        isSaved = true
        await appendFile(path, '- by hand\n')
      }
      return storage.files.write(file, text, given)
    }
    const memory = await openMemory({ storage: { ...storage, files: { ...storage.files, write } }, ...options })
    await memory.scrub()
    expect(await memory.facts.read()).toBe(`# Facts\n- now ${mark}\n- drinks tea\n- by hand\n`)
    await memory.close()
    expect(await foundBelow(directory, secrets)).toEqual([])
  })

  it('keeps what is written meanwhile', { timeout: 30_000 }, async () => {
    const { directory, secrets } = await leakyFolder()
    const memory = await openMemory({ directory, ...options })
    const other = await openMemory({ directory, ...options })
    const scrubbing = memory.scrub()
    for (let turn = 0; turn < 10; turn++) {
      await other.addMessages('s', { id: `x${turn}`, role: 'user', content: `meanwhile ${turn}` })
      await other.facts.append(`- meanwhile ${turn}`)
    }
    await scrubbing
    const ids = (await textsOf(memory)).map(([id]) => id)
    expect(ids).toEqual(expect.arrayContaining(Array.from({ length: 10 }, (_, turn) => `x${turn}`)))
    expect((await memory.facts.list()).filter(({ text }) => text.startsWith('meanwhile'))).toHaveLength(10)
    await other.close()
    await memory.close()
    expect(await foundBelow(directory, secrets)).toEqual([])
  })
})

/** A storage whose nth change of a file or row, after the first one that a scrub makes, fails. */
function breaking(storage: Storage, nth: number): Storage {
  let changes = 0
  function counted<T>(change: () => Promise<T>): Promise<T> {
    changes += 1
    return changes === nth ? Promise.reject(new Error('cut short')) : change()
  }
  return {
    ...storage,
    files: { ...storage.files, write: (path, text, given) => counted(() => storage.files.write(path, text, given)) },
    records: {
      ...storage.records,
      update: (ids, change, given) => counted(() => storage.records.update(ids, change, given)),
    },
    items: { ...storage.items, put: (items) => counted(() => storage.items.put(items)) },
  }
}
