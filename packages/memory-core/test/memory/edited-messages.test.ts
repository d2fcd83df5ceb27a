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
