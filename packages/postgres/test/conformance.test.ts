import {
  fileStoreCases,
  itemStoreCases,
  lockCases,
  passageIndexCases,
  recordStoreCases,
  storageCases,
  vectorIndexCases,
} from '@daybook/memory-core/testing'
import { afterAll, describe, it } from 'vitest'
import { createPool, openStorage } from './fixture.ts'

const pool = createPool()
const pipelined = createPool({ pipeline: true })
afterAll(() => Promise.all([pool.end(), pipelined.end()]))

const suites = {
  files: fileStoreCases,
  records: recordStoreCases,
  items: itemStoreCases,
  passages: passageIndexCases,
  vectors: vectorIndexCases,
  locks: lockCases,
  storage: storageCases,
}

for (const [port, cases] of Object.entries(suites))
  describe(`the ${port} of a PostgreSQL storage`, () => {
    for (const one of cases) it(one.name, () => one.run(() => openStorage(pool)))
    for (const one of cases) it(`${one.name} (in pipeline mode)`, () => one.run(() => openStorage(pipelined)))
  })
