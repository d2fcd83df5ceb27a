import type { Memory } from '../../src/index.ts'

/** One kind of thing that a writer writes. */
interface Kind {
  /** In turn 0, and then in one of so many. */
  every: number
  write(memory: Memory, name: string, turn: number): Promise<unknown>
  /** All of the kind that a memory has of a writer, whole. */
  read(memory: Memory, name: string): Promise<readonly string[]>
  /** Whether `read` answers the oldest first. */
  isOrdered?: boolean
  /** What one turn has written, as `read` answers it. */
  text(name: string, turn: number): string
}

const says = (name: string, turn: number): string => `${name} says ${turn}.`
const startingWith = (texts: readonly string[], name: string): string[] =>
  texts.filter((text) => text.startsWith(`${name} says `))

/** What a writer for the tests of backups writes into each layer. */
export const kindsOfWriter: readonly Kind[] = [
  {
    every: 1,
    write: (memory, name, turn) =>
      memory.addMessages(name, { id: `m${turn}`, role: 'user', content: says(name, turn) }),
    read: async (memory, name) =>
      (await memory.sessions.messages(name, { archived: true })).map(({ id, content }) => `${id} ${content}`),
    isOrdered: true,
    text: (name, turn) => `m${turn} ${says(name, turn)}`,
  },
  {
    every: 10,
    write: (memory, name, turn) => memory.records.learn({ text: says(name, turn) }),
    read: async (memory, name) =>
      startingWith(
        (await memory.records.list({ limit: 10_000, archived: 'all' })).map(({ text }) => text),
        name,
      ),
    text: says,
  },
  {
    every: 7,
    write: (memory, name, turn) => memory.facts.append(`- ${says(name, turn)}`),
    read: async (memory, name) =>
      startingWith(
        (await memory.facts.list()).map(({ text }) => text),
        name,
      ),
    text: says,
  },
  {
    every: 5,
    write: (memory, name, turn) => memory.history.append(says(name, turn)),
    read: async (memory, name) =>
      startingWith(
        (await memory.history.list()).map(({ text }) => text),
        name,
      ),
    text: says,
  },
  {
    every: 15,
    write: (memory, name, turn) =>
      memory.notes.write({
        name: `${name} ${turn}`,
        description: 'of a writer',
        type: 'project',
        content: says(name, turn),
      }),
    read: async (memory, name) => {
      const notes = (await memory.notes.list()).filter((note) => note.name.startsWith(`${name} `))
      return Promise.all(notes.map(async ({ filename }) => (await memory.notes.read(filename))?.content ?? ''))
    },
    text: says,
  },
  {
    every: 9,
    write: (memory, name, turn) => memory.knowledge.add('learned_fact', says(name, turn)),
    read: async (memory, name) =>
      startingWith(
        (await memory.knowledge.list()).map(({ content }) => content),
        name,
      ),
    text: says,
  },
  {
    every: 4,
    write: (memory, name, turn) =>
      memory.items.put([{ namespace: ['writers', name], key: String(turn), value: says(name, turn) }]),
    read: async (memory, name) =>
      (await memory.items.search({ prefix: ['writers', name], limit: 10_000 })).map(({ value }) => String(value)),
    text: says,
  },
]
