import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'

it('a page is still of its store when its revision could not be noted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const storage = await localStorage({ directory })
  let failures = 0
  const records: typeof storage.records = {
    ...storage.records,
    async write(changes) {
      const marks = Object.entries(changes.marks ?? {})
      if (marks.some(([key, value]) => key.startsWith('records-page') && /^\d+ /.test(value ?? ''))) {
        failures += 1
        throw new Error('the disk is full')
      }
      return storage.records.write(changes)
    },
  }
  const first = await openMemory({ storage: { ...storage, records }, onEvent: () => undefined })
  await first.records.learn({ text: 'The first', type: 'fact' })
  await first.flush().catch(() => undefined)
  await first.close().catch(() => undefined)
  expect(failures).toBeGreaterThan(0)
  const second = await openMemory({ directory })
  await second.records.learn({ text: 'The second', type: 'fact' })
  await second.close()
  expect(await readdir(join(directory, 'memory'))).toEqual(['RECORDS.md'])
  expect(await readFile(join(directory, 'memory/RECORDS.md'), 'utf8')).toContain('The second')
})
