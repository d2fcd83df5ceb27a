import { join, relative } from 'node:path'
import process from 'node:process'
import { beforeEach, type RunnerTask, type RunnerTestFile } from 'vitest'
import { ofFolders } from './of-folders.ts'
import { here } from './redirected.ts'

process.env['NODE_OPTIONS'] = `--import=${join(here, 'in-processes.ts')}`

const packages = join(here, '../../..')
let isChecked = false

function namesOf(task: Readonly<RunnerTask>): string[] {
  return 'tasks' in task ? task.tasks.flatMap(namesOf) : [task.fullTestName]
}

/** A test that has another name now would not be left out, and one that is gone would stay listed. */
function checkList(file: string, tests: RunnerTestFile): void {
  isChecked = true
  const names = namesOf(tests)
  const stale = ofFolders.find((one) => one.file === file && !names.some((name) => name.includes(one.test ?? '')))
  if (stale) throw new Error(`${file} has no test named "… ${stale.test} …": see of-folders.ts`)
}

/** Leaves out what is about folders, and says why. */
beforeEach(({ skip, task }) => {
  const file = relative(packages, task.file.filepath)
  if (!isChecked) checkList(file, task.file)
  const { reason } = ofFolders.find((one) => one.file === file && task.fullTestName.includes(one.test ?? '')) ?? {}
  if (reason !== undefined) skip(`not on PostgreSQL: ${reason}`)
})
