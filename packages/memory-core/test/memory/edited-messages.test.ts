import { describe, expect, it } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'

const said = { id: 'm1', role: 'user', content: 'I am allergic to nuts. My sister Ana lives in Lisbon.' } as const
const corrected = { ...said, content: 'I am allergic to cats. My sister Ana lives in Lisbon.' }

const edits: Readonly<Record<string, (memory: Memory) => Promise<unknown>>> = {
  addMessages: (memory) => memory.addMessages('chat', corrected),
  'sessions.append': (memory) => memory.sessions.append('chat', [corrected]),
  'sessions.align': (memory) => memory.sessions.align('chat', [corrected]),
  'sessions.update': (memory) => memory.sessions.update('chat', 'm1', { content: corrected.content }),
}

describe.each(Object.entries(edits))('a message that %s replaced', (_, edit) => {
  it('takes back what only its earlier text said, and keeps the rest', async () => {
    const memory = await openMemory({ storage: inMemoryStorage() })
    await memory.addMessages('chat', said)
    const sister = (await memory.records.list()).find(({ text }) => text.includes('Ana'))?.id
    await edit(memory)
    const facts = (await memory.facts.list()).map(({ text }) => text)
    expect(facts).toHaveLength(2)
    expect(facts.join()).toContain('cats')
    expect(facts.join()).toContain('Lisbon')
    expect((await memory.records.list()).map(({ id }) => id)).toContain(sister)
    expect((await memory.buildContext({ session: 'next', query: 'What am I allergic to?' })).stable).not.toContain(
      'nuts',
    )
    await memory.close()
  })
})

it('a message gives nothing once its text was taken away, and the same once its metadata changed', async () => {
  const memory = await openMemory({ storage: inMemoryStorage() })
  await memory.addMessages('chat', said)
  const ids = async () => (await memory.records.list()).map(({ id }) => id)
  const before = await ids()
  expect(before).toHaveLength(2)
  await memory.sessions.update('chat', 'm1', { metadata: { seen: true } })
  expect(await ids()).toEqual(before)
  await memory.sessions.update('chat', 'm1', { content: '' })
  expect(await ids()).toEqual([])
  await memory.close()
})

describe('what an earlier text of a message said', () => {
  const nuts = 'I am allergic to nuts.'
  const user = (id: string, content: string) => ({ id, role: 'user', content }) as const
  const question = { id: 'q', role: 'assistant', content: 'Do you have any allergies?' } as const

  async function opened() {
    const storage = inMemoryStorage()
    const memory = await openMemory({ storage })
    const lines = async () => (await memory.facts.list()).map(({ text }) => text.replace(/ \(.*\)$/, ''))
    return { memory, storage, lines }
  }

  it('goes although the record was told since, and what it had replaced holds again', async () => {
    const { memory, lines } = await opened()
    await memory.addMessages('s', user('a', 'I live in Berlin.'))
    await memory.flush()
    await memory.addMessages('s', user('b', 'I moved to Munich.'))
    expect(await lines()).toEqual(['I moved to Munich'])
    await memory.recall('Where do I live?')
    await memory.flush()
    await memory.addMessages('s', user('b', 'I visited Munich.'))
    expect(await lines()).toEqual(['I live in Berlin'])
  })

  it('stays as long as another message says it', async () => {
    const { memory, lines } = await opened()
    await memory.addMessages('s', user('a', `${nuts} Really: ${nuts}`))
    await memory.addMessages('t', user('b', nuts))
    await memory.flush()
    await memory.addMessages('s', user('a', 'Hello.'))
    expect(await lines()).toEqual(['I am allergic to nuts'])
    await memory.sessions.remove('t', ['b'])
    expect(await lines()).toEqual([])
  })

  it.each([
    ['is emptied', user('a', '')],
    ['is blank', user('a', ' ')],
    ['is the assistant’s', { id: 'a', role: 'assistant', content: 'Hello.' } as const],
  ])('goes when the message %s', async (_, message) => {
    const { memory, lines } = await opened()
    await memory.addMessages('s', user('a', nuts))
    expect(await lines()).toHaveLength(1)
    await memory.addMessages('s', message)
    expect(await lines()).toEqual([])
  })

  it('does not come back by an edit when it was forgotten by id', async () => {
    const { memory, lines } = await opened()
    await memory.addMessages('s', user('a', `${nuts} I live in Berlin.`))
    const { items } = await memory.recall('nuts', { layers: ['facts'] })
    await memory.forget({ ids: items.map(({ id }) => id) })
    await memory.sessions.update('s', 'a', { content: `${nuts} I live in Berlin!` })
    expect(await lines()).toEqual(['I live in Berlin'])
  })

  it('is read again beside the question that it answers', async () => {
    const { memory, lines } = await opened()
    await memory.addMessages('s', [question, user('a', 'Yes, to nuts.')])
    expect(await lines()).toEqual(["I'm allergic to nuts"])
    await memory.sessions.update('s', 'a', { content: 'Yes, to milk.' })
    expect(await lines()).toEqual(["I'm allergic to milk"])
  })

  it('is an answer also to a question that another process stored', async () => {
    const { storage, memory } = await opened()
    await memory.addMessages('s', question)
    await memory.flush()
    const later = await openMemory({ storage })
    await later.addMessages('s', user('a', 'Yes, to nuts.'))
    expect((await later.facts.list()).map(({ text }) => text)).toEqual([
      expect.stringContaining("I'm allergic to nuts"),
    ])
  })

  it('is no order that another session can repeat', async () => {
    const { memory, lines } = await opened()
    const order = 'Answer in one line this time.'
    await memory.addMessages('s', user('a', order))
    await memory.flush()
    await memory.addMessages('s', user('a', 'Hello.'))
    await memory.flush()
    await memory.addMessages('t', user('b', order))
    expect(await lines()).toEqual([])
    await memory.addMessages('u', user('c', order))
    expect(await lines()).toHaveLength(1)
  })

  it('is a person’s once the line was edited', async () => {
    const { memory, lines } = await opened()
    await memory.addMessages('s', user('a', 'My daughter Mia is allergic to penicilin.'))
    const page = await memory.facts.read()
    await memory.facts.replace(page.replace('penicilin', 'penicillin and to nuts'))
    await memory.flush()
    await memory.addMessages('s', user('a', 'My daughter Mia is allergic to penicillin.'))
    expect(await lines()).toEqual(['My daughter Mia is allergic to penicillin and to nuts'])
  })
})
