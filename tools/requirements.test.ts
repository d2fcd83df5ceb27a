import { describe, expect, it } from 'vitest'
import { checkRequirements, unshown } from './requirements.ts'
import { findingsIn } from './workspace/fixture.ts'

const promised = { 'tools/requirements.json': '[{ "id": "G02", "says": "two" }, { "id": "G03", "says": "three" }]' }

const report = (...tests: readonly (readonly [title: string, status: string])[]): string =>
  JSON.stringify({ testResults: [{ assertionResults: tests.map(([title, status]) => ({ title, status })) }] })

describe('requirements', () => {
  it('counts an id only where it is the first word of a name', () => {
    expect(unshown(['G02', 'G03', 'G04'], ['G02 keeps', 'shows G03', 'G041 does', 'G04'])).toEqual(['G03'])
  })

  it('counts every id at the beginning of a name', () => {
    expect(unshown(['P1', 'N05', 'B02', 'X1'], ['P1 N05 never loads X1', 'P2, B02: keeps'])).toEqual(['X1'])
  })

  it('finds an id whose only test failed', async () => {
    const findings = await findingsIn(checkRequirements, {
      ...promised,
      'packages/core/test-report/vitest.json': report(['G02 works', 'passed'], ['G03 fails', 'failed']),
      'packages/adapter/test-report/vitest.json': report(),
    })
    expect(findings).toEqual(['G03: no passed test begins its name with it (three)'])
  })

  it('says to run the tests when a report is missing', async () => {
    const findings = await findingsIn(checkRequirements, promised)
    expect(findings[0]).toBe('packages/adapter/test-report/vitest.json is missing: run "npm test" first')
  })
})
