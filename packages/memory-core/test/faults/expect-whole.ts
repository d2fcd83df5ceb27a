import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { type Memory, openMemory } from '../../src/index.ts'
import { learningModel, words } from '../processes/learning-model.ts'
import { trimmed } from './jobs.ts'
import { workerSetting } from './worker-setting.ts'

type Found = Readonly<Record<string, readonly string[]>>

const statement = /^(?:learned|known|entry|- by hand|by hand) (\S+) (\d+)/

/** `learned ada 3 …` → `word-ada-3`; undefined for what no worker wrote. */
function wordIn(text: string): string | undefined {
  const [, name, number] = statement.exec(text) ?? []
  return name === undefined ? undefined : `word-${name}-${number}`
}

const wordsOf = (texts: readonly string[]): string[] => texts.flatMap((text) => wordIn(text) ?? [])

/** Everything that the layers themselves say they have, by the job that wrote it. */
async function everything(memory: Memory): Promise<Found> {
  const sessions = await memory.sessions.list()
  const stored = await Promise.all(
    sessions.map(async ({ key }) => ({ key, messages: await memory.sessions.messages(key, { archived: true }) })),
  )
  const idsOf = (isWanted: (key: string) => boolean): string[] =>
    stored.filter(({ key }) => isWanted(key)).flatMap(({ messages }) => messages.map(({ id }) => `word-${id}`))
  const notes = await memory.notes.list()
  const records = await memory.records.list({ archived: 'all', limit: 10_000 })
  return {
    append: idsOf((key) => !key.startsWith('captured-') && key !== trimmed),
    capture: idsOf((key) => key.startsWith('captured-')),
    trim: idsOf((key) => key === trimmed),
    fact: wordsOf((await memory.facts.list()).map(({ text }) => text)),
    history: wordsOf((await memory.history.list()).map(({ text }) => text)),
    knowledge: wordsOf((await memory.knowledge.list()).map(({ content }) => content)),
    learn: wordsOf(records.map(({ text }) => text)),
    note: notes.map(({ name }) => name.replace(/^note (\S+) (\d+)$/, 'word-$1-$2')),
    captured: records.flatMap(({ text }) => (/ the tool (word-\S+-\d+) /i.exec(text) ?? []).slice(1)),
    consolidatedFacts: (await memory.facts.read()).match(words) ?? [],
    consolidatedHistory: (await memory.history.list()).flatMap(({ text }) => text.match(words) ?? []),
  }
}

/**
 * Opens the memory anew and holds it to what was acknowledged: nothing is missing, nothing is there twice, what was said
 * was captured, no temporary file, no plan and nothing damaged is left, and all of it can be consolidated.
 */
export async function expectWhole(directory: string, acknowledged: readonly string[]): Promise<void> {
  const memory = await openMemory({ ...workerSetting, directory, model: learningModel(`${directory}.log`, 'oracle') })
  try {
    await memory.flush()
    for (const { key } of await memory.sessions.list()) {
      const { error } = await memory.consolidate(key)
      expect(error).toBeUndefined()
    }
    const found = await everything(memory)
    for (const [job, there] of Object.entries(found)) {
      expect(`${job}: ${repeated(there).join()}`).toBe(`${job}: `)
      const wanted = acknowledged.filter((line) => line.startsWith(`${job} `)).map((line) => line.slice(job.length + 1))
      expect(`${job}: ${missing(wanted, there).join()}`).toBe(`${job}: `)
    }
    expect(missing(found['capture'] ?? [], found['captured'] ?? [])).toEqual([])
    expect(missing(found['append'] ?? [], found['consolidatedFacts'] ?? [])).toEqual([])
    expect(missing(found['append'] ?? [], found['consolidatedHistory'] ?? [])).toEqual([])
  } finally {
    await memory.close()
  }
  const names = await readdir(directory, { recursive: true })
  expect(names.filter((name) => /\.tmp$|\.plan\.json$|\.failure\.json$|\.corrupt/.test(name))).toEqual([])
}

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}

function missing(wanted: readonly string[], there: readonly string[]): string[] {
  const known = new Set(there)
  return wanted.filter((text) => !known.has(text))
}
