import { expect } from 'vitest'
import type { Memory, Recalled, RecallOptions } from '../../src/index.ts'
import { markOf, texts } from './texts.ts'
import { type Work, workIn } from './work.ts'

/** Where a search finds what a job wrote, and what it finds. */
const found: Readonly<Partial<Record<string, { layer: Layer; text: (name: string, number: number) => string }>>> = {
  append: { layer: 'sessions', text: texts.append },
  capture: { layer: 'records', text: texts.capture },
  fact: { layer: 'facts', text: texts.fact },
  history: { layer: 'history', text: texts.history },
  knowledge: { layer: 'knowledge', text: texts.knowledge },
  learn: { layer: 'records', text: texts.learn },
  note: { layer: 'notes', text: texts.note },
  reindex: { layer: 'sessions', text: texts.append },
  trim: { layer: 'sessions', text: texts.trim },
}

type Layer = NonNullable<RecallOptions['layers']>[number]

/** The last two of each worker and job, and some of those before. */
function sampleOf(acknowledged: readonly string[]): Work[] {
  const newest = new Map<string, number>()
  return acknowledged
    .map(workIn)
    .reverse()
    .filter(({ job, name }, index) => {
      const key = `${job} ${name}`
      const count = (newest.get(key) ?? 0) + 1
      newest.set(key, count)
      return count <= 2 || index % 50 === 0
    })
}

/** A search for a word that only one acknowledged piece of work has finds it, whole, in its layer. */
export async function expectRecalled(memory: Memory, acknowledged: readonly string[]): Promise<void> {
  for (const { job, name, number } of sampleOf(acknowledged)) {
    const expected = found[job]
    if (!expected) continue
    const ask = (): Promise<Recalled> => memory.recall(markOf(name, number), { layers: [expected.layer] })
    let answer = await ask()
    // On a busy machine, the index is behind for longer than a recall waits.
    while (answer.degraded?.includes('indexing')) answer = await ask()
    const { items } = answer
    expect(items.map(({ text }) => text)).toContain(expected.text(name, number))
  }
}
