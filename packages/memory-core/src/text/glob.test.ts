import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { matchesGlob, pathNames } from './glob.ts'

/** Glob, paths that it matches, paths that it does not match; several are separated by blanks. */
const cases: readonly (readonly [string, string, string])[] = [
  [
    'src/app.ts',
    'src/app.ts ./src/app.ts /src/app.ts src//app.ts src/./app.ts src\\app.ts',
    'app.ts a/src/app.ts src/app.tsx src/App.ts src',
  ],
  ['./src/app.ts', 'src/app.ts ./src/app.ts', 'x/src/app.ts'],
  ['/src/app.ts', 'src/app.ts /src/app.ts', 'x/src/app.ts'],
  ['src//./app.ts', 'src/app.ts', 'src/x/app.ts'],
  ['app.ts', 'app.ts src/app.ts a/b/c/app.ts C:\\work\\app.ts', 'app.tsx xapp.ts app.ts/x'],
  ['/app.ts', 'app.ts /app.ts', 'src/app.ts'],
  ['./app.ts', 'app.ts', 'src/app.ts'],
  ['*.ts', 'a.ts src/a.ts .ts src/.hidden.ts', 'a.tsx ts a.ts/b'],
  ['src/*.ts', 'src/a.ts src/.ts', 'src/x/a.ts a.ts'],
  ['src/*', 'src/a src/.env', 'src src/a/b'],
  ['src/*/a.ts', 'src/x/a.ts', 'src/a.ts src/x/y/a.ts'],
  ['a*b*c', 'abc axxbxxc x/aabbcc abcbc', 'ab ac abcd a/b/c'],
  ['*', 'a a/b .env', ''],
  ['**', 'a a/b a/b/c', ''],
  ['***', 'a a/b', ''],
  ['**/*', 'a a/b a/b/c', ''],
  ['**/', 'a a/b', ''],
  ['**/a.ts', 'a.ts x/a.ts x/y/a.ts', 'xa.ts a.ts/x'],
  ['src/**', 'src/a src/a/b', 'src a/src/b srcs/a'],
  ['src/**/', 'src/a src/a/b', 'src'],
  ['src/', 'src/a src/a/b', 'src x/src/a'],
  ['./', 'a a/b', ''],
  ['/', 'a a/b', ''],
  ['src/**/a.ts', 'src/a.ts src/x/a.ts src/x/y/a.ts', 'a.ts src/xa.ts srca.ts'],
  ['src/**/**/a.ts', 'src/a.ts src/x/a.ts', 'srca.ts'],
  ['**/test/**', 'test/a x/test/a x/test/y/a', 'test x/test xtest/a'],
  ['**/a/**/b/**/c', 'a/b/c x/a/b/a/b/c a/x/b/y/z/c a/b/b/c/c', 'a/c/b a/b/c/d'],
  ['**/a/b/*/c', 'a/b/a/b/x/c a/b/y/c', 'a/b/c a/x/b/y/c'],
  ['src/a**b', 'src/ab src/axb', 'src/a/b src/a/x/b'],
  ['?.ts', 'a.ts é.ts 😀.ts x/a.ts', '.ts ab.ts'],
  ['a?c', 'abc a.c', 'ac abbc a/c'],
  ['src?app.ts', 'srcxapp.ts', 'src/app.ts src\\app.ts'],
  ['[abc].ts', 'a.ts b.ts c.ts', 'd.ts ab.ts [abc].ts'],
  ['[a-c0-9].ts', 'b.ts 5.ts', 'd.ts -.ts'],
  ['[!a-c].ts', 'd.ts -.ts', 'a.ts .ts x/.ts'],
  ['[^a-c].ts', 'd.ts', 'b.ts'],
  ['[]a].ts', '].ts a.ts', '[]a].ts'],
  ['[!]a].ts', 'b.ts', '].ts a.ts'],
  ['[a-].ts', 'a.ts -.ts', 'b.ts'],
  ['[-a].ts', 'a.ts -.ts', 'b.ts'],
  ['[c-a].ts', '', 'a.ts b.ts c.ts -.ts'],
  ['[\\]].ts', '].ts', 'a.ts'],
  ['[a\\-c].ts', 'a.ts -.ts c.ts', 'b.ts'],
  ['[é-ü].ts', 'é.ts ö.ts', 'e.ts'],
  ['[*?{].ts', '*.ts ?.ts {.ts', 'a.ts'],
  ['[abc.ts', '[abc.ts', 'a.ts'],
  ['src/[a/b]', 'src/[a/b]', 'src/a src/b src//'],
  ['a[.ts', 'a[.ts', 'a.ts'],
  ['[].ts', '[].ts', '].ts a.ts'],
  ['[[]a', '[a', '[[]a'],
  ['a]', 'a]', 'a'],
  ['*.{ts,tsx}', 'a.ts x/a.tsx', 'a.js a.{ts,tsx}'],
  ['{src,test}/**', 'src/a test/a/b', 'lib/a'],
  ['{a.ts,src/b.ts}', 'a.ts x/a.ts src/b.ts', 'x/src/b.ts b.ts'],
  ['a{b,c{d,e}}f', 'abf acdf acef', 'acf abcdf'],
  ['a{,b}c', 'ac abc', 'a{,b}c'],
  ['a{b,}{c,}d', 'ad abd acd abcd', 'acbd'],
  ['{a}', '{a}', 'a'],
  ['{}', '{}', ''],
  ['a{b,c', 'a{b,c', 'ab ac'],
  ['a{b,c{d,e}', 'a{b,cd a{b,ce', 'ab acd'],
  ['a},b', 'a},b', 'a'],
  ['{a,{b}', '{a,{b}', 'a b'],
  ['\\{a,b}', '{a,b}', 'a b'],
  ['{a\\,b,c}', 'a,b c', 'a b'],
  ['[{a,b}]', 'a b', '{ ,'],
  ['\\*.ts', '*.ts', 'a.ts'],
  ['a\\?', 'a?', 'ab'],
  ['\\[a]', '[a]', 'a'],
  ['src\\/a', 'src/a', 'x/src/a'],
  ['\\a', 'a', 'b'],
  ['src\\a', 'srca', 'src/a src\\a'],
  ['a\\', '', 'a ab'],
  ['Src/*', 'Src/a', 'src/a'],
  ['!a', '!a', 'a b'],
  ['@(a|b)', '@(a|b)', 'a b'],
  ['a.b', 'a.b', 'axb'],
  ['../a/*', '../a/b', 'a/b'],
  ['', '', 'a / .'],
  ['.', '', 'a .'],
]

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
const rows = cases.flatMap(([glob, yes, no]) => [
  ...words(yes).map((path) => ({ glob, path, answer: true })),
  ...words(no).map((path) => ({ glob, path, answer: false })),
])

describe('matchesGlob', () => {
  it.each(rows)('C14 matches $glob to $path: $answer', ({ glob, path, answer }) => {
    expect(matchesGlob(glob, path)).toBe(answer)
  })

  it('matches no path without a name', () => {
    for (const path of ['', '/', './', '.', '\\']) expect(matchesGlob('**', path)).toBe(false)
  })

  it('takes blanks, line breaks, NUL and lone surrogates for characters', () => {
    expect(matchesGlob('a ?\n*\0?', 'a b\nc\0\ud800')).toBe(true)
    expect(matchesGlob('[\ud800]', '\ud800')).toBe(true)
    expect(matchesGlob('?', '\ud83d\ude00\ud800')).toBe(false)
  })

  it('matches a name however its accents are composed', () => {
    expect(matchesGlob('caf\u00e9/?.ts', 'cafe\u0301/e\u0301.ts')).toBe(true)
    expect(matchesGlob('cafe\u0301/[\u00e9].ts', 'caf\u00e9/e\u0301.ts')).toBe(true)
  })

  it('matches alternatives of a name in any folder below', () => {
    const matches = (path: string): boolean => matchesGlob('src/**/*.{ts,tsx}', path)
    expect(['src/a.ts', 'src/b/c.tsx', 'a.ts', 'src/a.js'].map(matches)).toEqual([true, true, false, false])
  })

  it('asks many globs about one path that is taken apart once', () => {
    const names = pathNames('./src\\a.ts')
    expect(['src/*', '*.ts', 'docs/**'].map((glob) => matchesGlob(glob, names))).toEqual([true, true, false])
  })

  it('matches no path of over 4,096 characters', () => {
    expect(matchesGlob('**', 'a'.repeat(4_096))).toBe(true)
    expect(matchesGlob('**', 'a'.repeat(4_097))).toBe(false)
  })

  it('takes braces that would give too many alternatives for text', () => {
    expect(matchesGlob('{a,b}'.repeat(8), 'abababab')).toBe(true)
    expect(matchesGlob('{a,b}'.repeat(9), 'ababababa')).toBe(false)
    expect(matchesGlob('{a,b}'.repeat(9), '{a,b}'.repeat(9))).toBe(true)
    const deep = `${'{a,'.repeat(256)}b${'}'.repeat(256)}`
    expect(matchesGlob(deep, deep)).toBe(true)
    expect(matchesGlob(deep, 'b')).toBe(false)
    expect(matchesGlob(`${'{a,'.repeat(255)}b${'}'.repeat(255)}`, 'b')).toBe(true)
  })

  it('agrees with a naive matcher on small globs', () => {
    const glob = fc.array(fc.constantFrom('a', 'b', '/', '*', '**', '/**/', '?', '[ab]', '[!a]'), { maxLength: 8 })
    const path = fc.array(fc.constantFrom('a', 'b', 'c', '/'), { maxLength: 10 })
    fc.assert(
      fc.property(glob, path, (parts, letters) => {
        const text = parts.join('')
        const file = letters.join('')
        expect(matchesGlob(text, file), `${text} to ${file}`).toBe(naive(text, file))
      }),
      { numRuns: 5_000 },
    )
  })

  it('matches every text to itself when each sign is escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: anySign, maxLength: 30 }), (text) => {
        const name = text.replaceAll(/[/\\]/g, '_')
        fc.pre(name !== '' && name !== '.')
        expect(matchesGlob(name.replaceAll(/[*?[\]{},!^-]/g, '\\$&'), `x/${name}`)).toBe(true)
      }),
    )
  })

  it('never throws, whatever the glob', () => {
    const glob = fc.array(fc.constantFrom('a', '/', '*', '?', '[', ']', '{', '}', ',', '\\', '!', '-', '😀', '\ud800'))
    fc.assert(fc.property(glob, fc.string(), (parts, path) => typeof matchesGlob(parts.join(''), path) === 'boolean'))
  })

  it.each([
    ['stars', `${'a*'.repeat(5_000)}b`, 'a'.repeat(4_096), 1_000],
    ['a star and a long word', `*${'a'.repeat(200)}b`, 'a'.repeat(4_096), 5_000],
    ['folders', `${'a/**/'.repeat(5_000)}b`, 'a/'.repeat(2_048), 1_000],
    ['folders of stars', `${'**/*a*a*/'.repeat(1_000)}b`, 'aaa/'.repeat(1_024), 1_000],
    ['open brackets', '['.repeat(1_000_000), 'a', 5_000],
    ['open braces', '{'.repeat(1_000_000), 'a', 5_000],
    ['braces', '{a,b}'.repeat(200_000), 'a', 5_000],
    ['commas', `{${','.repeat(1_000_000)}}`, 'a', 5_000],
    ['backslashes', '\\'.repeat(1_000_001), 'a', 5_000],
    ['slashes', '/'.repeat(1_000_000), '/'.repeat(1_000_000), 5_000],
    ['combining marks', '*x', `a${'\u0301\u0316'.repeat(2_047)}`, 5_000],
    ['a long set', `[${'ab'.repeat(500)}]x`, `${'c'.repeat(4_096)}`, 1_000],
    ['a megabyte of path', 'src/**/*.ts', `src/${'a'.repeat(1_000_000)}.js`, 5_000],
  ])('does not hang on %s', (_, glob, path, ms) => {
    const spentMs = startCpuClock()
    expect(matchesGlob(glob, path)).toBe(false)
    expect(spentMs()).toBeLessThan(ms)
  })
})

/** The rules as a regular expression, for small inputs. */
function naive(glob: string, path: string): boolean {
  const file = path.split('/').filter((name) => name !== '')
  const names = glob.split('/')
  const isAnchored = names.length > 1
  const isFolder = isAnchored && names.at(-1) === ''
  const parts = names.filter((name) => name !== '')
  if (glob === '' || file.length === 0) return false
  const pattern = [...(isAnchored ? [] : ['**']), ...parts, ...(isFolder ? ['**'] : [])]
  const folders = pattern.map((name, at) => {
    if (name === '**') return at === pattern.length - 1 ? '(?:[^/]+/)+' : '(?:[^/]+/)*'
    return `${name.replaceAll(/\*+/g, '*').replaceAll('[!a]', '[^a/]').replaceAll('?', '[^/]').replaceAll('*', '[^/]*')}/`
  })
  return new RegExp(`^${folders.join('')}$`).test(`${file.join('/')}/`)
}
