import { describe, expect, it } from 'vitest'
import { inMemoryStorage, openMemory } from '../../src/index.ts'

const day = 86_400_000

function open(start = '2026-11-01T09:00:00Z') {
  let now = Date.parse(start)
  const memory = openMemory({ storage: inMemoryStorage(), clock: () => now })
  const pass = (ms: number): void => {
    now += ms
  }
  return { memory, pass }
}

describe('the log of a memory', () => {
  it('says what was learnt, replaced, summed up, removed and forgotten, newest first', async () => {
    const { memory: opening, pass } = open()
    const memory = await opening
    await memory.addMessages('monday', { role: 'user', content: 'I live in Berlin.' })
    await memory.flush()
    pass(day)
    await memory.addMessages('tuesday', { role: 'user', content: 'I moved to Munich.' })
    await memory.flush()
    pass(day)
    await memory.history.append('Moved house.')
    await memory.facts.append('- Likes tea')
    pass(1_000)
    await memory.facts.replace((await memory.facts.read()).replace('- Likes tea\n', ''))
    pass(day)
    await memory.forget({ text: 'Moved house' })
    const { since, entries } = await memory.log()
    expect(since).toBe('2026-10-28T09:00:01.000Z')
    const said = entries.map(({ what, text }) => `${what}: ${text}`)
    expect(said[0]).toBe('forgotten: 1 in history')
    expect(said).toContain('removed: Likes tea')
    expect(said.filter((one) => one.startsWith('learnt'))).toHaveLength(2)
    expect(entries).toContainEqual(
      expect.objectContaining({
        what: 'replaced',
        text: expect.stringContaining('Berlin'),
        by: expect.stringContaining('Munich'),
      }),
    )
    expect(said.join()).not.toContain('Moved house')
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)))
    await memory.close()
  })

  it('begins at a time, and ends with so many', async () => {
    const { memory: opening, pass } = open()
    const memory = await opening
    await memory.records.learn([{ text: 'Likes tea' }, { text: 'Likes rain' }])
    pass(3 * day)
    await memory.records.learn({ text: 'Likes snow' })
    expect((await memory.log({ since: '1d' })).entries.map(({ text }) => text)).toEqual(['Likes snow'])
    expect((await memory.log({ since: '2026-11-03' })).entries).toHaveLength(1)
    expect((await memory.log({ limit: 2 })).entries).toHaveLength(2)
    await expect(memory.log({ since: 'soon' })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(memory.log({ limit: 0 })).rejects.toMatchObject({ code: 'bad-input' })
    await memory.close()
  })
})

describe('facts.replace', () => {
  it('replaces only what the caller has read, where it says what that was', async () => {
    const { memory: opening } = open()
    const memory = await opening
    await memory.facts.append('- Likes tea')
    const read = await memory.facts.read()
    await memory.facts.append('- Likes rain')
    await expect(memory.facts.replace('# Mine\n', { expected: read })).rejects.toMatchObject({
      code: 'version-conflict',
    })
    expect(await memory.facts.read()).toContain('rain')
    await memory.facts.replace('# Mine\n', { expected: await memory.facts.read() })
    expect(await memory.facts.read()).toBe('# Mine\n')
    await memory.close()
  })
})
