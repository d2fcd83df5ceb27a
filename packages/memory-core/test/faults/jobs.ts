import fs from 'node:fs'
import { join } from 'node:path'
import { type Memory, openMemory } from '../../src/index.ts'
import { alikeTexts, markOf, texts } from './texts.ts'
import { workerSetting } from './worker-setting.ts'

/** What a worker does again and again, each time with a number of its own. */
export type Job = (memory: Memory, work: { name: string; number: number; directory: string }) => Promise<unknown>

/** The session that all workers write to, and that is consolidated. */
export const session = 'shared'

/** The session that is trimmed: its messages go to the archive whether they were consolidated or not. */
export const trimmed = 'trimmed'

/** How the keys of those sessions begin whose messages are captured; each worker has one of its own. */
export const capturedPrefix = 'captured-'

/** The namespace of the items that workers keep; each has one of its own below. */
export const kept = 'kept'

/** Every job by its name; the acknowledged ones are looked for by `expectWhole`. */
export const jobs = {
  append: (memory, { name, number }) =>
    memory.addMessages(number % 2 === 0 ? session : name, {
      id: `${name}-${number}`,
      role: 'user',
      content: texts.append(name, number),
    }),
  capture: (memory, { name, number }) =>
    memory.addMessages(`${capturedPrefix}${name}`, {
      id: `${name}-${number}`,
      role: 'user',
      content: texts.capture(name, number),
    }),
  consolidate: (memory) => memory.consolidate(session),
  fact: (memory, { name, number }) => memory.facts.append(`- ${texts.fact(name, number)}`),
  /** Forgets all that has the number of the work before. */
  forget: (memory, { name, number }) => memory.forget({ text: markOf(name, number - 1) }),
  history: (memory, { name, number }) => memory.history.append(texts.history(name, number)),
  item: (memory, { name, number }) =>
    memory.items.put([{ namespace: [kept, name], key: String(number), value: { text: texts.item(name, number) } }]),
  knowledge: (memory, { name, number }) => memory.knowledge.add('learned_fact', texts.knowledge(name, number)),
  learn: (memory, { name, number }) => memory.records.learn({ text: texts.learn(name, number), type: 'fact' }),
  maintain: async (memory, { name, number }) => {
    await memory.records.learn(alikeTexts(name, number).map((text) => ({ text, type: 'policy' as const })))
    await memory.maintain()
  },
  note: (memory, { name, number }) =>
    memory.notes.write({
      name: `note ${name} ${number}`,
      description: 'written by a worker',
      type: 'project',
      content: texts.note(name, number),
    }),
  recall: (memory, { name, number }) => memory.recall(markOf(name, number - 1)),
  reindex: async (memory, { name, number, directory }) => {
    await jobs.append(memory, { name, number, directory })
    for (const suffix of ['', '-wal', '-shm']) fs.rmSync(join(directory, 'state', `index.db${suffix}`), { force: true })
    // The memory that is open goes on with the file that is gone: another one makes it anew.
    const again = await openMemory({ ...workerSetting, directory, consolidation: { auto: false } })
    const { items } = await again.recall(markOf(name, number), { layers: ['sessions'] })
    await again.close()
    if (!items.some(({ text }) => text === texts.append(name, number))) throw new Error('the new index lacks a message')
  },
  trim: async (memory, { name, number }) => {
    await memory.sessions.append(trimmed, {
      id: `${name}-${number}`,
      role: 'user',
      content: texts.trim(name, number),
    })
    await memory.sessions.trim(trimmed, 3)
  },
} satisfies Readonly<Record<string, Job>>

/** The name of a job. */
export type JobName = keyof typeof jobs

/** Whether a text names a job. */
export function isJob(name: string): name is JobName {
  return Object.hasOwn(jobs, name)
}

/** The jobs after which all that was acknowledged is still there. */
export const keeping: readonly JobName[] = Object.keys(jobs).filter((job): job is JobName => job !== 'forget')
