import fs from 'node:fs'
import { join } from 'node:path'
import type { Memory } from '../../src/index.ts'

/** What a worker does again and again, each time with a number of its own. */
export type Job = (memory: Memory, work: { name: string; number: number; directory: string }) => Promise<unknown>

/** The session that all workers write to, and that is consolidated. */
export const session = 'shared'

/** The session that is trimmed: its messages go to the archive whether they were consolidated or not. */
export const trimmed = 'trimmed'

/** What is told in a piece of work: found again by the oracle. */
export function wordOf(name: string, number: number): string {
  return `word-${name}-${number}`
}

const statement = (name: string, number: number): string => `I prefer the tool ${wordOf(name, number)} over others.`

/** Every job by its name; the acknowledged ones are looked for by `expectWhole`. */
export const jobs = {
  append: (memory, { name, number }) =>
    memory.addMessages(number % 2 === 0 ? session : name, {
      id: `${name}-${number}`,
      role: 'user',
      content: wordOf(name, number),
    }),
  capture: (memory, { name, number }) =>
    memory.addMessages(`captured-${name}`, {
      id: `${name}-${number}`,
      role: 'user',
      content: statement(name, number),
    }),
  consolidate: (memory) => memory.consolidate(session),
  fact: (memory, { name, number }) => memory.facts.append(`- by hand ${name} ${number}`),
  history: (memory, { name, number }) =>
    memory.history.append(`entry ${name} ${number} ${'of some length '.repeat(8)}`),
  knowledge: (memory, { name, number }) => memory.knowledge.add('learned_fact', `known ${name} ${number}`),
  learn: (memory, { name, number }) => memory.records.learn({ text: `learned ${name} ${number}`, type: 'fact' }),
  maintain: async (memory, { name, number }) => {
    // Two that say nearly the same, so that there is something to merge.
    const words = `look at the report of ${name} ${number} before you merge any branch into the main one`
    await memory.records.learn([{ text: `always ${words}` }, { text: `always ${words} please` }])
    await memory.maintain()
  },
  note: (memory, { name, number }) =>
    memory.notes.write({
      name: `note ${name} ${number}`,
      description: 'written by a worker',
      type: 'project',
      content: wordOf(name, number),
    }),
  reindex: async (memory, { directory }) => {
    for (const suffix of ['', '-wal', '-shm']) fs.rmSync(join(directory, 'state', `index.db${suffix}`), { force: true })
    await memory.recall('tool')
    await memory.flush()
  },
  trim: async (memory, { name, number }) => {
    await memory.sessions.append(trimmed, { id: `${name}-${number}`, role: 'user', content: 'to be trimmed' })
    await memory.sessions.trim(trimmed, 3)
  },
} satisfies Readonly<Record<string, Job>>

/** The name of a job. */
export type JobName = keyof typeof jobs

/** Whether a text names a job. */
export function isJob(name: string): name is JobName {
  return Object.hasOwn(jobs, name)
}
