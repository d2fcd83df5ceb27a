import { describe, expect, it } from 'vitest'
import { checkGuarantees, readGuarantees } from './guarantees.ts'
import { findingsIn } from './workspace/fixture.ts'

const page = 'packages/memory-core/GUARANTEES.md'
const report = (...tests: readonly (readonly [title: string, status: string])[]): string =>
  JSON.stringify({
    testResults: [
      {
        name: '/x/packages/memory-core/test/a.test.ts',
        assertionResults: tests.map(([title, status]) => ({ title, status })),
      },
    ],
  })
const files = (text: string, ...tests: readonly (readonly [title: string, status: string])[]) => ({
  [page]: text,
  'packages/memory-core/test-report/vitest.json': report(...tests),
  'packages/memory-core/test/long.test.ts': "it('sweeps all', () => undefined)",
})

describe('guarantees', () => {
  it('reads bullets with the tests that they name, over several lines', () => {
    const text =
      '# Durable\n\nProse.\n\n* One.\n  `test/a.test.ts` “keeps all” (long),\n  `test/b.test.ts` “keeps\n  more”\n* Two.\n\nMore prose `test/c.test.ts` “no”\n'
    expect(readGuarantees(text).map(({ tests }) => tests)).toEqual([
      [
        { file: 'test/a.test.ts', name: 'keeps all', isLong: true },
        { file: 'test/b.test.ts', name: 'keeps more', isLong: false },
      ],
      [],
    ])
  })

  it('finds nothing where every named test ran and passed', async () => {
    const text =
      '* One. `test/a.test.ts` “keeps”\n* Two. `test/long.test.ts` “sweeps all” (long)\n* Three (no test: it cannot be)\n'
    expect(await findingsIn(checkGuarantees, files(text, ['keeps it all', 'passed']))).toEqual([])
  })

  it('finds tests that failed, did not run or are not there, and guarantees without one', async () => {
    const text =
      '* One. `test/a.test.ts` “keeps”\n* Two. `test/a.test.ts` “gone”\n* Three. `test/long.test.ts` “sweeps none” (long)\n* Four.\n* Five. `test/a.test.ts` “waits”\n'
    const tests = [
      ['keeps a', 'passed'],
      ['keeps b', 'failed'],
      ['waits', 'skipped'],
    ] as const
    expect(await findingsIn(checkGuarantees, files(text, ...tests))).toEqual([
      'test/a.test.ts “keeps”: ran and failed',
      'test/a.test.ts “gone”: did not run',
      'test/long.test.ts “sweeps none”: no such test is in that file',
      'no test is named for: * Four.',
      'test/a.test.ts “waits”: ran and skipped',
    ])
  })

  it('takes a test for left out that says why, and asks for one that ran beside those that do not', async () => {
    const text = '* One. `test/a.test.ts` “sweeps”\n* Two. `test/a.test.ts` “keeps”\n'
    const swept = ['sweeps (skipped: strace cannot be used here)', 'skipped'] as const
    const tests = [swept, ['keeps a', 'passed'], ['keeps b', 'skipped']] as const
    expect(await findingsIn(checkGuarantees, files(text, ...tests))).toEqual([])
    const failed = ['sweeps the rest (skipped: strace cannot be used here)', 'failed'] as const
    expect(await findingsIn(checkGuarantees, files(text, ...tests, failed))).toEqual([
      'test/a.test.ts “sweeps”: ran and skipped',
    ])
  })

  it('says to run the tests when the report is missing', async () => {
    const findings = await findingsIn(checkGuarantees, { [page]: '* One.\n' })
    expect(findings).toEqual(['packages/memory-core/test-report/vitest.json is missing: run "npm test" first'])
  })
})
