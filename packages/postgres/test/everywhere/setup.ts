import { join, relative } from 'node:path'
import process from 'node:process'
import { beforeEach } from 'vitest'
import { ofFolders } from './of-folders.ts'
import { here } from './redirected.ts'

process.env['NODE_OPTIONS'] = `--import=${join(here, 'in-processes.ts')}`

/** Leaves out what is about folders, and says why. */
beforeEach(({ skip, task }) => {
  const file = relative(join(here, '../../..'), task.file.filepath)
  const name = task.fullTestName ?? task.name
  const reason = ofFolders.find((one) => one.file === file && name.includes(one.test))?.reason
  if (reason !== undefined) skip(`not on PostgreSQL: ${reason}`)
})
