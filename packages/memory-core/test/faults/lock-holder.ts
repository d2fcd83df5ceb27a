import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { localStorage } from '../../src/local/index.ts'

/**
 * A process that is in the middle of a write: `node lock-holder.ts <directory> <lock | journals>` says `held` when no other
 * process can write, waits for a line, lets go and says `free`.
 */
const [directory = '', what = ''] = process.argv.slice(2)

const waited = async (): Promise<void> => {
  console.log('held')
  await once(process.stdin, 'data')
}

if (what === 'lock') {
  const storage = await localStorage({ directory })
  await storage.lock(['any'], waited)
  await storage.close()
} else {
  const database = new DatabaseSync(join(directory, '.daybook', 'journals.db'))
  database.exec('BEGIN IMMEDIATE')
  await waited()
  // As Daybook frees it: a commit would write the first page of the empty database, which others that read it do not let.
  database.exec('ROLLBACK')
  database.close()
}
console.log('free')
process.exit()
