import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createPool, numRuns, openStorage } from './fixture.ts'

const pool = createPool()
afterAll(() => pool.end())

const text = fc.array(fc.constantFrom('a', '\n', 'ü', '🦉'), { maxLength: 5 }).map((parts) => parts.join(''))

describe('a file and a directory of one name', () => {
  it('are refused with the file that is in the way', async () => {
    const { files, close } = await openStorage(pool)
    await files.write('a', 'A')
    await files.write('b/c', 'C')
    await expect(files.write('a/b', 'x')).rejects.toThrow(
      'cannot write "a/b": the file "a" is in the place of its directory: choose another path, or remove that',
    )
    await expect(files.write('b', 'x')).rejects.toThrow(
      'cannot write "b": it is the directory of the file "b/c": choose another path, or remove what is in it',
    )
    await close()
  })
})

describe('the chunks of a file', () => {
  it('are one text with the right size, wherever it is cut and whatever is appended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), fc.nat(30), fc.nat(30), async (appended, start, length) => {
        const { files, close } = await openStorage(pool)
        let whole = ''
        for (const part of appended) {
          const stat = await files.append('a.md', part)
          whole += part === '' || whole === '' || whole.endsWith('\n') ? part : `\n${part}`
          expect(stat.size).toBe(Buffer.byteLength(whole))
        }
        const read = await files.read('a.md')
        expect(read?.text ?? '').toBe(whole)
        expect(read?.size ?? 0).toBe(Buffer.byteLength(whole))
        const expected = Buffer.from(whole).subarray(start, start + length)
        expect(await files.readRange('a.md', start, start + length)).toBe(new TextDecoder().decode(expected))
        await close()
      }),
      { numRuns },
    )
  }, 30_000)

  it('are read where they are asked for, in a text of many', async () => {
    const storage = await openStorage(pool)
    const whole = Array.from({ length: 40_000 }, (_, index) => `${index}\n`).join('')
    await storage.files.write('a.md', whole)
    await storage.files.append('a.md', 'the end')
    const all = `${whole}the end`
    for (const [start, end] of [
      [0, 10],
      [65_530, 65_540],
      [65_536, 131_072],
      [131_071, 131_073],
      [100_000, all.length],
    ])
      expect(await storage.files.readRange('a.md', start ?? 0, end)).toBe(all.slice(start, end))
    expect(await storage.files.readRange('a.md', all.length - 7)).toBe('the end')
    await storage.close()
  })
})
