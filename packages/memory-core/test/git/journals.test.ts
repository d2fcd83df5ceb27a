import { appendFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localStorage } from '../../src/local/storage.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { storedRecord } from '../../src/testing/stored-record.ts'
import { shelf } from './repository.ts'

const at = '2026-03-01T09:00:00.000Z'
const names = ['records', 'items'] as const
const pathOf = (directory: string, name: string): string => join(directory, 'journal', `${name}.jsonl`)
const linesOf = async (directory: string, name: string): Promise<string[]> =>
  (await readFile(pathOf(directory, name), 'utf8')).split('\n').filter((line) => line !== '')

async function using<T>(directory: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await localStorage({ directory })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

async function contentOf({ records, items }: Storage): Promise<string[]> {
  const ids = (await records.list({ limit: 99 })).map(({ id }) => id)
  const keys = (await items.search({ prefix: [], limit: 99, at })).map(({ key }) => key)
  const marks = await records.marks(['m1', 'm2', 'm3'])
  return [...ids, ...keys, ...marks.keys()].sort()
}

/** Two copies of a memory with three records, marks and items each; the lines with these words are gone from the first. */
async function thinned(isGone: (line: string) => boolean): Promise<[here: string, there: string]> {
  const folder = await shelf()
  const [here, there] = [join(folder, 'here'), join(folder, 'there')]
  await using(here, async ({ records, items }) => {
    for (const n of [1, 2, 3]) {
      await records.write({ put: [storedRecord(`r${n}`)] })
      await records.write({ marks: { [`m${n}`]: 'yes' } })
      await items.put([{ namespace: ['shelf'], key: `i${n}`, value: n, at }])
    }
  })
  await cp(here, there, { recursive: true })
  await using(there, async ({ records }) => records.write({ put: [storedRecord('there')] }))
  for (const name of names) {
    const lines = await linesOf(here, name)
    await writeFile(pathOf(here, name), `${lines.filter((line) => !isGone(line)).join('\n')}\n`)
  }
  return [here, there]
}

/** What `git merge` makes of journals with `merge=union`, whatever it takes for the lines of both. */
async function unite(here: string, there: string): Promise<void> {
  for (const name of names) {
    const lines = [...(await linesOf(here, name)), ...(await linesOf(there, name))]
    await writeFile(pathOf(here, name), `${[...new Set(lines)].join('\n')}\n`)
  }
}

describe('a line that a person takes out of a journal', () => {
  it('does not come back by a merge once Daybook has seen that it is gone', async () => {
    const [here, there] = await thinned((line) => /"(?:r2|m2|i2)"/.test(line))
    const left = ['i1', 'i3', 'm1', 'm3', 'r1', 'r3']
    expect(await using(here, contentOf)).toEqual(left)
    await unite(here, there)
    expect(await using(here, contentOf)).toEqual([...left, 'there'])
  })

  it('takes nothing from another copy where the journal was cut, or is an older one', async () => {
    const [here, there] = await thinned((line) => /"(?:r3|m3|i3)"/.test(line))
    expect(await using(here, contentOf)).toEqual(['i1', 'i2', 'm1', 'm2', 'r1', 'r2'])
    await unite(here, there)
    expect(await using(here, contentOf)).toEqual(await using(there, contentOf))
  })

  it('takes nothing from another copy where a line is damaged', async () => {
    const [here, there] = await thinned(() => false)
    const text = await readFile(pathOf(here, 'records'), 'utf8')
    await writeFile(pathOf(here, 'records'), text.replace('"r2"', '"x"'))
    expect(await using(here, contentOf)).not.toContain('r2')
    await unite(here, there)
    expect(await using(here, contentOf)).toEqual(await using(there, contentOf))
  })
})

it('marks of copies that an older version wrote into a journal go with its next compaction', async () => {
  const here = join(await shelf(), 'here')
  await using(here, async ({ records }) => records.write({ marks: { m1: 'yes' } }))
  const keys = ['placed-revision:abc', 'records-page:abc', 'page-lines:abc']
  const old = { put: keys.map((key) => ({ mark: [key, '7'], as: key })), n: 9, by: 'abc' }
  await appendFile(pathOf(here, 'records'), `${JSON.stringify(old)}\n`)
  await using(here, async (storage) => {
    const check = async () => storage.check?.({ repair: false, folders: [] })
    expect((await storage.records.marks(keys)).size).toBe(3)
    expect(await check()).toEqual([])
    await storage.purge()
    expect((await storage.records.marks(keys)).size).toBe(0)
    expect(await check()).toEqual([])
    expect(await contentOf(storage)).toEqual(['m1'])
  })
  expect(await readFile(pathOf(here, 'records'), 'utf8')).not.toContain('abc')
})
