import type { Memory, Message } from '@daybook/memory-core'

/** Talks by session, and questions about them. */
export interface Conversations {
  sessions: Record<string, Message[]>
  questions: string[]
}

const people = ['Ada', 'Bruno', 'Carla', 'Dmitri', 'Elif', 'Farah', 'Goran', 'Hana']
const places = ['Porto', 'Lisbon', 'Ghent', 'Riga', 'Turin', 'Malmö', 'Split', 'Bergen']
const things = ['crane survey', 'bread oven', 'release train', 'choir rehearsal', 'river map', 'proxy certificate']
const verbs = ['moved', 'planned', 'cancelled', 'finished', 'documented', 'postponed', 'reviewed', 'started']
const reasons = [
  'because of the storm',
  'after the audit',
  'for the new office',
  'with the whole team',
  'before spring',
]

/** Made-up talks, the same for the same seed. */
export function conversations(seed: number, count: number): Conversations {
  const pick = picker(seed)
  const sessions: Conversations['sessions'] = {}
  for (let number = 0; number < count; number += 1)
    sessions[`chat-${number}`] = Array.from({ length: 20 }, (_, index): Message => {
      const day = String(1 + (index % 19)).padStart(2, '0')
      const said = `${pick(people)} ${pick(verbs)} the ${pick(things)} in ${pick(places)} ${pick(reasons)}, number ${number * 20 + index}.`
      const role = index % 2 === 0 ? 'user' : 'assistant'
      return { role, content: said, id: `m${number}-${index}`, createdAt: `2026-03-${day}T08:00:00.000Z` }
    })
  const questions = Array.from(
    { length: 60 },
    () => `When was the ${pick(things)} ${pick(verbs)} in ${pick(places)} by ${pick(people)}?`,
  )
  return { sessions, questions }
}

/** Says something in each layer: notes, a fact and a record that were replaced, records that were learned and captured. */
export async function fillLayers(memory: Memory): Promise<void> {
  await memory.facts.replace(
    '# Facts\n- The river map is kept in Ghent\n- Bruno plans the crane survey\n- I live in Porto\n',
  )
  await memory.records.learn({ text: 'Ada reviewed the river map in Ghent' })
  await memory.records.learn({ text: 'Always write tests first', type: 'policy', priority: 'high' })
  await memory.notes.write({ filename: 'map', name: 'Map', description: 'of the river', type: 'project', content: 'x' })
  await memory.addMessages('chat-1', { role: 'user', content: 'I prefer pnpm over npm. By the way, I moved to Riga.' })
  await memory.flush()
  await memory.addMessages('chat-1', { role: 'user', content: 'By the way, I moved to Turin.' })
}

/** A small generator of numbers (mulberry32), so that a run can be repeated. */
function picker(seed: number): (list: readonly string[]) => string {
  let state = seed
  return (list) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return list[((mixed ^ (mixed >>> 14)) >>> 0) % list.length] ?? ''
  }
}
