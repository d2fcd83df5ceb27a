import { expect, it } from 'vitest'
import { createEncoder } from './sentence-encoder.ts'

const similarity = (a: Float32Array = new Float32Array(0), b: Float32Array = new Float32Array(0)): number =>
  a.reduce((sum, value, position) => sum + value * (b[position] ?? 0), 0)

it('gives sentences of one meaning vectors that are closer', async () => {
  const encode = await createEncoder()
  const [tea, drink, bus] = await encode(['I like tea.', 'Tea is my favourite drink.', 'The bus was late.'])
  expect(tea).toHaveLength(512)
  expect(similarity(tea, tea)).toBeCloseTo(1, 5)
  expect(similarity(tea, drink)).toBeGreaterThan(similarity(tea, bus) + 0.2)
})

it('keeps each vector beside its text when some texts are empty', async () => {
  const encode = await createEncoder()
  const [alone] = await encode(['tea'])
  const [empty, between, last] = await encode(['', 'tea', ''])
  expect(similarity(between, alone)).toBeCloseTo(1, 5)
  expect(empty).toEqual(new Float32Array(512))
  expect(last).toEqual(new Float32Array(512))
  expect(await encode([])).toEqual([])
})

it('takes more texts than one batch, hostile ones included', async () => {
  const encode = await createEncoder()
  const texts = [
    ...Array.from({ length: 33 }, (_, number) => `sentence ${number}`),
    '\u0000',
    '\ud800',
    '日本語',
    'x '.repeat(500_000),
  ]
  const vectors = await encode(texts)
  expect(vectors).toHaveLength(texts.length)
  expect(vectors.every((vector) => vector.length === 512 && vector.every(Number.isFinite))).toBe(true)
})

it('stops when it is told to', async () => {
  const encode = await createEncoder()
  await expect(encode(['tea'], AbortSignal.abort())).rejects.toThrow(/abort/)
})
