import type { Collection, Sitting, Turn } from '../src/conversation.ts'

const sittings = 4
const turnsPerSitting = 15

/** Who speaks when: begins with the assistant, has two turns of one speaker in a row, ends without a reply. */
const speakers = 'auauuauaauauauu'

/** Sixty turns in four sittings on four days. Every text names its turn, and no other. */
export const shortConversation: Collection = {
  id: 'short',
  sittings: Array.from({ length: sittings }, (_, day) => sitting(day + 1)),
  questions: [],
}

function sitting(day: number): Sitting {
  return { id: `S${day}`, turns: Array.from({ length: turnsPerSitting }, (_, place) => turn(day, place + 1)) }
}

function turn(day: number, place: number): Turn {
  const id = `S${day}:${place}`
  const role = speakers[place - 1] === 'u' ? 'user' : 'assistant'
  const text = place % 5 === 0 ? `yes, ${id}` : `${role} speaks as ${id} about subject ${day * 100 + place}`
  return { id, text, role, at: Date.UTC(2026, 0, day * 3, 9, place) }
}

/** The ids of all turns, in their order. */
export const allTurns: string[] = shortConversation.sittings.flatMap(({ turns }) => turns.map(({ id }) => id))

/** The turns that a text names. */
export function turnsIn(text: string): string[] {
  return text.match(/S\d:\d+/g) ?? []
}
