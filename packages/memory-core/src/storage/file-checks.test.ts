import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { safeName, setAside } from './file-checks.ts'

const key = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'A', '.', '-', '~', '/', 'ß', 'é') }),
  fc.constantFrom('con', 'CON', 'nul.txt', 'com1', 'aux.', '..', '.', 'a..b', 'a.', '/etc/passwd', 'C:\\x', '-rf'),
)
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/

describe('safeName', () => {
  it('keeps a harmless lower-case key', () => {
    for (const name of ['chat-42', 'ada@example.com', 'a', '0', '_x', 'v1.2.3', 'a+b', 'x'.repeat(80)])
      expect(safeName(name)).toBe(name)
  })

  it('makes a readable prefix and a hash out of every other key', () => {
    expect(safeName('telegram:Ada Lovelace')).toMatch(/^telegram-ada-lovelace~[0-9a-f]{16}$/)
    expect(safeName('Čeněk')).toMatch(/^cenek~[0-9a-f]{16}$/)
    expect(safeName('🦉')).toMatch(/^~[0-9a-f]{16}$/)
    expect(safeName('../../etc/passwd')).toMatch(/^etc-passwd~[0-9a-f]{16}$/)
    expect(safeName('x'.repeat(81))).toMatch(/^x{40}~[0-9a-f]{16}$/)
    expect(safeName('x'.repeat(16_384))).toHaveLength(57)
  })

  it('gives no device name of Windows, with or without an extension', () => {
    for (const name of ['con', 'CON', 'nul.txt', 'com1', 'LPT9.log', 'aux.'])
      expect(safeName(name)).toMatch(/^[a-z0-9-]+~[0-9a-f]{16}$/)
    expect(safeName('console')).toBe('console')
  })

  it('is safe on every file system', () => {
    fc.assert(
      fc.property(key, (one) => {
        const name = safeName(one)
        expect(name).toMatch(/^[a-z0-9_@+~-][a-z0-9._@+~-]{0,79}$/)
        expect(name).not.toMatch(/\.\.|\.$/)
        expect(name).not.toMatch(device)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives different keys different names, also where the file system ignores case', () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one !== other)
        expect(safeName(one).toLowerCase()).not.toBe(safeName(other).toLowerCase())
      }),
      { numRuns: 2000 },
    )
    const folded = ['chat', 'Chat', 'CHAT', 'chat ', 'chat.', 'ﬁ', 'fi', 'Straße', 'strasse', 'é', 'e\u0301', 'e']
    expect(new Set(folded.map((one) => safeName(one))).size).toBe(folded.length)
  })

  it('has no key that is the hashed name of another', () => {
    fc.assert(fc.property(key, (one) => safeName(one) === one || safeName(safeName(one)) !== safeName(one)))
  })

  it('keeps its own safe names', () => {
    fc.assert(fc.property(key, (one) => one.includes('~') || safeName(one) !== one || safeName(safeName(one)) === one))
  })

  it('refuses an empty key, one that is too long, and one with a lone surrogate', () => {
    for (const bad of ['', 'x'.repeat(16_385), 'a\ud800', '\udc00'])
      expect(() => safeName(bad, 'user')).toThrow(/^user is ".*, expected 1 to 16,384 characters/)
    try {
      safeName('')
      expect.unreachable()
    } catch (error) {
      expect(MemoryError.isInstance(error) && error.code).toBe('bad-input')
    }
  })
})

it('sets a second file aside beside the first one, also at the same time', async () => {
  const storage = inMemoryStorage()
  const setting = { storage, clock: () => Date.parse('2026-03-01T12:00:00Z'), report: () => undefined }
  for (const text of ['first', 'second', 'third']) {
    await storage.files.write('a.md', text)
    const aside = await setAside(setting, 'a.md')
    expect((await storage.files.read(aside))?.text).toBe(text)
  }
  expect((await storage.files.list('')).map(({ path }) => path)).toEqual([
    'a.md.corrupt-20260301T120000000Z',
    'a.md.corrupt-20260301T120000000Z-2',
    'a.md.corrupt-20260301T120000000Z-3',
  ])
})
