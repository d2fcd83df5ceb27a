import { describe, expect, it } from 'vitest'
import { workspace } from '../consolidation/workspace.ts'

describe('the items of a memory', () => {
  it('take every form of time, and the clock where none is given', async () => {
    const place = await workspace()
    const memory = await place.open()
    await memory.items.put([
      { namespace: ['a'], key: 'now', value: 1 },
      { namespace: ['a'], key: 'date', value: 2, at: new Date('2026-02-03T04:05:06Z') },
      { namespace: ['a'], key: 'day', value: 3, at: '2026-02-04', expiresAt: new Date('2026-03-02') },
    ])
    const times = (await memory.items.search({ prefix: ['a'], order: 'key', limit: 9 })).map((item) => item.updatedAt)
    expect(times).toEqual(['2026-02-03T04:05:06.000Z', '2026-02-04T00:00:00.000Z', '2026-03-01T09:30:00.000Z'])
    expect(await memory.items.count(['a'])).toBe(3)
    expect(await memory.items.count(['a'], new Date('2026-03-03'))).toBe(2)
    expect(await memory.items.namespaces({ limit: 9 })).toEqual([['a']])
    place.clock.set('2026-03-01T10:00:00Z')
    const [touched] = await memory.items.get(['a'], ['now'], { touch: { expiresAt: '2026-03-05' } })
    expect(touched).toMatchObject({ accessedAt: '2026-03-01T10:00:00.000Z', expiresAt: '2026-03-05T00:00:00.000Z' })
    place.clock.set('2026-03-03')
    expect(await memory.items.get(['a'], ['day'])).toEqual([undefined])
    expect(await memory.items.prune(['a'])).toBe(1)
  })

  it('say what is wrong with a time, and with what is no item', async () => {
    const { items } = await (await workspace()).open()
    const put = (item: unknown): unknown => Reflect.apply(items.put, items, [[item]])
    await expect(put({ namespace: ['a'], key: 'k', value: 1, at: 'soon' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('item.at is "soon", expected a date'),
    })
    for (const wrong of [null, 'x', { namespace: ['a'], key: 'k', value: 1, when: 1 }, { key: 'k', value: 1 }])
      await expect(put(wrong)).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('arguments that cannot be used', () => {
  it.each([[undefined], ['x'], [[1]], [null]])('sessions.remove refuses %j as a list of ids', async (ids) => {
    const { sessions } = await (await workspace()).open()
    await sessions.append('s', { id: 'x', role: 'user', content: 'a' })
    await expect(Reflect.apply(sessions.remove, sessions, ['s', ids])).rejects.toMatchObject({ code: 'bad-input' })
    expect(await sessions.messages('s')).toHaveLength(1)
  })

  it.each(['consolidate', 'resetSession'] as const)('%s refuses options that there are not', async (call) => {
    const memory = await (await workspace()).open({ consolidation: { auto: false } })
    for (const options of [{ foo: 1 }, { signal: true }, 'x', null])
      await expect(Reflect.apply(memory[call], memory, ['s', options])).rejects.toMatchObject({ code: 'bad-input' })
    expect(await memory[call]('s', { signal: new AbortController().signal })).toMatchObject({ messages: 0 })
  })
})
