import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareFolder } from './shared/share-folder.ts'

// Eight clients with 1,000 operations each on one folder; another number as the first argument.
const operations = Number(process.argv[2] ?? 1_000)
const directory = await mkdtemp(join(tmpdir(), 'daybook-shared-'))
const { problems, ...shared } = await shareFolder(directory, { operations, killEvery: 50, seed: 7 })
await rm(directory, { recursive: true })
console.log(JSON.stringify(shared))
for (const problem of problems) console.error(problem)
console.log(`${problems.length === 0 ? 1 : 0} passed, ${problems.length === 0 ? 0 : 1} failed`)
process.exitCode = problems.length === 0 ? 0 : 1
