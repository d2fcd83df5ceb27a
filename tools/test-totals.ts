import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { readJson, readWorkspace } from './workspace/workspace.ts'

// Prints "passed failed skipped", summed over the reports of all projects, for .ci/run; with --failed, the failed
// tests.
const failureMessages = z.array(z.string()).nullish()
const totalsShape = z.looseObject({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(z.looseObject({ fullName: z.string(), status: z.string(), failureMessages })),
    }),
  ),
})

const root = join(import.meta.dirname, '..')
const { projects } = await readWorkspace(root, () => undefined)
const failures: string[] = []
let [passed, failed, skipped] = [0, 0, 0]
for (const { folder } of projects) {
  for (const name of ['vitest.json', 'browser.json', 'quiet.json']) {
    const report = join(root, folder, 'test-report', name)
    if (!existsSync(report)) continue
    const totals = await readJson(report, totalsShape)
    passed += totals.numPassedTests
    // A file that cannot be loaded fails without a failed test.
    failed += totals.success ? totals.numFailedTests : Math.max(1, totals.numFailedTests)
    skipped += totals.numPendingTests + totals.numTodoTests
    for (const { name: file, message, assertionResults } of totals.testResults) {
      if (assertionResults.length === 0 && message !== '') failures.push(`${relative(root, file)}: ${message}`)
      for (const { fullName, status, failureMessages: why } of assertionResults)
        if (status === 'failed') failures.push(`${relative(root, file)}: ${fullName}\n   ${why?.[0]?.slice(0, 800)}`)
    }
  }
}
console.log(process.argv.includes('--failed') ? failures.join('\n') : `${passed} ${failed} ${skipped}`)
