import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { type Memory, openMemory } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { talk } from '../consolidation/workspace.ts'
import { program } from '../processes/program.ts'
import { isLong, workplace } from './run-length.ts'

interface Other {
  child: ChildProcessByStdio<Writable, Readable, null>
  says(): Promise<string>
}

function spawnOther(path: string, ...given: readonly string[]): Other {
  const child = spawn(process.execPath, [path, ...given], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, says: async () => String((await lines.next()).value) }
}

const start = (directory: string, name: string, leaseMs = 15_000): Other =>
  spawnOther(program('test/faults/consolidator'), directory, name, String(leaseMs))

async function told(): Promise<string> {
  const directory = await workplace()
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  await memory.addMessages('chat', talk(12))
  await memory.facts.append('- known before')
  await memory.close()
  return directory
}

async function reopened(directory: string): Promise<Memory> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  onTestFinished(() => memory.close())
  return memory
}

const entries = async (memory: Memory): Promise<string[]> => (await memory.history.list()).map(({ text }) => text)

/** Answers the model for as long as it is asked: again when MEMORY.md has changed meanwhile. Answers what came of it. */
async function answered({ child, says }: Other): Promise<string> {
  for (;;) {
    child.stdin.write('answer\n')
    const said = await says()
    if (said !== 'asked') return said
  }
}

it('fault 11: of two processes that consolidate one session, one asks the model, and the other waits until it has told', async () => {
  const directory = await told()
  const one = start(directory, 'one')
  expect(await one.says()).toBe('asked')
  const other = start(directory, 'other')
  // Refused again and again, as long as the first is not answered.
  for (let time = 0; time < 5; time++) expect(await other.says()).toBe('waits')
  // No lock is held during the model call: writing goes on.
  const memory = await reopened(directory)
  await memory.addMessages('chat', { id: 'meanwhile', role: 'user', content: 'said meanwhile' })
  await memory.facts.append('- noted meanwhile')
  expect(await answered(one)).toBe('done {"messages":12}')
  let last = 'waits'
  while (last === 'waits') last = await other.says()
  // What is left for it is what was said since.
  expect(last).toBe('asked')
  expect(await answered(other)).toBe('done {"messages":1}')
  const stored = await memory.sessions.messages('chat', { archived: true })
  expect(stored.map(({ id }) => id)).toEqual([...talk(12).map(({ id }) => id), 'meanwhile'])
  expect(await entries(memory)).toEqual(['Told by one.', 'Told by other.'])
  const facts = await memory.facts.read()
  for (const line of ['- noted meanwhile', '- learned by one', '- learned by other']) expect(facts).toContain(line)
})

/** Stops a process, and not while it renews its lease: it would sleep with the lock in its hand. */
async function suspend(child: Other['child'], directory: string): Promise<void> {
  const storage = await localStorage({ directory, lockTimeoutMs: 500 })
  const isFree = (): Promise<boolean> =>
    storage
      .lock(['any'], async () => true)
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'locked' })
        return false
      })
  for (child.kill('SIGSTOP'); !(await isFree()); child.kill('SIGSTOP')) {
    child.kill('SIGCONT')
    await delay(20)
  }
  await storage.close()
}

it('fault 12: a consolidation that slept beyond its lease cannot write: another has taken over, and its own is refused', async () => {
  const directory = await told()
  const sleeper = start(directory, 'sleeper', 1_000)
  expect(await sleeper.says()).toBe('asked')
  await suspend(sleeper.child, directory)
  await delay(1_100)
  const heir = start(directory, 'heir')
  expect(await heir.says()).toBe('asked')
  heir.child.stdin.write('answer\n')
  expect(await heir.says()).toMatch(/^done \{"messages":[1-9]\d*\}$/)
  sleeper.child.kill('SIGCONT')
  sleeper.child.stdin.write('answer\n')
  expect(await sleeper.says()).toBe('refused lease-lost')
  const memory = await reopened(directory)
  expect(await entries(memory)).toEqual(['Told by heir.'])
  expect(await memory.facts.read()).toContain('- learned by heir')
  expect(await memory.facts.read()).not.toContain('sleeper')
})

/** Every write that needs what the other process holds. */
const writes: Readonly<Record<string, (memory: Memory) => Promise<unknown>>> = {
  append: (memory) => memory.addMessages('chat', { id: 'late', role: 'user', content: 'said late' }),
  fact: (memory) => memory.facts.append('- noted late'),
  history: (memory) => memory.history.append('Happened late.'),
  note: (memory) => memory.notes.write({ name: 'late', description: 'late', type: 'project', content: 'late' }),
}

/** What an error says of a process that sleeps: who it is, and the way out. */
const sleeps = ({ pid }: Other['child']): RegExp =>
  new RegExp(`held by process ${pid}, which is suspended \\(kill -CONT ${pid} wakes it\\)`)

it.skipIf(process.platform !== 'linux')(
  'fault 12: a process that was suspended in the middle of a write has others fail as locked, by its name, until it wakes (skipped where the kernel names nobody)',
  async () => {
    const directory = await told()
    const storage = await localStorage({ directory, lockTimeoutMs: 100 })
    const memory = await openMemory({ storage, consolidation: { auto: false } })
    onTestFinished(() => memory.close())
    const sleeper = spawnOther(program('test/faults/lock-holder'), directory, 'lock')
    expect(await sleeper.says()).toBe('held')
    sleeper.child.kill('SIGSTOP')
    for (const [name, write] of Object.entries(writes))
      await expect(write(memory), name).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringMatching(sleeps(sleeper.child)),
      })
    // Reading does not wait, and neither do the journals.
    expect(await memory.sessions.messages('chat', { archived: true })).toHaveLength(12)
    expect(await memory.facts.read()).toBe('- known before\n')
    await memory.records.learn({ text: 'learned meanwhile' })
    sleeper.child.kill('SIGCONT')
    sleeper.child.stdin.write('go on\n')
    expect(await sleeper.says()).toBe('free')
    for (const write of Object.values(writes)) await write(memory)
    expect((await memory.sessions.messages('chat', { archived: true })).map(({ id }) => id)).toEqual([
      ...talk(12).map(({ id }) => id),
      'late',
    ])
    expect(await memory.facts.read()).toBe('- known before\n- noted late\n')
    expect(await entries(memory)).toEqual(['Happened late.'])
    expect((await memory.notes.list()).map(({ name }) => name)).toEqual(['late'])
  },
)

it.skipIf(!isLong || process.platform !== 'linux')(
  'fault 12: the same of the journals, after 30 seconds (in the long form, on Linux)',
  async () => {
    const directory = await told()
    const memory = await reopened(directory)
    await memory.records.learn({ text: 'learned before' })
    const sleeper = spawnOther(program('test/faults/lock-holder'), directory, 'journals')
    expect(await sleeper.says()).toBe('held')
    sleeper.child.kill('SIGSTOP')
    await expect(memory.records.learn({ text: 'learned late' })).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringMatching(sleeps(sleeper.child)),
    })
    expect((await memory.records.list()).map(({ text }) => text)).toEqual(['learned before'])
    sleeper.child.kill('SIGCONT')
    sleeper.child.stdin.write('go on\n')
    expect(await sleeper.says()).toBe('free')
    await memory.records.learn({ text: 'learned late' })
    expect(await memory.records.list()).toHaveLength(2)
  },
)

it('fault 24: what a person writes into MEMORY.md during the model call survives', async () => {
  const directory = await told()
  const path = join(directory, 'memory', 'MEMORY.md')
  const edits: Readonly<Record<string, () => Promise<void>>> = {
    appended: () => appendFile(path, '- by hand, appended\n'),
    // As editors do: another file takes the place of the first.
    replaced: async () => {
      await writeFile(`${path}~`, `- by hand, replaced\n${await readFile(path, 'utf8')}`)
      await rename(`${path}~`, path)
    },
    always: () => appendFile(path, '- by hand, always\n'),
  }
  let calls = 0
  for (const [name, edit] of Object.entries(edits)) {
    const memory = await openMemory({
      storage: await localStorage({ directory }),
      sessions: { window: 4 },
      consolidation: { auto: false },
      model: async ({ prompt }) => {
        calls += 1
        if (name === 'always' || calls === 1) await edit()
        const [, known = ''] = /## Current Long-term Memory\n(.*?)\n\n## Conversation/s.exec(prompt) ?? []
        return JSON.stringify({ history_entry: `Told ${name}.`, memory_update: `${known}\n- learned ${name}` })
      },
    })
    calls = 0
    await memory.addMessages('chat', talk(12, 100 * Object.keys(edits).indexOf(name) + 20))
    expect((await memory.consolidate('chat')).error).toBeUndefined()
    const text = await memory.facts.read()
    for (const line of [`- by hand, ${name}`, `- learned ${name}`, '- known before']) expect(text).toContain(line)
    expect((await entries(memory)).filter((entry) => entry === `Told ${name}.`)).toHaveLength(1)
    await memory.close()
  }
})
