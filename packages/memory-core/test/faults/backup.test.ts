import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { inMemoryStorage, openMemories, openMemory } from '../../src/index.ts'
import { program } from '../processes/program.ts'
import { kindsOfWriter } from './backup-kinds.ts'
import { copyOf, filledDirectory, isLong, opened, session, viewOf } from './corruption-workspace.ts'
import { harmless } from './expect-whole.ts'

const writer = program('test/faults/backup-writer')
const writers = isLong ? 4 : 2
const rounds = isLong ? 20 : 1

let origin: string
beforeAll(async () => {
  origin = await filledDirectory()
})
afterAll(() => fs.rm(origin, { recursive: true }))

async function newDirectory(): Promise<string> {
  const directory = await fs.mkdtemp(join(tmpdir(), 'daybook-backup-'))
  onTestFinished(() => fs.rm(directory, { recursive: true, force: true }))
  return directory
}

interface Writer {
  name: string
  child: ChildProcess
  acknowledged: number
}

async function startWriter(directory: string, name: string): Promise<Writer> {
  const child = spawn(process.execPath, [writer, directory, name], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const started: Writer = { name, child, acknowledged: -1 }
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    started.acknowledged = Number(line)
  })
  await once(lines, 'line')
  return started
}

describe('memory.backup', () => {
  it('copies everything, for its owner only, without what is derived, and opens', async () => {
    const home = await newDirectory()
    const target = join(home, 'deep', 'backup')
    const { memory } = await opened(origin)
    const right = await viewOf(memory)
    await memory.backup(target)
    await memory.close()
    expect(await fs.readdir(join(home, 'deep'))).toEqual(['backup'])
    for (const entry of await fs.readdir(target, { recursive: true, withFileTypes: true })) {
      const { mode } = await fs.stat(join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
    }
    expect((await fs.stat(target)).mode & 0o777).toBe(0o700)
    expect(await fs.readdir(join(target, 'state'))).toEqual(['.gitignore', 'daybook.json'])
    expect((await fs.readdir(join(target, 'journal'))).sort()).toEqual(['items.jsonl', 'records.jsonl'])
    const restored = await opened(target)
    expect(await restored.memory.check()).toMatchObject({ findings: [], isSound: true })
    expect(await viewOf(restored.memory)).toEqual(right)
    expect((await restored.memory.recall('green door')).items[0]?.text).toContain('green door')
    await restored.memory.close()
  })

  it('leaves what lies beside the memory where it is', async () => {
    const [home, directory] = [await newDirectory(), await copyOf(origin)]
    onTestFinished(() => fs.rm(directory, { recursive: true }))
    await fs.writeFile(join(directory, 'package.json'), '{}')
    await fs.mkdir(join(directory, 'node_modules'))
    await fs.writeFile(join(directory, 'node_modules/big.js'), 'x')
    await fs.writeFile(join(directory, 'state/tables.db.corrupt-20260101T000000000Z'), 'x')
    const { memory } = await opened(directory)
    await memory.backup(join(home, 'backup'))
    await memory.close()
    expect((await fs.readdir(join(home, 'backup'))).sort()).toEqual([
      '.daybook',
      '.gitattributes',
      '.gitignore',
      '.memory',
      'journal',
      'memory',
      'sessions',
      'state',
    ])
    expect(await fs.readdir(join(home, 'backup/state'))).toEqual(['.gitignore', 'daybook.json'])
  })

  it('refuses a place that is taken, inside of the memory or no folder, and leaves nothing behind', async () => {
    const home = await newDirectory()
    const { memory } = await opened(origin)
    await fs.mkdir(join(home, 'full'))
    await fs.writeFile(join(home, 'full/a'), 'a')
    await fs.mkdir(join(home, 'empty'))
    const refused = { code: 'bad-input' }
    for (const place of [join(home, 'full'), join(home, 'full/a'), origin, join(origin, 'backups/one'), '', 'a\0b'])
      await expect(memory.backup(place), place).rejects.toMatchObject(refused)
    await expect(memory.backup(join(home, 'x'), JSON.parse('{"to":1}'))).rejects.toMatchObject(refused)
    const reason = new Error('enough')
    await expect(memory.backup(join(home, 'x'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    await expect(memory.backup(join(home, 'full/a/b'))).rejects.toMatchObject({ code: 'storage-failed' })
    expect((await fs.readdir(home)).sort()).toEqual(['empty', 'full'])
    await memory.backup(join(home, 'empty'))
    expect(await fs.readdir(join(home, 'empty'))).toContain('state')
    await memory.close()
  })

  it('leaves nothing when it is aborted on the way', async () => {
    const home = await newDirectory()
    const { memory } = await opened(origin)
    let looks = 0
    const signal = {
      ...AbortSignal.any([]),
      aborted: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      throwIfAborted() {
        looks += 1
        if (looks > 4) throw new Error('enough')
      },
    }
    await expect(memory.backup(join(home, 'x'), { signal: signal as unknown as AbortSignal })).rejects.toThrow('enough')
    expect(await fs.readdir(home)).toEqual([])
    await memory.close()
  })

  it('fault 23: holds what was acknowledged before it began, while other processes write, and is sound', async () => {
    const [home, directory] = [await newDirectory(), await newDirectory()]
    const started = await Promise.all(
      Array.from({ length: writers }, (_, index) => startWriter(directory, `writer-${index}`)),
    )
    const memory = await openMemory({ directory, knowledge: {}, consolidation: { auto: false } })
    const each = (signal: NodeJS.Signals): void => {
      for (const { child } of started) child.kill(signal)
    }
    for (let round = 0; round < rounds; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150))
      const before = started.map(({ acknowledged }) => acknowledged)
      const target = join(home, `${round}`)
      await memory.backup(target)
      // What they would write while the copy is looked at would only make the next one larger.
      each('SIGSTOP')
      const { memory: copy, events } = await opened(target)
      const { findings } = await copy.check()
      expect(findings.filter(({ problem }) => !harmless.test(problem))).toEqual([])
      for (const [index, { name }] of started.entries())
        for (const kind of kindsOfWriter) {
          const found = await kind.read(copy, name)
          const turns = Array.from({ length: (before[index] ?? -1) + 1 }, (_, turn) => turn)
          const acknowledged = turns.filter((turn) => turn % kind.every === 0).map((turn) => kind.text(name, turn))
          expect(acknowledged.length).toBeGreaterThan(0)
          const known = new Set(found)
          expect(acknowledged.filter((text) => !known.has(text))).toEqual([])
          if (kind.isOrdered) expect(found.slice(0, acknowledged.length)).toEqual(acknowledged)
          // What was not acknowledged yet is there as a whole or not at all.
          expect(found.map((text) => kind.text(name, Number(/(\d+)\.$/.exec(text)?.[1])))).toEqual(found)
          expect(known.size).toBe(found.length)
        }
      expect(events.filter(({ level }) => level !== 'info')).toEqual([])
      await copy.close()
      each('SIGCONT')
    }
    await vi.waitUntil(() => started.every(({ acknowledged }) => acknowledged > 10), { timeout: 100_000 })
    for (const { child } of started) child.stdin?.end()
    const codes = await Promise.all(started.map(async ({ child }) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual(started.map(() => 0))
    await memory.close()
  }, 3_600_000)

  it('backs up a storage that is no folder into one', async () => {
    const home = await newDirectory()
    const { memory } = await opened('', { directory: undefined, storage: inMemoryStorage() })
    await memory.addMessages(session, [
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ])
    await memory.sessions.trim(session, 1)
    await memory.facts.append('- The door is green')
    await memory.records.learn({ text: 'Always knock' })
    await memory.responses.put('key', { answer: 42 })
    const right = await viewOf(memory)
    await memory.backup(join(home, 'backup'))
    await memory.close()
    const restored = await opened(join(home, 'backup'))
    expect(await viewOf(restored.memory)).toEqual(right)
    expect(await restored.memory.responses.get('key')).toEqual({ answer: 42 })
    expect(await restored.memory.check()).toMatchObject({ findings: [] })
    await restored.memory.close()
  })

  it('of a storage that is no folder knows what was captured, and keeps its page of records', async () => {
    const base = await newDirectory()
    const { memory } = await opened('', { directory: undefined, storage: inMemoryStorage() })
    onTestFinished(() => memory.close())
    await memory.addMessages('s', { id: 'm1', role: 'user', content: 'Always water the ferns at noon.' })
    const [ferns] = await memory.records.list()
    await memory.records.remove([ferns?.id ?? ''])
    await memory.records.learn({ text: 'Never water the cactus' })
    await memory.flush()
    await memory.backup(join(base, 'copy'))
    const copy = await opened(join(base, 'copy'))
    onTestFinished(() => copy.memory.close())
    expect((await copy.memory.records.list()).map(({ text }) => text)).toEqual(['Never water the cactus'])
    await copy.memory.flush()
    expect(copy.events.map(({ type }) => type)).not.toContain('file-quarantined')
    expect((await copy.memory.check()).findings).toEqual([])
  })

  it('S9 follows no link into the folder of the memory', async () => {
    const base = await newDirectory()
    const { memory } = await opened(join(base, 'memory'))
    onTestFinished(() => memory.close())
    await memory.facts.append('- Likes tea')
    await fs.symlink(join(base, 'memory'), join(base, 'link'))
    const refused = { code: 'bad-input', message: expect.stringContaining("in the memory's own folder") }
    for (const target of ['link/copy', 'link/deep/copy'])
      await expect(memory.backup(join(base, target))).rejects.toMatchObject(refused)
  })

  it('S9 takes away what a process that died has left of a backup to the same place', async () => {
    const base = await newDirectory()
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    const { memory } = await opened(join(base, 'memory'))
    onTestFinished(() => memory.close())
    await memory.facts.append('- Likes tea')
    const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
    const dead = `copy.partial-${host}-${child.pid}-0123456789ab`
    const others = [
      `copy.partial-${host}-${process.pid}-0123456789ab`,
      `other.partial-${host}-${child.pid}-0123456789ab`,
    ]
    for (const name of [dead, ...others, 'copy.partial-notes'])
      await fs.mkdir(join(base, name, 'memory'), { recursive: true })
    await memory.backup(join(base, 'copy'))
    expect((await fs.readdir(base)).sort()).toEqual([...others, 'copy.partial-notes', 'copy', 'memory'].sort())
  })

  it('works on the memory of a user, without those of their agents', async () => {
    const [home, directory] = [await newDirectory(), await newDirectory()]
    const memories = openMemories({ directory })
    const ada = await memories.for({ user: 'ada' })
    await ada.facts.append('- Ada likes tea')
    await (await memories.for({ user: 'ada', agent: 'cook' })).facts.append('- Ada eats no nuts')
    await ada.backup(join(home, 'ada'))
    expect(await ada.check()).toMatchObject({ isSound: true })
    await memories.close()
    const { memory } = await opened(join(home, 'ada'))
    expect(await memory.facts.read()).toBe('- Ada likes tea\n')
    expect(await fs.readdir(join(home, 'ada'))).not.toContain('agents')
    await memory.close()
  })
})
