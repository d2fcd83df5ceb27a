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
  /** How its name begins. */
  name: string
  /** Whether only the long run has it. */
  isLong: boolean
}

const testAt = /`([\w./-]+\.test\.ts)` “([^”]+)”( \(long\))?/g
const noTest = /\(no test: [^)]+\)/

/** The guarantees of a page, one bullet each, and the tests that each names; a bullet goes on in lines that are indented. */
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

/** Finds guarantees without a test, and tests that they name and that did not run and pass in the last `npm test`. */
export const checkGuarantees: Check = async ({ root, note }) => {
  const guarantees = readGuarantees(await readFile(join(root, folder, 'GUARANTEES.md'), 'utf8'))
  const report = join(root, folder, 'test-report', 'vitest.json')
  if (!existsSync(report)) return [`${folder}/test-report/vitest.json is missing: run "npm test" first`]
  const { testResults } = await readJson(report, reportShape)
  const statusesOf = ({ file, name }: NamedTest): readonly string[] =>
    testResults
      .filter((result) => result.name.replaceAll('\\', '/').endsWith(`${folder}/${file}`))
      .flatMap((result) => result.assertionResults)
      .filter(({ title }) => title.startsWith(name))
      .map(({ status }) => status)
  const findings: string[] = []
  for (const { text, tests } of guarantees) {
    if (tests.length === 0 && !noTest.test(text)) findings.push(`no test is named for: ${text.slice(0, 100)}`)
    for (const test of tests) {
      const source = join(root, folder, test.file)
      const isThere = existsSync(source) && (await readFile(source, 'utf8')).includes(test.name)
      const statuses = statusesOf(test)
      const ran = statuses.length > 0 && statuses.every((status) => status === 'passed')
      if (test.isLong ? !isThere : !ran) findings.push(`${test.file} “${test.name}”: ${whyNot(test, statuses)}`)
    }
  }
  note(`${guarantees.length} guarantees, shown by ${guarantees.flatMap(({ tests }) => tests).length} named tests`)
  return findings
}

const whyNot = ({ isLong }: NamedTest, statuses: readonly string[]): string => {
  if (isLong) return 'no such test is in that file'
  return statuses.length === 0 ? 'did not run' : `ran and ${statuses.find((status) => status !== 'passed')}`
}
