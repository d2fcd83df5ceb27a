import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, readWorkspace } from './workspace/workspace.ts'

// Prints "passed failed skipped", summed over the reports of all projects, for .ci/run.
const totalsShape = z.looseObject({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
})

const root = join(import.meta.dirname, '..')
const { projects } = await readWorkspace(root, () => undefined)
let [passed, failed, skipped] = [0, 0, 0]
for (const { folder } of projects) {
  for (const name of ['vitest.json', 'browser.json']) {
    const report = join(root, folder, 'test-report', name)
    if (!existsSync(report)) continue
    const totals = await readJson(report, totalsShape)
    passed += totals.numPassedTests
    // A file that cannot be loaded fails without a failed test.
    failed += totals.success ? totals.numFailedTests : Math.max(1, totals.numFailedTests)
    skipped += totals.numPendingTests + totals.numTodoTests
  }
}
console.log(`${passed} ${failed} ${skipped}`)
