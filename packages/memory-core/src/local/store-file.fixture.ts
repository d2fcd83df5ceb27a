import { localStorage } from './local-storage.ts'

/** The other process of the tests of the store: `node store-file.fixture.ts <directory> <number>` counts in the record `a`. */
const [directory = '', amount = ''] = process.argv.slice(2)
const { records, close } = await localStorage({ directory })
for (let turn = 0; turn < Number(amount); turn += 1)
  await records.update(['a'], (one) => ({ ...one, successCount: one.successCount + 1 }))
await close()
