import type { Passage } from '@daybook/memory-core'
import { afterAll, expect, it } from 'vitest'
import { createPool, openStorage } from './fixture.ts'

const pool = createPool()
afterAll(() => pool.end())

const model = { name: 'm', dimensions: 2 }

function fact(id: string, text: string): Passage {
  const source = { path: 'a.md', line: 1 }
  return { id, layer: 'facts', origin: 'a.md', text, tokens: [text], source }
}

it('asks for every passage of one change, however few at a time, and again for what has changed', async () => {
  const { passages, vectors, close } = await openStorage(pool)
  if (!vectors) throw new Error('no vectors')
  await passages.update({ upsert: ['a', 'b', 'c'].map((id) => fact(id, id)) })
  await vectors.put(model, [])
  const asked: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const [one] = await vectors.missing(model.name, 1)
    if (!one) break
    asked.push(one.id)
    await vectors.put(model, [{ ...one, vector: new Float32Array([1, 0]) }])
  }
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(await vectors.missing(model.name, 9)).toEqual([])
  await passages.update({ upsert: [fact('d', 'd')] })
  await passages.update({ upsert: [fact('a', 'otherwise')] })
  expect((await vectors.missing(model.name, 9)).map(({ id }) => id)).toEqual(['d', 'a'])
  const query = { model, vector: new Float32Array([1, 0]), limit: 9 }
  const { nearest } = await vectors.nearest(query)
  expect(new Set(nearest.map(({ passage }) => passage.id))).toEqual(new Set(['b', 'c']))
  await close()
})
