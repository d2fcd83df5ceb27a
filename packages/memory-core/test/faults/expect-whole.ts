import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { type Memory, openMemory } from '../../src/index.ts'
import { learningModel, words } from '../processes/learning-model.ts'
import { expectRecalled } from './expect-recalled.ts'
import { capturedPrefix } from './jobs.ts'
import { isCaptured, isWhole, storedWork, workOf } from './stored-work.ts'
import { workIn } from './work.ts'
import { workerSetting } from './worker-setting.ts'

/**
 * Findings that report no damage: a session file without content, of which nothing was acknowledged (a message would be
 * missing), and a page of facts that thousands of appended lines have made too long.
 */
export const harmless: RegExp =
  /^it is empty: a process that died as it made it leaves such a file|^it has \d+ bytes, and its limit is/
const capturing = new RegExp(`^message ${capturedPrefix}\\S+ user: (.*)`, 's')

/**
 * Opens the memory anew and holds it to what was acknowledged, in lines of `lineOf`: what was written last is recalled,
 * nothing is missing, nothing is there twice or in part, what was said was captured, no temporary file, no plan and nothing
 * damaged is left, and all of it can be consolidated.
 */
export async function expectWhole(directory: string, acknowledged: readonly string[]): Promise<void> {
  const memory = await openMemory({ ...workerSetting, directory, model: learningModel(`${directory}.log`, 'oracle') })
  try {
    await expectRecalled(memory, acknowledged)
    await memory.flush()
    for (const { key } of await memory.sessions.list()) {
      const { error } = await memory.consolidate(key)
      expect(error).toBeUndefined()
    }
    const { findings, text } = await memory.check()
    expect(
      findings.filter(({ problem }) => !harmless.test(problem)),
      text,
    ).toEqual([])
    const stored = await storedWork(memory)
    expect(repeated(stored)).toEqual([])
    expect(stored.filter((line) => !isWhole(line))).toEqual([])
    expect(missing(acknowledged.flatMap(linesOf), stored)).toEqual([])
    await expectFollowed(memory, stored)
  } finally {
    await memory.close()
  }
  const names = await readdir(directory, { recursive: true })
  expect(names.filter((name) => /\.tmp$|\.plan\.json$|\.failure\.json$|\.corrupt/.test(name))).toEqual([])
}

/** What was said may be there without having been acknowledged; then it is there with all that follows from it, once. */
async function expectFollowed(memory: Memory, stored: readonly string[]): Promise<void> {
  const captured = stored.flatMap((line) => capturing.exec(line)?.slice(1) ?? [])
  const records = captured.map((text) => `record preference: ${text}`)
  expect(missing(records, stored)).toEqual([])
  const lines = (await memory.facts.read()).split('\n').filter((line) => !isCaptured(line.slice(2)))
  const facts = lines.join('\n').match(words) ?? []
  const history = (await memory.history.list()).flatMap(({ text }) => text.match(words) ?? [])
  expect([repeated(facts), repeated(history)]).toEqual([[], []])
  const said = stored.flatMap((line) => /^message \S+ user: (word-\S+)/.exec(line)?.slice(1) ?? [])
  expect([missing(said, facts), missing(said, history)]).toEqual([[], []])
}

function linesOf(line: string): readonly string[] {
  const { job, name, number } = workIn(line)
  return workOf(job, name, number)
}

function repeated(texts: readonly string[]): string[] {
  const known = new Set<string>()
  return texts.filter((text) => known.has(text) || !known.add(text))
}

function missing(wanted: readonly string[], there: readonly string[]): string[] {
  const known = new Set(there)
  return wanted.filter((text) => !known.has(text))
}
