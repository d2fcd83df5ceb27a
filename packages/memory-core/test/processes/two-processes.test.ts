import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Memory, openMemory } from '../../src/index.ts'
import { learningModel, words } from './learning-model.ts'
import { program } from './program.ts'

const names = ['ada', 'bob']
const sessions = ['shared', ...names]
const talker = program('test/processes/talker')

interface Place {
  directory: string
  log: string
}

async function place(): Promise<Place> {
  const parent = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  return { directory: join(parent, 'memory'), log: join(parent, 'log') }
}

/** Runs a process to its end, or until it is killed. Answers its exit code, null when it was killed. */
async function talk({ directory, log }: Place, name: string, amount: number, lifeMs?: number): Promise<unknown> {
  const child = spawn(process.execPath, [talker, directory, log, name, String(amount)], { stdio: 'inherit' })
  const kill = (): void => void child.kill('SIGKILL')
  onTestFinished(kill)
  const timer = lifeMs === undefined ? undefined : setTimeout(kill, lifeMs)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code
}

/** Two lines for each model call, one call after the other. */
async function expectTurns(log: string): Promise<void> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  // One process may do the work of both: whoever finds the other quiet first.
  expect(names.flatMap((name) => [`begin ${name}`, `end ${name}`])).toEqual(expect.arrayContaining([...new Set(lines)]))
  for (let line = 0; line < lines.length; line += 2) expect(lines[line + 1]).toBe(lines[line]?.replace('begin', 'end'))
}

async function reopened({ directory, log }: Place): Promise<Memory> {
  const memory = await openMemory({ directory, model: learningModel(log, 'ada'), sessions: { window: 8 } })
  onTestFinished(() => memory.close())
  for (const session of sessions) expect((await memory.consolidate(session)).error).toBeUndefined()
  return memory
}

function spoken(text: string): string[] {
  return (text.match(words) ?? []).map((word) => word.replace('word-', '')).sort()
}

/** Every message, every history entry's word and every fact exactly once, and no plan left. */
async function expectEachOnce(memory: Memory, { directory }: Place, amount: number): Promise<void> {
  const all = names.flatMap((name) => Array.from({ length: amount }, (_, turn) => `${name}-${turn}`)).sort()
  const stored = await Promise.all(sessions.map((session) => memory.sessions.messages(session, { archived: true })))
  const ids = stored.flat().map(({ id }) => id)
  expect(ids.sort()).toEqual(all)
  expect(spoken((await memory.history.list()).map(({ text }) => text).join('\n'))).toEqual(all)
  expect(spoken(await memory.facts.read())).toEqual(all)
  expect((await readdir(join(directory, '.daybook/consolidation'))).filter((file) => file !== 'applied.jsonl')).toEqual(
    [],
  )
}

it('two processes adding messages and consolidating in one directory lose nothing and double nothing', async () => {
  const there = await place()
  expect(await Promise.all(names.map((name) => talk(there, name, 40)))).toEqual([0, 0])
  await expectTurns(there.log)
  const memory = await reopened(there)
  await expectEachOnce(memory, there, 40)
  expect((await memory.facts.read()).match(/- by hand \w+ \d+/g)).toHaveLength(4)
}, 60_000)

it('two processes that are killed and begin again lose nothing and double nothing', async () => {
  const there = await place()
  const persistent = async (name: string): Promise<unknown> => {
    for (const lifeMs of [300, 600]) await talk(there, name, 30, lifeMs)
    return talk(there, name, 30)
  }
  expect(await Promise.all(names.map(persistent))).toEqual([0, 0])
  await expectEachOnce(await reopened(there), there, 30)
}, 60_000)
