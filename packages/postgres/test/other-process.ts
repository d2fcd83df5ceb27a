import process from 'node:process'
import { runProcessJob } from '@daybook/memory-core/testing'
import { createPool, openStorage } from './fixture.ts'

/** The other process of the tests: `node other-process.ts <namespace> <job> <number>`. */
const [namespace = '', ...jobArguments] = process.argv.slice(2)
const pool = createPool()
await runProcessJob(jobArguments, (patience) => openStorage(pool, { namespace, ...patience }))
await pool.end()
