import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type CheckReport, inMemoryStorage, type Memory, type MemoryEvent } from '../../src/index.ts'
import { copyOf, filledDirectory, opened, responseKey, session, type View, viewOf } from './corruption-workspace.ts'

let origin: string
let right: View

beforeAll(async () => {
  origin = await filledDirectory()
  const { memory } = await opened(origin)
  right = await viewOf(memory)
  await memory.close()
})
afterAll(() => fs.rm(origin, { recursive: true }))

interface Damaged {
  directory: string
  memory: Memory
  events: MemoryEvent[]
}

/** A copy that `damage` was done to, opened. */
async function damaged(damage: (directory: string) => Promise<unknown> | unknown): Promise<Damaged> {
  const directory = await copyOf(origin)
  await damage(directory)
  const { memory, events } = await opened(directory)
  onTestFinished(async () => {
    await memory.close()
    await fs.rm(directory, { recursive: true })
  })
  return { directory, memory, events }
}

/** Runs SQL on the store. */
const onStore =
  (sql: string) =>
  (directory: string): void => {
    const database = new DatabaseSync(join(directory, 'state/tables.db'))
    database.exec(sql)
    database.close()
  }

const edited =
  (path: string, edit: (text: string) => string) =>
  async (directory: string): Promise<void> => {
    const file = join(directory, path)
    await fs.writeFile(file, edit(await fs.readFile(file, 'utf8')))
  }

const problems = ({ findings }: CheckReport): string[] => findings.map(({ problem }) => problem)
const open = ({ findings }: CheckReport): number => findings.filter(({ severity }) => severity !== 'info').length

const sessionFile = `sessions/${session}.jsonl`
const segmentFile = `sessions/${session}.archive/0001.jsonl`

describe('memory.check', () => {
  it('finds nothing in a sound memory, says so, and changes nothing', async () => {
    const { memory } = await damaged(() => undefined)
    const report = await memory.check({ repair: true })
    expect(report).toEqual({ findings: [], isSound: true, text: 'nothing is wrong' })
    expect(await viewOf(memory)).toEqual(right)
  })

  it('refuses options that it does not have, and ends when it is aborted', async () => {
    const { memory } = await damaged(() => undefined)
    await expect(memory.check(JSON.parse('{"fix":true}'))).rejects.toMatchObject({ code: 'bad-input' })
    await expect(memory.check(JSON.parse('{"repair":1}'))).rejects.toMatchObject({ code: 'bad-input' })
    const reason = new Error('enough')
    await expect(memory.check({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('fault 8: makes tables anew whose schema is not as it was written', async () => {
    const inStore =
      (change: (bytes: Buffer) => unknown) =>
      async (directory: string): Promise<void> => {
        const file = join(directory, 'state/tables.db')
        const bytes = await fs.readFile(file)
        change(bytes)
        await fs.writeFile(file, bytes)
      }
    const tags = (bytes: Buffer): number => bytes.indexOf('tags', bytes.indexOf('CREATE TABLE records'))
    const damages = [
      inStore((bytes) => bytes.write('Tags', tags(bytes))),
      inStore((bytes) => bytes.write('tigs', tags(bytes))),
      // The version of the schema's own format: SQLite knows up to 4.
      inStore((bytes) => bytes.writeUInt32BE(5, 44)),
    ]
    for (const damage of damages) {
      const directory = await copyOf(origin)
      await damage(directory)
      const { memory } = await opened(directory)
      await memory.check({ repair: true })
      expect(open(await memory.check())).toBe(0)
      expect(await viewOf(memory)).toEqual(right)
      await memory.close()
      await fs.rm(directory, { recursive: true })
    }
  })

  it('fault 7: sets a bad line and a torn tail aside and keeps the rest', async () => {
    const { memory, directory } = await damaged(
      edited(sessionFile, (text) => {
        const lines = text.trimEnd().split('\n')
        lines.splice(2, 0, '{"id": broken')
        return `${lines.join('\n')}\n{"id":"torn","ro`
      }),
    )
    expect((await viewOf(memory)).messages).toEqual(right.messages)
    const found = await memory.check()
    expect(problems(found)).toEqual(['line 3 is not a message', 'its end is torn off'])
    expect(found.isSound).toBe(false)
    expect(found.text).toContain(`warn sessions (${sessionFile}): line 3 is not a message\n  remedy: a repair moves`)
    expect(found.text).toMatch(/2 things need a repair$/)
    const repaired = await memory.check({ repair: true })
    expect(repaired.isSound).toBe(true)
    expect(repaired.text).toMatch(/repaired: the damaged lines are in a file[\s\S]*nothing is wrong any more$/)
    expect(open(await memory.check())).toBe(0)
    expect((await viewOf(memory)).messages).toEqual(right.messages)
    const kept = (await fs.readdir(join(directory, 'sessions'))).filter((name) => name.includes('.corrupt-'))
    expect(await fs.readFile(join(directory, 'sessions', kept[0] ?? ''), 'utf8')).toBe(
      '{"id": broken\n{"id":"torn","ro\n',
    )
    await memory.addMessages(session, { role: 'user', content: 'after' })
    expect((await viewOf(memory)).messages).toEqual([...right.messages, 'after'])
  })

  it('says after a repair what only a person can mend', async () => {
    const { memory } = await damaged(edited('memory/MEMORY.md', (text) => `${text}<<<<<<< ours\n`))
    expect((await memory.check()).text).toMatch(/1 thing needs a repair$/)
    const { isSound, text } = await memory.check({ repair: true })
    expect([isSound, text]).toEqual([false, expect.stringMatching(/\n1 thing is left for a person to decide$/)])
  })

  it('names the damaged lines of a session in one finding', async () => {
    const { memory } = await damaged(edited(sessionFile, (text) => `${text}${'scribble\n'.repeat(28)}`))
    const numbers = Array.from({ length: 5 }, (_, at) => 8 + at).join(', ')
    expect(problems(await memory.check())).toEqual([`28 lines are no messages: ${numbers} and 23 more`])
    await memory.check({ repair: true })
    expect(open(await memory.check())).toBe(0)
    expect((await viewOf(memory)).messages).toEqual(right.messages)
  })

  it.each([
    [
      'an impossible count of consolidated messages',
      (text: string) => text.replace('"lastConsolidated":0', '"lastConsolidated":99'),
      /99 messages are consolidated, and it has 6/,
    ],
    [
      'the key of another session',
      (text: string) => text.replace(`"key":"${session}"`, '"key":"chat-2"'),
      /names another session, "chat-2"/,
    ],
  ])('repairs %s in a header', async (_, edit, problem) => {
    const { memory } = await damaged(edited(sessionFile, edit))
    expect(problems(await memory.check())).toEqual([expect.stringMatching(problem)])
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    expect(open(await memory.check())).toBe(0)
    expect((await viewOf(memory)).messages).toEqual(right.messages)
    expect((await memory.sessions.list()).map(({ key }) => key)).toEqual([session])
  })

  it('finds bad lines of archives and messages that two segments have', async () => {
    const { memory } = await damaged(async (directory) => {
      await edited(segmentFile, (text) => `nothing\n${text}`)(directory)
      const text = await fs.readFile(join(directory, segmentFile), 'utf8')
      await fs.writeFile(join(directory, segmentFile.replace('0001', '0002')), text.split('\n').slice(1).join('\n'))
    })
    expect(problems(await memory.check())).toEqual([
      'line 1 is not a message',
      '6 of its messages are in an earlier segment already',
    ])
    await memory.check({ repair: true })
    expect(open(await memory.check())).toBe(0)
    expect((await viewOf(memory)).messages).toEqual(right.messages)
  })

  it('names files that are empty, not UTF-8, or cannot be read as what they are', async () => {
    const { memory } = await damaged(async (directory) => {
      await fs.writeFile(join(directory, sessionFile), '')
      await fs.appendFile(join(directory, 'memory/HISTORY.md'), Buffer.from([0xff, 0x0a]))
      await fs.appendFile(join(directory, 'memory/MEMORY.md'), '\0')
      await fs.writeFile(join(directory, '.memory/bad.md'), '---\nname: cellar\n')
      await fs.writeFile(join(directory, 'memory/knowledge.json'), '{"version":1,"ent')
    })
    const report = await memory.check()
    expect(report.findings.map(({ place, severity }) => `${place} ${severity}`)).toEqual([
      'knowledge error',
      'sessions warn',
      'facts warn',
      'history warn',
      'notes warn',
    ])
    await memory.check({ repair: true })
    expect((await memory.check()).findings.some(({ place }) => place === 'knowledge')).toBe(false)
  })

  it('names the markers of a conflict that git has left in a document', async () => {
    const marked = (text: string) => `<<<<<<< HEAD\n${text}=======\nother\n>>>>>>> theirs\n`
    const paths = ['.memory/stove.md', 'memory/MEMORY.md', 'memory/knowledge.json']
    const { memory } = await damaged(async (directory) => {
      for (const path of paths) await edited(path, marked)(directory)
    })
    const { findings } = await memory.check()
    const named = findings.flatMap(({ path = '', problem }) => (problem.includes('merge conflict') ? [path] : []))
    expect(named.sort()).toEqual(paths)
  })

  it('tells of a session that a dead process began, and a repair removes its empty file', async () => {
    const { memory } = await damaged((directory) => fs.writeFile(join(directory, 'sessions/begun.jsonl'), ''))
    const { findings } = await memory.check()
    expect(findings).toMatchObject([{ severity: 'warn', path: 'sessions/begun.jsonl' }])
    expect(findings[0]?.problem).toContain('it is empty: a process that died')
    await memory.check({ repair: true })
    expect((await memory.check()).findings).toEqual([])
    expect((await memory.sessions.list()).map(({ key }) => key)).not.toContain('begun')
  })

  it('says which version of an emptied MEMORY.md can be restored', async () => {
    const { memory } = await damaged(async (directory) => {
      const { memory: other } = await opened(directory)
      await other.facts.replace('- A new text\n')
      await other.close()
      await fs.writeFile(join(directory, 'memory/MEMORY.md'), '')
    })
    const [finding] = (await memory.check()).findings
    expect(finding).toMatchObject({ place: 'facts', problem: 'it is empty, and has earlier versions' })
    const [version] = await memory.facts.versions()
    expect(finding?.remedy).toContain(version?.id)
  })

  it('finds plans that a crash left, moves aside those that are no plans, and finishes a rotation cut in two', async () => {
    const { memory, directory } = await damaged(() => undefined)
    // After the opening, which would have finished them.
    const entry = '[2026-01-01 09:00] The cellar was dug\n\n'
    await fs.writeFile(join(directory, 'memory/HISTORY.archive.20260101100000.md'), entry)
    await fs.writeFile(join(directory, 'memory/HISTORY.md'), entry)
    await fs.mkdir(join(directory, '.daybook/consolidation'), { recursive: true })
    await fs.writeFile(join(directory, `.daybook/consolidation/${session}.plan.json`), '{"daybook":1,')
    expect(problems(await memory.check())).toEqual(['it is not JSON', expect.stringMatching(/rotation .* cut short/)])
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    expect((await memory.check()).findings.map(({ severity }) => severity)).toEqual(['info'])
    expect(await fs.readFile(join(directory, 'memory/HISTORY.md'), 'utf8')).toBe('')
    expect((await viewOf(memory)).history).toHaveLength(right.history.length + 1)
  })

  it('fault 8: finds lines of the journals that are not as they were written, and takes them out with a trace', async () => {
    const { memory, directory, events } = await damaged(async (directory) => {
      await edited('journal/records.jsonl', (text) => text.replace('always shut window 3', 'always shut window 4'))(
        directory,
      )
      await edited('journal/items.jsonl', (text) => text.replaceAll('marmot', 'Marmot'))(directory)
    })
    expect(await memory.responses.get(responseKey)).toBeUndefined()
    expect(events.find(({ type }) => type === 'records-unreadable')?.message).toMatch(
      /damaged, its checksum does not match/,
    )
    const found = await memory.check()
    expect(found.findings.map(({ place, severity }) => `${place} ${severity}`)).toEqual([
      'records error',
      'items error',
    ])
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    expect(open(await memory.check())).toBe(0)
    const now = await viewOf(memory)
    expect(now.records).toEqual(right.records.filter((text) => !text.includes('window 3')))
    const kept = (await fs.readdir(join(directory, 'journal'))).filter((name) => name.includes('.corrupt-'))
    expect(kept).toHaveLength(2)
    expect(await fs.readFile(join(directory, 'journal', kept.sort()[1] ?? ''), 'utf8')).toContain('window 4')
  })

  it('fault 8: finds tables that do not say what the journals say, and makes them anew', async () => {
    const { memory } = await damaged(
      onStore(`UPDATE records SET type = 'pitfall', tokens = 999 WHERE body LIKE '%window 5%'`),
    )
    expect(problems(await memory.check())).toEqual([expect.stringMatching(/differ from the journals/)])
    await memory.check({ repair: true })
    expect(open(await memory.check())).toBe(0)
    expect(await memory.records.list({ types: ['policy'] })).toHaveLength(8)
    expect((await viewOf(memory)).records).toEqual(right.records)
  })

  it('fault 8: believes no row of the tables that is not as it was written', async () => {
    const { memory } = await damaged(
      onStore(`UPDATE records SET body = replace(body, 'window 3', 'window 4'), strength = strength + 1;
         UPDATE items SET value = replace(value, 'marmot', 'Marmot')`),
    )
    expect(await viewOf(memory)).toEqual(right)
    expect(await memory.check()).toMatchObject({ findings: [] })
  })

  it.each(['is gone', 'has no byte', 'is random', 'is of a newer version'])(
    'fault 9: tables: nothing is lost when the file %s',
    async (how) => {
      const { memory } = await damaged(async (directory) => {
        const file = join(directory, 'state/tables.db')
        if (how === 'is of a newer version') return onStore('PRAGMA user_version = 99')(directory)
        await fs.rm(file)
        if (how !== 'is gone') await fs.writeFile(file, how === 'is random' ? randomBytes(50_000) : '')
      })
      expect(await viewOf(memory)).toEqual(right)
      expect(await memory.check()).toMatchObject({ findings: [] })
    },
  )

  it('makes a damaged search index and a damaged lock anew', async () => {
    const { memory, directory } = await damaged(async (directory) => {
      const file = join(directory, 'state/index.db')
      const { size } = await fs.stat(file)
      const handle = await fs.open(file, 'r+')
      await handle.write(Buffer.alloc(4096, 0x5a), 0, 4096, size - 8192)
      await handle.close()
    })
    // A memory whose lock is damaged is not opened: nobody could say who else is at work.
    await fs.writeFile(join(directory, '.daybook/lock.db'), 'no lock '.repeat(600))
    expect((await memory.check()).isSound).toBe(false)
    const found = await memory.check({ repair: true })
    expect(found.findings.map(({ place }) => place).sort()).toEqual(['folder', 'locks', 'search index'])
    expect(open(await memory.check())).toBe(0)
    expect((await memory.recall('marmot')).items.length).toBeGreaterThan(0)
    expect((await fs.readdir(join(directory, '.daybook'))).some((name) => name.startsWith('lock.db.corrupt-'))).toBe(
      true,
    )
  })

  it('finds half-written files of dead writers and removes them', async () => {
    const name = '.00000000-99999-0123456789ab.tmp'
    const { memory, directory } = await damaged(() => undefined)
    const file = join(directory, 'memory', name)
    await fs.writeFile(file, 'half')
    await fs.utimes(file, 1, 1)
    expect((await memory.check()).findings).toMatchObject([{ severity: 'info', path: `memory/${name}` }])
    expect((await memory.check({ repair: true })).findings).toMatchObject([{ repaired: true }])
    expect((await memory.check()).findings).toEqual([])
  })

  it('works on a storage that is no folder', async () => {
    const storage = inMemoryStorage()
    const { memory } = await opened('', { directory: undefined, storage })
    await memory.records.learn({ text: 'Always knock' })
    await memory.addMessages(session, { role: 'user', content: 'hello' })
    await storage.files.append(sessionFile, 'nonsense\n')
    expect(problems(await memory.check({ repair: true }))).toEqual(['line 3 is not a message'])
    expect(open(await memory.check())).toBe(0)
    await memory.close()
  })
})
