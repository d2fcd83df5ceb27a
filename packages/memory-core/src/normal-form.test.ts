import { expect, it } from 'vitest'
import { normalForm } from './text/plain-text.ts'

it('is the normal form of whatever people write', () => {
  const texts = ['café', 'cafe\u0301', 'ﬁ', 'हिन्दी', 'a\u0316\u0301\u0301', '']
  for (const text of texts)
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(normalForm(text, form)).toBe(text.normalize(form))
})

it('does not hang on a million marks, and keeps 32 of them', () => {
  const started = performance.now()
  const found = normalForm(`a${'\u0301\u0316'.repeat(500_000)}b`, 'NFD')
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(found).toMatch(/^a\p{M}{32}b$/u)
})
