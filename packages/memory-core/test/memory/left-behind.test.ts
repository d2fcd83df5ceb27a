import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/text/analyse.ts'
import { talk, workspace } from '../consolidation/workspace.ts'
import { filesWith } from '../forgetting/bytes.ts'

const word = 'Quibblefrost'
const token = `gh${'p_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`

describe('what was removed from a session', () => {
  it.each(['remove', 'clear'] as const)('with %s stands in no log after a flush', async (by) => {
    const place = await workspace()
    const memory = await place.open({ consolidation: { auto: false } })
    await memory.addMessages('chat', [{ id: 'a', role: 'user', content: `The ${word} is here` }])
    await memory.flush()
    expect(await filesWith(place.directory, [word])).toContain('state/index.db-wal')
    if (by === 'remove') await memory.sessions.remove('chat', ['a'])
    else await memory.sessions.clear('chat', { archived: true })
    await memory.flush()
    expect(await filesWith(place.directory, [word, ...analyse(word)])).toEqual([])
    expect(place.events.map(({ type }) => type)).not.toContain('purge-incomplete')
  })
})

describe('a model that repeats a secret in its error', () => {
  it('tells it in no result and no event', async () => {
    const place = await workspace()
    const memory = await place.open({
      consolidation: { auto: false },
      sessions: { window: 2 },
      model: async () => {
        throw Object.assign(new Error(`401: wrong key ${token}`, { cause: token }), { response: { key: token } })
      },
    })
    await memory.addMessages('chat', talk(8))
    const { error } = await memory.consolidate('chat')
    const told = [error, ...place.events.map((event) => event.error)].filter((one) => one !== undefined)
    expect(told.length).toBeGreaterThan(1)
    for (const one of told) {
      if (!(one instanceof Error)) throw new Error('expected an error')
      expect(`${one.stack} ${String(one.cause)} ${JSON.stringify(one)}`).not.toContain(token.slice(6))
      expect(one.message).toContain('[redacted: github-token]')
    }
    expect(JSON.stringify(place.events)).not.toContain(token.slice(6))
  })
})
