import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Check, readJson } from './workspace/workspace.ts'

const requirementsShape = z.array(z.strictObject({ id: z.string().regex(/^[A-Z]\d+[a-z]?$/), says: z.string().min(1) }))

const reportShape = z.looseObject({
  testResults: z.array(
    z.looseObject({ assertionResults: z.array(z.looseObject({ title: z.string(), status: z.string() })) }),
  ),
})

/** One or more ids, as in `P1 N05 never loads …`: the name of a test begins with the requirements that it proves. */
const leadingIds = /^(?:[A-Z]\d+[a-z]?(?![A-Za-z0-9])[ ,:]*)+/

/** Returns the ids with which the name of no passed test begins. */
export const unshown = (ids: readonly string[], passedTitles: readonly string[]): readonly string[] => {
  const shown = new Set(passedTitles.flatMap((title) => leadingIds.exec(title)?.[0].split(/[ ,:]+/) ?? []))
  return ids.filter((id) => !shown.has(id))
}

/** Finds requirements without a passed test: ids of requirements.json with which no test's name begins. */
export const checkRequirements: Check = async ({ root, projects, note }) => {
  const promised = await readJson(join(root, 'tools', 'requirements.json'), requirementsShape)
  const titles: string[] = []
  const findings: string[] = []
  for (const { folder } of projects) {
    if (!/^(?:packages|apps)\/|^tools$/.test(folder)) continue
    const report = join(root, folder, 'test-report', 'vitest.json')
    if (!existsSync(report)) {
      findings.push(`${folder}/test-report/vitest.json is missing: run "npm test" first`)
      continue
    }
    const { testResults } = await readJson(report, reportShape)
    const passed = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
    titles.push(...passed.map(({ title }) => title))
  }
  const missing = new Set(
    unshown(
      promised.map(({ id }) => id),
      titles,
    ),
  )
  note(`${promised.length - missing.size} of ${promised.length} requirements shown by ${titles.length} passed tests`)
  for (const { id, says } of promised) {
    if (missing.has(id)) findings.push(`${id}: no passed test begins its name with it (${says})`)
  }
  return findings
}
