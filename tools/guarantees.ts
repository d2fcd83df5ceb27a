import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Check, readJson } from './workspace/workspace.ts'

const folder = 'packages/memory-core'

const reportShape = z.looseObject({
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      assertionResults: z.array(z.looseObject({ title: z.string(), status: z.string() })),
    }),
  ),
})

/** A test that a guarantee names. */
export interface NamedTest {
  /** Relative to the package. */
  file: string
  /** The beginning of its name. */
  name: string
  /** Whether only the long run contains it. */
  isLong: boolean
}

const testAt = /`([\w./-]+\.test\.ts)` “([^”]+)”( \(long\))?/g
const noTest = /\(no test: [^)]+\)/

/** The guarantees of a page and the tests that each names. A guarantee is a bullet with its indented lines. */
export const readGuarantees = (page: string): readonly { text: string; tests: readonly NamedTest[] }[] =>
  page
    .split(/\n(?=[*-] |#)/)
    .filter((part) => /^[*-] /.test(part))
    .map((part) => part.split(/\n(?!\s)/, 1)[0] ?? part)
    .map((bullet) => ({
      text: bullet.replaceAll(/\s+/g, ' '),
      tests: [...bullet.replaceAll(/\s+/g, ' ').matchAll(testAt)].map(([, file = '', name = '', long]) => ({
        file,
        name,
        isLong: long !== undefined,
      })),
    }))

/** The reason in the title of a test that some machines skip. */
const reason = /\((?:skipped|needs)/

/**
 * Finds guarantees without a test, and named tests that did not run and pass in the last `npm test`. A test is counted
 * as skipped if its title says why this machine cannot run it.
 */
export const checkGuarantees: Check = async ({ root, note }) => {
  const guarantees = readGuarantees(await readFile(join(root, folder, 'GUARANTEES.md'), 'utf8'))
  const report = join(root, folder, 'test-report', 'vitest.json')
  if (!existsSync(report)) return [`${folder}/test-report/vitest.json is missing: run "npm test" first`]
  const { testResults } = await readJson(report, reportShape)
  const resultsOf = ({ file, name }: NamedTest): readonly Result[] =>
    testResults
      .filter((result) => result.name.replaceAll('\\', '/').endsWith(`${folder}/${file}`))
      .flatMap((result) => result.assertionResults)
      .filter(({ title }) => title.startsWith(name))
  const findings: string[] = []
  let leftOut = 0
  for (const { text, tests } of guarantees) {
    if (tests.length === 0 && !noTest.test(text)) findings.push(`no test is named for: ${text.slice(0, 100)}`)
    for (const test of tests) {
      const source = join(root, folder, test.file)
      const isThere = existsSync(source) && (await readFile(source, 'utf8')).includes(test.name)
      const results = resultsOf(test)
      const isLeftOut =
        results.length > 0 && results.every(({ title, status }) => isSkipped(status) && reason.test(title))
      if (isLeftOut) leftOut += 1
      const ran =
        isLeftOut || (results.some(isPassed) && results.every((one) => isPassed(one) || isSkipped(one.status)))
      if (test.isLong ? !isThere : !ran) findings.push(`${test.file} “${test.name}”: ${whyNot(test, results)}`)
    }
  }
  const named = guarantees.flatMap(({ tests }) => tests).length
  note(`${guarantees.length} guarantees, shown by ${named} named tests, ${leftOut} of them left out on this machine`)
  return findings
}

type Result = z.infer<typeof reportShape>['testResults'][number]['assertionResults'][number]

const isPassed = ({ status }: Result): boolean => status === 'passed'
const isSkipped = (status: string): boolean => status === 'skipped' || status === 'pending'

const whyNot = ({ isLong }: NamedTest, results: readonly Result[]): string => {
  if (isLong) return 'no such test is in that file'
  return results.length === 0 ? 'did not run' : `ran and ${results.find((result) => !isPassed(result))?.status}`
}
