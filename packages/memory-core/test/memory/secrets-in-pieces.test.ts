import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MemoryEvent } from '../../src/events.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import { foundBelow, newSecret } from './secret.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const password = 'hunter2!Xq9'
const mark = '[redacted: password]'
const note = { filename: 'db', name: 'DB', description: 'd', type: 'reference' as const, content: 'password: TBD' }

async function openHere() {
  const directory = await temporaryDirectory()
  const events: MemoryEvent[] = []
  const memory = await openMemory({ directory, knowledge: {}, onEvent: (event) => void events.push(event) })
  onTestFinished(() => memory.close())
  const text = (path: string): Promise<string> => readFile(join(directory, path), 'utf8')
  return { directory, memory, events, text }
}

type Leak = (memory: Memory) => unknown

/** Calls of which each gives a part only: the name, or the value. */
const pieces: Readonly<Record<string, Leak>> = {
  'a note of which the value is put in the place of a word': async ({ notes }) => {
    await notes.write(note)
    await notes.update('db', 'TBD', password)
  },
  'the tool that changes notes': async (memory) => {
    await memory.notes.write(note)
    const tool = (await memory.tools({ tools: 'all' })).find(({ name }) => name === 'memory_update')
    await tool?.execute({ filename: 'db.md', old_text: 'TBD', new_text: password })
    expect((await memory.notes.read('db'))?.content).toContain(mark)
  },
  'a fact below a line that names it': async ({ facts }) => {
    await facts.append('The password:')
    await facts.append(`${password}\n`)
  },
  'a fact with its category': ({ facts }) => facts.append({ category: 'password', text: password }),
  'knowledge with its category': ({ knowledge }) => knowledge.add('password', password),
  'text parts of a message': (memory) =>
    memory.addMessages('s', {
      role: 'assistant',
      content: [
        { type: 'text', text: 'my password: ' },
        { type: 'text', text: password },
      ],
    }),
  'text parts that a stream cut inside of the secret': (memory) =>
    memory.addMessages('s', {
      role: 'assistant',
      content: ['my pass', 'word: hun', 'ter2', '!Xq9 it is'].map((text) => ({ type: 'text', text })),
    }),
  'text parts on lines of their own': (memory) =>
    memory.addMessages('s', {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Password:' },
        { type: 'file', mediaType: 'image/png' },
        { type: 'text', text: password },
      ],
    }),
  "text parts in a framework's own shape": (memory) =>
    memory.addMessages('s', {
      role: 'assistant',
      content: 'x',
      native: { framework: 'f', value: { parts: [{ text: 'my password: ' }, { text: password }] } },
    }),
  'parts of a message that is changed': async ({ sessions }) => {
    await sessions.append('s', { id: 'm', role: 'user', content: 'x' })
    const content = ['my password: ', password].map((text) => ({ type: 'text' as const, text }))
    await sessions.update('s', 'm', { content })
  },
  'fields of a form that a tool fills': (memory) =>
    memory.addMessages('s', {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c', name: 'fill', input: { fields: [{ name: 'Password', value: password }] } }],
    }),
  'arguments of a command that a tool runs': (memory) =>
    memory.addMessages('s', {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c', name: 'run', input: { argv: ['dump', '--password', password, 'shop'] } }],
    }),
  'steps of a procedure': ({ records }) =>
    records.procedure({ name: 'log in', steps: ['open the page', 'type the password:', password] }),
  'an item under its key': ({ items }) =>
    items.put([
      { namespace: ['a'], key: 'k', value: { key: 'db_password', value: password }, at: '2026-01-01T00:00:00.000Z' },
    ]),
}

describe('row 17: a secret of which each call or part gives a piece', () => {
  it.each(Object.entries(pieces))('never reaches the disk through %s', async (_, leak) => {
    const { directory, memory, events } = await openHere()
    await leak(memory)
    await memory.flush()
    expect(await foundBelow(directory, [password])).toEqual([])
    expect(events.filter(({ type }) => type === 'secret-redacted').map(({ details }) => details)).toEqual([
      expect.objectContaining({ password: 1 }),
    ])
  })

  it('is taken out of the file of a note, and its header stays readable', async () => {
    const { memory, text } = await openHere()
    await memory.notes.write({ ...note, content: 'password: TBD\nuser: ada' })
    await memory.notes.update('db', 'TBD', password)
    expect((await memory.notes.read('db'))?.content.trim()).toBe(`password: ${mark}\nuser: ada`)
    await memory.notes.update('db', 'description: d', 'description: password')
    await memory.notes.update('db', 'description: password', `description: password = ${password}`)
    expect(await memory.notes.list()).toMatchObject([{ description: `password = ${mark}` }])
    await memory.notes.update(
      'db',
      /^description: .*$/m.exec(await text('.memory/db.md'))?.[0] ?? '',
      `description: ${newSecret()}`,
    )
    expect(await memory.notes.list()).toMatchObject([{ name: 'DB', description: '[redacted: github-token]' }])
    await memory.notes.write({ ...note, content: `it is ${password}` })
    await memory.notes.update('db', 'it is', 'password:')
    expect(await text('.memory/db.md')).not.toContain('Xq9')
  })

  it('leaves the other parts, and what the caller gave, as they were', async () => {
    const { memory } = await openHere()
    const content = Object.freeze(
      ['Hello. My password: ', 'hunter2', '!Xq9, and', ' more.'].map((text) =>
        Object.freeze({ type: 'text' as const, text }),
      ),
    )
    const [stored] = await memory.addMessages('s', { role: 'user', content })
    expect(stored?.content).toEqual(
      ['Hello. My password: ', mark, ', and', ' more.'].map((text) => ({ type: 'text', text })),
    )
    expect(content.map(({ text }) => text).join('')).toBe('Hello. My password: hunter2!Xq9, and more.')
  })

  it('is none where nothing names it', async () => {
    const { memory, events } = await openHere()
    const content = ['The word is', ' green tea', '\nand tea again'].map((text) => ({ type: 'text' as const, text }))
    expect((await memory.addMessages('s', { role: 'user', content }))[0]?.content).toEqual(content)
    await memory.facts.append('Likes:')
    await memory.facts.append(password)
    await memory.facts.append({ category: 'tea', text: 'green2!Xq9' })
    await memory.notes.write({ ...note, content: 'tea: TBD' })
    await memory.notes.update('db', 'TBD', password)
    expect(events.filter(({ type }) => type === 'secret-redacted')).toEqual([])
    expect(await memory.facts.read()).toBe(`Likes:\n${password}\n- [tea] green2!Xq9\n`)
  })

  it('keeps what update refuses refused', async () => {
    const { memory } = await openHere()
    await memory.notes.write(note)
    const given = 5 as unknown as string
    await expect(memory.notes.update('none', given, 'x')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(memory.notes.update('none', 'x', given)).rejects.toMatchObject({ code: 'bad-input' })
    await expect(memory.notes.update(given, 'x', 'y')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(memory.notes.update('none', 'x', 'y')).rejects.toMatchObject({ code: 'not-found' })
    await expect(memory.notes.update('db', 'never there', 'y')).rejects.toMatchObject({ code: 'not-found' })
  })
})
