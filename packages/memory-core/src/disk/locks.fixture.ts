import { localStorage } from '../local/storage.ts'
import { runProcessJob } from '../testing/process-jobs.ts'

/** The other process in tests of locks and leases: `node locks.fixture.ts <directory> <job> <number>`. */
const [directory = '', ...jobArguments] = process.argv.slice(2)
await runProcessJob(jobArguments, (patience) => localStorage({ directory, ...patience }))
