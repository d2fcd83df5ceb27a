import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { pathSegments } from '../storage/file-checks.ts'
import { escapedLink, findFilename, isNoteFile, nameFromTitle, safeFilename } from './note-files.ts'

const pieces = fc.constantFrom(
  'a',
  '.',
  '..',
  '/',
  '\\',
  '\0',
  ' ',
  '~',
  '%2e',
  'é',
  'e\u0301',
  'MEMORY',
  '.md',
  'con',
  ':',
  '-',
  '\n',
  '\u202e',
  '\ud800',
  '＊',
  'ﬁ',
)
const name = fc.oneof(
  fc.string({ unit: anySign, maxLength: 120 }),
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
)

describe('safeFilename', () => {
  it('adds the ending when it is missing', () => {
    expect(safeFilename('prefs')).toBe('prefs.md')
    expect(safeFilename('prefs.MD')).toBe('prefs.md')
    expect(safeFilename('v1.2 draft')).toBe('v1.2 draft.md')
    expect(safeFilename('Ｐréfs_日本')).toBe('Ｐréfs_日本.md')
    expect(safeFilename('e\u0301')).toBe('é.md')
  })

  it.each([
    '',
    '.md',
    '..',
    '../x.md',
    '/etc/passwd',
    'a/b.md',
    'a\\b.md',
    'C:\\x.md',
    'a\0.md',
    '.hidden.md',
    'x..md',
    'a..b',
    'x .md',
    ' x.md',
    'x.md ',
    '-rf.md',
    'con.md',
    'NUL',
    'com1.txt',
    'lpt¹',
    '%2e%2e%2fx',
    'a:b',
    'a*',
    'a\nb',
    'a\u202eb',
    'a\ud800',
    'x'.repeat(101),
    '日'.repeat(70),
    '<x>',
  ])('L08 refuses %j', (bad) => {
    expect(() => safeFilename(bad)).toThrow(/^filename is .*expected a file name such as "user_prefs.md"/)
  })

  it.each(['MEMORY.md', 'memory.md', 'MEMORY', 'Memory.MD', 'ＭＥＭＯＲＹ.md'])(
    'L08 refuses the name of the index in any form: %s',
    (bad) => {
      expect(() => safeFilename(bad)).toThrow(/the generated index/)
    },
  )

  it.each([5, null, undefined, {}, ['x.md']])('refuses %j', (bad) => {
    expect(() => safeFilename(bad)).toThrow(/not a text/)
  })

  it('L08 gives no name that leads out of the folder', () => {
    fc.assert(
      fc.property(name, (one) => {
        let safe: string
        try {
          safe = safeFilename(one)
        } catch {
          return
        }
        expect(pathSegments(`.memory/${safe}`)).toEqual(['.memory', safe])
        expect(isNoteFile(safe)).toBe(true)
        expect(new TextEncoder().encode(safe).length).toBeLessThan(220)
        expect(safeFilename(safe)).toBe(safe)
      }),
      { numRuns: 5000 },
    )
  })

  it('does not hang on a name of a megabyte', () => {
    const spentMs = startCpuClock()
    for (const bad of ['a'.repeat(1e6), ' '.repeat(1e6), '.'.repeat(1e6), '\u0301'.repeat(1e6)]) {
      expect(() => safeFilename(bad)).toThrow()
      findFilename(['a.md'], bad)
      nameFromTitle(bad)
    }
    expect(spentMs()).toBeLessThan(2000)
  })
})

describe('findFilename', () => {
  it('finds a note by its name, without the ending, in another form of the same letters, and by its link', () => {
    const files = ['a.md', 'weird (1).md', 'é.md', '100%.md']
    expect(findFilename(files, 'a.md')).toBe('a.md')
    expect(findFilename(files, 'a')).toBe('a.md')
    expect(findFilename(files, 'e\u0301.md')).toBe('é.md')
    for (const file of files) expect(findFilename(files, escapedLink(file))).toBe(file)
    expect(findFilename(files, '../a.md')).toBeUndefined()
    expect(findFilename(files, '%')).toBeUndefined()
    expect(findFilename(files, 'A.md')).toBeUndefined()
  })
})

describe('nameFromTitle', () => {
  it('makes a plain name', () => {
    expect(nameFromTitle('User Preferences')).toBe('user_preferences')
    expect(nameFromTitle('  ../C++ & Überblick! ')).toBe('c_überblick')
    expect(nameFromTitle('🦉')).toBe('')
    expect(nameFromTitle('x'.repeat(500))).toHaveLength(48)
  })
})
