import assert from 'node:assert/strict'
import { assertFails, type ConformanceCase, storageCase } from './conformance-case.ts'

const path = 'notes/a.md'

const badPaths: Readonly<Record<string, string>> = {
  absolute: '/etc/passwd',
  'above the root': '../outside.md',
  'above the root in the middle': 'notes/../../outside.md',
  'with a "." segment': 'notes/./a.md',
  'with an empty segment': 'notes//a.md',
  'with a slash at the end': 'notes/',
  'with a backslash': 'notes\\a.md',
  'with a NUL': 'notes/a\0.md',
  empty: '',
}

/** The requirements of every FileStore. */
export const fileStoreCases: readonly ConformanceCase[] = [
  storageCase('answers undefined for a file that does not exist', async ({ files }) => {
    assert.equal(await files.read(path), undefined)
    assert.equal(await files.stat(path), undefined)
    assert.equal(await files.readRange(path, 0), '')
    assert.deepEqual(await files.list('notes'), [])
  }),
  storageCase('reads what was written, with its stat', async ({ files }) => {
    const written = await files.write(path, 'grüße 🦉\n')
    assert.deepEqual(await files.read(path), { text: 'grüße 🦉\n', ...written })
    assert.deepEqual(await files.stat(path), written)
    assert.equal(written.size, 13)
  }),
  storageCase('keeps an empty file', async ({ files }) => {
    await files.write(path, '')
    assert.equal((await files.read(path))?.text, '')
    assert.deepEqual(await files.list('notes'), [{ path, ...(await files.stat(path)) }])
  }),
  storageCase('keeps a byte order mark, carriage returns and NULs as they are', async ({ files }) => {
    const text = '\ufeffone\r\ntwo\0three'
    await files.write(path, text)
    assert.equal((await files.read(path))?.text, text)
  }),
  storageCase('keeps a text of several megabytes', async ({ files }) => {
    const text = 'ein Jahr voller Zugvögel\n'.repeat(120_000)
    await files.write(path, text)
    await files.append(path, text)
    assert.equal((await files.read(path))?.text, text + text)
  }),
  storageCase('reads a lone surrogate as U+FFFD', async ({ files }) => {
    await files.write(path, 'a\ud800b')
    assert.equal((await files.read(path))?.text, 'a\ufffdb')
  }),
  storageCase('reads several files in the order asked for', async ({ files }) => {
    await files.write('a.md', 'A')
    await files.write('b.md', 'B')
    const found = await files.readMany(['b.md', 'none.md', 'a.md'])
    assert.deepEqual(
      found.map((one) => one?.text),
      ['B', undefined, 'A'],
    )
  }),
  storageCase('reads the bytes between two offsets', async ({ files }) => {
    await files.write(path, 'grüße')
    assert.equal(await files.readRange(path, 4), 'ße')
    assert.equal(await files.readRange(path, 0, 4), 'grü')
    assert.equal(await files.readRange(path, 2, 2), '')
    assert.equal(await files.readRange(path, 5, 3), '')
    assert.equal(await files.readRange(path, 7, 99), '')
    assert.equal(await files.readRange(path, 0, 99), 'grüße')
  }),
  storageCase('appends to a file, and makes it when there is none', async ({ files }) => {
    assert.equal((await files.append(path, 'one\n')).size, 4)
    const second = await files.append(path, 'two\n')
    assert.deepEqual(await files.read(path), { text: 'one\ntwo\n', ...second })
  }),
  storageCase('puts a line break before an append when the file does not end with one', async ({ files }) => {
    await files.write(path, 'torn')
    await files.append(path, 'whole\n')
    assert.equal((await files.read(path))?.text, 'torn\nwhole\n')
  }),
  storageCase('puts no line break before the first append to an empty file', async ({ files }) => {
    await files.write(path, '')
    await files.append(path, 'first')
    assert.equal((await files.read(path))?.text, 'first')
  }),
  storageCase('changes nothing when "" is appended to a file, and makes a missing one', async ({ files }) => {
    const before = await files.write(path, 'torn')
    assert.deepEqual(await files.append(path, ''), before)
    assert.equal((await files.append('notes/b.md', '')).size, 0)
    assert.equal((await files.read('notes/b.md'))?.text, '')
  }),
  storageCase('loses none of many appends at once', async ({ files }) => {
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`)
    await Promise.all(lines.map((line) => files.append(path, `${line}\n`)))
    const text = (await files.read(path))?.text ?? ''
    assert.deepEqual(new Set(text.trimEnd().split('\n')), new Set(lines))
    assert.equal(text.length, lines.join('\n').length + 1)
  }),
  storageCase('changes the version with every change', async ({ files }) => {
    const versions = [
      await files.write(path, 'one'),
      await files.write(path, 'two'),
      await files.append(path, 'three\n'),
      await files.append(path, 'four\n'),
    ]
    assert.equal(new Set(versions.map((stat) => stat.version)).size, versions.length)
  }),
  storageCase('changes the generation when a file is replaced, not when it grows', async ({ files }) => {
    const first = await files.append(path, 'one\n')
    const grown = await files.append(path, 'two\n')
    assert.equal(grown.generation, first.generation)
    const replaced = await files.write(path, 'one\ntwo\nthree\n')
    assert.notEqual(replaced.generation, grown.generation)
    await files.write('notes/b.md', 'other')
    await files.rename('notes/b.md', path)
    assert.notEqual((await files.stat(path))?.generation, replaced.generation)
  }),
  storageCase('writes only the version that was expected', async ({ files }) => {
    const { version } = await files.write(path, 'one', { ifVersion: null })
    await files.write(path, 'two', { ifVersion: version })
    await assertFails('version-conflict', files.write(path, 'three', { ifVersion: version }), 'an old version')
    await assertFails('version-conflict', files.write(path, 'three', { ifVersion: null }), 'a file that exists')
    await assertFails('version-conflict', files.write('none.md', 'x', { ifVersion: version }), 'a file that is gone')
    assert.equal((await files.read(path))?.text, 'two')
    assert.equal(await files.read('none.md'), undefined)
  }),
  storageCase('renames a file over another, into a new directory too', async ({ files }) => {
    await files.write('a.md', 'A')
    await files.write('b.md', 'B')
    await files.rename('a.md', 'b.md')
    await files.rename('b.md', 'deep/er/c.md')
    assert.deepEqual(
      (await files.list('', { deep: true })).map((entry) => entry.path),
      ['deep/er/c.md'],
    )
    assert.equal((await files.read('deep/er/c.md'))?.text, 'A')
  }),
  storageCase('keeps a file that is renamed to itself', async ({ files }) => {
    await files.write(path, 'A')
    await files.rename(path, path)
    assert.equal((await files.read(path))?.text, 'A')
  }),
  storageCase('refuses to rename a file that does not exist', async ({ files }) => {
    await files.write('b.md', 'B')
    await assertFails('not-found', files.rename('a.md', 'b.md'), 'no file')
    assert.equal((await files.read('b.md'))?.text, 'B')
  }),
  storageCase('lists the files of a directory, sorted, and those below when asked', async ({ files }) => {
    for (const name of ['n/b.md', 'n/a.md', 'n/B.md', 'n/deep/c.md', 'na.md', 'other/d.md'])
      await files.write(name, name)
    assert.deepEqual(await files.list('n'), [
      { path: 'n/B.md', ...(await files.stat('n/B.md')) },
      { path: 'n/a.md', ...(await files.stat('n/a.md')) },
      { path: 'n/b.md', ...(await files.stat('n/b.md')) },
    ])
    const deep = await files.list('n', { deep: true })
    assert.deepEqual(
      deep.map((entry) => entry.path),
      ['n/B.md', 'n/a.md', 'n/b.md', 'n/deep/c.md'],
    )
    assert.deepEqual(await files.list('na.md'), [])
  }),
  storageCase('removes a file, and nothing when there is none', async ({ files }) => {
    await files.write(path, 'A')
    await files.remove(path)
    await files.remove(path)
    assert.equal(await files.read(path), undefined)
    assert.deepEqual(await files.list('notes'), [])
  }),
  storageCase('forgets a directory with its last file, so that a file may have its name', async ({ files }) => {
    await files.write('a/b/c.md', 'C')
    await files.remove('a/b/c.md')
    await files.write('a', 'A')
    assert.equal((await files.read('a'))?.text, 'A')
  }),
  storageCase('has no file where a directory is, and none below a file', async ({ files }) => {
    await files.write('a/b.md', 'B')
    assert.equal(await files.read('a'), undefined)
    assert.equal(await files.stat('a'), undefined)
    assert.equal(await files.read('a/b.md/c.md'), undefined)
    await files.remove('a')
    for (const bad of ['a', 'a/b.md/c.md']) {
      await assertFails('storage-failed', files.write(bad, 'x'), `write ${bad}`)
      await assertFails('storage-failed', files.append(bad, 'x'), `append ${bad}`)
      await assertFails('storage-failed', files.rename('a/b.md', bad), `rename ${bad}`)
    }
    assert.equal((await files.read('a/b.md'))?.text, 'B')
  }),
  ...Object.entries(badPaths).map(([what, bad]) =>
    storageCase(`refuses a path that is ${what}`, async ({ files }) => {
      await files.write('a.md', 'A')
      await assertFails('bad-input', files.read(bad), 'read')
      await assertFails('bad-input', files.readMany(['a.md', bad]), 'readMany')
      await assertFails('bad-input', files.readRange(bad, 0), 'readRange')
      await assertFails('bad-input', files.stat(bad), 'stat')
      await assertFails('bad-input', files.write(bad, 'x'), 'write')
      await assertFails('bad-input', files.append(bad, 'x'), 'append')
      await assertFails('bad-input', files.rename(bad, 'b.md'), 'rename from')
      await assertFails('bad-input', files.rename('a.md', bad), 'rename to')
      await assertFails('bad-input', files.remove(bad), 'remove')
      if (bad !== '') await assertFails('bad-input', files.list(bad), 'list')
    }),
  ),
  {
    name: 'refuses files after it was closed',
    async run(open) {
      const storage = await open()
      await storage.files.write(path, 'A')
      await storage.close()
      await assertFails('closed', storage.files.read(path), 'read')
      await assertFails('closed', storage.files.append(path, 'x'), 'append')
      await storage.close()
    },
  },
]
