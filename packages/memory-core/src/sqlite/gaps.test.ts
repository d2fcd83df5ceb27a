import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { localStorage } from '../local/storage.ts'
import { storedRecord } from '../testing/stored-record.ts'

it('a purge leaves nothing of removed records in the free space of split and joined pages', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const storage = await localStorage({ directory })
  onTestFinished(() => storage.close())
  const records = Array.from({ length: 300 }, (_, number) => {
    const isSecret = number % 3 === 0
    const text = `${isSecret ? 'Quibblefrost' : 'tea'} ${'and more '.repeat((number * 37) % 90)}`
    return storedRecord(`${isSecret ? 'Quibblefrost' : 'kept'}-${number}`, { text })
  })
  for (const record of records) await storage.records.write({ put: [record] })
  await storage.records.write({
    put: records.map((record) => ({ ...record, text: `${record.text} again ${record.text}` })),
  })
  await storage.records.write({ remove: records.map(({ id }) => id).filter((id) => id.startsWith('Quibble')) })
  expect(await storage.purge()).toEqual([])
  const bytes = (await readFile(join(directory, 'state/tables.db'))).toString('latin1')
  expect(bytes).not.toContain('Quibblefrost and more')
  expect(bytes).toContain('tea and more')
  expect((await storage.records.changes(0, 1_000)).records).toHaveLength(200)
})
